public import PageViewAutomation

/// Records the last inputs of an engine in bounded memory, for use in production (RC-001, RC-003).
///
/// If a count is wrong, the recorder's trace shows why.
///
///     let recorder = TraceRecorder(of: engine)
///     // … and when something looks wrong:
///     report.attach(recorder.text())
///
/// It records until it is stopped or deallocated, while the trackers of the engine allow it (RC-009). Any thread can use it.
public final class TraceRecorder: Sendable {
    private let core: EngineCore
    private let ring: InputRing
    private let options: RecordingOptions

    /// Starts to record an engine.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - count: The number of events to keep, at least 1. Each further event removes the oldest one. The recorder allocates
    ///     memory for at most 8,192 events at once; beyond that, memory grows with the events.
    ///   - options: What the trace contains.
    public init(of engine: PageViewEngine, last count: Int = 1_000, options: RecordingOptions = RecordingOptions()) {
        core = engine.core
        ring = InputRing(capacity: count, obeysTrackers: options.obeysTrackers)
        self.options = options
        core.add(ring)
    }

    deinit { core.remove(ring) }

    /// Adds a `note` with this text to the trace, and to every other recording of the engine.
    public func note(_ text: String) { core.perform(.note(text)) }

    /// Stops recording, and keeps the recorded events.
    public func stop() { core.remove(ring) }

    /// The number of evicted events. A recorder that is full evicts its oldest event for a new one.
    public var evictedCount: UInt64 { ring.evictedCount }

    /// The trace: the engine's state at the oldest kept event, and the events since then (RC-003, RC-004).
    public var lines: [TraceLine] {
        var lines = RecordedLines(options: options, beganAt: core.clock.calendarTimeOfZero)
        lines.append(ring.contents)
        return lines.take().lines
    }

    package func bytes(as notation: TraceNotation = .jsonLines) -> [UInt8] {
        var printer = TracePrinter(notation: notation)
        for line in lines { printer.print(line) }
        return printer.takeBytes()
    }

    /// Returns the trace as text.
    public func text(as notation: TraceNotation = .lines) -> String {
        String(decoding: bytes(as: notation), as: UTF8.self)
    }
}

/// The contents of a recording (RC-006, RC-007).
public struct RecordingOptions: Sendable {
    let title: String
    let includesNames: Bool
    let includesPayloads: Bool
    let includesLinks: Bool
    let includesCalendarTime: Bool
    let calendarTimeOfZero: Duration?
    package var naming: RecordedNaming
    /// Whether the recording obeys the trackers of the engine. That of a test kit does not, because it stays in the process.
    package var obeysTrackers = true

    /// Creates options. By default, the trace contains everything that the trackers of the engine allow (RC-009).
    ///
    /// - Parameters:
    ///   - title: The title of the trace.
    ///   - includesNames: Whether the trace contains notes and names: of pages, contexts, interactions, components and scenes.
    ///     Otherwise it contains replacements such as `page-1`, the same one for equal names.
    ///   - includesPayloads: Whether the trace contains payloads and the properties of interactions.
    ///   - includesLinks: Whether the trace contains URLs and sources of deep links. It always states that a link was opened.
    ///   - includesCalendarTime: Whether the trace contains the calendar time of its beginning, with which an audit compares it
    ///     (RC-008).
    ///   - calendarTimeOfZero: The calendar time at which the engine's clock shows zero, as the time since the beginning of 1970
    ///     in UTC. `nil` for the system's calendar time, which a manual clock does not have.
    ///   - naming: The app's names for components and scenes.
    public init(
        title: String = "recorded", includesNames: Bool = true, includesPayloads: Bool = true,
        includesLinks: Bool = true,
        includesCalendarTime: Bool = true, calendarTimeOfZero: Duration? = nil,
        naming: RecordedNaming = RecordedNaming()
    ) {
        self.title = title
        self.includesNames = includesNames
        self.includesCalendarTime = includesCalendarTime
        self.calendarTimeOfZero = calendarTimeOfZero
        self.includesPayloads = includesPayloads
        self.includesLinks = includesLinks
        self.naming = naming
    }

    /// Options that leave out all user data: names, notes, payloads, properties, links and the calendar time.
    public static let withoutUserData = RecordingOptions(
        includesNames: false, includesPayloads: false, includesLinks: false, includesCalendarTime: false)
}

/// The app's names for components and scenes in a recording (RC-006).
///
/// The recorder calls the closures when it writes a trace, on the writing thread, outside all locks. A framework finds its
/// component by the tag of the identity. The recorder uses its own name if a closure returns `nil` or the name of another
/// component.
public struct RecordedNaming: Sendable {
    let component: @Sendable (ComponentID, PageContext?) -> String?
    let scene: @Sendable (SceneID) -> String?

    /// Creates a naming. By default, the recorder uses its own names.
    public init(
        component: @escaping @Sendable (ComponentID, PageContext?) -> String? = { _, _ in nil },
        scene: @escaping @Sendable (SceneID) -> String? = { _ in nil }
    ) {
        self.component = component
        self.scene = scene
    }
}
