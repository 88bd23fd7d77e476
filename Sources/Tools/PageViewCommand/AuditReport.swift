import CHTMLParts
import NavigationTraces
import PageViewAudit
import PageViewAutomation
import TraceAnalysis

/// A writer of an audit as an HTML document without scripts (AU-301).
///
/// The document loads nothing from outside. Equal audits give equal bytes.
struct AuditReport {
    struct Picture {
        let session: AuditSession
        var figure: SVGTimeline.Figure?
        /// The reason why the session has no picture, as a sentence.
        var reason = "The session is too long to draw."
        var omittedLanes = 0
    }

    let audit: Audit
    private let summary: AuditSummary
    let pictures: [Picture]
    /// The reason, as a sentence, why the report has no pictures.
    let reasonForNoPictures: String?
    var markup = MarkupWriter()
    private var cited: Set<String> = []

    private static let pageLimit = 100
    /// The largest numbers of characters of a sentence, and of a name in a table.
    private static let (longestText, longestName) = (300, 100)

    /// Returns the document.
    static func write(
        _ audit: Audit, traceName: String, pictures: [Picture], reasonForNoPictures: String? = nil
    ) -> [UInt8] {
        var report = AuditReport(audit, pictures, reasonForNoPictures)
        report.write(traceName)
        return report.markup.bytes
    }

    private init(_ audit: Audit, _ pictures: [Picture], _ reasonForNoPictures: String?) {
        (self.audit, self.pictures, self.reasonForNoPictures) = (audit, pictures, reasonForNoPictures)
        summary = audit.summary
    }

