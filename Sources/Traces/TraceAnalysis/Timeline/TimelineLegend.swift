import NavigationTraces

/// The legend of a picture, with the looks that the picture contains (TL-007).
struct TimelineLegend {
    private var entries: [(sample: Sample, x: Int, line: Int)] = []
    private(set) var height = 0

    private static let lineHeight = 22

    /// Creates the legend of a picture.
    init(_ layout: TimelineLayout, width: Int, x: Int) {
        var (next, line) = (x, 0)
        for sample in Self.samples(of: layout) {
            let size = 30 + TextWidth.of(sample.text, size: TimelineLayout.Metrics.smallText) + 18
            if next + size > x + width, next > x { (next, line) = (x, line + 1) }
            entries.append((sample, next, line))
            next += size
        }
        height = entries.isEmpty ? 0 : (line + 1) * Self.lineHeight
    }

    func write(at y: Int, to markup: inout MarkupWriter) {
        markup.raw("<g class=\"legend\">")
        for entry in entries {
            let top = y + entry.line * Self.lineHeight
            markup.raw("<g transform=\"translate(\(entry.x) \(top + 8))\">\(entry.sample.shape)</g>")
            markup.text(entry.sample.text, x: entry.x + 30, y: top + 12, "muted small")
        }
        markup.raw("</g>")
    }

    /// A shape and its meaning.
    struct Sample {
        let shape: String
        let text: String

        /// The entry of an HTML list, after the start tag.
        var element: String {
            "<svg width=\"26\" height=\"18\" viewBox=\"-1 -9 26 18\" aria-hidden=\"true\">\(shape)</svg>\(text)</li>\n"
        }

        /// The first CSS class of the shape, by which the script finds the sample.
        var look: Substring {
            let parts = shape.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.firstIndex { $0.hasSuffix(" class=") }.map { parts[$0 + 1] } ?? ""
        }
    }

    /// Returns the samples of a picture.
    static func samples(of layout: TimelineLayout) -> [Sample] {
        let hasGaps = layout.scale.stretches.contains(where: \.isFolded)
        let looks = layout.looks
        let merged = [looks.isPartlySent ? partlySent : nil, looks.hasMerged ? many : nil, hasGaps ? gap : nil]
        return all(of: layout.timeline, drawn: looks) + merged.compactMap(\.self)
    }

    /// The sample of several bars that are drawn as one. Only the zoom or the width decides whether a picture has such bars.
    static let many = Sample(
        shape: #"<rect class="many" x="8" y="-7" width="8" height="14"/>"#, text: "several, too close together"
    )
    /// The sample of several page views of which the app sent some.
    static let partlySent = Sample(
        shape:
            #"<rect class="number partlySent" x="1" y="-8" width="22" height="16" rx="8"/><text class="numberText middle" x="12" y="4">1–2</text>"#,
        text: "page views that were not all sent")
    /// The sample of a folded gap.
    static let gap = Sample(
        shape: #"<rect class="gap" x="7" y="-8" width="10" height="16"/>"#, text: "no events, drawn short"
    )

    /// Returns the samples of a timeline. The middle of a shape is 12 pixels from its left edge.
    ///
    /// - Parameter drawn: The looks of bars and marks that the picture contains; `nil` for all looks of the timeline.
    static func all(of timeline: Timeline, drawn: TimelineLayout.Looks? = nil) -> [Sample] {
        let scenes = timeline.sessions.flatMap(\.scenes)
        let looks = drawn ?? TimelineLayout.Looks(timeline)
        var entries: [Sample] = []
        func add(_ shape: String, _ text: String) { entries.append(Sample(shape: shape, text: text)) }
        if scenes.contains(where: { !$0.pages.isEmpty }) {
            add(#"<rect class="page" y="-7" width="24" height="14" rx="3"/>"#, "current page")
        }
        if scenes.contains(where: { $0.counts.contains { $0.lane != nil } }) {
            add(
                #"<rect class="number" x="3" y="-8" width="18" height="16" rx="8"/><text class="numberText middle" x="12" y="4">1</text>"#,
                "page view")
        }
        if scenes.contains(where: { $0.counts.contains { $0.lane == nil } }) {
            add(
                #"<rect class="hand" x="3" y="-8" width="18" height="16" rx="2"/><text class="numberText middle" x="12" y="4">1</text>"#,
                "page view by hand")
        }
        if scenes.contains(where: { $0.counts.contains { $0.missing != nil } }) {
            add(
                #"<rect class="missing" x="3" y="-8" width="18" height="16" rx="8"/><text class="wrongText middle" x="12" y="4">1</text>"#,
                "page view that was not sent")
        }
        for phase in Timeline.Phase.allCases where looks.phases.contains(phase) { add(phase.sample, phase.meaning) }
        if looks.endings.contains(.uncounted) {
            add("<g transform=\"translate(12 0)\">\(SVGShapes.cross)</g>", "left without a page view")
        }
        if looks.endings.contains(.open) { add("<g transform=\"translate(9 0)\">\(SVGShapes.arrow)</g>", "goes on") }
        if scenes.contains(where: { !$0.backgrounds.isEmpty }) {
            add(
                #"<rect class="band" y="-8" width="24" height="16"/><path class="bandEdge" d="M.5-8V8M24.5-8V8"/>"#,
                "in the background")
        }
        if timeline.sessions.contains(where: { $0.recordedFrom != nil }) {
            add(
                #"<rect class="played" y="-8" width="24" height="16"/><path class="playedEdge" d="M24-8V8"/>"#,
                "before the recording: no history")
        }
        for kind in Timeline.Mark.Kind.allCases where looks.marks.contains(kind) {
            add("<g transform=\"translate(12 0)\">\(SVGShapes.mark(kind))</g>", kind.meaning)
        }
        if looks.hasSeveral { add("<g transform=\"translate(12 0)\">\(SVGShapes.mark(nil))</g>", "several at once") }
        return entries
    }
}

extension Timeline.Phase {
    fileprivate var sample: String {
        switch self {
        case .announced: #"<rect class="announced" y="-2" width="24" height="4"/>"#
        case .counted:
            #"<rect class="counted" y="-7" width="24" height="14" rx="2"/><circle class="dot" cx="6" r="3"/>"#
        case .held, .pending, .untracked: "<rect class=\"\(self)\" y=\"-7\" width=\"24\" height=\"14\" rx=\"2\"/>"
        }
    }

    fileprivate var meaning: String {
        switch self {
        case .announced: "announced"
        case .held: "held: no window, or in the background"
        case .pending: "in front, not ready"
        case .counted: "in front, counted"
        case .untracked: "in front, no page"
        }
    }
}

extension Timeline.Mark.Kind {
    fileprivate var meaning: String {
        switch self {
        case .link: "deep link"
        case .interaction: "interaction"
        case .remark: "diagnostic"
        case .background: "to the background"
        case .foreground: "to the foreground"
        case .note: "note in the trace"
        case .sent: "sent, and right"
        case .wrongSent: "sent, and wrong"
        }
    }
}
