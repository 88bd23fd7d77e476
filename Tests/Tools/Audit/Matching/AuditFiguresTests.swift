import TestSupport
import Testing

@testable import PageViewAudit

/// The figures of pages and sessions (AU-301, AU-302).
@Suite(.watched)
struct AuditFiguresTests {
    /// Sessions, each with pages 10 s apart.
    static func trace(sessions: Int, views: Int) -> String {
        var trace = ""
        for session in 0..<sessions {
            for view in 0..<views {
                let name = "p\(view % 3)"
                trace += "\(view * 10 + 1) create \(name)#\(view + 1) page=\(name) session=s\(session)\n"
                trace += "\(view * 10 + 1) didAppear \(name)#\(view + 1) session=s\(session)\n"
                trace += "\(view * 10 + 10) didDisappear \(name)#\(view + 1) session=s\(session)\n"
            }
        }
        return trace
    }

    @Test("Each page view and each line belongs to one page, unless no page has its name")
    func pages() throws {
        var lines: [Sent] = []
        for view in 0..<30 {
            let time = Double(view * 10) + 1.1
            if view % 7 == 0 { continue }
            lines.append(Sent(view % 5 == 0 ? "Elsewhere" : "p\(view % 3)", time, session: "s0"))
            if view % 4 == 0 { lines.append(Sent("p\(view % 3)", time + 2, session: "s0")) }
        }
        lines += [Sent("p0", 5, session: "nobody"), Sent("lost", 5000, session: "s0")]
        let audit = try AuditCase(Self.trace(sessions: 1, views: 30), lines, sharesClock: true).audit()
        let (pages, summary) = (audit.pageFigures, audit.summary)
        #expect(pages.map(\.name).sorted() == ["p0", "p1", "p2"])
        #expect(pages.reduce(0) { $0 + $1.counts.pageViews } == summary.pageViews)
        for outcome in [AuditOutcome.right, .repeated, .wrongName, .missing] {
            #expect(
                pages.reduce(0) { $0 + $1.counts[outcome] } == summary[outcome] && summary[outcome] > 0, "\(outcome)")
        }
        let foreign = audit.outcomes.indices.map(audit.entry).count {
            $0.page == nil && ["Elsewhere", "lost"].contains($0.name)
        }
        #expect(pages.reduce(0) { $0 + $1.counts.sent } + foreign == summary.sent)
        let findings = pages.map(\.counts.findings)
        #expect(findings == findings.sorted(by: >))
        #expect(audit.unknownSessions(limit: 3).first == ["nobody"])
    }

    @Test("The sessions with the most findings come first, and sessions without lines are omitted")
    func sessions() throws {
        var lines: [Sent] = []
        for session in 0..<5 {
            for view in 0..<6 where session != 4 {
                let time = Double(view * 10) + 1.1
                lines.append(Sent("p\(view % 3)", time, session: "s\(session)"))
                // Session 2 repeats each page view, session 3 one and session 0 two.
                let repeats = [2, 0, 6, 1][session]
                if view < repeats { lines.append(Sent("p\(view % 3)", time + 3, session: "s\(session)")) }
            }
        }
        let audit = try AuditCase(Self.trace(sessions: 5, views: 6), lines, sharesClock: true).audit()
        #expect(audit.sessionsWithFindings == 3)
        let worst = audit.worstSessions(limit: 2, length: 100)
        #expect(worst.map(\.name) == ["s2", "s0"])
        #expect(worst.map(\.counts.findings) == [6, 2])
        #expect(worst.map(\.entries.count) == [12, 8] && worst.allSatisfy { $0.omitted == 0 })
        #expect(worst[0].entries.map { $0.time ?? 0 } == worst[0].entries.map { $0.time ?? 0 }.sorted())
    }

    @Test("Of a long session, the part with the most findings remains")
    func parts() throws {
        var lines: [Sent] = []
        for view in 0..<60 where view != 3 {
            lines.append(Sent("p\(view % 3)", Double(view * 10) + 1.1, session: "s0"))
            if (40..<45).contains(view) { lines.append(Sent("p\(view % 3)", Double(view * 10) + 5, session: "s0")) }
        }
        let audit = try AuditCase(Self.trace(sessions: 1, views: 60), lines, sharesClock: true).audit()
        let worst = try #require(audit.worstSessions(limit: 9, length: 10).first)
        #expect(worst.counts.findings == 6 && worst.counts.pageViews == 60)
        #expect(worst.entries.count == 10 && worst.omitted == 55)
        #expect(worst.entries.count { $0.outcome == .repeated } == 5)
        let whole = try #require(audit.worstSessions(limit: 9, length: 65).first)
        #expect(whole.omitted == 0 && whole.entries.count { $0.outcome == .missing } == 1)
    }
}
