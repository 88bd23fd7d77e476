import AnalyticsJSON
import PageViewAutomation

/// Writes lines of a trace as JSON Lines.
struct JSONLinePrinter {
    var writer = JSONWriter()

    mutating func print(_ line: TraceLine) {
        writer.beginObject()
        switch line {
        case .header(let header):
            print(header)
        case .event(let event):
            if let time = event.time { write(.t, .seconds(time.nanoseconds)) }
            if let session = event.session { write(.session, .text(session)) }
            let values = event.action.values
            write(.event, .text(values.kind.name.rawValue))
            for (key, value) in FieldList(values).fields { write(key, value) }
        case .expectation(let expectation):
            write(.expect, .text(expectation.claim.name.rawValue))
            if let session = expectation.session { write(.session, .text(session)) }
            for (key, value) in expectation.claim.fields.fields { write(key, value) }
        }
        writer.endObject()
        writer.newline()
    }

    private mutating func print(_ header: TraceHeader) {
        write(.trace, .whole(1))
        if let title = header.title { write(.title, .text(title)) }
        let choices = PolicyChoice.allCases.filter(header.policy.counts)
        if !choices.isEmpty { write(.policy, .payload(Payload(choices.map { ($0.rawValue, "counts") }))) }
        if let exhaustive = header.exhaustive {
            writer.key(TraceKey.exhaustive.name)
            writer.value(.array(exhaustive.map { .string($0.rawValue) }))
        }
    }

    private mutating func write(_ key: TraceKey, _ value: FieldValue) {
        writer.key(key.name)
        switch value {
        case .text(let text): writer.string(text)
        case .nothing: writer.null()
        case .seconds(let nanoseconds): writer.seconds(nanoseconds)
        case .whole(let number): writer.int(number)
        case .truth(let truth): writer.bool(truth)
        case .payload(let payload): writer.payload(payload)
        case .page(let name?, .anything): writer.string(name)
        case .page(let name, let context):
            writer.payload(Payload(expected: [(.name, name.map { .value($0) } ?? .anything), (.context, context)]))
        case .link(let link): write(link)
        }
    }

    private mutating func write(_ link: DeepLinkPattern) {
        if let url = link.url, link.referrer == .anything { return writer.string(url) }
        writer.payload(link.members)
    }
}

extension Payload {
    /// What must be, as an object with the keys to match.
    fileprivate init(expected: [(TraceKey, Expected<String>)]) {
        self.init(
            expected.compactMap { key, value -> (String, AnalyticsValue)? in
                switch value {
                case .anything: nil
                case .nothing: (key.name, .null)
                case .value(let text): (key.name, .string(text))
                }
            })
    }
}

extension DeepLinkPattern {
    /// The keys to match.
    var members: Payload {
        Payload(expected: [(.url, url.map { .value($0) } ?? .anything), (.referrer, referrer)])
    }
}
