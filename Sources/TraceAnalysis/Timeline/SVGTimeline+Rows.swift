import NavigationTraces

/// The rows of a picture, one under another.
extension SVGTimeline {
    mutating func writeHeading(_ row: TimelineLayout.Row) {
        name("session \(row.name)", y: row.y + 20, x: 16, width: layout.width - 32, "strong")
        markup.raw("<path class=\"rule\" d=\"M16 \(row.y + 26).5H\(layout.width - 16)\"/>\n")
    }

    /// Writes a name as far as there is room for it, and all of it where somebody points at it.
    mutating func name(_ name: String, y: Int, x: Int, width: Int, _ classes: String) {
        let isBold = classes.split(separator: " ").contains("strong")
        let shown = TextWidth.shortened(
            TimelineLayout.shown(name), to: width, size: Metrics.text, isBold: isBold)
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

    /// Lines behind everything that is no history, and an edge where the recording begins.
    mutating func writeRecording(of area: TimelineLayout.SceneArea) {
        guard let recording = area.recording else { return }
        let edge = layout.plotX + recording.x
        markup.raw("<g>")
        markup.title(recording.text)
        markup.element("rect", ["x": layout.plotX, "y": area.y, "width": recording.x, "height": area.height], "played")
        markup.raw("<path class=\"playedEdge\" d=\"M\(edge).5 \(area.y)V\(area.y + area.height)\"/></g>")
    }

    /// A band behind the lanes while nobody could see the scene; over them it would take their contrast.
    mutating func writeBackgrounds(of area: TimelineLayout.SceneArea) {
        guard let first = area.rows.first(where: \.isLane) else { return }
        let (y, end) = (first.y, area.y + area.height)
        for background in area.backgrounds {
            let x = layout.plotX + background.lowerBound
            markup.element(
                "rect", ["x": x, "y": y, "width": background.count, "height": end - y], "band")
            markup.raw("<path class=\"bandEdge\" d=\"M\(x).5 \(y)V\(end)M\(x + background.count).5 \(y)V\(end)\"/>")
        }
    }

    /// From the number of a page view down to what was counted.
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

    /// The names in the bars and at the marks; over everything else, so that nothing lies on them.
    mutating func writeLabels(of area: TimelineLayout.SceneArea) {
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
