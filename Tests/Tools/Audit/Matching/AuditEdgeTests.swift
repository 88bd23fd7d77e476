import TestSupport
import Testing

@testable import PageViewAudit

/// Cases at the limits of the rules, with the outcomes that the text of the rules requires.
@Suite(.watched)
struct AuditEdgeTests {
    /// A page that is counted at 0 and stays, and one that is counted at 100 and ends at 110.
    private static let stay = "0 +a#1\n100 +b#1\n110 didDisappear b#1\n"

    @Test(
        "The tolerance and the minute include their ends",
        arguments: [
            (-1.0, "right"), (-1.000_000_001, "outOfPlace/unexplained"), (1, "right"),
            (1.000_000_001, "tooLate/unexplained"), (60, "tooLate/unexplained"),
            (60.000_000_001, "outOfPlace/unexplained"),
        ])
    func ends(_ delay: Double, _ expected: String) throws {
        let missing = expected.hasPrefix("outOfPlace") ? ", 1 missing/unexplained" : ""
        try AuditRow("", Self.stay, [Sent("a", delay), Sent("b", 100)], "\(expected), right\(missing)").check()
    }

    /// The alignment (AU-203).
    private static let alignments = [
        AuditRow(
            "Of two lines equally far from its count, a page view is matched with the earlier one", stay,
            [Sent("b", 100.5), Sent("b", 99.5), Sent("a", 0)], "repeated/unexplained, right, right"),
        AuditRow(
            "This holds for lines with a wrong name too", stay, [Sent("y", 100.5), Sent("x", 99.5), Sent("a", 0)],
            "outOfPlace/unexplained, wrongName/unmappedName, right"),
        AuditRow(
            "Of two page views counted equally far from a line, the line is matched with the first one",
            "0 +a#1\n1 didDisappear a#1\n1 +a#2", [Sent("a", 0.5)], "right, 2 missing/sharedName"),
        AuditRow(
            "A late line with the right name costs less than a line with a wrong name", stay,
            [Sent("x", 0), Sent("a", 40), Sent("b", 100)], "outOfPlace/unexplained, tooLate/unexplained, right"),
        AuditRow(
            "A right line and an unmatched one cost less than an early line and a late one", early,
            [Sent("a", 1), Sent("a", 10), Sent("a", 20)], "repeated/unexplained, right, right"),
        AuditRow(
            "An early line and a late one cost less than three without a match", early, [Sent("a", 1), Sent("a", 25)],
            "tooEarly/notReady, tooLate/unexplained"),
    ]

    private static let early = "0 +a#1 state=pending\n10 ready a#1\n20 didDisappear a#1\n20 +a#2"

    /// Outcomes (AU-205).
    private static let outcomes = [
        AuditRow(
            "A page is in front at the end of its appearance, and left after it", stay,
            [Sent("a", 0), Sent("b", 100), Sent("b", 110), Sent("b", 110.001)],
            "right, right, repeated/unexplained, outOfPlace/pageLeft"),
        AuditRow(
            "A scene is in the background or the foreground from the time of the report",
            stay + "120 sceneBackground\n130 sceneForeground\n",
            [Sent("a", 0), Sent("b", 100), Sent("a", 119.999), Sent("a", 120), Sent("a", 130)],
            "right, right, repeated/reveal, outOfPlace/background, repeated/foreground"),
    ]

    private static let two = "0 +a#1\n3 +b#1\n8 didDisappear b#1\n8 didAppear a#1"
    private static let foreground = "0 sceneBackground\n0 +a#1\n10 sceneForeground\n"
    private static let container = "0 create tabs#1 page=shop\n0 create a#1 page=a parent=tabs#1\n0 didAppear a#1"
    private static let left = """
        0 +a#1 state=pending
        2 didDisappear a#1
        2 +a#2
        50 +x#1
        """
    private static let elsewhere = """
        0 +b#1
        1 +a#1 scene=second
        3 +a#2 attached=false
        4 didDisappear a#2
        5 +a#3
        """
    private static let numberSigns = """
        0 create "tab#bar#1" session="s#1"
        0 create a#1 page="a#7" parent="tab#bar#1" session="s#1"
        0 didAppear a#1 session="s#1"
        """
    private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    private static let equivalence = """
        0 create \(composed)#1 session=\(composed)
        0 create a#1 page=a parent=\(composed)#1 session=\(composed)
        0 didAppear a#1 session=\(composed)
        """
    /// A page in front in the second window, one in the background, and one that has been left, with one name.
    private static let precedence = """
        0   +a#1
        1   didDisappear a#1
        2   +a#2 scene=second
        3   +a#3 scene=third
        4   sceneBackground third
        5   +b#1
        90  sceneBackground second
        95  sceneForeground third
        96  didDisappear a#3
        97  sceneForeground second
        98  didDisappear a#2
        """

