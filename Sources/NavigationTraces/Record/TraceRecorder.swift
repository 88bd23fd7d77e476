public import PageViewAutomation

/// Records the last things that an engine heard, in memory that is bounded, so that it can run in production: when a count is wrong, they are a trace that shows it (rules RC-001 to RC-004).
///
///     let recorder = TraceRecorder(of: engine)
///     // … and when something looks wrong:
///     report.attach(recorder.text())
///
/// It records until it is stopped or gone. All of it can be used from any thread.
public final class TraceRecorder: Sendable {
    private let core: EngineCore
    private let ring: InputRing
    private let options: RecordingOptions

    /// Records an engine from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - count: How many events it keeps, one at least; older ones make room for newer ones. There is memory for the first
    ///     8,192 from the beginning; beyond, it grows as they come.
    ///   - options: What the trace says, and how.
    public init(of engine: PageViewEngine, last count: Int = 1_000, options: RecordingOptions = RecordingOptions()) {
        core = engine.core
        ring = InputRing(capacity: count)
        self.options = options
        core.add(ring)
    }

    deinit { core.remove(ring) }

    /// Puts a remark into the trace, as a `note`, and into that of everybody who records the engine.
    public func note(_ text: String) { core.perform(.note(text)) }

    /// Records nothing from now on; what it has stays.
    public func stop() { core.remove(ring) }

    /// How many events have been pushed out by newer ones.
    public var pushedOutCount: UInt64 { ring.pushedOutCount }

    /// The trace: what was there when the oldest kept event came, and the events since (rule RC-003).
    public var lines: [TraceLine] {
        var lines = RecordedLines(options: options)
        lines.append(ring.contents)
        return lines.take()
    }

    /// The trace in UTF-8.
    public func bytes(as notation: TraceNotation = .jsonLines) -> [UInt8] {
        var printer = TracePrinter(notation: notation)
        for line in lines { printer.print(line) }
        return printer.takeBytes()
    }

    /// The trace as a text.
    public func text(as notation: TraceNotation = .lines) -> String {
        String(decoding: bytes(as: notation), as: UTF8.self)
    }
}
