import NavigationTraces

/// What stands in the rows of a picture.
extension SVGTimeline {
    mutating func write(_ page: TimelineLayout.PlacedPage, at y: Int) {
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

    mutating func write(_ mark: TimelineLayout.PlacedMark, middle: Int) {
        markup.raw("<g class=\"mark\">")
        markup.title(mark.marks.map(\.text).joined(separator: "\n"))
        markup.raw("<g transform=\"translate(\(layout.plotX + mark.x) \(middle))\">\(SVGShapes.mark(mark.kind))</g>")
        markup.raw("</g>")
    }

    mutating func write(_ count: TimelineLayout.PlacedCount, at y: Int) {
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

    mutating func write(_ bar: TimelineLayout.PlacedBar, at y: Int) {
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

    mutating func write(_ piece: TimelineLayout.PlacedBar.Piece, at y: Int) {
        let isThin = piece.phase == .announced
        markup.element(
            "rect",
            [
                "x": layout.plotX + piece.x.lowerBound, "y": isThin ? y + 7 : y, "width": max(1, piece.x.count - 1),
                "height": isThin ? 4 : Metrics.barHeight, "rx": isThin ? 0 : 2,
            ], piece.phase.style)
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
