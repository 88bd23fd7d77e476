import NavigationTraces
package import PageViewAutomation

/// The history of one appearance, or of a `didAppear` that never became one (EX-001). The size of a story has a limit, because
/// a story summarizes events that can occur any number of times.
package struct AppearanceStory: Sendable, Hashable {
    /// The name of the session; `nil` for the session without a name.
    package let session: String?
    package let component: String
    /// The line of the trace that mentions the appearance first.
    package let line: Int
    /// The identity in the notation of traces: of the appearance or, before its beginning, of the component.
    package internal(set) var label: String
    package internal(set) var scene: String
    /// The page; `nil` for a component that is not a page.
    package internal(set) var page: PageContext?
    /// The beginning of the recording, if the trace mentions the appearance before the recording (RC-004).
    package internal(set) var recordingStart: RecordingStart?

    package internal(set) var announcedAt: Timestamp?
    /// The time of the held `didAppear` (AP-002); `nil` if the appearance began immediately.
    package internal(set) var heldSince: Timestamp?
    package internal(set) var heldIn: String?
    package internal(set) var missing = MissingConditions()
    /// Whether a container ended the last appearance of the component, which is still reported as shown.
    package internal(set) var wasHiddenByContainer = false
    package internal(set) var holdChanges = Recurrence<HoldChange>()

    /// The time of the beginning; `nil` if the component was only held.
    package internal(set) var beganAt: Timestamp?
    /// The line of the beginning; `nil` if the component was only held.
    package internal(set) var beginLine: Int?
    package internal(set) var beginning = Beginning.appeared
    /// The time at which the component became a page; `nil` if it was a page at the beginning or is none.
    package internal(set) var becamePageAt: Timestamp?
    /// Whether the page is ready at the end of the appearance or of the trace.
    package internal(set) var isReady = true
    /// The time at which the page became ready for the first time after the beginning.
    package internal(set) var becameReadyAt: Timestamp?
    package internal(set) var backgrounds = Recurrence<Span>()
    /// The total length of these stays without one that is open at the end of the trace, in nanoseconds.
    package internal(set) var backgroundLength: Int64 = 0
    package internal(set) var beganRecordingInBackground = false
    /// The times of a `didAppear` during the appearance (AP-004).
    package internal(set) var returns = Recurrence<Timestamp>()
    package internal(set) var count: Count?
    /// The names of the page before the count, each with the time at which the next name replaced it.
    package internal(set) var earlierNames = Recurrence<Name>()
    /// The names of the page after the count, each with the time of its declaration (PV-004).
    package internal(set) var laterNames = Recurrence<Name>()

    /// The time of the end; `nil` if the appearance is live at the end of the trace.
    package internal(set) var endedAt: Timestamp?
    package internal(set) var end: End?
    /// The container that hid the component, which ended the appearance.
    package internal(set) var hider: Container?
    /// Whether an update was open at the end of the trace (AP-015).
    package internal(set) var waitsForCommit = false
    /// A likely mistake of the adapter (EX-007).
    package internal(set) var hint: Hint?
    package internal(set) var endLine: Int?
    /// The outcome of the page leave; `nil` for a component that is not a page.
    package internal(set) var outcome: PageLeave.Outcome?
    package internal(set) var foreground: Int64?
    package internal(set) var background: Int64?

    init(session: String?, component: String, scene: String, line: Int) {
        (self.session, self.component, self.scene, self.line) = (session, component, scene, line)
        label = component
    }

    package var beganBeforeRecording: Bool { isBeforeRecording(beginLine) }
    /// Whether the appearance was counted before the recording (EX-005). The page view in the replay is then not the page view
    /// that the app emitted.
    package var wasCountedBeforeRecording: Bool { isBeforeRecording(count?.line) }
    /// Whether the appearance ended before the recording (EX-005).
    package var endedBeforeRecording: Bool { isBeforeRecording(endLine) }

    private func isBeforeRecording(_ line: Int?) -> Bool {
        guard let line, let recordingStart else { return false }
        return line < recordingStart.line
    }
}

extension AppearanceStory {
    package enum Beginning: Sendable, Hashable {
        case appeared
        /// The component appeared again after a cancelled disappearance, which the policy counts (POL-002).
        case appearedAgain
        /// An update was committed (AP-015).
        case committed
        /// A list of its scene contains the component (AP-016).
        case listed
        /// A container no longer hid the component (AP-017).
        case unhidden(by: Container)
        /// The component got its window (AP-002).
        case attached
        /// The component moved to the window of another scene that is in the foreground (AP-002).
        case moved
        /// The scene came to the foreground (AP-002).
        case foregrounded
        /// The appearance above the component ended, which the policy counts (POL-003).
        case revealed
        /// The scene returned to the foreground, which the policy counts (POL-004).
        case returned
    }

