#if !os(Windows) && !os(WASI)
public import PageViewAutomation

/// Records all that an engine hears in a file: a trace, line by line, as far as the app came (rule RC-005).
///
///     let recorder = try TraceFileRecorder(of: engine, path: folder + "/navigation.jsonl")
///
/// It records until it is stopped or gone. All of it can be used from any thread. Where the system refuses, the app goes on
/// undisturbed, and ``statistics`` tells.
public final class TraceFileRecorder: Sendable {
    /// When lines are handed to the operating system, from where a crash of the app does not take them any more.
    public enum Flushing: Sendable, Hashable {
        /// Before the call returns that reported something, unless another thread is writing.
        case everyLine
        /// When 64 KiB have come together, when ``TraceFileRecorder/flush()`` asks for it, and at the end.
        case onDemand
    }

    /// What has become of the lines.
    public struct Statistics: Sendable, Hashable {
        /// How many the operating system has.
        public var writtenLines: UInt64 = 0
        /// How many could not be written.
        public var lostLines: UInt64 = 0
        /// What the system said last, if it refused any.
        public var lastError: RecordingError?
    }

    private let core: EngineCore
    private let queue: InputQueue
    private let writer: TraceFileWriter

    /// Records an engine from now on, in a new file; the first lines say what is there already.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - path: The file, which must not be there yet; its name ends in `.jsonl` or `.trace`, which tells the notation. That
    ///     it is removed later, with its folder or without, is not noticed.
    ///   - flushing: When lines are handed to the operating system.
    ///   - limit: How many bytes the file may have; lines beyond are lost, and counted.
    ///   - options: What the trace says, and how.
    ///   - onError: Told on the writing thread when the system refuses lines for the first time, and when it does again after
    ///     it has taken some; outside all locks.
    public init(
        of engine: PageViewEngine, path: String, flushing: Flushing = .everyLine, limit: Int = 16 << 20,
        options: RecordingOptions = RecordingOptions(),
        onError: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        let writer = TraceFileWriter(
            try RecordingFile(path), path.hasSuffix(".trace") ? .lines : .jsonLines, flushing: flushing, limit: limit,
            options: options, onError: onError)
        self.writer = writer
        core = engine.core
        queue = writer.makeQueue()
        core.add(queue)
    }

    deinit { stop() }

    /// What has become of the lines so far.
    public var statistics: Statistics { writer.statistics }

    /// Hands all lines to the operating system that have come so far.
    public func flush() { writer.flush() }

    /// Puts a remark into the trace, as a `note`, and into that of everybody who records the engine.
    public func note(_ text: String) { core.perform(.note(text)) }

    /// Records nothing from now on, and hands over what has come.
    public func stop() {
        core.remove(queue)
        writer.flush()
    }
}

/// Makes lines of what an engine heard, and writes them into a file.
final class TraceFileWriter: Sendable {
    private static let flushSize = 64 << 10

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
            let lost = takeLines(items[..<beginning]).count
            unsafe lines.noteLoss()
            items = items[beginning...]
            let isAccepting = output.withLock { output in
                output.countLost(lost)
                guard output.retry() else { return false }
                if !items.isEmpty { output.restart() }
                return true
            }
            guard isAccepting else {
                let lost = takeLines(items).count
                return output.withLock { $0.countLost(lost) }
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
        report(
            output.withLock { output in
                output.add(bytes, ends: ends)
                return flushing == .everyLine || output.pendingCount >= Self.flushSize ? output.flush() : nil
            })
    }

    /// Hands over what has come together.
    func flush() { report(output.withLock { $0.flush() }) }

    /// Tells of an error, outside the lock.
    private func report(_ error: RecordingError?) {
        if let error { onError(error) }
    }
}
#endif
