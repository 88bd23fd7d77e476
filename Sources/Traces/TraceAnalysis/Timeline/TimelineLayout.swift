import NavigationTraces
import PageViewAutomation

/// The positions of a timeline's parts in a picture, in whole pixels (TL-002 to TL-005).
package struct TimelineLayout: Sendable {
    package struct Label: Sendable, Hashable {
        package let text: String
        package let x: Int
        package let width: Int

        init(_ text: String, x: Int, size: Int, isBold: Bool = false) {
            (self.text, self.x) = (text, x)
            width = TextWidth.of(text, size: size, isBold: isBold)
        }
    }

    package struct Row: Sendable {
        package enum Content: Sendable {
            case session(String)
            case pages([PlacedPage])
            case marks([PlacedMark])
            case counts([PlacedCount])
            case lane(bars: [PlacedBar], remarks: [PlacedMark])
        }

        package let content: Content
        package let name: String
        package let y: Int
        package let height: Int

        package var isLane: Bool { if case .lane = content { true } else { false } }
    }

    package struct SceneArea: Sendable {
        package let scene: Timeline.Scene
        package let rows: [Row]
        package let backgrounds: [Range<Int>]
        /// The beginning of the session's recording, and the tooltip of the time before the recording.
        package let recording: (x: Int, text: String)?
        package let y: Int
        package let height: Int
    }

    package struct SessionArea: Sendable {
        package let heading: Row?
        package let scenes: [SceneArea]
    }

    package let timeline: Timeline
    package let sessions: [SessionArea]
    package let scale: TimeScale
    package let ticks: TimeTicks
    package let width: Int
    package let gutter: Int
    package let plotX: Int
    package let top: Int
    /// The lower end of the rows, including the space below the last scene.
    package let bottom: Int

    package init(_ timeline: Timeline, width: Int, top: Int, folding: Timeline.Folding = .never) {
        self.timeline = timeline
        self.width = width
        self.top = top
        gutter = Self.gutter(for: timeline, of: width)
        plotX = gutter + Metrics.inset
        scale = TimeScale(timeline, width: max(40, width - plotX - Metrics.margin), gaps: timeline.gaps(folding))
        ticks = TimeTicks(timeline, scale) { TextWidth.of($0, size: Metrics.smallText) }
        var y = top
        let hasHeadings = timeline.sessions.count > 1 || timeline.sessions.contains { $0.name != nil }
        var sessions: [SessionArea] = []
        for session in timeline.sessions {
            var heading: Row?
            if hasHeadings {
                let name = session.name ?? "without a name"
                heading = Row(content: .session(name), name: name, y: y, height: Metrics.headingHeight)
                y += Metrics.headingHeight
            }
            var scenes: [SceneArea] = []
            for scene in session.scenes {
                let area = SceneArea(scene, of: session, at: y, scale)
                scenes.append(area)
                y += area.height + Metrics.sceneSpacing
            }
            sessions.append(SessionArea(heading: heading, scenes: scenes))
        }
        self.sessions = sessions
        bottom = y
    }

    /// Returns the right edge of the row names, within limits that leave room for the axis.
    private static func gutter(for timeline: Timeline, of width: Int) -> Int {
        var widest = TextWidth.of("page views", size: Metrics.smallText)
        for scene in timeline.sessions.flatMap(\.scenes) {
            widest = max(widest, TextWidth.of(shown(scene.name), size: Metrics.text, isBold: true))
            for lane in scene.lanes { widest = max(widest, TextWidth.of(shown(lane.name), size: Metrics.text)) }
        }
        return min(width / 3, Metrics.side + Metrics.indent + widest + 4)
    }

    /// Returns the first characters of a name. No picture has room for more.
    static func shown(_ name: String) -> String { String(name.prefix(80)).drawable }

    /// Returns the first form of a page's name that fits into a width (TL-004); `nil` if no form fits.
    static func shown(_ page: PageContext, in width: Int, size: Int, isBold: Bool = false) -> String? {
        let whole = shown("\(page)")
        if TextWidth.of(whole, size: size, isBold: isBold) <= width { return whole }
        return TextWidth.shortened(shown(page.name.rawValue), to: width, size: size, isBold: isBold)
    }
}

extension TimelineLayout.SceneArea {
    fileprivate init(_ scene: Timeline.Scene, of session: Timeline.Session, at y: Int, _ scale: TimeScale) {
        typealias Metrics = TimelineLayout.Metrics
        var rows: [TimelineLayout.Row] = []
        var next = y
        func add(_ content: TimelineLayout.Row.Content, _ name: String, _ height: Int) {
            rows.append(TimelineLayout.Row(content: content, name: name, y: next, height: height))
            next += height
        }
        add(.pages(TimelineLayout.PlacedPage.place(scene.pages, scale)), scene.name, Metrics.pagesHeight)
        func add(_ marks: [Timeline.Mark], _ name: String) {
            if marks.isEmpty { return }
            add(.marks(TimelineLayout.PlacedMark.place(marks, scale, hasLabels: true)), name, Metrics.marksHeight)
        }
        add(scene.marks, "events")
        if !scene.counts.isEmpty {
            add(.counts(TimelineLayout.PlacedCount.place(scene.counts, scale)), "page views", Metrics.countsHeight)
        }
        add(scene.sent, "sent")
        for lane in scene.lanes {
            let remarks = TimelineLayout.PlacedMark.place(lane.remarks, scale, hasLabels: false)
            add(
                .lane(bars: TimelineLayout.PlacedBar.place(lane.bars, scale), remarks: remarks), lane.name,
                Metrics.laneHeight + (remarks.isEmpty ? 0 : Metrics.remarksHeight))
        }
        self.init(
            scene: scene, rows: rows,
            backgrounds: scene.backgrounds.map { scale.x($0.lowerBound)..<scale.x($0.upperBound) },
            recording: session.recordedFrom.map { (scale.x($0), session.recording ?? "") }, y: y, height: next - y)
    }
}

extension TimelineLayout {
    /// The sizes that all pictures share, in pixels.
    package enum Metrics {
        package static let text = 12
        package static let smallText = 11
        package static let side = 16
        /// The space to the left of a component's name.
        package static let indent = 14
        /// The space between the row names and the time axis.
        package static let inset = 14
        /// The space to the right of the time axis, for half the width of a number and for the arrow of an open bar.
        package static let margin = 28
        package static let headingHeight = 30
        package static let pagesHeight = 26
        package static let marksHeight = 20
        package static let countsHeight = 22
        package static let laneHeight = 26
        package static let remarksHeight = 10
        package static let barHeight = 18
        package static let sceneSpacing = 14
        /// The smallest width of a bar, so that the user can see it and point at it.
        package static let minimumBarWidth = 6
        package static let markWidth = 13
        package static let padding = 5
    }
}
