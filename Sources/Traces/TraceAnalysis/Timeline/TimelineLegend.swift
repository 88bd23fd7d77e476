import NavigationTraces

/// The legend of a picture, with the looks that the picture contains (TL-007).
struct TimelineLegend {
    private var entries: [(sample: Sample, x: Int, line: Int)] = []
    private(set) var height = 0

    private static let lineHeight = 22

    init(of picture: [UInt8], width: Int, x: Int) {
        var (next, line) = (x, 0)
        for sample in Self.samples(in: picture) {
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

    /// A shape, its meaning, and the CSS class by which a picture shows that it contains the shape.
    struct Sample {
        let look: String
        let shape: String
        let text: String

        /// The entry of an HTML list, after the start tag.
        var element: String {
            "<svg width=\"26\" height=\"18\" viewBox=\"-1 -9 26 18\" aria-hidden=\"true\">\(shape)</svg>\(text)</li>\n"
        }
    }

    static func samples(in picture: [UInt8]) -> [Sample] {
        let parts = picture.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let classes = zip(parts, parts.dropFirst()).filter { $0.0.suffix(7).elementsEqual(" class=".utf8) }
        let looks = Set(classes.flatMap { String(decoding: $0.1, as: UTF8.self).split(separator: " ") })
        return all.filter { looks.contains($0.look[...]) }
    }

    /// All samples in their order. The middle of a shape is 12 pixels from its left edge.
    static let all: [Sample] =
        [
            Sample(
                look: "page", shape: #"<rect class="page" y="-7" width="24" height="14" rx="3"/>"#,
                text: "current page"),
            number("number", rx: 8, "numberText", "page view"),
            number("hand", rx: 2, "numberText", "page view by hand"),
            number("missing", rx: 8, "wrongText", "page view that was not sent"),
        ] + Timeline.Phase.allCases.map { Sample(look: "\($0)", shape: $0.sample, text: $0.meaning) } + [
            moved(12, "uncounted", SVGShapes.cross, "left without a page view"),
            moved(9, "goesOn", SVGShapes.arrow, "goes on"),
            Sample(
                look: "band",
                shape:
                    #"<rect class="band" y="-8" width="24" height="16"/><path class="bandEdge" d="M.5-8V8M24.5-8V8"/>"#,
                text: "in the background"),
            Sample(
                look: "played",
                shape: #"<rect class="played" y="-8" width="24" height="16"/><path class="playedEdge" d="M24-8V8"/>"#,
                text: "before the recording: no history"),
        ] + Timeline.Mark.Kind.allCases.map { moved(12, "\($0)", SVGShapes.mark($0), $0.meaning) } + [
            moved(12, "several", SVGShapes.mark(nil), "several at once"),
            Sample(
                look: "partlySent",
                shape:
                    #"<rect class="number partlySent" x="1" y="-8" width="22" height="16" rx="8"/><text class="numberText middle" x="12" y="4">1–2</text>"#,
                text: "page views that were not all sent"),
            Sample(
                look: "many", shape: #"<rect class="many" x="8" y="-7" width="8" height="14"/>"#,
                text: "several, too close together"),
            Sample(
                look: "gap", shape: #"<rect class="gap" x="7" y="-8" width="10" height="16"/>"#,
                text: "no events, drawn short"),
        ]

    private static func number(_ look: String, rx: Int, _ textClass: String, _ text: String) -> Sample {
        let shape = """
            <rect class="\(look)" x="3" y="-8" width="18" height="16" rx="\(rx)"/>\
            <text class="\(textClass) middle" x="12" y="4">1</text>
            """
        return Sample(look: look, shape: shape, text: text)
    }

    private static func moved(_ x: Int, _ look: String, _ shape: String, _ text: String) -> Sample {
        Sample(look: look, shape: "<g transform=\"translate(\(x) 0)\">\(shape)</g>", text: text)
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
