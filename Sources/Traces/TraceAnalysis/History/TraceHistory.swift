import NavigationTraces
package import PageViewAutomation

/// The history of a trace: the source of explanations and timelines (EX-001, TL-001).
package struct TraceHistory: Sendable {
    /// An item of the history. The cases are indirect, so that a note does not take the memory of an appearance, which is ten
    /// times as large.
    package indirect enum Item: Sendable, Hashable {
        /// An appearance, or a `didAppear` that never became one.
        case appearance(AppearanceStory)
        /// A page view recorded by hand without an appearance (RD-011).
        case manual(ManualStory)
        case link(LinkStory)
        case interaction(InteractionStory)
        case diagnostic(DiagnosticStory)
        /// A `record` without effect: the component's appearance was already counted (RD-011).
        case record(RecordStory)
        /// A component that became ready and was never shown.
        case unshown(ReadyUnshownStory)
        /// The other pages of a session that were declared and never shown.
        case neverShown(OtherUnshownStory)
        /// A `note` of the trace.
        case note(NoteStory)
    }

    /// A page view recorded by hand without an appearance (RD-011).
    package struct ManualStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let scene: String
        package let page: PageContext
        package let count: AppearanceStory.Count
        /// The beginning of the recording, if the trace mentions the page view before the recording (RC-004).
        package internal(set) var recordingStart: RecordingStart?

        package var label: String { "manual/\(count.sequence)" }
    }

    /// A `record` without effect: the component's appearance was already counted (RD-011).
    package struct RecordStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let component: String
        package let identity: String
        package let label: String
    }

    /// A component that declared a page and became ready, without a `didAppear` (EX-001).
    package struct ReadyUnshownStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let component: String
        package let identity: String
        package internal(set) var page: PageContext
        /// The time at which the component was destroyed; `nil` if it exists at the end of the trace.
        package internal(set) var endedAt: Timestamp?
        /// An appearance of the same page in another component that was never ready, if there is one.
        package internal(set) var twin: String?
    }

    /// The pages of a session that were declared and never shown, without those that have a ``ReadyUnshownStory`` (EX-001).
    package struct OtherUnshownStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let count: Int
        /// The identities of the first components, in the order in which they declared their pages.
        package let first: [String]

        /// The number of components that `first` contains at most.
        static let keptLimit = 20
    }

    /// A deep link and its outcome (PV-006).
    package struct LinkStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let link: DeepLink
        package let referrer: String?
        /// Whether the referrer was live when the app opened the link, and not only the last page.
        package internal(set) var isReferrerLive = false
        /// The name of the page that the link leads to; `nil` for any (PV-009).
        package internal(set) var target: String?
        /// The last time at which a page can begin that carries the link; `nil` without a limit (PV-009).
        package internal(set) var deadline: Timestamp?
        /// Whether a page of any scene may carry the link, because no scene was implied (PV-006).
        package internal(set) var isForAnyScene = false
        /// The scene of a live referrer; `nil` if it is the scene of the link.
        package internal(set) var referrerScene: String?
        package internal(set) var outcome = Outcome.waiting
        /// The time of the outcome; `nil` while the link waits.
        package internal(set) var endedAt: Timestamp?
        /// The line of the outcome; `nil` while the link waits.
        package internal(set) var endLine: Int?
        /// The beginning of the recording, if the trace mentions the link before the recording (RC-004).
        package internal(set) var recordingStart: RecordingStart?

        /// Whether the link had its outcome before the recording (EX-005).
        package var endedBeforeRecording: Bool {
            guard let endLine, let recordingStart else { return false }
            return endLine < recordingStart.line
        }

        package enum Outcome: Sendable, Hashable {
            case waiting
            /// A page view carried the link. The value is the identity of the page view.
            case carried(by: String)
            /// A newer link in the same scene replaced this one. The value is the URL of the newer link.
            case replaced(by: String)
            case droppedInBackground
            /// A `discardDeepLink` dropped the link.
            case discarded
            /// No page that may carry the link had appeared in time.
            case expired
            case endedWithScene
            case endedWithSession
        }

        /// The identity of the page view that carried the link.
        package var carrier: String? { if case .carried(let label) = outcome { label } else { nil } }
    }

    package struct NoteStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let text: String
        /// Whether a recording begins with the note (RC-004).
        package let isRecordingStart: Bool
    }

    /// A session that was recorded on an engine that was already running (RC-004).
    package struct Recording: Sendable, Hashable {
        package let session: String?
        package let firstLine: Int
        package let start: RecordingStart
        /// The line that ended the session; `nil` for a session without an end.
        package internal(set) var lastLine: Int?

        /// Returns whether a current page belongs to this session, and not to another one with the same name.
        package func includes(_ page: CurrentPage) -> Bool {
            page.session.map { ExactName($0) } == session.map { ExactName($0) }
                && (firstLine...(lastLine ?? .max)).contains(page.line)
        }
    }

    /// An interaction (PV-005).
    package struct InteractionStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let name: String
        package let page: String?
        /// The name of the interaction's component, and its identity or, for an unknown component, its name; `nil` without a
        /// component.
        package let component: String?
        package let identity: String?
        package let reason: Reason
        /// Whether an update was in progress, so that the page is the one before it (AP-015).
        package let isInUpdate: Bool

        /// The way in which the engine found the page (PV-005).
        package enum Reason: Sendable, Hashable {
            case scene
            case noComponent
            case own
            case content
            case container
            /// Neither the component's content nor its containers have a page.
            case sceneOfComponent
        }
    }

    /// A diagnostic and the state of its component (EX-002).
    package struct DiagnosticStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let component: String?
        /// The identity of the component. It differs from the name if an earlier component had the same name (AP-010).
        package let identity: String?
        /// The scene of the component; `nil` if the component does not exist.
        package let scene: String?
        package let presence: ComponentStatus.Presence
        package let isSceneForeground: Bool
        package let kind: Diagnostic.Kind
        package let report: String
        /// The time in the report; `nil` if it has none.
        package let reportedTime: Timestamp?
        /// The names for `renamedWhileCounted`; `nil` for other kinds.
        package let renaming: Renaming?

        package struct Renaming: Sendable, Hashable {
            package let counted: PageContext
            package let declared: PageContext
        }
    }

    /// A page that was the current page of its scene during a span of time (QU-001).
    package struct CurrentPage: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let scene: String
        package let component: String?
        package let label: String
        package let page: PageContext
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }

    /// An announcement that no `didAppear` followed (LC-001). Without an `end`, it is open at the end of the trace.
    package struct Announcement: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let component: String
        package let scene: String
        package let page: PageContext?
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }

    /// A stay of a scene in the background (AP-007).
    package struct Background: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let scene: String
        package let start: Timestamp
        package internal(set) var end: Timestamp?
        /// Whether the stay ended because its scene closed or its session ended (AP-009), without a return to the foreground.
        package internal(set) var isClosed = false
    }

    /// A session. A name that occurs again after its session ended belongs to another session (TR-002).
    package struct Session: Sendable, Hashable {
        package let name: String?
        package let line: Int
    }

    /// The items, in the order in which the trace first mentions them.
    package internal(set) var items: [Item] = []
    /// The current pages of all scenes, in the order in which they became current.
    package internal(set) var currentPages: [CurrentPage] = []
    /// The announcements that no `didAppear` followed, in the order of their ends.
    package internal(set) var announcements: [Announcement] = []
    /// The stays in the background, in the order of their beginnings.
    package internal(set) var backgrounds: [Background] = []
    /// The sessions, in the order in which the trace first mentions them.
    package internal(set) var sessions: [Session] = []
    /// The sessions that contain a recording, in the order in which the recordings begin.
    package internal(set) var recordings: [Recording] = []
    /// The components that became ready and were never shown, in the order of their ends. `finish` moves them into the items.
    var unshown: [ReadyUnshownStory] = []
    package internal(set) var title: String?
    /// The smallest time in the trace; `nil` for a trace without events.
    package internal(set) var begin: Timestamp?
    /// The largest time in the trace.
    package internal(set) var end = Timestamp.zero

    /// The number of bytes of names in the history. A limit applies to this number (EX-006).
    var nameBytes = 0

    /// The number of entries of the history. A limit applies to this number (EX-006).
    var entryCount: Int {
        items.count + unshown.count + currentPages.count + announcements.count + backgrounds.count
    }

    package var appearances: [AppearanceStory] {
        items.compactMap { if case .appearance(let story) = $0 { story } else { nil } }
    }
}

