import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

@testable import PageViewAudit
@testable import PageViewCommand
@testable import TraceAnalysis

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The report of an audit (AU-301, AU-302).
@Suite(.watched)
struct AuditReportTests {
    private static func audit(_ trace: [TraceLine], _ lines: [Sent], beganAt: Int64? = 0) -> Audit {
        var reader = SeenReader()
        for line in trace { reader.take(line) }
        let audit = AuditCase("", lines, beganAt: beganAt)
        return Audit(seen: reader.finish(), log: audit.log, options: audit.options)
    }

    /// Returns the report, with pictures as the command draws them.
    private static func report(_ trace: [TraceLine], _ lines: [Sent], beganAt: Int64? = 0) -> String {
        let audit = audit(trace, lines, beganAt: beganAt)
        let pictures = AuditPictures.make(of: audit) { names in
            var histories: [ExactName?: HistoryWriter] = [:]
            for name in names { histories[name] = HistoryWriter() }
            for (number, line) in trace.enumerated() {
                guard case .event(let event) = line else { continue }
                histories[event.session.map { ExactName($0) }]?.take(line, number: number + 1)
            }
            return histories
        }
        return String(decoding: AuditReport.write(audit, traceName: "seen.trace", pictures: pictures), as: UTF8.self)
    }

    /// Checks that the body is well formed, and returns its texts.
    @discardableResult
    private static func texts(of report: String, _ location: SourceLocation = #_sourceLocation) -> [String] {
        final class Reading: NSObject, XMLParserDelegate {
            var texts: [String] = []
            func parser(_ parser: XMLParser, foundCharacters string: String) { texts.append(string) }
        }
        let parts = report.components(separatedBy: "<main>")
        #expect(parts.count == 2 && report.hasPrefix("<!doctype html>"), sourceLocation: location)
        let body = "<main>" + (parts.last ?? "").components(separatedBy: "</body>")[0]
        let (parser, reading) = (XMLParser(data: Data(body.utf8)), Reading())
        parser.delegate = reading
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")", sourceLocation: location)
        return reading.texts
    }

    private static func count(_ part: String, in report: String) -> Int {
        report.components(separatedBy: part).count - 1
    }

    /// Sessions whose user leaves each page after 10 s; the app sends each page view, and again after 4 s.
    private static func sessions(_ count: Int, views: Int) throws -> (trace: [TraceLine], sent: [Sent]) {
        var sent: [Sent] = []
        for session in 0..<count {
            for view in 0..<views {
                for delay in [1.1, 5] {
                    sent.append(Sent("p\(view % 3)", Double(view * 10) + delay, session: "s\(session)"))
                }
            }
        }
        return (try TestSupport.lines(AuditFiguresTests.trace(sessions: count, views: views)), sent)
    }

    @Test("A report of one session has the counts in words, figures, tables and a timeline")
    func oneSession() throws {
        let trace = try TestSupport.lines(CommandTests.seen)
        let report = Self.report(trace, [Sent("Start", 0.52), Sent("item", 4.43), Sent("item", 9.812)])
        let texts = Self.texts(of: report).joined()
        #expect(texts.contains("1 of 3 sent was right, and 1 of 3 page views was not sent."))
        #expect(texts.contains("1 of 3 sent was repeated: by cancelled swipes POL-002."))
        #expect(texts.contains("1 of 3 page views was not sent: after a page with the same name AP-011."))
        #expect(texts.contains("Start = list\n"))
        for rule in ["POL-002", "AP-004", "AP-011"] {
            #expect(report.contains("<a href=\"#\(rule)\">") && Self.count("<li id=\"\(rule)\">", in: report) == 1)
        }
        #expect(Self.count("<svg width=\"1110\"", in: report) == 1)
        #expect(Self.count("<path class=\"wrongSent\"", in: report) == 3)
        #expect(Self.count("class=\"missing\" x=", in: report) == 2)
        #expect(report.contains("Timeline</h2>"))
        #expect(!report.contains("<h2>Clocks"))
    }

    @Test("A report loads nothing, runs nothing, and is the same for equal audits")
    func standsAlone() throws {
        let (trace, sent) = try Self.sessions(3, views: 5)
        let report = Self.report(trace, sent)
        #expect(report == Self.report(trace, sent))
        #expect(
            report.contains(
                "content=\"default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none'\""))
        for part in ["<script", "<link", "<img", "@import", "src=", "http", "url(h"] {
            #expect(!report.replacingOccurrences(of: "http-equiv", with: "").contains(part), "\(part)")
        }
        #expect(report.contains("prefers-color-scheme:dark"))
    }

    @Test(
        "Names in a report are text",
        arguments: [
            "<b>&amp;\"'</title>", "</script><script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "]]>",
            "\u{202E}drawkcab", "\u{0}\u{1}\u{7F}", "سلة التسوق", "👩‍👩‍👧", "\u{FFFE}", "a\nb = c", "<!--",
            String(repeating: "long", count: 5000), "x * = y # z", " ", "",
        ])
    func names(name: String) throws {
        func event(_ time: Int64, _ action: TraceEvent.Action) -> TraceLine {
            .event(TraceEvent(time: Timestamp(nanoseconds: time * 1_000_000_000), session: name, action))
        }
        let page = PageContext(name: PageName(rawValue: name), context: nil)
        let trace = [
            event(1, .create(component: name, scene: name, TraceEvent.Declaration(page: page))),
            event(1, .component(name, .didAppear, scene: nil)),
            event(90, .component(name, .didDisappear, scene: nil)),
        ]
        let sent = [
            Sent(name, 1.5, session: name), Sent(name, 7, session: name),
            Sent(name + "?", 50, session: name), Sent(name, 1, session: name + "?"),
        ]
        let report = Self.report(trace, sent)
        Self.texts(of: report)
        #expect(!report.contains("<script") && !report.contains("<img") && !report.contains("</style><"))
        #expect(report.utf8.count < 400_000)
        // A map would read the escape of a hidden character as it is.
        #expect(name.printable == name || !report.contains("<pre"))
    }

    @Test("A report without lines states that nothing was sent")
    func nothing() throws {
        let empty = Self.report([], [])
        #expect(Self.texts(of: empty).joined().contains("Nothing was sent, and the user saw no page."))
        #expect(!empty.contains("<h2>") && !empty.contains("class=\"session\""))
        let unsent = Self.report(try TestSupport.lines("0 create a page=a\n0 didAppear a\n"), [])
        let texts = Self.texts(of: unsent).joined()
        #expect(texts.contains("Nothing was sent, and the user saw 1 page view."))
        #expect(unsent.contains("<h2>Pages") && !unsent.contains("class=\"session\""))
    }

    @Test("A report without times of lines states which option determines them")
    func noClock() throws {
        let trace = try TestSupport.lines("0 create a page=a\n0 didAppear a\n5 note end\n")
        let report = Self.report(trace, [Sent("b", 1_000_000)], beganAt: nil)
        #expect(Self.texts(of: report).joined().contains("Give it with --began-at."))
        let known = Self.report(trace, [Sent("a", 0.1)])
        #expect(!known.contains("--began-at"))
        let texts = Self.texts(of: known).joined()
        #expect(texts.contains("The only line sent was right, and the only page view was sent."))
    }

    @Test("A report draws the ten worst sessions of many, and the worst part of a long session")
    func manySessions() throws {
        let (trace, sent) = try Self.sessions(40, views: 6)
        let report = Self.report(trace, sent)
        Self.texts(of: report)
        #expect(report.contains("The 10 sessions with the most findings, of 40 that have a line and a finding."))
        #expect(Self.count("<section class=\"session\">", in: report) == 10)
        #expect(Self.count("<svg width=\"1110\"", in: report) == 10)
        #expect(!report.contains("without an explanation</"))
        let noted = Self.report(
            try TestSupport.lines("0 create b session=s\n0 didAppear b session=t\n"), [Sent("a", 1, session: "s")])
        #expect(Self.texts(of: noted).joined().contains("The user saw nothing in the session."))
        let views = TestDepth.number(250, proof: 3_000)
        let (long, lines) = try Self.sessions(1, views: views)
        let one = Self.report(long, lines)
        Self.texts(of: one)
        #expect(one.contains("without \(2 * views - 32) earlier and later lines and missing page views"))
        #expect(one.utf8.count < 150_000)
    }

    @Test("A report of many pages, names and clocks shows the first ones, and how many it leaves out")
    func longTables() throws {
        var (text, sent) = ("", [Sent]())
        for page in 0..<150 {
            text += "\(page * 100 + 1) create c\(page) page=page\(page) session=s\(page % 30)\n"
            text += "\(page * 100 + 1) didAppear c\(page) session=s\(page % 30)\n"
            text += "\(page * 100 + 50) didDisappear c\(page) session=s\(page % 30)\n"
            sent.append(Sent("page\(page)", Double(page * 100 + 11), session: "s\(page % 30)"))
            sent.append(Sent("strange \(page)", Double(page * 100 + 40), session: "s\(page % 30)"))
        }
        let report = Self.report(try TestSupport.lines(text), sent)
        let texts = Self.texts(of: report).joined()
        #expect(texts.contains("50 further pages with 0 findings are left out."))
        #expect(texts.contains("130 further names with 130 lines are left out."))
        #expect(
            texts.contains(
                "The clocks of 30 sessions are between 10.000 s ahead of and 10.000 s ahead of that of the trace."))
    }
}
