import NavigationTraces
package import PageViewAutomation

/// What became of everything in a trace, with the reasons; what the explanation, the timeline and the statistics are
/// made of.
package struct TraceHistory: Sendable {
    /// Something that has a place in the story of a trace.
    ///
    /// Indirect, because an appearance takes ten times as much memory as a note.
    package indirect enum Item: Sendable, Hashable {
        /// A stay in front of the user, or a `didAppear` that led to none.
        case appearance(AppearanceStory)
        /// A page view recorded by hand without an appearance.
        case manual(ManualStory)
        /// A deep link, and what it rode on.
        case link(LinkStory)
        /// Something the user did.
        case interaction(InteractionStory)
        /// A report that was odd or could not be used.
        case remark(Remark)
        /// A page view that was to be recorded by hand of what had been counted already.
        case record(RecordStory)
        /// A remark that somebody put into the trace.
        case note(NoteStory)
    }

    /// A page view recorded by hand without an appearance (RD-011).
    package struct ManualStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let scene: String
        package let page: PageContext
        package let count: AppearanceStory.Count
        /// Where the recording began, if it is from before that.
        package internal(set) var recordingStart: RecordingStart?

        /// Its identity as traces write it.
        package var label: String { "manual/\(count.sequence)" }
    }

    /// A page view that was to be recorded by hand of what had been counted already, so that there is none (RD-011).
    package struct RecordStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let component: String
        /// The component as identities call it, and the appearance that had been counted.
        package let identity: String
        package let label: String
    }

    /// A deep link (PV-006).
    package struct LinkStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let link: DeepLink
        package let referrer: String?
        /// Whether the referrer was still there, and not only the last page.
        package internal(set) var isReferrerThere = false
        /// The scene that it was in, if that was another one.
        package internal(set) var referrerScene: String?
        package internal(set) var outcome = Outcome.waits
        /// When that was, and in which line of the trace; `nil` while it waits.
        package internal(set) var endedAt: Timestamp?
        package internal(set) var endLine: Int?
        /// Where the recording began, if it is from before that.
        package internal(set) var recordingStart: RecordingStart?

        /// Whether it was over before the recording began: all of it is played.
        package var endedBeforeRecording: Bool {
            guard let endLine, let recordingStart else { return false }
            return endLine < recordingStart.line
        }

        /// What became of a link.
        package enum Outcome: Sendable, Hashable {
            /// No page view has carried it by the end of the trace.
            case waits
            /// A page view has, of which this is the label.
            case rode(on: String)
            /// Another link took its place.
            case replaced(by: String, at: Timestamp)
            /// Its scene went to the background.
            case droppedInBackground(at: Timestamp)
            /// A `discardDeepLink` dropped it.
            case discarded(at: Timestamp)
            /// Its scene closed.
            case wentWithScene(at: Timestamp)
            /// Its session ended.
            case wentWithSession(at: Timestamp)
        }

        /// The page view that it rode on, by its label.
        package var rodeOn: String? { if case .rode(let label) = outcome { label } else { nil } }
    }

    /// A remark that somebody put into the trace.
    package struct NoteStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let text: String
        /// Whether it says that the recording begins here (RC-004).
        package let isRecordingStart: Bool
    }

    /// A session that is a recording of an engine that had been running.
    package struct Recording: Sendable, Hashable {
        package let session: String?
        /// The first line of the trace that is about the session.
        package let firstLine: Int
        package let start: RecordingStart

        /// Whether a page was current in it.
        package func includes(_ page: CurrentPage) -> Bool {
            page.session.map { ExactName($0) } == session.map { ExactName($0) } && page.line >= firstLine
        }
    }

    /// Something the user did (PV-005).
    package struct InteractionStory: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let scene: String
        package let name: String
        package let page: String?
    }

    /// A report that was odd or could not be used.
    package struct Remark: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let time: Timestamp
        package let component: String?
        /// The same as identities call it: there may have been others of its name.
        package let identity: String?
        /// The scene of the component, while there is one.
        package let scene: String?
        /// Whether the component was in front of the user afterwards.
        package let presence: ComponentStatus.Presence
        /// Whether its scene was in the foreground.
        package let isSceneForeground: Bool
        package let kind: Diagnostic.Kind
        /// What was reported.
        package let report: String
        /// The time that the report said, if it said one.
        package let writtenTime: Timestamp?
        /// The name that the component was counted with, and the name that it declares, of `renamedWhileCounted`.
        package let renaming: Renaming?

        /// Two names of the page of a component.
        package struct Renaming: Sendable, Hashable {
            package let counted: PageContext
            package let declared: PageContext
        }
    }

    /// A page that was the current one of its scene for a while.
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

    /// A transition that was announced and led to nothing (LC-001); without an end it still may.
    package struct Announcement: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let component: String
        package let scene: String
        package let page: PageContext?
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }

    /// A stay of a scene in the background.
    package struct Background: Sendable, Hashable {
        package let session: String?
        package let line: Int
        package let scene: String
        package let start: Timestamp
        package internal(set) var end: Timestamp?
        /// Whether it ended with its scene, or with its session, and not in the foreground (AP-009).
        package internal(set) var isClosed = false
    }

    /// A session; a name that comes again after its end is another one.
    package struct Session: Sendable, Hashable {
        package let name: String?
        /// The first line of the trace that is about it.
        package let line: Int
    }

    /// Everything, in the order in which it was first heard of.
    package internal(set) var items: [Item] = []
    /// The current pages of each scene, in the order in which they became it.
    package internal(set) var currentPages: [CurrentPage] = []
    /// The transitions that led to nothing, in the order in which they were given up.
    package internal(set) var announcements: [Announcement] = []
    /// The stays of scenes in the background, in the order in which they began.
    package internal(set) var backgrounds: [Background] = []
    /// The sessions, in the order in which they were first heard of.
    package internal(set) var sessions: [Session] = []
    /// The recordings, in the order in which they began.
    package internal(set) var recordingStarts: [Recording] = []
    /// The title of the trace, if it has one.
    package internal(set) var title: String?
    /// The smallest time in the trace, if there is one.
    package internal(set) var begin: Timestamp?
    /// The largest time in the trace.
    package internal(set) var end = Timestamp.zero

    /// How many bytes of the names of components and pages it keeps.
    var nameBytes = 0

    /// How many things it keeps.
    var entryCount: Int { items.count + currentPages.count + announcements.count + backgrounds.count }

    /// The appearances among the items.
    package var appearances: [AppearanceStory] {
        items.compactMap { if case .appearance(let story) = $0 { story } else { nil } }
    }
}