extension TraceHistory.Item {
    private var common: (String?, line: Int, time: Timestamp, scene: String?, component: String?, identity: String?) {
        switch self {
        case .appearance(let story):
            (
                story.session, story.line, story.heldSince ?? story.beganAt ?? .zero, story.scene, story.component,
                story.label
            )
        case .manual(let story): (story.session, story.line, story.count.time, story.scene, nil, nil)
        case .link(let story): (story.session, story.line, story.time, story.scene, nil, nil)
        case .interaction(let story):
            (story.session, story.line, story.time, story.scene, story.component, story.identity)
        case .diagnostic(let story):
            (story.session, story.line, story.time, story.scene, story.component, story.identity)
        case .record(let story): (story.session, story.line, story.time, story.scene, story.component, story.label)
        case .unshown(let story):
            (story.session, story.line, story.time, story.scene, story.component, story.identity)
        case .neverShown(let story): (story.session, story.line, story.time, nil, nil, nil)
        case .note(let story): (story.session, story.line, story.time, nil, nil, nil)
        }
    }

    package var session: String? { common.0 }
    /// The line of the trace that mentions the item first.
    package var line: Int { common.line }
    package var time: Timestamp { common.time }
    package var scene: String? { common.scene }
    package var component: String? { common.component }
    /// The identity of the item's appearance, page view by hand, or component.
    package var label: String? { if case .manual(let story) = self { story.label } else { common.identity } }

