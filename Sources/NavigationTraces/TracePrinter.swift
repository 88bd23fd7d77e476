import AnalyticsJSON

/// Writes a trace, line by line, in either notation; what it writes, a reader reads back as the same lines.
public struct TracePrinter: Sendable {
    private var json = JSONLinePrinter()
    private var words = WordLinePrinter()
    private let notation: TraceNotation

    /// Creates a printer.
    public init(notation: TraceNotation) {
        self.notation = notation
    }

    /// Writes a line.
    public mutating func print(_ line: TraceLine) {
        switch notation {
        case .jsonLines: json.print(line)
        case .lines: words.print(line)
        }
    }

    /// How many bytes have been written and not taken.
    public var count: Int {
        switch notation {
        case .jsonLines: json.writer.count
        case .lines: words.writer.count
        }
    }

    /// Takes what has been written so far, in UTF-8.
    public mutating func takeBytes() -> [UInt8] {
        switch notation {
        case .jsonLines: json.writer.takeBytes()
        case .lines: words.writer.takeBytes()
        }
    }
}