extension TraceHistory.Item {
    /// The session it happened in.
    package var session: String? {
        switch self {
        case .appearance(let story): story.session
        case .manual(let story): story.session
        case .link(let story): story.session
        case .interaction(let story): story.session
        case .remark(let remark): remark.session
        case .record(let story): story.session
        case .note(let note): note.session
        }
    }

    /// The line of the trace in which it was first heard of.
    package var line: Int {
        switch self {
        case .appearance(let story): story.line
        case .manual(let story): story.line
        case .link(let story): story.line
        case .interaction(let story): story.line
        case .remark(let remark): remark.line
        case .record(let story): story.line
        case .note(let note): note.line
        }
    }

    /// The component that it is about.
    package var component: String? {
        switch self {
        case .appearance(let story): story.component
        case .remark(let remark): remark.component
        case .record(let story): story.component
        case .manual, .link, .interaction, .note: nil
        }
    }

    /// The identity of the appearance or of the page view by hand that it is about, or of the component as identities call it.
    package var label: String? {
        switch self {
        case .appearance(let story): story.label
        case .manual(let story): story.label
        case .record(let story): story.label
        case .remark(let remark): remark.identity
        case .link, .interaction, .note: nil
        }
    }

    /// What an explanation calls it; `nil` of what needs no explanation.
    package var subject: String? {
        switch self {
        case .appearance(let story): story.label
        case .manual(let story): story.label
        case .link(let story): story.link.url
        case .remark(let remark): remark.identity ?? remark.report
        case .record(let story): story.identity
        case .note(let note): note.isRecordingStart ? "recording" : "line \(note.line)"
        case .interaction: nil
        }
    }

    /// How many bytes have the names in it that its own line need not have.
    var nameBytes: Int {
        switch self {
        case .appearance(let story): story.component.utf8.count + story.label.utf8.count
        case .manual(let story): story.count.previous?.utf8.count ?? 0
        case .link(let story): story.referrer?.utf8.count ?? 0
        case .interaction(let story): story.page?.utf8.count ?? 0
        case .remark(let remark): (remark.component?.utf8.count ?? 0) + (remark.identity?.utf8.count ?? 0)
        case .record(let story): story.component.utf8.count + story.identity.utf8.count + story.label.utf8.count
        case .note: 0
        }
    }

    /// When it began.
    package var time: Timestamp {
        switch self {
        case .appearance(let story): story.heldSince ?? story.beganAt ?? .zero
        case .manual(let story): story.count.time
        case .link(let story): story.time
        case .interaction(let story): story.time
        case .remark(let remark): remark.time
        case .record(let story): story.time
        case .note(let note): note.time
        }
    }

    /// When it was over; what goes on has no end.
    package var endTime: Timestamp? {
        switch self {
        case .appearance(let story): story.endedAt
        case .link(let story): story.endedAt
        case .manual, .interaction, .remark, .record, .note: time
        }
    }

    /// Where it took place; `nil` of what is about no scene.
    package var scene: String? {
        switch self {
        case .appearance(let story): story.scene
        case .manual(let story): story.scene
        case .link(let story): story.scene
        case .interaction(let story): story.scene
        case .remark(let remark): remark.scene
        case .record(let story): story.scene
        case .note: nil
        }
    }

    /// Where the recording began, if it is from before that.
    var recordingStart: RecordingStart? {
        get {
            switch self {
            case .appearance(let story): story.recordingStart
            case .manual(let story): story.recordingStart
            case .link(let story): story.recordingStart
            case .interaction, .remark, .record, .note: nil
            }
        }
        set {
            switch self {
            case .appearance(var story):
                story.recordingStart = newValue
                self = .appearance(story)
            case .manual(var story):
                story.recordingStart = newValue
                self = .manual(story)
            case .link(var story):
                story.recordingStart = newValue
                self = .link(story)
            // A recording plays none of these.
            case .interaction, .remark, .record, .note: break
            }
        }
    }

    /// Whether it had begun at a moment, and was not over; what takes no time goes on at its own time.
    package func goesOn(at moment: Timestamp) -> Bool {
        guard let endTime else { return time <= moment }
        return time <= moment && moment < endTime || time == moment && endTime == moment
    }
}