    package enum End: Sendable, Hashable {
        case disappeared
        case detached
        case moved
        case destroyed
        /// A container of the component no longer showed it.
        case hidden
        case sceneClosed
        case sessionEnded
        /// A new appearance of the component replaced this one, because the policy counts again (POL-001).
        case replaced
    }

    package struct Count: Sendable, Hashable {
        package let sequence: UInt64
        package let time: Timestamp
        package let cause: PageView.Cause
        /// The identity of the previous page view in the same scene; `nil` for the first one (PV-003).
        package let previous: String?
        package let payload: Payload
        package let link: String?
        package let line: Int
    }

    /// A name of a page, with the time of its declaration or of its replacement.
    package struct Name: Sendable, Hashable {
        package let page: PageContext
        package let time: Timestamp
    }

    /// A span of time; a span without an end lasts until the end of the trace.
    package struct Span: Sendable, Hashable {
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }
}

/// The beginning of a recording within its session (RC-004). The events before this beginning only restore an earlier state of
/// the engine.
package struct RecordingStart: Sendable, Hashable {
    package let time: Timestamp
    package let line: Int

    /// The first words of the `note` that a recorder writes at the beginning of its recording.
    package static let words = "recorded from here on"
}

extension AppearanceStory {
    /// The conditions that a held component lacks (AP-002).
    package struct MissingConditions: Sendable, Hashable {
        package internal(set) var window = false
        package internal(set) var foreground = false
        package internal(set) var container: Container?
        /// Whether the update in which the component was reported as shown has not been committed (AP-015).
        package internal(set) var commit = false
    }

    /// A container that hides its content (AP-017).
    package struct Container: Sendable, Hashable {
        package let name: String
        /// The reason, with the name of the part that the container shows.
        package let reason: HidingReason<String>

        var nameBytes: Int {
            if case .shows(let part) = reason { name.utf8.count + part.utf8.count } else { name.utf8.count }
        }
    }

    /// A likely mistake of the adapter, seen from one appearance (EX-007).
    package indirect enum Hint: Sendable, Hashable {
        /// The page began and ended while only components reported, and so did the beginning of this other appearance.
        case oneTurn(with: String)
        /// The component disappeared `end` nanoseconds after the background, and came back `beginning` nanoseconds after the
        /// foreground.
        case backgroundAsDisappearance(end: Int64, beginning: Int64)

        /// The name in JSON (EX-004).
        var name: String {
            switch self {
            case .oneTurn: "oneTurn"
            case .backgroundAsDisappearance: "backgroundAsDisappearance"
            }
        }
    }

    package struct HoldChange: Sendable, Hashable {
        package let time: Timestamp
        package let scene: String
        package let missing: MissingConditions
    }

    var containerNameBytes: Int {
        let changes = Array(holdChanges.first) + [holdChanges.last].compactMap(\.self)
        return ([missing.container, hider] + changes.map(\.missing.container)).reduce(0) { $0 + ($1?.nameBytes ?? 0) }
    }

    /// The scenes of the component in order, each with the time at which the component came to it. A component can be held in
    /// several scenes before it appears or ends. If `holdChanges` is not complete, the list contains only the scenes of its
    /// first changes and of the last one.
    package var scenes: [(scene: String, start: Timestamp)] {
        guard let start = heldSince ?? beganAt else { return [] }
        var scenes = [(scene: heldIn ?? scene, start: start)]
        func add(_ scene: String, _ time: Timestamp) {
            if ExactName(scene) != ExactName(scenes[scenes.count - 1].scene) { scenes.append((scene, time)) }
        }
        for change in holdChanges.first { add(change.scene, change.time) }
        if let last = holdChanges.last { add(last.scene, last.time) }
        if let beganAt { add(scene, beganAt) }
        return scenes
    }
}

/// A summary of a repeated event: the number of occurrences, the first ones, and the last one (EX-006).
package struct Recurrence<Element: Sendable & Hashable>: Sendable, Hashable {
    /// The number of first occurrences that are kept.
    static var keptLimit: Int { 3 }

    package private(set) var count = 0
    /// The first occurrences, followed by the last one if there are more.
    private var kept: [Element] = []

    /// The first occurrences, at most `keptLimit`.
    package var first: ArraySlice<Element> { kept.prefix(Self.keptLimit) }
    package var last: Element? { kept.last }

    package var isComplete: Bool { count <= Self.keptLimit }

    mutating func add(_ element: Element) {
        count += 1
        if kept.count > Self.keptLimit { kept.removeLast() }
        kept.append(element)
    }
}

extension Recurrence {
    /// Adds the occurrences of a range. Calls `element` only for the occurrences that the summary keeps.
    mutating func add(_ numbers: Range<Int>, _ element: (Int) -> Element?) {
        for number in numbers.prefix(Self.keptLimit) { if let element = element(number) { add(element) } }
        let rest = numbers.dropFirst(Self.keptLimit)
        guard let number = rest.last, let element = element(number) else { return }
        count += rest.count - 1
        add(element)
    }
}
