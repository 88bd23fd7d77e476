import PageViewAutomation

// A printed line has at least as many bytes as its texts. So the recorder of a file rejects a long line before it prints it (RC-005).

extension TraceLine {
    /// The number of bytes of the line's texts.
    var textByteCount: Int {
        switch self {
        case .header(let header): header.title?.utf8.count ?? 0
        case .event(let event): FieldList(event.action.values).textByteCount
        case .expectation(let expectation): expectation.claim.fields.textByteCount
        }
    }
}

extension FieldList {
    fileprivate var textByteCount: Int { fields.reduce(0) { $0 + $1.value.textByteCount } }
}

extension FieldValue {
    fileprivate var textByteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .payload(let payload): payload.textByteCount
        case .page(let name, .value(let context)): (name?.utf8.count ?? 0) + context.utf8.count
        case .page(let name, _): name?.utf8.count ?? 0
        case .entries(let entries): entries.reduce(0) { $0 + FieldList($1).textByteCount }
        case .link, .nothing, .seconds, .whole, .truth: 0
        }
    }
}

extension Payload {
    fileprivate var textByteCount: Int { entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.textByteCount } }
}

extension AnalyticsValue {
    fileprivate var textByteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.textByteCount }
        case .object(let payload): payload.textByteCount
        case .null, .bool, .int, .double, .decimal: 0
        }
    }
}
