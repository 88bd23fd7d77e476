import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct OutcomeTests {
    /// Three pages, one after another; the second one is ready 5 s after it appears, the last one never.
    static let visit = """
        0    +a#1
        10   didDisappear a#1
        10   +b#1 state=pending
        15   ready b#1
        20   didDisappear b#1
        20   +c#1 state=pending
        30   didDisappear c#1
        """

    @Test(
        "Each row of the table of outcomes",
        arguments: [
            // The same event id.
            ([Sent("a", 0, id: "1"), Sent("a", 1, id: "1")], ["right", "repeated/retry"]),
            ([Sent("a", 0.1)], ["right"]),
            ([Sent("a", 1.1)], ["tooLate/unexplained"]), ([Sent("a", 60)], ["tooLate/unexplained"]),
            ([Sent("a", 60.1)], ["outOfPlace/pageLeft"]),
            ([Sent("b", 10.1)], ["tooEarly/notReady"]), ([Sent("b", 9.9)], ["outOfPlace/unexplained"]),
            ([Sent("b", 14)], ["right"]), ([Sent("b", 13.9)], ["tooEarly/notReady"]),
            ([Sent("other", 0.5)], ["wrongName/unmappedName"]), ([Sent("other", 1.5)], ["outOfPlace/unexplained"]),
            // The name of another page is not wrong, but out of place.
            ([Sent("b", 0.5)], ["outOfPlace/unexplained"]),
            ([Sent("a", 0), Sent("a", 5)], ["right", "repeated/unexplained"]),
            ([Sent("c", 25)], ["tooEarly/leftBeforeReady"]), ([Sent("c", 31)], ["outOfPlace/pageLeft"]),
            // The line of b is right, so that of a comes after it only across the order.
            ([Sent("b", 15), Sent("a", 16)], ["right", "tooLate/unexplained"]),
        ])
    func rows(_ sent: [Sent], _ expected: [String]) throws {
        let audit = try AuditCase(Self.visit, sent, sharesClock: true).audit()
        #expect(audit.lineOutcomes == expected)
        audit.checkConservation()
    }

    private static let coffee = "0 create a#1 page=\"caf\u{E9}\"\n0 didAppear a#1\n"
    private static let two = "0 +a#1 session=s\n0 +b#1 session=t"

    private static let otherRows = [
        AuditRow(
            "Lines have the order of their times, whatever their order in the files", visit,
            [Sent("b", 15), Sent("a", 0), Sent("a", 5)], "right, right, repeated/unexplained"),
        AuditRow(
            "Of equal times, the earlier line is matched", visit,
            [Sent("a", 0), Sent("a", 0), Sent("b", 15), Sent("b", 15)],
            "right, repeated/unexplained, right, repeated/unexplained"),
        AuditRow("Case matters", coffee, [Sent("Caf\u{E9}", 0)], "wrongName/unmappedName"),
        AuditRow(
            "A wrong name long after the count is out of place", coffee, [Sent("Caf\u{E9}", 9)],
            "outOfPlace/unexplained, 1 missing/unexplained"),
        AuditRow(
            "A page view by hand is matched as any other", "0 record page=a\n5 record page=a\n",
            [Sent("a", 0), Sent("a", 5.5)], "right, right"),
        AuditRow(
            "Sessions match by their keys", two,
            [Sent("a", 0, session: "t"), Sent("b", 0, session: "s"), Sent("a", 0, session: "u"), Sent("a", 0)],
            "outOfPlace/unexplained, outOfPlace/unexplained, outOfPlace/unknownSession, outOfPlace/unknownSession, "
                + "1 missing/unexplained, 1 missing/unexplained"),
        AuditRow(
            "Without a trace, every session is unknown", "", [Sent("a", 0), Sent("a", 1, session: "s")],
            "outOfPlace/unknownSession, outOfPlace/unknownSession"),
    ]

    @Test("Each line and each page view has the outcome of the rules", arguments: otherRows)
    func others(_ row: AuditRow) throws { try row.check() }

    @Test("A line sent before its page view is in front is early, not repeated")
    func earlyAndRight() throws {
        let audit = try AuditCase(Self.visit, [Sent("b", 11), Sent("b", 15)], sharesClock: true).audit()
        #expect(audit.lineOutcomes == ["repeated/unexplained", "right"])
        #expect(audit.entry(ofLine: 0).of == 2 && audit.entry(ofLine: 0).sequence == nil)
    }

    @Test("Nothing sent and nothing seen")
    func empty() throws {
        let nothing = try AuditCase("", []).audit()
        #expect(
            nothing.json == [
                #"{"summary":{"sent":0,"right":0,"repeated":0,"tooEarly":0,"tooLate":0,"wrongName":0,"outOfPlace":0,"#
                    + #""ignored":0,"folded":0,"pageViews":0,"missing":0},"causes":{}}"#
            ])
        #expect(nothing.summary.isRight)
        nothing.checkConservation()
    }

    @Test("The only session takes the lines without a key; without a name, it takes every line")
    func onlySession() throws {
        let (named, unnamed) = ("0 +a#1 session=s", "0 +a#1")
        #expect(try AuditCase(named, [Sent("a", 0)]).audit().lineOutcomes == ["right"])
        #expect(
            try AuditCase(named, [Sent("a", 0, session: "t")]).audit().lineOutcomes == ["outOfPlace/unknownSession"])
        #expect(try AuditCase(unnamed, [Sent("a", 0, session: "t")]).audit().lineOutcomes == ["right"])
        #expect(try AuditCase(unnamed, [Sent("a", 0)]).audit().lineOutcomes == ["right"])
    }

    @Test("An older version of a view is folded into the newest one, and has no part in the alignment")
    func folded() throws {
        var log = SentLog()
        log.addFile("views.json")
        let identity = EventIdentity(high: 1, low: 2)
        log.append(time: 0, line: 1, name: "a", session: nil, identity: identity, version: 1)
        log.append(time: 0, line: 2, name: "a", session: nil, identity: identity, version: 3)
        log.append(time: 0, line: 3, name: "a", session: nil, identity: identity, version: 2)
        log.finish()
        var options = AuditOptions()
        options.beganAt = 0
        let audit = Audit(seen: try AuditCase(Self.visit, []).seen, log: log, options: options)
        #expect(audit.lineOutcomes == ["folded", "right", "folded"])
        #expect(audit.json.first == #"{"line":1,"outcome":"folded","into":2}"#)
        #expect(audit.summary.sent == 1 && audit.summary[.folded] == 2)
        audit.checkConservation()
    }
}
