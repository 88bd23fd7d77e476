import NavigationTraces
package import PageViewAutomation

/// What the picture of a trace shows: sessions, in them scenes, in them a lane for each component (rule TL-001).
package struct Timeline: Sendable, Hashable {
    /// A session; its name is `nil` for the one without a name.
    package struct Session: Sendable, Hashable {
        package let name: String?
        /// Where a recording began: what lies before it is no history (RC-004).
        package internal(set) var recordedFrom: Timestamp?
        package internal(set) var scenes: [Scene] = []

        /// What is said of the time before the recording.
        var recording: String? {
            recordedFrom.map { "recorded from \($0.seconds) on: what stands before was so before (RC-004)" }
        }
    }

    /// A scene, with all that happened in it, in the order of time.
    package struct Scene: Sendable, Hashable {
        package let name: String
        package internal(set) var pages: [CurrentPage] = []
        package internal(set) var backgrounds: [Range<Timestamp>] = []
        package internal(set) var marks: [Mark] = []
        package internal(set) var counts: [Count] = []
        package internal(set) var lanes: [Lane] = []
    }

    /// A component, with all its stays in front of the user in a scene.
    package struct Lane: Sendable, Hashable {
        package let component: String
        package internal(set) var bars: [Bar] = []
        package internal(set) var remarks: [Mark] = []
    }

    /// A stay in front of the user, with what came before it: pieces that adjoin each other.
    package struct Bar: Sendable, Hashable {
        /// The place of what it shows among the items of the history; `nil` of an announcement that led to nothing.
        package let item: Int?
        /// Its identity as traces write it.
        package let label: String
        /// What it is called; `nil` of a component that is no page.
        package let page: PageContext?
        package let pieces: [Piece]
        package let ending: Ending
        package let count: Count?

        package var start: Timestamp { pieces.first?.start ?? .zero }
        package var end: Timestamp { pieces.last?.end ?? .zero }
    }

    /// A part of a bar.
    package struct Piece: Sendable, Hashable {
        package let phase: Phase
        package let start: Timestamp
        package internal(set) var end: Timestamp
    }

    /// How a component is to the user.
    package enum Phase: Int, Sendable, Hashable, CaseIterable {
        /// A transition to it was announced.
        case announced
        /// It is said to be shown, without a window or in the background.
        case held
        /// It is in front of the user, and not ready.
        case pending
        /// Its page view is out.
        case counted
        /// It is in front of the user, and no page.
        case untracked
    }

    /// How a bar ends.
    package enum Ending: Int, Sendable, Hashable, CaseIterable {
        /// As stays do.
        case plain
        /// Without a page view.
        case uncounted
        /// Not before the trace does.
        case open
    }

    /// A page view.
    package struct Count: Sendable, Hashable {
        package let number: UInt64
        package let time: Timestamp
        /// The place of what was counted among the items of the history.
        package let item: Int
        /// The place of its lane in the scene; `nil` of one that was recorded by hand without an appearance.
        package internal(set) var lane: Int?
    }

    /// A page that was the current one of its scene for a while.
    package struct CurrentPage: Sendable, Hashable {
        package let label: String
        package let page: PageContext
        package let time: Range<Timestamp>
        /// Whether it still was when the trace ended.
        package let isOpen: Bool
    }

    /// Something that happened at a moment.
    package struct Mark: Sendable, Hashable {
        package enum Kind: Int, Sendable, Hashable, CaseIterable {
            case link
            case interaction
            case remark
            case background
            case foreground
            case note
        }

        package let kind: Kind
        package let time: Timestamp
        /// A word for it.
        package let name: String
        /// What happened, in a sentence.
        package let text: String
        /// Its place among the items of the history, if it is one that is explained.
        package let item: Int?
    }

    package let title: String?
    package internal(set) var sessions: [Session] = []
    /// Where the axis begins and ends. It ends a while after the trace, where something goes on, so that this can be seen.
    package let start: Timestamp
    package let end: Timestamp
    /// How long what it shows lasts, in nanoseconds.
    package let duration: Int64

    /// How long the axis is, in nanoseconds.
    package var length: Int64 { end.nanoseconds(since: start) }

    /// All bars.
    package var bars: [Bar] { sessions.flatMap { $0.scenes.flatMap { $0.lanes.flatMap(\.bars) } } }

    /// All page views.
    package var counts: [Count] { sessions.flatMap { $0.scenes.flatMap(\.counts) } }
}
