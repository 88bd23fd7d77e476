import PageViewAutomation

/// Writes a timeline as a picture that stands alone: SVG, the same bytes for the same timeline (rule TL-002).
package struct SVGTimeline {
    private typealias Metrics = TimelineLayout.Metrics

    private let layout: TimelineLayout
    /// The sentences on what is explained, by the places of the items.
    private let explanation: (Int) -> String
    private var markup = MarkupWriter()

    /// Writes a picture so many pixels wide; `explanation` tells about an item of the history.
    package static func write(
        _ timeline: Timeline, width: Int = 960, folding: Timeline.Folding = .never, explanation: (Int) -> String
    ) -> [UInt8] {
        withoutActuallyEscaping(explanation) { explanation in
            let top = timeline.title == nil ? 74 : 96
            let layout = TimelineLayout(timeline, width: width, top: top, folding: folding)
            var writer = SVGTimeline(layout, explanation)
            writer.write()
            return writer.markup.bytes
        }
    }

    private init(_ layout: TimelineLayout, _ explanation: @escaping (Int) -> String) {
        self.layout = layout
        self.explanation = explanation
    }

    private mutating func write() {
        let legend = TimelineLegend(
            layout.timeline, hasMany: layout.hasMany, width: layout.width - 2 * Metrics.side, x: Metrics.side)
        let height = layout.bottom + 14 + legend.height + 10
        let name = layout.timeline.title ?? "Timeline"
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
        writeAxis()
        for session in layout.sessions {
            if let heading = session.heading { writeHeading(heading) }
            for scene in session.scenes { write(scene) }
        }
        legend.write(at: layout.bottom + 14, to: &markup)
        markup.raw("\n</svg>\n")
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
        for stretch in layout.scale.stretches where stretch.isFolded { writeGap(stretch, to: bottom) }
        for tick in layout.ticks.ticks {
            let x = layout.plotX + tick.x
            markup.raw("<path class=\"grid\" d=\"M\(x).5 \(layout.top - 14)V\(bottom)\"/>")
            markup.text(tick.label, x: x, y: layout.top - 20, "muted small middle")
        }
        if TimeLabels(layout.timeline).isRelative {
            markup.text("from \(layout.timeline.start.seconds) s", x: 16, y: layout.top - 20, "muted small")
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

    // MARK: Rows

    private mutating func writeHeading(_ row: TimelineLayout.Row) {
        name("session \(row.name)", y: row.y + 20, x: 16, width: layout.width - 32, "strong")
        markup.raw("<path class=\"rule\" d=\"M16 \(row.y + 26).5H\(layout.width - 16)\"/>\n")
    }

    /// Writes a name as far as there is room for it, and all of it where somebody points at it.
    private mutating func name(_ name: String, y: Int, x: Int, width: Int, _ classes: String) {
        let isBold = classes.contains("strong")
        let shown = TextWidth.shortened(
            TimelineLayout.shown(name), to: width, size: Metrics.text, isBold: isBold)
        markup.raw("<g>")
        markup.title(name)
        if let shown { markup.text(shown, x: x, y: y, classes) }
        markup.raw("</g>")
    }

    private mutating func write(_ area: TimelineLayout.SceneArea) {
        markup.raw("<g class=\"scene\">")
        writeGuides(of: area)
        for row in area.rows { write(row, of: area) }
        writeBackgrounds(of: area)
        writeLabels(of: area)
        markup.raw("</g>\n")
    }

    private mutating func write(_ row: TimelineLayout.Row, of area: TimelineLayout.SceneArea) {
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

    /// Dims the lanes while nobody could see the scene.
    private mutating func writeBackgrounds(of area: TimelineLayout.SceneArea) {
        guard let first = area.rows.first(where: \.isLane) else { return }
        let (y, end) = (first.y, area.y + area.height)
        for background in area.backgrounds {
            let x = layout.plotX + background.lowerBound
            markup.element(
                "rect", ["x": x, "y": y, "width": background.count, "height": end - y], "dim",
                " pointer-events=\"none\"")
            markup.raw("<path class=\"dimEdge\" d=\"M\(x).5 \(y)V\(end)M\(x + background.count).5 \(y)V\(end)\"/>")
        }
    }

    /// From the number of a page view down to what was counted.
    private mutating func writeGuides(of area: TimelineLayout.SceneArea) {
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

    private mutating func write(_ page: TimelineLayout.PlacedPage, at y: Int) {
        markup.raw("<g>")
        markup.title(page.page.text)
        // A line's width apart from the next one.
        markup.element(
            "rect",
            ["x": layout.plotX + page.x.lowerBound, "y": y, "width": max(1, page.x.count - 1), "height": 18, "rx": 3],
            "page")
        if let label = page.label { markup.text(label.text, x: layout.plotX + label.x, y: y + 13, "pageText") }
        markup.raw("</g>")
    }

    private mutating func write(_ mark: TimelineLayout.PlacedMark, middle: Int) {
        markup.raw("<g class=\"mark\">")
        markup.title(mark.marks.map(\.text).joined(separator: "\n"))
        markup.raw("<g transform=\"translate(\(layout.plotX + mark.x) \(middle))\">\(SVGShapes.mark(mark.kind))</g>")
        markup.raw("</g>")
    }

    private mutating func write(_ count: TimelineLayout.PlacedCount, at y: Int) {
        let numbers = count.counts.map { "\($0.number)" }.joined(separator: " ")
        markup.raw("<g class=\"count\" data-numbers=\"\(numbers)\">")
        markup.title(count.counts.map { explanation($0.item) }.joined(separator: "\n"))
        // Those that were recorded by hand have corners.
        let isByHand = count.counts.allSatisfy { $0.lane == nil }
        let x = layout.plotX + count.x.lowerBound
        markup.element(
            "rect", ["x": x, "y": y, "width": count.x.count, "height": 16, "rx": isByHand ? 2 : 8],
            isByHand ? "hand" : "number")
        markup.text(count.text, x: x + count.x.count / 2, y: y + 12, "numberText middle")
        markup.raw("</g>")
    }

    private mutating func write(_ bar: TimelineLayout.PlacedBar, at y: Int) {
        markup.raw("<g class=\"bar\">")
        if bar.bars.count == 1, let only = bar.bars.first {
            markup.title(only.item.map(explanation) ?? only.announcement)
            for piece in bar.pieces { write(piece, at: y) }
            // Where there is no room for it, the number says it alone.
            if let x = bar.countX, bar.x.upperBound - x > 8 {
                markup.raw("<circle class=\"dot\" cx=\"\(layout.plotX + x + 5)\" cy=\"\(y + 9)\" r=\"3\"/>")
            }
            writeEnding(of: only, bar.x, at: y)
        } else {
            markup.title(
                bar.bars.map { $0.item.map(explanation) ?? $0.announcement }.joined(separator: "\n"))
            markup.element(
                "rect",
                ["x": layout.plotX + bar.x.lowerBound, "y": y, "width": bar.x.count - 1, "height": Metrics.barHeight],
                "many")
        }
        markup.raw("</g>")
    }

    private mutating func write(_ piece: TimelineLayout.PlacedBar.Piece, at y: Int) {
        let isThin = piece.phase == .announced
        markup.element(
            "rect",
            [
                "x": layout.plotX + piece.x.lowerBound, "y": isThin ? y + 7 : y, "width": max(1, piece.x.count - 1),
                "height": isThin ? 4 : Metrics.barHeight, "rx": isThin ? 0 : 2,
            ], piece.phase.style)
    }

    private mutating func writeEnding(of bar: Timeline.Bar, _ x: Range<Int>, at y: Int) {
        switch bar.ending {
        case .plain: break
        case .uncounted:
            let middle = layout.plotX + (x.count < 16 ? (x.lowerBound + x.upperBound) / 2 : x.upperBound - 8)
            markup.raw("<g transform=\"translate(\(middle) \(y + 9))\">\(SVGShapes.cross)</g>")
        case .open:
            markup.raw("<g transform=\"translate(\(layout.plotX + x.upperBound + 2) \(y + 9))\">\(SVGShapes.arrow)</g>")
        }
    }

    /// The names in the bars and at the marks; over everything else, so that nothing dims them.
    private mutating func writeLabels(of area: TimelineLayout.SceneArea) {
        for row in area.rows {
            switch row.content {
            case .lane(let bars, _):
                for bar in bars {
                    guard let label = bar.label, let phase = bar.pieces.max(by: { $0.x.count < $1.x.count })?.phase
                    else { continue }
                    markup.text(label.text, x: layout.plotX + label.x, y: row.y + 17, "\(phase.style)Text inner")
                }
            case .marks(let marks):
                for mark in marks {
                    guard let label = mark.label else { continue }
                    markup.text(label.text, x: layout.plotX + label.x, y: row.y + 14, "muted small")
                }
            case .session, .pages, .counts: break
            }
        }
    }
}

extension Timeline.Phase {
    /// The name of its look.
    var style: String {
        switch self {
        case .announced: "announced"
        case .held: "held"
        case .pending: "pending"
        case .counted: "counted"
        case .untracked: "untracked"
        }
    }
}