    /// Causes (AU-206, AU-207).
    private static let causes = [
        AuditRow(
            "An event before a late line explains no repetition of it",
            stay.replacing("100 +b", with: "3 didAppear a#1\n100 +b"), [Sent("a", 5), Sent("a", 6.5), Sent("b", 100)],
            "tooLate/unexplained, repeated/unexplained, right"),
        AuditRow(
            "An event after a late line explains a repetition of it",
            stay.replacing("100 +b", with: "6 didAppear a#1\n100 +b"), [Sent("a", 5), Sent("a", 6.5), Sent("b", 100)],
            "tooLate/unexplained, repeated/duplicateCallback, right"),
        AuditRow(
            "A second call at once, before the app has sent the first one",
            "0 +a#1\n0 didAppear a#1\n3 didAppear a#1", [Sent("a", 0.02), Sent("a", 0.03)],
            "right, repeated/duplicateCallback"),
        AuditRow(
            "A return to the foreground at the count explains no repetition after a late line", foreground,
            [Sent("a", 10.02), Sent("a", 15)], "right, repeated/unexplained"),
        AuditRow(
            "A return to the foreground at the count explains no repetition after a line at once", foreground,
            [Sent("a", 10), Sent("a", 15)], "right, repeated/unexplained"),
        AuditRow(
            "A return to the foreground after the line explains its repetition", foreground,
            [Sent("a", 9.75), Sent("a", 15)], "right, repeated/foreground"),
        AuditRow(
            "A later return to the foreground explains a repetition",
            foreground + "12 sceneBackground\n14 sceneForeground\n", [Sent("a", 10.02), Sent("a", 15)],
            "right, repeated/foreground"),
        AuditRow(
            "Of causes at one time, the first one of the table holds", two,
            [Sent("a", 0), Sent("b", 3), Sent("a", 8.1)],
            "right, right, repeated/reveal"),
        AuditRow(
            "A cancelled transition precedes a reveal at the same time",
            two.replacing("8 didDisappear", with: "7 willDisappear a#1\n8 didDisappear"),
            [Sent("a", 0), Sent("b", 3), Sent("a", 8.1)], "right, right, repeated/cancelledTransition"),
        AuditRow(
            "An event at the tolerance after the line explains it", "0 +a#1\n20 didAppear a#1",
            [Sent("a", 0), Sent("a", 19)], "right, repeated/duplicateCallback"),
        AuditRow(
            "An event that is more than the tolerance after the line explains nothing", "0 +a#1\n20 didAppear a#1",
            [Sent("a", 0), Sent("a", 18.999)], "right, repeated/unexplained"),
        AuditRow(
            "The name of the page's own component explains nothing, and a page name precedes a component name",
            """
            0 create HomeView#1 page=home
            0 didAppear HomeView#1
            5 create settings#1
            90 create account#1 page=settings
            90 didAppear account#1
            """, [Sent("home", 0), Sent("HomeView", 9), Sent("settings", 90.1)], "right, outOfPlace/unexplained, right"),
        AuditRow(
            "A container with a page of its own is a container of the page in front", container,
            [Sent("a", 0), Sent("tabs", 9)], "right, outOfPlace/container"),
        AuditRow(
            "Within the tolerance of a page view without a line, no page has the name of a container", container,
            [Sent("tabs", 0.1)], "wrongName/unmappedName"),
        AuditRow(
            "A component's name ends at its first #, but page names and session keys can contain #", numberSigns,
            [
                Sent("a#7", 0, session: "s#1"), Sent("tab", 9, session: "s#1"), Sent("tab#bar", 9, session: "s#1"),
                Sent("a", 9, session: "s#1"), Sent("a#7", 0, session: "s"),
            ],
            "right, outOfPlace/container, outOfPlace/unexplained, outOfPlace/unexplained, outOfPlace/unknownSession"),
        AuditRow(
            "A map can contain # in names", numberSigns, [Sent("Item#7", 0)], "right",
            map: "Item#* = a#7 # a comment\n"),
        AuditRow(
            "The audit compares names by canonical equivalence, and session keys by their bytes", equivalence,
            [
                Sent("x", 0, session: composed), Sent(decomposed, 9, session: composed),
                Sent("a", 0, session: decomposed),
            ], "right, outOfPlace/container, outOfPlace/unknownSession", map: "x = a\n"),
        AuditRow(
            "A map compares names by canonical equivalence", equivalence, [Sent(decomposed, 0)], "right",
            map: "\(composed) = a\n"),
        AuditRow("The appearance before needs no page view", left, [Sent("x", 50)], "right, 1 missing/sharedName"),
        AuditRow(
            "A held appearance and one of another scene are not the appearance before", elsewhere,
            [Sent("b", 0), Sent("a", 1)], "right, right, 3 missing/unexplained"),
        AuditRow(
            "A page view in another window explains a missing one at the end of the tolerance",
            "0 +a#1\n1 +b#1 scene=second", [Sent("a", 0)], "right, 2 missing/secondWindow"),
        AuditRow(
            "A page view in another window explains no missing one after the tolerance",
            "0 +a#1\n1.001 +b#1 scene=second", [Sent("a", 0)], "right, 2 missing/unexplained"),
        AuditRow(
            "Of the causes of a line out of place, the first one of the table holds", precedence,
            [Sent("b", 5), Sent("a", 80), Sent("a", 93), Sent("a", 99)],
            "right, outOfPlace/secondWindow, outOfPlace/background, outOfPlace/pageLeft, 1 missing/unexplained, "
                + "2 missing/unexplained, 3 missing/unexplained"),
        AuditRow(
            "A line without a key belongs to the session without a name, if the trace has several",
            "0 +a#1\n0 +b#1 session=t", [Sent("a", 0), Sent("b", 0, session: "t"), Sent("a", 0, session: "u")],
            "right, right, outOfPlace/unknownSession"),
    ]

