/// Some whole lines of a trace, as they stand in the file.
package struct TraceChunk: Sendable {
    /// The lines, and behind them what need not be anything.
    var bytes: [UInt8]
    /// Where the lines begin and end; the last one has its line feed.
    var range: Range<Int>
    /// Whether it stands for one line that is too long to be read.
    var isRefusedLine = false
}
