import NavigationTraces
package import PageViewAutomation

/// The content of a trace's picture: sessions, their scenes, and a lane for each component (TL-001).
package struct Timeline: Sendable, Hashable {
    /// A session; `name` is `nil` for the session without a name.
    package struct Session: Sendable, Hashable {
        package let name: String?
        /// The beginning of the recording. The part of the trace before the recording only restores an earlier state (RC-004).
        package internal(set) var recordedFrom: Timestamp?
        package internal(set) var scenes: [Scene] = []

        var recording: String? {
            recordedFrom.map { "recorded from \($0.seconds) on: earlier events restore the state before (RC-004)" }
        }
    }

    /// A scene with its lanes and with the contents of its other rows, sorted by time.
    package struct Scene: Sendable, Hashable {
        package let name: String
        package internal(set) var pages: [CurrentPage] = []
        package internal(set) var backgrounds: [Range<Timestamp>] = []
        package internal(set) var marks: [Mark] = []
        package internal(set) var counts: [Count] = []
        package internal(set) var sent: [Mark] = []
        package internal(set) var lanes: [Lane] = []
    }

    /// A row of bars and diagnostics: of one page name, or of a component without a page (TL-001).
    package struct Lane: Sendable, Hashable {
        package let name: String
        package internal(set) var bars: [Bar] = []
        package internal(set) var remarks: [Mark] = []
    }

    /// An appearance, and the time in which it was announced or held, as pieces that follow one another.
    package struct Bar: Sendable, Hashable {
        /// The index of the item in the history; `nil` for an announcement that no `didAppear` followed.
        package let item: Int?
        /// The identity of the appearance in the notation of traces.
        package let label: String
        package let page: PageContext?
        package let pieces: [Piece]
        package let ending: Ending
        package let count: Count?

        package var start: Timestamp { pieces.first?.start ?? .zero }
        package var end: Timestamp { pieces.last?.end ?? .zero }
    }

    package struct Piece: Sendable, Hashable {
        package let phase: Phase
        package let start: Timestamp
        package internal(set) var end: Timestamp
    }

    package enum Phase: Int, Sendable, Hashable, CaseIterable {
        case announced
        /// The component is reported as shown, without a window or in the background.
        case held
        case pending
        case counted
        case untracked
    }

    package enum Ending: Int, Sendable, Hashable, CaseIterable {
        /// An end that needs no sign, such as the end of a counted appearance.
        case plain
        /// The end of an uncounted appearance of a page.
        case uncounted
        /// No end: the bar lasts until the end of the trace.
        case open
    }

    /// A page view, with its number and its time (TL-005).
    package struct Count: Sendable, Hashable {
        package let number: UInt64
        package let time: Timestamp
        package let item: Int
        /// The index of the lane in the scene; `nil` for a page view by hand without an appearance.
        package internal(set) var lane: Int?
        /// The sentence about a page view that the app did not send; `nil` for other page views (TL-011).
        package internal(set) var missing: String?
    }

    package struct CurrentPage: Sendable, Hashable {
        package let label: String
        package let page: PageContext
        package let time: Range<Timestamp>
        package let isOpen: Bool
    }

    package struct Mark: Sendable, Hashable {
        package enum Kind: Int, Sendable, Hashable, CaseIterable {
            case link
            case interaction
            case remark
            case background
            case foreground
            case note
            /// A line of an export that is right (TL-011).
            case sent
            /// A line of an export that is not right (TL-011).
            case wrongSent
        }

        package let kind: Kind
        package let time: Timestamp
        package let name: String
        package let text: String
        /// The index of the item in the history, if the item has an explanation.
        package let item: Int?
    }

    package let title: String?
    package internal(set) var sessions: [Session] = []
    package let start: Timestamp
    /// The time from which the labels of the axis count: the beginning of the axis, or the time 0 of the trace in an excerpt.
    package let origin: Timestamp
    /// The end of the axis, which is after the end of the trace, so that bars without an end are visible.
    package let end: Timestamp
    /// The time from the beginning of the axis to the end of the trace, in nanoseconds.
    package let duration: Int64

    /// The length of the axis, in nanoseconds.
    package var length: Int64 { end.nanoseconds(since: start) }

    package var bars: [Bar] { sessions.flatMap { $0.scenes.flatMap { $0.lanes.flatMap(\.bars) } } }

    package var counts: [Count] { sessions.flatMap { $0.scenes.flatMap(\.counts) } }
}