    private mutating func write(_ traceName: String) {
        let style = unsafe String(cString: audit_style())
        let files = audit.log.files
        let sent = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? " and \(files.count - 3) more" : "")
        markup.beginDocument()
        text("Audit of \(sent)")
        markup.raw("</title>\n<style>\n\(TimelineStyle.figures)\n\(style)</style>\n</head>\n<body>\n<main>\n")
        markup.raw(TimelineStyle.figurePatterns)
        markup.raw("<p class=\"source\">Audit of <bdi>")
        text(sent)
        markup.raw("</bdi> against <bdi>")
        text(traceName)
        markup.raw("</bdi></p>\n<h1>\(summary.headline)</h1>\n")
        writeFigures()
        writeCauses()
        writePages()
        writeUnknownSessionsAndNames()
        writeSessions()
        writeClocks()
        markup.rules(cited)
        markup.raw("</main>\n</body>\n</html>\n")
    }

    // MARK: Counts

    private mutating func writeFigures() {
        let wrong = summary.sent - summary[.right]
        markup.raw("<dl class=\"tiles\">\n")
        tile("Sent", summary.sent)
        tile("Right", summary[.right], share(summary[.right], of: summary.sent))
        tile("Wrong", wrong, isBad: wrong > 0)
        tile("Not sent", summary[.missing], "of \(summary.pageViews) seen", isBad: summary[.missing] > 0)
        markup.raw("</dl>\n")
        let shown = AuditOutcome.allCases.filter { $0 == .right || $0.hasCause }.filter { summary[$0] > 0 }
        if !shown.isEmpty {
            markup.raw("<div class=\"stack\" aria-hidden=\"true\">")
            for outcome in shown {
                markup.raw("<i class=\"\(outcome.name)\" style=\"flex:\(summary[outcome])\"></i>")
            }
            markup.raw("</div>\n<ul class=\"keys\" aria-label=\"Outcomes\">\n")
            for outcome in shown {
                markup.raw(
                    "<li><i class=\"\(outcome.name)\"></i>\(outcome.words) <b>\(summary[outcome])</b></li>\n")
            }
            markup.raw("</ul>\n")
        }
        var sentences = Array(summary.sentences.dropFirst())
        let (ignored, folded) = (summary[.ignored], summary[.folded])
        if ignored > 0 {
            let are = ignored == 1 ? "is" : "are"
            sentences.append("\(AuditSummary.counted(ignored, "further line")) of the files \(are) no page view.")
        }
        if folded > 0 {
            let are = folded == 1 ? "is an older version" : "are older versions"
            sentences.append("\(AuditSummary.counted(folded, "line")) \(are) of another line.")
        }
        if sentences.isEmpty { return }
        let outcomes = AuditOutcome.allCases.filter { $0.hasCause && summary[$0] > 0 }.map(\.name)
        markup.raw("<ul class=\"words\">\n")
        for (index, sentence) in sentences.enumerated() {
            markup.raw("<li\(index < outcomes.count && !summary.isRight ? " class=\"\(outcomes[index])\"" : "")>")
            write(words: sentence)
            markup.raw("</li>\n")
        }
        markup.raw("</ul>\n")
    }

    /// Writes a sentence of the summary, with links for the rules in brackets. A name of an app in it could contain brackets, which
    /// would become links.
    private mutating func write(words sentence: String) {
        for (index, part) in sentence.split(separator: "(", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: ")") else {
                markup.escaped(String(part))
                continue
            }
            link(String(part[..<end]))
            markup.escaped(String(part[part.index(after: end)...]))
        }
    }

    mutating func links(to rules: [String]) {
        for rule in rules {
            markup.raw(" ")
            link(rule)
        }
    }

    private mutating func link(_ rule: String) {
        cited.insert(rule)
        markup.raw("<a href=\"#\(rule)\"><code>\(rule)</code></a>")
    }

    private mutating func tile(_ name: String, _ count: Int, _ more: String = "", isBad: Bool = false) {
        let small = more.isEmpty ? "" : " <small>\(more)</small>"
        markup.raw("<div class=\"tile\(isBad ? " bad" : "")\"><dt>\(name)</dt><dd>\(count)\(small)</dd></div>\n")
    }

    /// Returns a share in per cent, rounded down, so that only a complete share is 100 %.
    private func share(_ count: Int, of whole: Int) -> String {
        guard whole > 0 else { return "" }
        let (product, overflow) = count.multipliedReportingOverflow(by: 100)
        let share = overflow ? count / (whole / 100) : product / whole
        return share == 0 && count > 0 ? "below 1 %" : "\(share) %"
    }

    private mutating func writeCauses() {
        let causes = summary.causesByFrequency
        guard let most = causes.first?.count else { return }
        markup.raw(
            "<h2>Why</h2>\n<p class=\"note\">The cause that the trace shows, and what to do about it.</p>\n<ul class=\"causes\">\n"
        )
        for cause in causes {
            let perMille = most > Int.max / 1000 ? cause.count / (most / 1000) : cause.count * 1000 / most
            markup.raw(
                """
                <li class="\(cause.outcome.name)"><span class="name">\(cause.words)</span>\
                <span class="bar" aria-hidden="true"><i class="\(cause.outcome.name)" style="width:\(perMille / 10).\(perMille % 10)%"></i></span>\
                <span class="count">\(cause.count)</span>
                """)
            markup.raw("<p class=\"advice\">\(cause.cause.advice ?? "")")
            links(to: cause.cause.rules)
            markup.raw("</p></li>\n")
        }
        markup.raw("</ul>\n")
    }

    // MARK: Tables

    private mutating func writePages() {
        let pages = audit.pageFigures
        if pages.isEmpty { return }
        markup.raw("<h2>Pages</h2>\n")
        let others = [AuditOutcome.tooEarly, .tooLate, .wrongName, .outOfPlace]
        let hasOthers = pages.prefix(Self.pageLimit).contains { page in others.contains { page.counts[$0] > 0 } }
        beginTable(["Page"], ["Seen", "Sent", "Right", "Repeated", "Not sent"], hasOthers ? "Also" : nil)
        for page in pages.prefix(Self.pageLimit) {
            let counts = page.counts
            beginRow(page.name, counts.findings == 0 ? " class=\"fine\"" : "")
            for count in [counts.pageViews, counts.sent, counts[.right]] { writeCount(count) }
            for outcome in [AuditOutcome.repeated, .missing] { writeCount(counts[outcome], isBad: counts[outcome] > 0) }
            let words = others.filter { counts[$0] > 0 }.map { "\(counts[$0]) \($0.words)" }.joined(separator: ", ")
            markup.raw(hasOthers ? "<td class=\"also\">\(words)</td></tr>\n" : "</tr>\n")
        }
        endTable()
        let rest = pages.dropFirst(Self.pageLimit)
        if !rest.isEmpty {
            let findings = rest.reduce(0) { $0 + $1.counts.findings }
            note(Self.leftOut(rest.count, "further page", " with \(AuditSummary.counted(findings, "finding"))"))
        }
    }

    private mutating func writeUnknownSessionsAndNames() {
        let names = audit.foreignNames()
        let (count, keys) = audit.unknownSessions(limit: 5)
        if count > 0 {
            markup.raw("<h2>Sessions that the trace does not have</h2>\n")
            let more = count > keys.count ? " and \(count - keys.count) more" : ""
            note("\(AuditSummary.counted(count, "session key")) of the lines: \(keys.joined(separator: ", "))\(more).")
        }
        if names.names.isEmpty { return }
        markup.raw("<h2>Names that no page has</h2>\n")
        beginTable(["Sent name"], ["Lines"], "Nearest page")
        for name in names.names {
            beginRow(name.name)
            writeCount(name.count)
            markup.raw("<td>")
            if let nearest = name.nearest {
                self.name(nearest)
                if name.inPlace > 0 { markup.raw(" <span class=\"also\">sent in its place: \(name.inPlace)</span>") }
            } else {
                markup.raw("<span class=\"also\">none</span>")
            }
            if name.isComponent { markup.raw(" <span class=\"also\">a component without a page</span>") }
            markup.raw("</td></tr>\n")
        }
        endTable()
        if names.omitted > 0 {
            let lines = AuditSummary.counted(names.omittedLines, "line")
            note(Self.leftOut(names.omitted, "further name", " with \(lines)"))
        }
        let map = names.names.compactMap(\.mapLine)
        if map.isEmpty { return }
        note("If the nearest pages are right, these lines in the file of --map translate the names:")
        markup.raw("<pre tabindex=\"0\">")
        for line in map {
            text(line)
            markup.raw("\n")
        }
        markup.raw("</pre>\n")
    }

    private mutating func writeClocks() {
        let clocks = audit.clockOffsets
        let isUntimed = !audit.isTimed && summary.sent > 0
        if clocks.isEmpty, !isUntimed { return }
        markup.raw("<h2>Clocks</h2>\n")
        if isUntimed {
            return note(
                "Nothing determines the time 0 of the trace, so no line has a time, and each of them is out of place. Give it with --began-at."
            )
        }
        if clocks.count == 1 { return note(clocks[0].sentence) }
        let offsets = clocks.map(\.offset).sorted()
        let (least, most) = (AuditClock.comparison(offsets[0]), AuditClock.comparison(offsets[offsets.count - 1]))
        note(
            "The clocks of \(clocks.count) sessions are between \(least) and \(most) that of the trace. These sessions have the largest offsets:"
        )
        beginTable(["Session"], ["Offset", "Matches"], nil)
        let largest = clocks.indices.sorted { left, right in
            (clocks[right].offset.magnitude, left) < (clocks[left].offset.magnitude, right)
        }
        for clock in largest.prefix(10).map({ clocks[$0] }) {
            beginRow(clock.session ?? "without a name")
            markup.raw("<td class=\"number\">\(AuditEntry.seconds(clock.offset))</td>")
            writeCount(clock.matches)
            markup.raw("</tr>\n")
        }
        endTable()
    }

    // MARK: Elements

    static func leftOut(_ count: Int, _ word: String, _ more: String) -> String {
        "\(AuditSummary.counted(count, word))\(more) \(count == 1 ? "is" : "are") left out."
    }

    private mutating func beginTable(_ names: [String], _ numbers: [String], _ last: String?) {
        markup.raw(
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Table\"><table\(numbers.count > 2 ? " class=\"many\"" : "")><thead><tr>"
        )
        for name in names { markup.raw("<th scope=\"col\">\(name)</th>") }
        for name in numbers { markup.raw("<th scope=\"col\" class=\"number\">\(name)</th>") }
        if let last { markup.raw("<th scope=\"col\">\(last)</th>") }
        markup.raw("</tr></thead><tbody>\n")
    }

    private mutating func beginRow(_ name: String, _ attributes: String = "") {
        markup.raw("<tr\(attributes)><th scope=\"row\">")
        self.name(name)
        markup.raw("</th>")
    }

    private mutating func endTable() { markup.raw("</tbody></table></div>\n") }

    private mutating func writeCount(_ count: Int, isBad: Bool = false) {
        markup.raw("<td class=\"number\(count == 0 ? " zero" : isBad ? " bad" : "")\">\(count)</td>")
    }

    mutating func note(_ sentence: String) {
        markup.raw("<p class=\"note\">")
        text(sentence)
        markup.raw("</p>\n")
    }

    private mutating func name(_ name: String) {
        markup.raw("<bdi>")
        markup.escaped(name.shortened(to: Self.longestName))
        markup.raw("</bdi>")
    }

    mutating func text(_ text: String) { markup.escaped(text.shortened(to: Self.longestText)) }
}

extension String {
    /// The beginning of the text with an ellipsis, or the text if it is short enough.
    func shortened(to length: Int) -> String {
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
        return "\(self[..<end])…"
    }
}

extension AuditName {
    /// The line of a map of names (AU-111); `nil` without a nearest page, or if a map cannot contain the name.
    fileprivate var mapLine: String? {
        guard let nearest, !isComponent else { return nil }
        let isPlain = [name, nearest].allSatisfy { text in
            // The report shows hidden characters as escapes, which a map would read as they are.
            !text.isEmpty && text.utf8.count <= 200 && text.first != " " && text.last != " " && text.printable == text
                && !text.contains { $0 == "*" || $0 == "#" || $0 == "=" }
        }
        return isPlain ? "\(name) = \(nearest)" : nil
    }
}
