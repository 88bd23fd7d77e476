import NavigationTraces
import PageViewAutomation

/// A writer of SVG pictures. Equal timelines give equal bytes (TL-002).
package struct SVGTimeline {
    typealias Metrics = TimelineLayout.Metrics

    let layout: TimelineLayout
    let explanation: (Int) -> String
    /// The largest number of texts in the tooltip of elements that are drawn as one.
    var tooltipLength = Int.max
    var markup = MarkupWriter()

    /// Returns a picture. `explanation` returns the explanation of an item by its index in the history.
    package static func write(
        _ timeline: Timeline, width: Int = 960, folding: Timeline.Folding = .never,
        explanation: @escaping (Int) -> String
    ) -> [UInt8] {
        let layout = TimelineLayout(timeline, width: width, top: timeline.title == nil ? 74 : 96, folding: folding)
        var writer = SVGTimeline(layout: layout, explanation: explanation)
        writer.write()
        return writer.markup.bytes
    }

    /// A picture in an HTML document, which has the style, the patterns and the legend (TL-011).
    package struct Figure: Sendable {
        package let markup: [UInt8]
        /// The looks that the picture contains, as elements of the legend.
        package let legend: [String]
    }

    /// Returns a picture for an HTML document with the style ``TimelineStyle/figures``.
    package static func figure(
        _ timeline: Timeline, name: String, width: Int, explanation: @escaping (Int) -> String
    ) -> Figure {
        // A few long gaps take most of the width. A line follows its page view at once, so the median gap, which `auto` uses, is
        // too short to find them.
        let longest = max(timeline.length / 8, 20_000_000_000)
        let layout = TimelineLayout(timeline, width: width, top: 34, folding: .longer(than: longest))
        var writer = SVGTimeline(layout: layout, explanation: explanation, tooltipLength: 10)
        writer.markup.raw(
            "<svg width=\"\(width)\" height=\"\(layout.bottom)\" viewBox=\"0 0 \(width) \(layout.bottom)\" role=\"img\" aria-label=\""
        )
        writer.markup.escaped(name)
        writer.markup.raw("\">\n")
        writer.writeRows()
        writer.markup.raw("</svg>\n")
        return Figure(
            markup: writer.markup.bytes, legend: TimelineLegend.samples(in: writer.markup.bytes).map(\.element))
    }

    private mutating func write() {
        writeRows()
        let rows = markup.bytes
        let legend = TimelineLegend(of: rows, width: layout.width - 2 * Metrics.side, x: Metrics.side)
        let height = layout.bottom + 14 + legend.height + 10
        let name = layout.timeline.title ?? "Timeline"
        markup = MarkupWriter()
        markup.raw(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" height="\(height)" \
            viewBox="0 0 \(layout.width) \(height)" role="img" aria-labelledby="pv-title pv-summary">
            <title id="pv-title">
            """)
        markup.escaped(name)
        markup.raw("</title><desc id=\"pv-summary\">\(layout.timeline.summary)</desc>\n")
        markup.raw("<style>\(TimelineStyle.standalone)</style>\n<defs>\(TimelineStyle.patterns)</defs>\n")
        markup.element("rect", ["width": layout.width, "height": height], "paper")
        writeHeading()
        markup.raw(rows)
        legend.write(at: layout.bottom + 14, to: &markup)
        markup.raw("\n</svg>\n")
    }

    private mutating func writeRows() {
        writeAxis()
        for session in layout.sessions {
            if let heading = session.heading { writeHeading(heading) }
            for scene in session.scenes { write(scene) }
        }
    }

    private mutating func writeHeading() {
        var y = 24
        if let title = layout.timeline.title,
            let text = TextWidth.shortened(title.drawable, to: layout.width - 32, size: 15, isBold: true)
        {
            markup.text(text, x: 16, y: y, "title")
            y += 22
        }
        markup.text(layout.timeline.summary, x: 16, y: y, "muted")
    }

    // MARK: The axis

    private mutating func writeAxis() {
        let bottom = layout.bottom - Metrics.sceneSpacing
        for stretch in layout.scale.stretches where stretch.isFolded && stretch.width > 0 {
            writeGap(stretch, to: bottom)
        }
        for tick in layout.ticks.ticks {
            let x = layout.plotX + tick.x
            markup.raw("<path class=\"grid\" d=\"M\(x).5 \(layout.top - 14)V\(bottom)\"/>")
            markup.text(tick.label, x: x, y: layout.top - 20, "muted small middle")
        }
        if TimeLabels(layout.timeline).isRelative {
            markup.text("from \(layout.timeline.origin)", x: 16, y: layout.top - 20, "muted small")
        }
        markup.raw("\n")
    }

    private mutating func writeGap(_ stretch: TimeScale.Stretch, to bottom: Int) {
        let x = layout.plotX + stretch.x
        markup.raw("<g class=\"fold\">")
        markup.title(stretch.time.text)
        markup.element(
            "rect", ["x": x, "y": layout.top - 14, "width": stretch.width, "height": bottom - layout.top + 14], "gap")
        markup.raw("</g>")
    }
}

/// The rows of a picture, from top to bottom.
extension SVGTimeline {
    mutating func writeHeading(_ row: TimelineLayout.Row) {
        name("session \(row.name)", y: row.y + 20, x: 16, width: layout.width - 32, "strong")
        markup.raw("<path class=\"rule\" d=\"M16 \(row.y + 26).5H\(layout.width - 16)\"/>\n")
    }

    /// Writes a name, shortened to a width, with a tooltip that shows it in full.
    mutating func name(_ name: String, y: Int, x: Int, width: Int, _ classes: String) {
        let isBold = classes.split(separator: " ").contains("strong")
        let shown = TextWidth.shortened(TimelineLayout.shown(name), to: width, size: Metrics.text, isBold: isBold)
        markup.raw("<g>")
        markup.title(name)
        if let shown { markup.text(shown, x: x, y: y, classes) }
        markup.raw("</g>")
    }

    mutating func write(_ area: TimelineLayout.SceneArea) {
        markup.raw("<g class=\"scene\">")
        writeRecording(of: area)
        writeBackgrounds(of: area)
        writeGuides(of: area)
        for row in area.rows { write(row, of: area) }
        writeLabels(of: area)
        markup.raw("</g>\n")
    }

    mutating func write(_ row: TimelineLayout.Row, of area: TimelineLayout.SceneArea) {
        let middle = row.y + Metrics.laneHeight / 2
        switch row.content {
        case .session: break
        case .pages(let pages):
            name(row.name, y: middle + 3, x: Metrics.side, width: layout.gutter - Metrics.side, "strong")
            for page in pages { write(page, at: row.y + 3) }
        case .marks(let marks):
            markup.text(row.name, x: Metrics.side + Metrics.indent, y: row.y + 14, "muted small")
            for mark in marks { write(mark, middle: row.y + 10) }
        case .counts(let counts):
            markup.text(row.name, x: Metrics.side + Metrics.indent, y: row.y + 15, "muted small")
            for count in counts { write(count, at: row.y + 3) }
        case .lane(let bars, let remarks):
            let x = Metrics.side + Metrics.indent
            name(row.name, y: middle + 4, x: x, width: layout.gutter - x, "")
            for bar in bars { write(bar, at: row.y + (Metrics.laneHeight - Metrics.barHeight) / 2) }
            for mark in remarks { write(mark, middle: row.y + row.height - 6) }
        }
    }

    /// Writes lines behind the time before a recording, and an edge at the beginning of the recording.
    mutating func writeRecording(of area: TimelineLayout.SceneArea) {
        guard let recording = area.recording else { return }
        let edge = layout.plotX + recording.x
        markup.raw("<g>")
        markup.title(recording.text)
        markup.element("rect", ["x": layout.plotX, "y": area.y, "width": recording.x, "height": area.height], "played")
        markup.raw("<path class=\"playedEdge\" d=\"M\(edge).5 \(area.y)V\(area.y + area.height)\"/></g>")
    }

    /// Writes bands behind the lanes while the scene was in the background. The bands are behind the bars, because bands in
    /// front of the bars would reduce the contrast.
    mutating func writeBackgrounds(of area: TimelineLayout.SceneArea) {
        guard let first = area.rows.first(where: \.isLane) else { return }
        let (y, end) = (first.y, area.y + area.height)
        for background in area.backgrounds {
            let x = layout.plotX + background.lowerBound
            markup.element("rect", ["x": x, "y": y, "width": background.count, "height": end - y], "band")
            markup.raw("<path class=\"bandEdge\" d=\"M\(x).5 \(y)V\(end)M\(x + background.count).5 \(y)V\(end)\"/>")
        }
    }

    mutating func writeGuides(of area: TimelineLayout.SceneArea) {
        let lanes = area.rows.filter(\.isLane)
        for row in area.rows {
            guard case .counts(let counts) = row.content else { continue }
            for count in counts where count.counts.count <= 3 {
                for (count, anchor) in zip(count.counts, count.anchors) {
                    guard let lane = count.lane else { continue }
                    let x = layout.plotX + anchor
                    markup.raw("<path class=\"guide\" d=\"M\(x).5 \(row.y + 20)V\(lanes[lane].y + 5)\"/>")
                }
            }
        }
    }

    /// Writes the names in bars and at marks. The picture writes them last, so that no shape covers them.
    mutating func writeLabels(of area: TimelineLayout.SceneArea) {
        for row in area.rows {
            switch row.content {
            case .lane(let bars, _):
                for bar in bars {
                    guard let label = bar.label, let phase = bar.pieces.max(by: { $0.x.count < $1.x.count })?.phase
                    else { continue }
                    markup.text(label.text, x: layout.plotX + label.x, y: row.y + 17, "\(phase)Text inner")
                }
            case .marks(let marks):
                for mark in marks {
                    guard let label = mark.label else { continue }
                    let style = mark.kind == .wrongSent ? "wrongText" : "muted small"
                    markup.text(label.text, x: layout.plotX + label.x, y: row.y + 14, style)
                }
            case .session, .pages, .counts: break
            }
        }
    }
}

/// The contents of the rows.
extension SVGTimeline {
    /// Writes a tooltip with the texts of elements that are drawn as one, one text on each line.
    private mutating func title(_ texts: [String]) {
        let rest = texts.count - tooltipLength
        markup.title(texts.prefix(tooltipLength) + (rest > 0 ? ["and \(rest) more"] : []))
    }

    mutating func write(_ page: TimelineLayout.PlacedPage, at y: Int) {
        markup.raw("<g>")
        markup.title(page.page.text)
        // A gap of one pixel separates two pages that follow one another.
        markup.element(
            "rect",
            ["x": layout.plotX + page.x.lowerBound, "y": y, "width": max(1, page.x.count - 1), "height": 18, "rx": 3],
            "page")
        if let label = page.label { markup.text(label.text, x: layout.plotX + label.x, y: y + 13, "pageText") }
        markup.raw("</g>")
    }

    mutating func write(_ mark: TimelineLayout.PlacedMark, middle: Int) {
        markup.raw("<g class=\"mark\">")
        title(mark.marks.map(\.text))
        markup.raw("<g transform=\"translate(\(layout.plotX + mark.x) \(middle))\">\(SVGShapes.mark(mark.kind))</g>")
        markup.raw("</g>")
    }

    mutating func write(_ count: TimelineLayout.PlacedCount, at y: Int) {
        let numbers = count.counts.map { "\($0.number)" }.joined(separator: " ")
        markup.raw("<g class=\"count\" data-numbers=\"\(numbers)\">")
        title(count.counts.flatMap { [$0.missing, explanation($0.item)].compactMap { $0 } })
        // A box with square corners marks the numbers of page views by hand (TL-005).
        let isMissing = count.missingCount == count.counts.count
        let isByHand = count.counts.allSatisfy { $0.lane == nil }
        let x = layout.plotX + count.x.lowerBound
        markup.element(
            "rect", ["x": x, "y": y, "width": count.x.count, "height": 16, "rx": isByHand ? 2 : 8],
            isMissing ? "missing" : "\(isByHand ? "hand" : "number")\(count.missingCount > 0 ? " partlySent" : "")")
        markup.text(
            count.text, x: x + count.x.count / 2, y: y + 12, isMissing ? "wrongText middle" : "numberText middle")
        markup.raw("</g>")
    }

    mutating func write(_ bar: TimelineLayout.PlacedBar, at y: Int) {
        markup.raw("<g class=\"bar\">")
        if bar.bars.count == 1, let only = bar.bars.first {
            markup.title(only.item.map(explanation) ?? only.announcement)
            for piece in bar.pieces { write(piece, at: y) }
            // A bar without room for the dot shows its count only by the number above it.
            if let x = bar.countX, bar.x.upperBound - x > 8 {
                markup.raw("<circle class=\"dot\" cx=\"\(layout.plotX + x + 5)\" cy=\"\(y + 9)\" r=\"3\"/>")
            }
            writeEnding(of: only, bar.x, at: y)
        } else {
            title(bar.bars.map { $0.item.map(explanation) ?? $0.announcement })
            markup.element(
                "rect",
                ["x": layout.plotX + bar.x.lowerBound, "y": y, "width": bar.x.count - 1, "height": Metrics.barHeight],
                "many")
        }
        markup.raw("</g>")
    }

    mutating func write(_ piece: TimelineLayout.PlacedBar.Piece, at y: Int) {
        let isThin = piece.phase == .announced
        markup.element(
            "rect",
            [
                "x": layout.plotX + piece.x.lowerBound, "y": isThin ? y + 7 : y, "width": max(1, piece.x.count - 1),
                "height": isThin ? 4 : Metrics.barHeight, "rx": isThin ? 0 : 2,
            ], "\(piece.phase)")
    }

    mutating func writeEnding(of bar: Timeline.Bar, _ x: Range<Int>, at y: Int) {
        switch bar.ending {
        case .plain: break
        case .uncounted:
            let middle = layout.plotX + (x.count < 16 ? (x.lowerBound + x.upperBound) / 2 : x.upperBound - 8)
            markup.raw("<g transform=\"translate(\(middle) \(y + 9))\">\(SVGShapes.cross)</g>")
        case .open:
            markup.raw("<g transform=\"translate(\(layout.plotX + x.upperBound + 2) \(y + 9))\">\(SVGShapes.arrow)</g>")
        }
    }
}

/// The shapes of marks, with their middle at 0, 0. The SVG picture and the HTML document share these shapes (TL-001).
enum SVGShapes {
    /// Returns the markup of a mark; `nil` stands for marks of several kinds.
    static func mark(_ kind: Timeline.Mark.Kind?) -> String {
        switch kind {
        case .link: #"<path class="link" d="M-4-5V1H4M1-2L4 1L1 4"/>"#
        case .interaction: #"<path class="interaction" d="M0-5L5 0L0 5L-5 0Z"/>"#
        case .remark: #"<path class="remark" d="M0-5L5.5 4.5H-5.5Z"/><path class="remarkSign" d="M0-1.5V1M0 3V3"/>"#
        case .background: #"<path class="background" d="M3-4.5A5 5 0 1 0 5 2A4.5 4.5 0 0 1 3-4.5Z"/>"#
        case .foreground: #"<circle class="foreground" r="4"/>"#
        case .sent: #"<path class="sent" d="M-4 0L-1 3.5L4.5-4"/>"#
        case .wrongSent: #"<path class="wrongSent" d="M-4-4L4 4M4-4L-4 4"/>"#
        case .note: #"<path class="note" d="M-4.5-4.5H4.5V2H0.5L-2 5V2H-4.5ZM-2-1.3H2"/>"#
        case nil: #"<path class="several" d="M-6-1.5h3v3h-3zM-1.5-1.5h3v3h-3zM3-1.5h3v3h-3z"/>"#
        }
    }

    /// The cross of an appearance that ended without a page view.
    static let cross = #"<path class="halo" d="M-3-3L3 3M3-3L-3 3"/><path class="uncounted" d="M-3-3L3 3M3-3L-3 3"/>"#
    /// The arrow of a bar that lasts until the end of the trace.
    static let arrow = #"<path class="goesOn" d="M0-5L6 0L0 5Z"/>"#
}
