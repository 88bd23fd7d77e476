import AnalyticsJSON

/// Reads one line after another, in whatever notation they are; the one place that says what a line may be.
struct LineReader: Sendable {
    /// The notation, once it is known.
    private(set) var notation: TraceNotation?
    /// Whether no line has said something yet: the first one that does may be the header.
    private(set) var mayHaveHeader = true
    private var json = JSONLine()

    init(notation: TraceNotation?) {
        self.notation = notation
    }

    /// Goes on in the middle of a trace of this notation.
    init(continuing notation: TraceNotation) {
        self.notation = notation
        mayHaveHeader = false
    }

    /// Whether what is read of a line depends on that line alone.
    var isSettled: Bool { notation != nil && !mayHaveHeader }

    /// Reads a line; `nil` for one that says nothing.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine? {
        guard let first = bytes[range].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
        let notation = notation ?? Self.notation(beginningWith: first)
        self.notation = notation
        do {
            switch notation {
            case .jsonLines: return try readJSON(bytes, range)
            case .lines: return try readWords(bytes, range)
            }
        } catch {
            mayHaveHeader = false
            throw error
        }
    }

    private static func notation(beginningWith first: UInt8) -> TraceNotation {
        switch first {
        case 0x23, 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .lines
        default: .jsonLines
        }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine {
        defer {
            json.release()
            mayHaveHeader = false
        }
        try json.take(bytes, range)
        return try traceLine(json)
    }

    private func traceLine(_ line: borrowing JSONLine) throws(LineError) -> TraceLine {
        if line.has(.expect) {
            if line.has(.event) { throw line.wrong(.event, "either 'event' or 'expect'") }
            return .expectation(try line.expectation())
        }
        if line.has(.event) { return .event(try line.event()) }
        if line.has(.trace) {
            guard mayHaveHeader else { throw line.wrong(.trace, "the header to be the first line") }
            return .header(try line.header())
        }
        return .event(try line.event())
    }

    private mutating func readWords(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> TraceLine? {
        guard let line = try WordLine(bytes, range) else { return nil }
        defer { mayHaveHeader = false }
        return try line.traceLine(mayBeHeader: mayHaveHeader)
    }
}
