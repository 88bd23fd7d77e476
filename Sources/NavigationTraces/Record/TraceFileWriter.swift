#if !os(Windows) && !os(WASI)
import PageViewAutomation

/// Makes lines of what an engine heard, and writes them into a file.
final class TraceFileWriter: Sendable {
    private static let most = 64 << 10

    private let flushing: TraceFileRecorder.Flushing
    private let onError: @Sendable (RecordingError) -> Void
    // Proof: both are reached by the writing thread alone, of which there is one at a time, and each after the other inside
    // the engine's lock.
    nonisolated(unsafe) private var lines: RecordedLines
    nonisolated(unsafe) private var printer: TracePrinter
    let output: Protected<RecordingOutput>

    init(
        _ file: consuming RecordingFile, _ notation: TraceNotation, flushing: TraceFileRecorder.Flushing, limit: Int,
        options: RecordingOptions, onError: @escaping @Sendable (RecordingError) -> Void
    ) {
        self.flushing = flushing
        self.onError = onError
        unsafe lines = RecordedLines(options: options)
        unsafe printer = TracePrinter(notation: notation)
        output = Protected(RecordingOutput(file, notation, limit: limit))
    }

    var statistics: TraceFileRecorder.Statistics { output.withLock { $0.statistics } }

    /// The queue whose items it writes.
    func makeQueue() -> InputQueue { InputQueue { items, queue in self.write(items, of: queue) } }

    /// Writes what was recorded next; one thread at a time.
    private func write(_ items: [RecordedItem], of queue: InputQueue) {
        var items = items[...]
        if output.withLock({ $0.isInterrupted }) {
            // What follows from what was lost is lost as well, up to where everything is told anew.
            let beginning = items.firstIndex { if case .snapshot = $0 { true } else { false } } ?? items.endIndex
            let dropped = takeLines(items[..<beginning]).count
            unsafe lines.tear()
            items = items[beginning...]
            let isTakenAgain = output.withLock { output in
                output.drop(dropped)
                guard output.isTakenAgain() else { return false }
                if !items.isEmpty { output.beginAnew() }
                return true
            }
            guard isTakenAgain else {
                let dropped = takeLines(items).count
                return output.withLock { $0.drop(dropped) }
            }
            if items.isEmpty { return queue.requestSnapshot() }
        }
        write(takeLines(items))
    }

    private func takeLines(_ items: ArraySlice<RecordedItem>) -> [TraceLine] {
        unsafe lines.append(Array(items))
        return unsafe lines.take()
    }

    private func write(_ new: [TraceLine]) {
        guard !new.isEmpty else { return }
        var ends: [Int] = []
        for line in new {
            unsafe printer.print(line)
            unsafe ends.append(printer.count)
        }
        let bytes = unsafe printer.takeBytes()
        tell(
            output.withLock { output in
                output.add(bytes, ends: ends)
                return flushing == .everyLine || output.pendingCount >= Self.most ? output.hand() : nil
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
