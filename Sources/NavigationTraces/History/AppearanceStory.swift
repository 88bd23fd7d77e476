package import PageViewAutomation

/// What became of one stay of a component in front of the user, or of a `didAppear` that led to none, with the reasons.
package struct AppearanceStory: Sendable, Hashable {
    /// What made it begin.
    package enum Beginning: Sendable, Hashable {
        /// The component appeared.
        case appeared
        /// It appeared although it had not gone: the policy counts a disappearance that was given up (POL-002).
        case appearedAgain
        /// It got its window (AP-002).
        case attached
        /// Its scene came to the foreground (AP-002).
        case foregrounded
        /// What was above it went: the policy counts that (POL-003).
        case revealed
        /// Its scene came back to the foreground: the policy counts that (POL-004).
        case returned
    }

    /// What made it end.
    package enum End: Sendable, Hashable {
        case disappeared
        case detached
        /// It went to another scene's window.
        case moved
        case destroyed
        case sceneClosed
        case sessionEnded
        /// Another appearance of the component began in its place, as the policy wants it.
        case replaced
    }

    /// Its page view.
    package struct Count: Sendable, Hashable {
        package let sequence: UInt64
        package let time: Timestamp
        package let cause: PageView.Cause
        /// The page counted before it in the same scene.
        package let previous: String?
        package let payload: Payload
        package let link: String?
        /// The line of the trace.
        package let line: Int
    }

    /// The page said that it is ready, or that it is not.
    package struct Readiness: Sendable, Hashable {
        package let time: Timestamp
        package let isReady: Bool
    }

    /// A span of time; without an end it goes on.
    package struct Span: Sendable, Hashable {
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }

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

    /// When a transition was announced that led to it.
    package internal(set) var announcedAt: Timestamp?
    /// Since when it was said to be shown before it began.
    package internal(set) var heldSince: Timestamp?
    /// What was missing then.
    package internal(set) var lackedWindow = false
    package internal(set) var wasInBackground = false

    /// When it began; `nil` of one that never did.
    package internal(set) var beganAt: Timestamp?
    package internal(set) var beginning = Beginning.appeared
    package internal(set) var wasReady = true
    /// Whether the component had said by then that it is a page.
    package internal(set) var wasPage = true
    /// What the page said after that.
    package internal(set) var readiness: [Readiness] = []
    /// When its scene was in the background.
    package internal(set) var backgrounds: [Span] = []
    /// When it appeared again without having gone.
    package internal(set) var returns: [Timestamp] = []
    package internal(set) var count: Count?

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

    /// Whether its page is ready now, or was at the end.
    package var isReady: Bool { readiness.last?.isReady ?? wasReady }
}
