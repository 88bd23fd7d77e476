#if !os(Windows) && !os(WASI)
public import PageViewAutomation

/// Records all inputs of an engine in a file: a trace, line by line (RC-005).
///
///     let recorder = try TraceFileRecorder(of: engine, path: folder + "/navigation.jsonl")
///
/// It records until it is stopped or deallocated. Any thread can use it. If the system rejects lines, the app continues
/// undisturbed, and ``lostLines`` counts the loss.
///
/// The trackers of the engine apply their privacy policies to the recording. While consent is undecided, nothing is recorded. A
/// denial ends the recording and removes the file (RC-009). Only the owner of the file can read it.
public final class TraceFileRecorder: Sendable {
    /// When the recorder writes lines to the operating system. Written lines survive a crash of the app.
    public enum Flushing: Sendable, Hashable {
        /// Before the reporting call returns, unless another thread is writing.
        case everyLine
        /// When 64 KiB are pending, when the app calls ``TraceFileRecorder/flush()``, and at the end.
        case onDemand
    }

    private let core: EngineCore
    private let queue: InputQueue
    private let writer: TraceFileWriter

    /// Starts to record an engine in a new file. The first lines describe its current state (RC-004).
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - path: The path of the file, which must not exist. The ending `.trace` selects the line notation; any other ending
    ///     selects JSON Lines. The recorder does not notice if the file or its folder is removed later.
    ///   - flushing: When the recorder writes lines to the operating system.
    ///   - limit: The maximum size of the file, in bytes. Further lines are lost and counted.
    ///   - options: What the trace contains.
    ///   - onError: Called on the writing thread, outside all locks, when the system rejects lines. It is called again only after
    ///     the system has accepted some.
    /// - Throws: An error if the file exists or the system cannot create it.
    public convenience init(
        of engine: PageViewEngine, path: String, flushing: Flushing = .everyLine, limit: Int = 16 << 20,
        options: RecordingOptions = RecordingOptions(),
        onError: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        try self.init(
            of: engine, path: path, flushing: flushing, limit: limit, options: options, onError: onError
        ) { _ in }
    }

    /// Calls `willStart` with the recorder after the file exists, and before the first line.
    package init(
        of engine: PageViewEngine, path: String, flushing: Flushing = .everyLine, limit: Int, options: RecordingOptions,
        onError: @escaping @Sendable (RecordingError) -> Void = { _ in }, willStart: (TraceFileRecorder) -> Void
    ) throws(RecordingError) {
        let writer = TraceFileWriter(
            try RecordingFile(path), path.hasSuffix(".trace") ? .lines : .jsonLines, flushing: flushing, limit: limit,
            options: options, beganAt: engine.core.clock.calendarTimeOfZero, onError: onError)
        self.writer = writer
        core = engine.core
        queue = writer.makeQueue()
        willStart(self)
        core.add(queue)
    }

    deinit { stop() }

    /// The number of lines that the operating system has received.
    public var writtenLines: UInt64 { writer.output.withLock { $0.writtenLines } }

    /// The number of lines that could not be written.
    public var lostLines: UInt64 { writer.output.withLock { $0.lostLines } }

    /// Writes all pending lines to the operating system.
    public func flush() { writer.flush() }

    /// Adds a `note` with this text to the trace, and to every other recording of the engine.
    public func note(_ text: String) { core.perform(.note(text)) }

    /// Stops recording, and writes the pending lines.
    public func stop() {
        core.remove(queue)
        writer.flush()
    }
}

/// Converts the inputs of an engine into lines and writes them into a file (RC-005).
final class TraceFileWriter: Sendable {
    private static let flushSize = 64 << 10

    private let flushing: TraceFileRecorder.Flushing
    private let onError: @Sendable (RecordingError) -> Void
    // Proof: only the writing thread uses both. There is one at a time, and the next one takes over inside the engine's lock.
    nonisolated(unsafe) private var lines: RecordedLines
    nonisolated(unsafe) private var printer: TracePrinter
    let output: Locked<RecordingOutput>

    init(
        _ file: consuming RecordingFile, _ notation: TraceNotation, flushing: TraceFileRecorder.Flushing, limit: Int,
        options: RecordingOptions, beganAt: Int64?, onError: @escaping @Sendable (RecordingError) -> Void
    ) {
        self.flushing = flushing
        self.onError = onError
        unsafe lines = RecordedLines(options: options, beganAt: beganAt)
        unsafe printer = TracePrinter(notation: notation)
        output = Locked(RecordingOutput(file, notation, limit: limit))
    }

    func makeQueue() -> InputQueue {
        InputQueue { items, queue in
            self.write(items, of: queue)
        } remove: {
            let error = self.output.withLock { $0.clear(isEnding: true) }
            self.report(error)
            return error?.description
        }
    }

    /// Writes recorded items. Only one thread at a time calls it.
    private func write(_ items: [RecordedItem], of queue: InputQueue) {
        var items = items[...]
        // The queue has dropped what came before.
        if case .cleared? = items.first { report(output.withLock { $0.clear(isEnding: false) }) }
        if output.withLock({ $0.isInterrupted }) {
            // Lines that depend on lost lines are lost too, up to the next snapshot.
            let beginning = items.firstIndex { if case .snapshot = $0 { true } else { false } } ?? items.endIndex
            let lost = takeLines(items[..<beginning], upTo: 0).lost
            unsafe lines.noteLoss()
            items = items[beginning...]
            let isAccepting = output.withLock { output in
                output.countLost(lost)
                guard output.retry() else { return false }
                if !items.isEmpty { output.restart() }
                return true
            }
            guard isAccepting else {
                let lost = takeLines(items, upTo: 0).lost
                return output.withLock { $0.countLost(lost) }
            }
            if items.isEmpty { return queue.requestSnapshot() }
        }
        let available = output.withLock { $0.available }
        let (new, lost) = takeLines(items, upTo: available)
        guard !new.isEmpty || lost > 0 else { return }
        var ends: [Int] = []
        for line in new {
            // Every line after the first one beyond the limit is lost, so it is not even printed.
            guard unsafe printer.count < available else { break }
            unsafe printer.print(line)
            unsafe ends.append(printer.count)
        }
        let bytes = unsafe printer.takeBytes()
        report(
            output.withLock { output in
                output.add(bytes, ends: ends, lineCount: new.count + lost)
                return flushing == .everyLine || output.pendingCount >= Self.flushSize ? output.flush() : nil
            })
    }

    private func takeLines(_ items: ArraySlice<RecordedItem>, upTo limit: Int) -> (lines: [TraceLine], lost: Int) {
        unsafe lines.append(Array(items))
        return unsafe lines.take(upTo: limit)
    }

    func flush() { report(output.withLock { $0.flush() }) }

    private func report(_ error: RecordingError?) {
        if let error { onError(error) }
    }
}
#endif
