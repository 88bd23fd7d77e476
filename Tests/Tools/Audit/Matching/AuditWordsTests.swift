import TestSupport
import Testing

@testable import PageViewAudit

/// The counts in words, and the names that no page has (AU-209).
@Suite(.watched)
struct AuditWordsTests {
    @Test("Each outcome has a sentence with its causes, the most frequent one first, and their rules")
    func sentences() {
        var summary = AuditSummary()
        summary.pageViews = 352
        summary.add(.right, .none, count: 336)
        summary.add(.repeated, .foreground, count: 12)
        summary.add(.repeated, .cancelledTransition, count: 29)
        summary.add(.tooEarly, .notReady)
        summary.add(.wrongName, .unmappedName, count: 2)
        summary.add(.missing, .unexplained, count: 13)
        summary.add(.folded, .none, count: 4)
        #expect(
            summary.sentences == [
                "336 of 380 sent were right.",
                "41 of 380 sent were repeated: 29 by cancelled swipes (POL-002), 12 by returns from the background (POL-004).",
                "1 of 380 sent was too early: before the page was ready (RD-002).",
                "2 of 380 sent were under a wrong name.", "13 of 352 page views were not sent.",
            ])
    }

    @Test("An audit without findings and an audit without lines have a sentence")
    func extremes() {
        var summary = AuditSummary()
        #expect(summary.sentences == ["Nothing was sent, and the user saw no page."])
        summary.pageViews = 1
        summary.add(.missing, .nothingSent)
        #expect(summary.headline == "Nothing was sent, and the user saw 1 page view.")
        #expect(
            summary.sentences == [
                "Nothing was sent, and the user saw 1 page view.",
                "1 of 1 page views was not sent: in sessions without a line.",
            ])
        var right = AuditSummary()
        right.pageViews = 2
        right.add(.right, .none, count: 2)
        #expect(right.headline == right.sentences[0])
        #expect(right.sentences == ["All 2 sent were right, and each of the 2 page views was sent."])
    }

    @Test("A clock is ahead of the trace or behind it")
    func clocks() {
        let ahead = AuditClock(session: "a", offset: 37_020_000_000, matches: 3)
        #expect(ahead.sentence == "The clock of session a is 37.020 s ahead of that of the trace, by 3 matches.")
        let behind = AuditClock(session: nil, offset: -4_750_000_000, matches: 1)
        #expect(behind.sentence == "The clock is 4.750 s behind that of the trace, by 1 match.")
        #expect(AuditClock.comparison(.min).hasSuffix(" behind"))
    }

    private static let trace = """
        0  create nav#1
        0  didAppear nav#1
        1  +list#1
        11 +item#1
        21 +cart#1
        31 +item#2
        """

    @Test("A name that no page has is listed with the page in place of which it was sent, else the most similar page")
    func names() throws {
        let audit = try AuditCase(
            Self.trace,
            [
                Sent("List", 1.1), Sent("Item Page", 11.1), Sent("Item Page", 31.1), Sent("Item Page", 21.1),
                Sent("carts", 500), Sent("nav", 600), Sent("xyz", 700),
            ], sharesClock: true
        ).audit()
        let names = audit.foreignNames()
        #expect(
            names.sentences == [
                "3 lines have the name Item Page, which no page has, 2 of them sent in place of item.",
                "1 line has the name List, which no page has, sent in place of list.",
                "1 line has the name carts, which no page has; the nearest page is cart.",
                "1 line has the name nav, which is the name of a component without a page.",
                "1 line has the name xyz, which no page has.",
            ])
        #expect(names.omitted == 0)
        let few = audit.foreignNames(limit: 3)
        #expect(few.names.map(\.name) == ["Item Page", "List", "carts"])
        #expect(few.sentences.last == "2 lines more have one of 2 further names that no page has.")
    }

    @Test("A name in place of several pages belongs to none of them")
    func namesOfSeveralPages() throws {
        let lines = [Sent("Screen", 1.1), Sent("Screen", 11.1), Sent("Screen", 21.1)]
        let audit = try AuditCase(Self.trace, lines, sharesClock: true).audit()
        #expect(audit.summary[.wrongName] == 3)
        #expect(audit.foreignNames().sentences == ["3 lines have the name Screen, which no page has."])
    }

    @Test("A mapped name belongs to its page, and a wrong map leaves a name without a page")
    func mappedNames() throws {
        var sent = AuditCase(Self.trace, [Sent("Item Page", 11.1), Sent("List", 1.1)], sharesClock: true)
        sent.map = try NameMap(Array("Item * = item\nList = nothing\n".utf8))
        #expect(try sent.audit().foreignNames().names.map(\.name) == ["List"])
    }

    private static let swipe = """
        0.5  +list#1 session=s1
        4.4  +item#1 session=s1
        9.2  willDisappear item#1 session=s1
        9.8  didAppear item#1 session=s1
        20.6 didDisappear item#1 session=s1
        20.6 +item#2 session=s1
        """

    @Test("Times are rounded to milliseconds, halves away from zero")
    func rounding() {
        #expect(AuditJSON.rounded(1_499_999) == 1_000_000 && AuditJSON.rounded(1_500_000) == 2_000_000)
        #expect(AuditJSON.rounded(-1_499_999) == -1_000_000 && AuditJSON.rounded(-1_500_000) == -2_000_000)
        #expect(AuditEntry.seconds(-1_500_000) == "-0.002 s" && AuditEntry.seconds(61_002_000_000) == "61.002 s")
    }

    @Test("Each entry has a sentence with the finding, the cause, the advice and the rules")
    func sentencesOfEntries() throws {
        let audit = try AuditCase(
            Self.swipe, [Sent("list", 0.52, session: "s1"), Sent("list", 9.812, session: "s1")], sharesClock: true
        ).audit()
        #expect(audit.entry(ofLine: 0).sentence == "list was sent at 0.520 s, 0.020 s after its count, as page view 1.")
        #expect(
            audit.entry(ofLine: 1).sentence
                == """
                list was sent again at 9.812 s, for page view 1. Look at the timeline of the trace at this time.
                """)
        for outcome in AuditOutcome.allCases {
            for cause in AuditCause.allCases {
                var entry = AuditEntry(outcome: outcome)
                entry.cause = cause
                #expect(entry.sentence.hasSuffix(".") || entry.sentence.hasSuffix(")"))
            }
        }
    }
}
