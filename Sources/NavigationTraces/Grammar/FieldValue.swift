import PageViewAutomation

/// The value of a key, as it is to be printed in either notation.
enum FieldValue {
    case text(String)
    case nothing
    case seconds(Int64)
    case whole(Int64)
    case truth(Bool)
    case payload(Payload)
    case page(name: String?, context: Expected<String>)
    case link(DeepLinkPattern)
}

/// The keys of a line and their values, in the order in which they are printed.
struct FieldList {
    private(set) var fields: [(key: TraceKey, value: FieldValue)] = []

    func value(_ key: TraceKey) -> FieldValue? { fields.first { $0.key == key }?.value }

    mutating func add(_ key: TraceKey, _ text: String?) {
        if let text { fields.append((key, .text(text))) }
    }

    mutating func add(_ key: TraceKey, _ payload: Payload?) {
        if let payload { fields.append((key, .payload(payload))) }
    }

    mutating func add(_ key: TraceKey, _ truth: Bool?) {
        if let truth { fields.append((key, .truth(truth))) }
    }

    mutating func add(_ key: TraceKey, seconds: Int64?) {
        if let seconds { fields.append((key, .seconds(seconds))) }
    }

    mutating func add(_ key: TraceKey, whole: Int64?) {
        if let whole { fields.append((key, .whole(whole))) }
    }

    mutating func add(_ key: TraceKey, _ expected: Expected<String>) {
        switch expected {
        case .anything: break
        case .nothing: fields.append((key, .nothing))
        case .value(let text): fields.append((key, .text(text)))
        }
    }

    mutating func add(_ page: PageContext?) {
        guard let page else { return }
        let context = page.context.map { Expected.value($0.rawValue) } ?? .anything
        fields.append((.page, .page(name: page.name.rawValue, context: context)))
    }

    mutating func add(_ pattern: PagePattern?) {
        switch pattern {
        case nil: break
        case .nothing: fields.append((.page, .nothing))
        case .page(let name, let context): fields.append((.page, .page(name: name, context: context)))
        }
    }

    mutating func add(_ link: Expected<DeepLinkPattern>) {
        switch link {
        case .anything: break
        case .nothing: fields.append((.deepLink, .nothing))
        case .value(let pattern): fields.append((.deepLink, .link(pattern)))
        }
    }
}
