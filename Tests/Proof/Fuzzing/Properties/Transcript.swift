import NavigationTraces

/// The complete output of a reader: each line or error with its line number.
struct Transcript: Equatable {
    typealias Outcome = Result<TraceLine, TraceError>

    struct Entry: Equatable {
        let number: Int
        let outcome: Outcome
    }

    private(set) var entries: [Entry] = []
    private(set) var notation: TraceNotation?

    var lines: [TraceLine] { entries.compactMap { try? $0.outcome.get() } }

    /// Reads the bytes in one piece.
    init(_ bytes: [UInt8], _ notation: TraceNotation?) {
        var reader = TraceReader(notation: notation)
        reader.append(bytes)
        reader.finish()
        drain(&reader)
    }

    /// Reads the bytes in pieces, and each piece as far as possible before the next.
    init(_ bytes: [UInt8], _ notation: TraceNotation?, in sizes: PieceSizes) {
        var reader = TraceReader(notation: notation)
        var sizes = sizes
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = sizes.next()
            reader.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            drain(&reader)
        }
        reader.finish()
        drain(&reader)
    }

    private mutating func drain(_ reader: inout TraceReader) {
        while let outcome = reader.nextOutcome() { entries.append(Entry(number: reader.lineNumber, outcome: outcome)) }
        notation = reader.notation
    }
}

extension TraceReader {
    /// Returns the next line or the next error; `nil` if there is neither.
    fileprivate mutating func nextOutcome() -> Transcript.Outcome? {
        do {
            return try next().map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}
