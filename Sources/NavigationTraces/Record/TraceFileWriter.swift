#if !os(Windows) && !os(WASI)
import PageViewAutomation

/// Makes lines of what an engine heard, and writes them into a file.
final class TraceFileWriter: Sendable {
    /// What is written, inside the writer's lock.
    struct Output: ~Copyable {
        var file: RecordingFile
        let notation: TraceNotation
        var pending: [UInt8] = []
        var pendingLines: UInt64 = 0
        var statistics = TraceFileRecorder.Statistics()
        /// Whether the system refused the last lines.
        var isRefused = false
        /// Whether there was no room for a line; there is none for those after it either.
        var isFull = false
        /// How many lines are missing where the file ends.
        var missingLines: UInt64 = 0

        init(_ file: consuming RecordingFile, _ notation: TraceNotation) {
            self.file = file
            self.notation = notation
        }

        /// A line that says that some are missing, so that nobody trusts a replay beyond it.
        private var missingNote: [UInt8] {
            var printer = TracePrinter(notation: notation)
            printer.print(.event(TraceEvent(.note("\(missingLines) lines are missing here"))))
            return printer.takeBytes()
        }

        /// Adds lines to what is handed over next.
        mutating func add(_ bytes: [UInt8], lines: UInt64) {
            pending += bytes
            pendingLines += lines
        }

        /// Hands over what has come together; the error, if it is news.
        mutating func hand() -> RecordingError? {
            guard !pending.isEmpty else { return nil }
            defer {
                pending.removeAll(keepingCapacity: true)
                pendingLines = 0
            }
            do throws(RecordingError) {
                try file.append(missingLines == 0 ? pending : missingNote + pending)
                missingLines = 0
                statistics.writtenLines += pendingLines
                isRefused = false
                return nil
            } catch {
                statistics.lostLines += pendingLines
                missingLines += pendingLines
                statistics.lastError = error
                defer { isRefused = true }
                return isRefused ? nil : error
            }
        }
    }

    private static let most = 64 << 10

    private let flushing: TraceFileRecorder.Flushing
    private let limit: Int
    private let onError: @Sendable (RecordingError) -> Void
    // Proof: both are reached by the writing thread alone, of which there is one at a time, and each after the other inside
    // the engine's lock.
    nonisolated(unsafe) private var lines: RecordedLines
    nonisolated(unsafe) private var printer: TracePrinter
    private let output: Protected<Output>

    init(
        _ file: consuming RecordingFile, _ notation: TraceNotation, flushing: TraceFileRecorder.Flushing, limit: Int,
        options: RecordingOptions, onError: @escaping @Sendable (RecordingError) -> Void
    ) {
        self.flushing = flushing
        self.limit = limit
        self.onError = onError
        unsafe lines = RecordedLines(options: options)
        unsafe printer = TracePrinter(notation: notation)
        output = Protected(Output(file, notation))
    }

    var statistics: TraceFileRecorder.Statistics { output.withLock { $0.statistics } }

    /// Writes what was recorded next; one thread at a time.
    func write(_ items: [RecordedItem]) {
        unsafe lines.append(items)
        let new = unsafe lines.take()
        guard !new.isEmpty else { return }
        for line in new { unsafe printer.print(line) }
        let (bytes, count) = unsafe (printer.takeBytes(), UInt64(new.count))
        tell(
            output.withLock { output in
                output.isFull = output.isFull || output.file.size + output.pending.count + bytes.count > limit
                if output.isFull {
                    output.statistics.lostLines += count
                    return nil
                }
                output.add(bytes, lines: count)
                return flushing == .everyLine || output.pending.count >= Self.most ? output.hand() : nil
            })
    }

    /// Hands over what has come together.
    func flush() { tell(output.withLock { $0.hand() }) }

    /// Tells of an error, outside the lock.
    private func tell(_ error: RecordingError?) {
        if let error { onError(error) }
    }
}
#endif