    @Test(
        "Each line and each page view has the outcome and the cause of the rules",
        arguments: alignments + outcomes + causes)
    func rows(_ row: AuditRow) throws { try row.check() }

    // MARK: Clocks (AU-204)

    @Test("A single line determines no offset if the calendar time of the trace is known", arguments: [0.7, 1])
    func singleLine(_ delay: Double) throws {
        let audit = try AuditCase(Self.stay, [Sent("a", delay)]).audit()
        #expect(audit.clockOffsets == [])
        #expect(audit.entry(ofLine: 0).delay == Int64(delay * 1_000_000_000))
        // Two lines determine an offset.
        let two = try AuditCase(Self.stay, [Sent("a", 0.7), Sent("b", 100.7)]).audit()
        #expect(two.clockOffsets == [AuditClock(session: nil, offset: 700_000_000, matches: 2)])
    }

    @Test(
        "An offset of half a second counts, and a smaller one does not",
        arguments: [(0.5, 1), (0.499, 0), (-0.5, 1)])
    func halfSecond(_ offset: Double, _ count: Int) throws {
        let sent = [Sent("a", offset), Sent("b", 100 + offset), Sent("c", 200 + offset)]
        #expect(try AuditCase(Self.stay + "200 +c#1\n", sent).audit().clockOffsets.count == count)
    }

    @Test("The offset of an even number of matches is the mean of the two middle delays")
    func evenMedian() throws {
        let sent = [Sent("a", 50), Sent("b", 150.1), Sent("c", 250.3), Sent("d", 350.9)]
        let audit = try AuditCase(Self.stay + "200 +c#1\n300 +d#1\n", sent).audit()
        #expect(audit.clockOffsets == [AuditClock(session: nil, offset: 50_200_000_000, matches: 4)])
        #expect(audit.entry(ofLine: 3).delay == 700_000_000)
    }

    /// Pages that appear 100 s apart.
    private static func visit(_ names: [String], from start: Int = 0, session: String = "") -> String {
        names.enumerated().map { "\($0 * 100 + start) +\($1)#1 \(session)\n" }.joined()
    }

    @Test("The offset is the median of the right lines, even if more are right at another one", arguments: [0, nil])
    func medianOfRightLines(_ beganAt: Int64?) throws {
        let names = ["a", "b", "c", "d", "e"]
        // At the offset 0, all five lines are right, and the median is -0.6 s.
        let sent = names.enumerated().map { Sent($1, Double($0) * 100 + ($1 == "e" ? 1 : -0.6)) }
        let audit = try AuditCase(Self.visit(names), sent, beganAt: beganAt).audit()
        #expect(audit.clockOffsets == [AuditClock(session: nil, offset: -600_000_000, matches: 4)])
        #expect(audit.lineOutcomes == ["right", "right", "right", "right", "tooLate/unexplained"])
        #expect(audit.entry(ofLine: 4).delay == 1_600_000_000)
    }

