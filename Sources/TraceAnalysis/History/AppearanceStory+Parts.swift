import NavigationTraces
package import PageViewAutomation

extension AppearanceStory {
    /// What made it begin.
    package enum Beginning: Sendable, Hashable {
        /// The component appeared.
        case appeared
        /// It appeared although it had not gone: the policy counts a disappearance that was given up (POL-002).
        case appearedAgain
        /// It got its window (AP-002).
        case attached
        /// It went to the window of another scene, which can be seen (AP-002).
        case moved
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

    /// A name and a time.
    package struct Name: Sendable, Hashable {
        package let page: PageContext
        package let time: Timestamp
    }

    /// A span of time; without an end it goes on.
    package struct Span: Sendable, Hashable {
        package let start: Timestamp
        package internal(set) var end: Timestamp?
    }
}

/// Where a recording begins: what stands before it in its session is not what happened, but what brings a replay to where
/// the engine stood (rule RC-004).
package struct RecordingStart: Sendable, Hashable {
    package let time: Timestamp
    package let line: Int

    /// With these words begins the `note` that says so.
    package static let words = "recorded from here on"
}

/// The stays of a scene in the background during an appearance.
package struct BackgroundStays: Sendable, Hashable {
    /// As many are kept one by one.
    static let most = 3

    package internal(set) var count = 0
    /// All, or the first ones if there are more.
    package internal(set) var first: [AppearanceStory.Span] = []
    /// When the last one ended; `nil` if it goes on, or there was none.
    package internal(set) var end: Timestamp?
    /// How long those took that have ended, in nanoseconds.
    package internal(set) var total: Int64 = 0
    /// Whether the scene was in the background when the recording began.
    package internal(set) var isFromBeforeRecording = false

    /// Whether `first` has them all.
    package var isWhole: Bool { count == first.count }
}