extension Timeline {
    /// The numbers of page views, appearances, scenes and sessions, in one line.
    package var summary: String {
        let appearances = bars.filter { $0.pieces.contains { $0.phase == .pending || $0.phase == .counted } }.count
        let scenes = sessions.reduce(0) { $0 + $1.scenes.count }
        var parts = [
            Self.number(counts.count, "page view"), "\(Self.number(appearances, "appearance")) of pages",
            "\(Timestamp.roundedSeconds(of: duration)) s",
        ]
        if sessions.count > 1 { parts.append("\(Self.number(sessions.count, "session"))") }
        if scenes > 1 { parts.append("\(Self.number(scenes, "scene"))") }
        return sessions.isEmpty ? "no events" : parts.joined(separator: " · ")
    }

    private static func number(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension Timeline.CurrentPage {
    package var text: String {
        let end = isOpen ? "on" : "to \(time.upperBound.seconds)"
        return "\(label) was the current page from \(time.lowerBound.seconds) \(end) (QU-001)"
    }
}

extension Timeline {
    /// The option for folded gaps (TL-006).
    package enum Folding: Sendable, Hashable {
        case never
        /// Folds gaps longer than twenty times the median gap, if these gaps together are at least half of the trace.
        case automatic
        /// Folds gaps that are longer than this number of nanoseconds.
        case longer(than: Int64)
    }

    /// Returns the gaps to fold, in order.
    package func gaps(_ folding: Folding) -> [Range<Timestamp>] {
        switch folding {
        case .never: return []
        case .longer(let limit): return gaps { $0 > limit }
        case .automatic:
            let lengths = gaps { $0 > 0 }.map { $0.upperBound.nanoseconds(since: $0.lowerBound) }.sorted()
            guard let usual = lengths.dropFirst(lengths.count / 2).first else { return [] }
            let limit = usual.multipliedReportingOverflow(by: Self.unusualFactor)
            let gaps = gaps { $0 > (limit.overflow ? .max : limit.partialValue) }
            let saved = gaps.reduce(0 as Int64) { $0 + $1.upperBound.nanoseconds(since: $1.lowerBound) }
            return saved >= duration / 2 ? gaps : []
        }
    }

    /// The multiple of the median gap above which a gap is folded.
    private static let unusualFactor: Int64 = 20

    private func gaps(where isLong: (Int64) -> Bool) -> [Range<Timestamp>] {
        let moments = moments
        // The time after the end of the trace is not a gap.
        return zip(moments, moments.dropFirst()).filter { $1 <= last && isLong($1.nanoseconds(since: $0)) }
            .map { $0..<$1 }
    }

    private var last: Timestamp { Timestamp(nanoseconds: start.nanoseconds + duration) }

    /// The times of all beginnings, ends and marks, sorted.
    private var moments: [Timestamp] {
        var moments: Set<Timestamp> = [start, last]
        for scene in sessions.flatMap(\.scenes) {
            for page in scene.pages { moments.formUnion([page.time.lowerBound, page.time.upperBound]) }
            for background in scene.backgrounds { moments.formUnion([background.lowerBound, background.upperBound]) }
            for mark in scene.marks + scene.sent { moments.insert(mark.time) }
            for count in scene.counts { moments.insert(count.time) }
            for lane in scene.lanes {
                for mark in lane.remarks { moments.insert(mark.time) }
                for piece in lane.bars.flatMap(\.pieces) { moments.formUnion([piece.start, piece.end]) }
            }
        }
        // An excerpt has pages that begin before it or end after it.
        return moments.filter { start <= $0 && $0 <= end }.sorted()
    }
}
