import NavigationTraces
package import PageViewAutomation

/// What became of one stay of a component in front of the user, or of a `didAppear` that led to none, with the reasons.
///
/// It is of the same size whatever the stay lived through: what can happen any number of times is summed up.
package struct AppearanceStory: Sendable, Hashable {
    /// Its session, if that has a name.
    package let session: String?
    /// The name of the component in the trace.
    package let component: String
    /// The line of the trace in which it was first heard of.
    package let line: Int
    /// Its identity as traces write it; the component's while it has not begun.
    package internal(set) var label: String
    package internal(set) var scene: String
    /// What it is called; `nil` of a component that is no page.
    package internal(set) var page: PageContext?
    /// Where the recording began, if it was heard of before that: what is told of that time is played (RC-004).
    package internal(set) var recordingStart: RecordingStart?

    /// When a transition was announced that led to it.
    package internal(set) var announcedAt: Timestamp?
    /// Since when it was said to be shown before it began.
    package internal(set) var heldSince: Timestamp?
    /// The scene that it was in then.
    package internal(set) var heldIn: String?
    /// What was missing then.
    package internal(set) var lack = Lack()
    /// How that changed.
    package internal(set) var holdChanges = Recurrence<HoldChange>()

    /// When it began, and in which line of the trace; `nil` of one that never did.
    package internal(set) var beganAt: Timestamp?
    package internal(set) var beginLine: Int?
    package internal(set) var beginning = Beginning.appeared
    /// When the component said that it is a page, if that was after the beginning.
    package internal(set) var becamePageAt: Timestamp?
    /// Whether its page is ready, or was at the end.
    package internal(set) var isReady = true
    /// When the page said first after the beginning that it is ready.
    package internal(set) var becameReadyAt: Timestamp?
    /// When its scene was in the background.
    package internal(set) var backgrounds = BackgroundStays()
    /// When it appeared again without having gone.
    package internal(set) var returns = Recurrence<Timestamp>()
    package internal(set) var count: Count?
    /// What it was called before it was counted, and until when.
    package internal(set) var earlierNames = Recurrence<Name>()
    /// What it was called after it was counted, which changes nothing, and from when on (PV-004).
    package internal(set) var laterNames = Recurrence<Name>()

    /// When it ended; `nil` of one that goes on at the end of the trace.
    package internal(set) var endedAt: Timestamp?
    package internal(set) var end: End?
    /// The line of the trace in which it ended.
    package internal(set) var endLine: Int?
    /// What its leave says; a component that is no page has none.
    package internal(set) var outcome: PageLeave.Outcome?
    package internal(set) var foreground: Int64?
    package internal(set) var background: Int64?

    init(session: String?, component: String, scene: String, line: Int) {
        self.session = session
        self.component = component
        self.scene = scene
        self.line = line
        label = component
    }

    /// Whether it began before the recording did.
    package var beganBeforeRecording: Bool { isBeforeRecording(beginLine) }
    /// Whether it was counted before the recording began: the page view of the trace is played.
    package var wasCountedBeforeRecording: Bool { isBeforeRecording(count?.line) }
    /// Whether it was over before the recording began: all of it is played.
    package var endedBeforeRecording: Bool { isBeforeRecording(endLine) }

    private func isBeforeRecording(_ line: Int?) -> Bool {
        guard let line, let recordingStart else { return false }
        return line < recordingStart.line
    }
}
