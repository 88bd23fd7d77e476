import AnalyticsJSON
import PageViewAutomation

/// Prints a trace line by line, in either notation.
///
/// A ``TraceReader`` reads the output back as equal lines.
public struct TracePrinter: Sendable {
    private var printer: any LinePrinter

    /// Creates a printer.
    public init(notation: TraceNotation) {
        printer = notation == .jsonLines ? JSONLinePrinter() : WordLinePrinter()
    }

    /// Prints a line.
    public mutating func print(_ line: TraceLine) { printer.print(line) }

    package var count: Int { printer.writer.count }

    /// Returns and removes the bytes that have been printed, in UTF-8.
    public mutating func takeBytes() -> [UInt8] { printer.writer.takeBytes() }
}

/// Prints lines in one notation.
protocol LinePrinter: Sendable {
    var writer: JSONWriter { get set }

    mutating func print(_ line: TraceLine)
}

struct JSONLinePrinter: LinePrinter {
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
            write(.event, .text(values.kind.name))
            write(FieldList(values))
        case .expectation(let expectation):
            write(.expect, .text(expectation.condition.name.rawValue))
            if let session = expectation.session { write(.session, .text(session)) }
            write(expectation.condition.fields)
        }
        writer.endObject()
        writer.newline()
    }

    private mutating func print(_ header: TraceHeader) {
        write(.trace, .whole(1))
        if let title = header.title { write(.title, .text(title)) }
        if let beganAt = header.beganAt { write(.beganAt, .text(CalendarTime.exactText(beganAt))) }
        let choices = header.policy.choices
        if !choices.isEmpty {
            writer.key(TraceKey.policy.name)
            writer.beginObject()
            for (choice, value) in choices { write(choice.rawValue, value) }
            writer.endObject()
        }
        if let exhaustive = header.exhaustive {
            writer.key(TraceKey.exhaustive.name)
            writer.value(.array(exhaustive.map { .string($0.rawValue) }))
        }
    }

    private mutating func write(_ list: FieldList) {
        for field in list.fields { write(field.key, field.value) }
    }

    private mutating func write(_ key: TraceKey, _ value: FieldValue) { write(key.name, value) }

    private mutating func write(_ key: String, _ value: FieldValue) {
        writer.key(key)
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
        case .entries(let entries):
            writer.beginArray()
            for entry in entries {
                writer.separate()
                writer.beginObject()
                write(FieldList(entry))
                writer.endObject()
            }
            writer.endArray()
        }
    }

    private mutating func write(_ link: DeepLinkPattern) {
        if let url = link.url, link.referrer == .anything { return writer.string(url) }
        writer.payload(link.members)
    }
}

extension Payload {
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
    var members: Payload {
        Payload(expected: [(.url, url.map { .value($0) } ?? .anything), (.referrer, referrer)])
    }
}

/// Prints lines of a trace in the line notation (TR-001).
struct WordLinePrinter: LinePrinter {
    var writer = JSONWriter()
    private var isAtStart = true
    /// Whether the printer is between the brackets of an entry, where a bare word ends at `]`.
    private var isInEntry = false

    init() {}

    /// Creates a printer for messages. It shortens each text to this number of code points.
    init(longestText: Int) {
        writer.longestText = longestText
    }

    mutating func print(_ line: TraceLine) {
        isAtStart = true
        switch line {
        case .header(let header):
            print(header)
        case .event(let event):
            if let time = event.time {
                separate()
                writer.seconds(time.nanoseconds)
            }
            let values = event.action.values
            word(values.kind.name)
            print(FieldList(values), values.kind.grammar, session: event.session)
        case .expectation(let expectation):
            word("expect")
            word(expectation.condition.name.rawValue)
            print(expectation.condition.fields, expectation.condition.name.grammar, session: expectation.session)
        }
        writer.newline()
    }

    /// Prints some keys of an assertion, without `expect` and without the end of the line.
    mutating func print(_ condition: TraceExpectation.Condition, keeping keys: [TraceKey]) {
        isAtStart = true
        word(condition.name.rawValue)
        print(condition.fields.keeping(keys), condition.name.grammar, session: nil)
    }

    private mutating func print(_ header: TraceHeader) {
        word("trace")
        if let title = header.title { write("title", .text(title)) }
        if let beganAt = header.beganAt { write("beganAt", .text(CalendarTime.exactText(beganAt))) }
        for (choice, value) in header.policy.choices { write("policy.\(choice)", value) }
        if let exhaustive = header.exhaustive {
            write("exhaustive", .text(exhaustive.isEmpty ? "," : exhaustive.map(\.rawValue).joined(separator: ",")))
        }
    }

    private mutating func print(_ list: FieldList, _ grammar: LineGrammar, session: String?) {
        for key in grammar.positional { if let value = list.value(key) { printPositional(value) } }
        for field in list.fields {
            if !grammar.positional.contains(field.key) {
                write(field.key.name, field.value)
            } else if case .page(_, let context) = field.value {
                write(context: context)
            }
        }
        if let session { write("session", .text(session)) }
    }

    private mutating func printPositional(_ value: FieldValue) {
        switch value {
        case .text(let text), .page(let text?, _): word(text)
        case .nothing:
            separate()
            writer.null()
        case .page(nil, _), .seconds, .whole, .truth, .payload, .link, .entries: break
        }
    }

    private mutating func write(_ key: String, _ value: FieldValue) {
        if case .page(let name, let context) = value {
            if let name { write(key, .text(name)) }
            return write(context: context)
        }
        if case .entries(let entries) = value { return write(entries) }
        separate()
        writer.raw(key)
        writer.raw("=")
        switch value {
        case .text(let text): writeWord(text)
        case .nothing: writer.null()
        case .seconds(let nanoseconds): writer.seconds(nanoseconds)
        case .whole(let number): writer.int(number)
        case .truth(let truth): writer.bool(truth)
        case .payload(let payload): writer.payload(payload)
        case .link(let link):
            if let url = link.url, link.referrer == .anything { writeWord(url) } else { writer.payload(link.members) }
        case .page, .entries: break
        }
    }

    private mutating func write(_ entries: [TraceEvent.Action.ShownEntry]) {
        for entry in entries {
            separate()
            writer.raw("[")
            (isAtStart, isInEntry) = (true, true)
            print(FieldList(entry), .shownEntry, session: nil)
            isInEntry = false
            writer.raw("]")
        }
    }

    private mutating func write(context: Expected<String>) {
        switch context {
        case .anything: break
        case .nothing: write("context", .nothing)
        case .value(let context): write("context", .text(context))
        }
    }

    private mutating func separate() {
        if !isAtStart { writer.raw(" ") }
        isAtStart = false
    }

    private mutating func word(_ text: String) {
        separate()
        writeWord(text)
    }

    mutating func written(_ text: String) -> String {
        writeWord(text)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    private mutating func writeWord(_ text: String) {
        let text = writer.kept(text)
        if canBeBare(text) { writer.raw(text) } else { writer.string(text) }
    }

    private func canBeBare(_ text: String) -> Bool {
        guard let first = text.utf8.first, text != "null" else { return false }
        if first == 0x7B || first == 0x5B || first == 0x23 { return false }
        if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || (isInEntry && $0 == 0x5D) }) { return false }
        // Control characters can be escaped only in quotes (TR-008).
        if text.unicodeScalars.contains(where: \.controlsTerminal) { return false }
        let letters = text.utf8.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2E }
        return letters.isEmpty || letters.endIndex == text.utf8.endIndex || text.utf8[letters.endIndex] != 0x3D
    }
}
