import NavigationTraces
import PageViewAutomation

/// Where everything of a timeline lies in a picture of a given width, in whole pixels (rules TL-002 to TL-005).
package struct TimelineLayout: Sendable {
    /// A text that has its place, and how much room it takes at most.
    package struct Label: Sendable, Hashable {
        package let text: String
        package let x: Int
        package let width: Int
    }

    /// A strip of the picture, from one side to the other.
    package struct Row: Sendable {
        package enum Content: Sendable {
            case session(String)
            case pages([PlacedPage])
            case marks([PlacedMark])
            case counts([PlacedCount])
            case lane(bars: [PlacedBar], remarks: [PlacedMark])
        }

        package let content: Content
        /// Its name, in full.
        package let name: String
        package let y: Int
        package let height: Int

        package var isLane: Bool { if case .lane = content { true } else { false } }
    }

    /// A scene's share of the picture.
    package struct SceneArea: Sendable {
        package let scene: Timeline.Scene
        package let rows: [Row]
        package let backgrounds: [Range<Int>]
        /// Where the recording of its session begins, and what is said of what lies before.
        package let recording: (x: Int, text: String)?
        package let y: Int
        package let height: Int
    }

    /// A session's share of the picture.
    package struct SessionArea: Sendable {
        package let heading: Row?
        package let scenes: [SceneArea]
    }

    package let timeline: Timeline
    package let sessions: [SessionArea]
    package let scale: TimeScale
    package let ticks: TimeTicks
    /// How wide the picture is.
    package let width: Int
    /// Where the names of the rows end, and where the time axis begins.
    package let gutter: Int
    package let plotX: Int
    /// Where the rows begin and end.
    package let top: Int
    package let bottom: Int

    /// Lays a timeline out.
    package init(_ timeline: Timeline, width: Int, top: Int, folding: Timeline.Folding = .never) {
        self.timeline = timeline
        self.width = width
        self.top = top
        gutter = Self.gutter(for: timeline, of: width)
        plotX = gutter + Metrics.inset
        scale = TimeScale(
            timeline, width: max(40, width - plotX - Metrics.margin), gaps: timeline.gaps(folding))
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

    /// Whether there are bars that are drawn as one.
    package var hasMany: Bool {
        sessions.flatMap(\.scenes).flatMap(\.rows).contains { row in
            if case .lane(let bars, _) = row.content { bars.contains { $0.bars.count > 1 } } else { false }
        }
    }

    /// As wide as the names are, within bounds.
    private static func gutter(for timeline: Timeline, of width: Int) -> Int {
        var widest = TextWidth.of("page views", size: Metrics.smallText)
        for scene in timeline.sessions.flatMap(\.scenes) {
            widest = max(widest, TextWidth.of(shown(scene.name), size: Metrics.text, isBold: true))
            for lane in scene.lanes { widest = max(widest, TextWidth.of(shown(lane.component), size: Metrics.text)) }
        }
        return min(width / 3, Metrics.side + Metrics.indent + widest + 4)
    }

    /// What of a name can be shown at all.
    static func shown(_ name: String) -> String { String(name.prefix(80)).drawable }

    /// As much of what a page is called as there is room for: with its context, without it, or the beginning of its name.
    static func shown(_ page: PageContext, in room: Int, size: Int, isBold: Bool = false) -> String? {
        let whole = shown("\(page)")
        if TextWidth.of(whole, size: size, isBold: isBold) <= room { return whole }
        return TextWidth.shortened(shown(page.name.rawValue), to: room, size: size, isBold: isBold)
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
        if !scene.marks.isEmpty {
            add(
                .marks(TimelineLayout.PlacedMark.place(scene.marks, scale, hasLabels: true)), "events",
                Metrics.marksHeight)
        }
        if !scene.counts.isEmpty {
            add(.counts(TimelineLayout.PlacedCount.place(scene.counts, scale)), "page views", Metrics.countsHeight)
        }
        for lane in scene.lanes {
            let remarks = TimelineLayout.PlacedMark.place(lane.remarks, scale, hasLabels: false)
            add(
                .lane(bars: TimelineLayout.PlacedBar.place(lane.bars, scale), remarks: remarks), lane.component,
                Metrics.laneHeight + (remarks.isEmpty ? 0 : Metrics.remarksHeight))
        }
        self.init(
            scene: scene, rows: rows,
            backgrounds: scene.backgrounds.map { scale.x($0.lowerBound)..<scale.x($0.upperBound) },
            recording: session.recordedFrom.map { (scale.x($0), session.recording ?? "") }, y: y, height: next - y)
    }
}
