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

/// What a recording says, and how (rules RC-006, RC-007).
public struct RecordingOptions: Sendable {
    /// What the trace is called.
    public var title: String
    /// Whether the values in payloads and of interactions are written; page names always are.
    public var includesPayloads: Bool
    /// Whether links and the apps they came from are written; that one was opened always is.
    public var includesLinks: Bool
    /// The names of components and scenes, where those of the recording's own are not wanted.
    public var naming: RecordedNaming

    /// Creates options; left out, everything is written.
    public init(
        title: String = "recorded", includesPayloads: Bool = true, includesLinks: Bool = true,
        naming: RecordedNaming = RecordedNaming()
    ) {
        self.title = title
        self.includesPayloads = includesPayloads
        self.includesLinks = includesLinks
        self.naming = naming
    }

    /// All that says nothing about the user: no payloads, no links.
    public static let withoutUserData = RecordingOptions(includesPayloads: false, includesLinks: false)
}

/// What components and scenes are called in a recording (rule RC-006).
///
/// The closures are called when a trace is written, under no lock, on whichever thread writes it; by the tag a framework
/// finds what it has given the tag to. One that answers `nil`, or with a name that another one has, leaves it to the recording.
public struct RecordedNaming: Sendable {
    let component: @Sendable (ComponentID, PageContext?) -> String?
    let scene: @Sendable (SceneID) -> String?

    /// Creates a naming; left out, components are called by their page or tag and a number.
    public init(
        component: @escaping @Sendable (ComponentID, PageContext?) -> String? = { _, _ in nil },
        scene: @escaping @Sendable (SceneID) -> String? = { _ in nil }
    ) {
        self.component = component
        self.scene = scene
    }
}
