import NavigationTraces
import PageViewAutomation

/// Writes a timeline as a picture that stands alone: SVG, the same bytes for the same timeline (rule TL-002).
package struct SVGTimeline {
    typealias Metrics = TimelineLayout.Metrics

    let layout: TimelineLayout
    /// The sentences on what is explained, by the places of the items.
    let explanation: (Int) -> String
    var markup = MarkupWriter()

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
            layout, width: layout.width - 2 * Metrics.side, x: Metrics.side)
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
        for stretch in layout.scale.stretches where stretch.isFolded && stretch.width > 0 {
            writeGap(stretch, to: bottom)
        }
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
}