    @Test("Only right lines are matches: a session with two of them and a late line has the offset of the file")
    func lateLinesAreNoMatches() throws {
        let names = ["a", "b", "c", "d"]
        let trace = Self.visit(names, session: "session=s") + Self.visit(["e", "f", "g"], session: "session=t")
        var sent = names.enumerated().map { Sent($1, Double($0) * 100 + 50, session: "s") }
        sent += [Sent("e", 50.4, session: "t"), Sent("f", 150.4, session: "t"), Sent("g", 280, session: "t")]
        let audit = try AuditCase(trace, sent).audit()
        #expect(audit.lineOutcomes.suffix(3) == ["right", "right", "tooLate/unexplained"])
        #expect(audit.clockOffsets.map(\.offset) == [50_000_000_000, 50_000_000_000])
        #expect(audit.clockOffsets.map(\.matches) == [4, 2])
    }

    @Test("With an estimated clock, a page counts as in front from 0.1 s before its appearance")
    func precision() throws {
        let trace = Self.stay + "200 +c#1\n300 +d#1 state=pending\n310 didDisappear d#1"
        for (time, expected) in [(299.9, "tooEarly/leftBeforeReady"), (299.89, "outOfPlace/unexplained")] {
            let sent = [Sent("a", 0), Sent("b", 100), Sent("c", 200), Sent("d", time)]
            #expect(try AuditCase(trace, sent, beganAt: nil).audit().lineOutcomes.last == expected)
            #expect(try AuditCase(trace, sent).audit().lineOutcomes.last == "outOfPlace/unexplained")
        }
    }

    @Test("With an estimated clock, a line just before the first page of the only window is not in a second window")
    func secondWindowBeforeItsPage() throws {
        let trace = "0 +d#1 state=pending\n" + Self.visit(["a", "b", "c"], from: 100)
        let sent = [Sent("d", -0.05), Sent("a", 100), Sent("b", 200), Sent("c", 300)]
        #expect(try AuditCase(trace, sent, beganAt: nil).audit().lineOutcomes.first == "outOfPlace/unexplained")
    }

    // MARK: Entries

    @Test("Of two pages in front with one name, a line repeats the one that appeared last")
    func twoInFront() throws {
        let sent = [Sent("a", 0), Sent("a", 5), Sent("a", 20)]
        let audit = try AuditCase("0 +a#1\n5 +a#2 scene=second", sent, sharesClock: true).audit()
        #expect(audit.lineOutcomes == ["right", "right", "repeated/unexplained"])
        #expect(audit.entry(ofLine: 2).of == 2)
    }

    @Test("A retry repeats the first line with its event id, even in another session")
    func retries() throws {
        let sent = [
            Sent("a", 0, session: "s", id: "1"), Sent("a", 9, session: "s", id: "1"),
            Sent("x", 9, session: "t", id: "1"), Sent("y", 9, session: "t", id: "2"),
            Sent("y", 9, session: "t", id: "2"),
        ]
        let trace = "0 +a#1 session=s\n0 create b#1 page=b session=t\n"
        let audit = try AuditCase(trace, sent, sharesClock: true).audit()
        let outcomes = ["right", "repeated/retry", "repeated/retry", "outOfPlace/unexplained", "repeated/retry"]
        #expect(audit.lineOutcomes == outcomes && audit.entry(ofLine: 4).of == nil)
        #expect(audit.json[2].contains(#""session":"t","outcome":"repeated","name":"x","page":"a","t":9,"of":1"#))
    }

    @Test("A session with only other events has sent no page view")
    func onlyOtherEvents() throws {
        var log = SentLog()
        log.addFile("sent.json")
        log.append(ExportEvent(line: 1, session: "s"))
        log.finish()
        let audit = Audit(seen: try AuditCase("0 +a#1 session=s", []).seen, log: log)
        #expect(audit.missing == ["1 missing/nothingSent"])
    }

    @Test("Pages that wait for the foreground and for their content appear in the order of their components")
    func heldPages() throws {
        let pages = (0..<10).map { "0 +p\($0)#1 state=pending\n" }.joined()
        let stays = try AuditCase("0 sceneBackground\n\(pages)10 sceneForeground\n", []).seen.stays
        let names = (0..<stays.count).map { stays[$0].name }
        #expect(names.count == 20)
        #expect(names.suffix(10) == names.prefix(10))
    }
}