    /// The names and identities that select the item (EX-003).
    package var names: [String?] {
        if case .neverShown(let story) = self { story.first } else { [component, label] }
    }

    package var subject: String {
        switch self {
        case .appearance(let story): story.label
        case .manual(let story): story.label
        case .link(let story): story.link.url
        case .diagnostic(let diagnostic): diagnostic.identity ?? diagnostic.report
        case .record(let story): story.identity
        case .unshown(let story): story.identity
        case .note(let note): note.isRecordingStart ? "recording" : "line \(note.line)"
        case .neverShown(let story): "\(story.count) component\(story.count == 1 ? "" : "s")"
        case .interaction(let story): story.name
        }
    }

    /// The number of bytes in the item's names that its line need not contain in full (EX-006).
    var nameBytes: Int {
        switch self {
        case .appearance(let story):
            story.component.utf8.count + story.label.utf8.count + story.containerNameBytes
        case .manual(let story): story.count.previous?.utf8.count ?? 0
        case .link(let story): story.referrer?.utf8.count ?? 0
        case .interaction(let story):
            [story.page, story.component, story.identity].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        case .neverShown(let story): story.first.reduce(0) { $0 + $1.utf8.count }
        case .diagnostic(let diagnostic):
            (diagnostic.component?.utf8.count ?? 0) + (diagnostic.identity?.utf8.count ?? 0)
        case .record(let story): story.component.utf8.count + story.identity.utf8.count + story.label.utf8.count
        case .unshown(let story): story.component.utf8.count + story.identity.utf8.count
        case .note: 0
        }
    }

    /// The time at which the item ended; `nil` if it is open at the end of the trace.
    package var endTime: Timestamp? {
        switch self {
        case .appearance(let story): story.endedAt
        case .link(let story): story.endedAt
        case .unshown(let story): story.endedAt
        case .manual, .interaction, .diagnostic, .record, .neverShown, .note: time
        }
    }

    /// Marks the item as earlier than a recording (RC-004).
    mutating func begin(_ recording: RecordingStart) {
        switch self {
        case .appearance(var story):
            story.recordingStart = recording
            self = .appearance(story)
        case .manual(var story):
            story.recordingStart = recording
            self = .manual(story)
        case .link(var story):
            story.recordingStart = recording
            self = .link(story)
        // A recorder writes none of these before the note that begins its recording (RC-004).
        case .interaction, .diagnostic, .record, .unshown, .neverShown, .note: break
        }
    }

    /// Whether the item exists at a moment (EX-003). An item without duration exists at its own time.
    package func exists(at moment: Timestamp) -> Bool {
        guard let endTime else { return time <= moment }
        return time <= moment && moment < endTime || time == moment && endTime == moment
    }
}
