import PageViewAudit
import PageViewAutomation
import TraceAnalysis

/// The timelines of the sessions with the most findings (AU-302).
extension AuditReport {
    mutating func writeSessions() {
        if pictures.isEmpty { return }
        let count = audit.sessionsWithFindings
        markup.raw("<h2>\(count == 1 ? "Timeline" : "The worst sessions")</h2>\n")
        if count > pictures.count {
            note("The \(pictures.count) sessions with the most findings, of \(count) that have a line and a finding.")
        }
        if let reasonForNoPictures { note(reasonForNoPictures) }
        var legend: [String] = []
        for entry in pictures.compactMap(\.figure).flatMap(\.legend) where !legend.contains(entry) {
            legend.append(entry)
        }
        if !legend.isEmpty {
            markup.raw("<ul id=\"legend\" aria-label=\"Legend\">\n\(legend.map { "<li>\($0)" }.joined())</ul>\n")
        }
        for (index, picture) in pictures.enumerated() { write(picture, isFirst: index == 0) }
    }

    private mutating func write(_ picture: Picture, isFirst: Bool) {
        let session = picture.session
        let heading =
            session.name.map { "Session \($0)" }
            ?? (audit.sessionCount == 1 ? "The session" : "The session without a name")
        markup.raw("<section class=\"session\">\n<header><h3>")
        text(heading)
        let findings = AuditSummary.counted(session.counts.findings, "finding")
        let (lines, views) = (session.counts.sent, session.counts.pageViews)
        markup.raw("</h3>\n<p>\(findings) in \(AuditSummary.counted(lines, "line")) and ")
        markup.raw("\(AuditSummary.counted(views, "page view")).")
        if session.omitted > 0 {
            markup.raw(" Shown is the part with the most findings, without \(session.omitted) earlier and later ")
            markup.raw("lines and missing page views.")
        }
        if picture.omittedLanes > 0 {
            markup.raw(" \(Self.leftOut(picture.omittedLanes, "lane", " without a page view"))")
        }
        if picture.figure == nil, reasonForNoPictures == nil { markup.raw(" \(picture.reason)") }
        markup.raw("</p></header>\n")
        if let figure = picture.figure {
            markup.raw("<div class=\"picture\" role=\"region\" tabindex=\"0\" aria-label=\"Timeline\">\n")
            markup.raw(figure.markup)
            markup.raw("</div>\n")
        }
        write(session.entries.filter { $0.outcome != .right }, isOpen: isFirst)
        markup.raw("</section>\n")
    }

    private mutating func write(_ findings: [AuditEntry], isOpen: Bool) {
        markup.raw("<details\(isOpen ? " open=\"\"" : "")>")
        markup.raw("<summary>\(AuditSummary.counted(findings.count, "finding")) in this part</summary>\n")
        markup.raw("<ol class=\"findings\">\n")
        for entry in findings {
            markup.raw("<li><time>\(entry.time.map { AuditEntry.seconds($0) } ?? "")</time>")
            let outcome = entry.outcome
            markup.raw(
                "<span class=\"chip\"><i class=\"\(outcome.name)\"></i>\(outcome.label)</span><span class=\"why\">")
            text(entry.statement)
            links(to: entry.cause.rules)
            if let line = entry.line {
                markup.raw(" <code class=\"line\">")
                let file = audit.log.files.count > 1 ? entry.file.map { "\(audit.log.files[$0]):" } ?? "" : "line "
                text("\(file)\(line)")
                markup.raw("</code>")
            }
            markup.raw("</span></li>\n")
        }
        markup.raw("</ol></details>\n")
    }
}
