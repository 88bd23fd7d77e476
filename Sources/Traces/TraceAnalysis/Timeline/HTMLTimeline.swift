import NavigationTraces
import PageViewAutomation

/// Writes a timeline as an HTML document with zoom and explanations (TL-008, TL-009). The document loads nothing from outside.
package struct HTMLTimeline {
    private let timeline: Timeline
    private let history: TraceHistory
    private let labels: TimeLabels
    private var markup = MarkupWriter()
    private var cited: Set<String> = []

    /// Returns the document with the explanations of the trace's items. Equal traces give equal bytes (TL-002).
    package static func write(
        _ timeline: Timeline, of history: TraceHistory, folding: Timeline.Folding = .never
    ) -> [UInt8] {
        var document = HTMLTimeline(timeline: timeline, history: history)
        document.write(folding)
        return document.markup.bytes
    }

    private init(timeline: Timeline, history: TraceHistory) {
        (self.timeline, self.history) = (timeline, history)
        labels = TimeLabels(timeline)
    }

    private mutating func write(_ folding: Timeline.Folding) {
        markup.beginDocument(scriptSource: TimelinePage.scriptSource)
        markup.escaped(timeline.title ?? "Timeline")
        markup.raw("</title>\n<style>\n\(TimelineStyle.document)\n\(TimelinePage.style)</style>\n</head>\n<body>\n")
        writeHeader()
        markup.raw(TimelinePage.chart)
        // The button of the document folds the automatic gaps, unless `--fold` selects other gaps.
        let gaps = timeline.gaps(folding == .never ? .automatic : folding)
        writeLegend()
        markup.raw("<script type=\"application/json\" id=\"data\">")
        markup.raw(TimelineData.write(timeline, gaps: gaps, isFolded: folding != .never))
        markup.raw("</script>\n<script>\(TimelinePage.script)</script>\n")
        writeExplanations()
        markup.raw("</body>\n</html>\n")
    }

    private mutating func writeHeader() {
        markup.raw("<header>\n<div><h1 dir=\"auto\" title=\"")
        // The style shortens a long title to a few lines, so the tooltip shows it in full.
        markup.escaped(timeline.title ?? "Timeline")
        markup.raw("\">")
        markup.escaped(timeline.title ?? "Timeline")
        markup.raw("</h1>\n<p>\(timeline.summary)")
        if timeline.start != .zero {
            markup.raw(" · from ")
            write(seconds: timeline.start.nanoseconds)
            markup.raw(" s")
        }
        markup.raw("</p></div>\n\(TimelinePage.toolbar)</header>\n")
    }

    private mutating func writeLegend() {
        markup.raw("<ul id=\"legend\" aria-label=\"Legend\">\n")
        // The script reveals a sample when it first draws a shape with the look of the sample.
        for sample in TimelineLegend.all {
            let attribute = sample.look == "gap" ? "id=\"gapMeans\"" : "data-look=\"\(sample.look)\""
            markup.raw("<li \(attribute) hidden>\(sample.element)")
        }
        markup.raw("</ul>\n")
    }

    private mutating func writeExplanations() {
        markup.raw(
            "<section id=\"explanations\" aria-label=\"Explanations; the buttons show what they are about in the timeline\" tabindex=\"-1\">\n<ol>\n"
        )
        let scenes = SceneNaming(in: history)
        let names = Set(timeline.sessions.map { $0.name.map { ExactName($0) } })
        for (index, item) in history.items.enumerated() where names.contains(item.session.map { ExactName($0) }) {
            write(Explanation(item, in: scenes), index)
        }
        markup.raw("</ol>\n")
        markup.rules(cited)
        markup.raw("</section>\n")
    }

    /// Returns a tooltip with the exact time if `text` is rounded, and with the time in the form of the axis (TL-003). Returns
    /// an empty text if both are the same as `text`.
    private func tooltip(_ time: Timestamp, _ offset: Int64, for text: String) -> String {
        var parts = time.seconds == text ? [] : ["\(time.seconds) s"]
        if labels.isClock || labels.isRelative {
            parts.append("\(labels.text(offset, step: 1_000_000_000)) on the axis")
        }
        return parts.isEmpty ? "" : " title=\"\(parts.joined(separator: ", "))\""
    }

    /// Writes seconds rounded to milliseconds. If rounding removes digits, a tooltip shows all of them.
    private mutating func write(seconds nanoseconds: Int64) {
        let (rounded, exact) = (Timestamp.roundedSeconds(of: nanoseconds), Timestamp.seconds(of: nanoseconds))
        markup.raw(rounded == exact ? exact : "<span class=\"exact\" title=\"\(exact)\">\(rounded)</span>")
    }

    private mutating func write(_ explanation: Explanation, _ index: Int) {
        let time = explanation.item.time
        let offset = time.nanoseconds(since: timeline.start)
        let seconds = Timestamp.roundedSeconds(of: time.nanoseconds)
        markup.raw(
            """
            <li id="i\(index)"><button value="\(offset)"\(tooltip(time, offset, for: seconds))>\(seconds) s</button>\
            <div class="why"><span class="verdict \(explanation.verdict.rawValue)">\(explanation.verdict.title)</span> <b>
            """)
        markup.escaped(explanation.subject)
        markup.raw("</b> ")
        if let session = explanation.item.session {
            markup.raw("<i>[")
            markup.escaped(session)
            markup.raw("]</i> ")
        }
        for part in explanation.parts {
            switch part {
            case .text(let text): markup.escaped(text)
            case .seconds(let nanoseconds): write(seconds: nanoseconds)
            case .rule(let rule):
                cited.insert(rule)
                markup.raw(" <a href=\"#\(rule)\"><code>\(rule)</code></a>")
            }
        }
        markup.raw("</div></li>\n")
    }
}
