import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct CauseTests {
    static let front = "0 +a#1\n"

    @Test(
        "Each cause of a repeated line",
        arguments: [
            (
                "4 willDisappear a#1\n4.5 willAppear a#1\n5 didAppear a#1\n", "cancelledTransition",
                ["POL-002", "AP-004"]
            ),
            ("4 +b#1\n5 didDisappear b#1\n", "reveal", ["POL-003", "AP-012"]),
            ("4 sceneBackground main\n5 sceneForeground main\n", "foreground", ["POL-004", "AP-007"]),
            ("5 didAppear a#1\n", "duplicateCallback", ["AP-004"]),
            ("", "unexplained", []),
        ])
    func repeated(_ events: String, _ cause: String, _ rules: [String]) throws {
        let sent = [Sent("a", 0.02), Sent("a", 5.03)] + (events.contains("+b") ? [Sent("b", 4)] : [])
        let audit = try AuditCase(Self.front + events, sent, sharesClock: true).audit()
        #expect(audit.lineOutcomes[1] == "repeated/\(cause)")
        #expect(audit.entry(ofLine: 1).cause.rules == rules && audit.entry(ofLine: 1).of == 1)
    }

    @Test(
        "Of several causes, the event that is the last before the line",
        arguments: [
            (3.9, "unexplained"), (5.1, "duplicateCallback"), (7.1, "foreground"), (9.5, "cancelledTransition"),
            (11.5, "reveal"), (13.5, "duplicateCallback"),
        ])
    func latest(_ time: Double, _ cause: String) throws {
        let trace =
            Self.front + """
                5 didAppear a#1
                6 sceneBackground main
                7 sceneForeground main
                8 willDisappear a#1
                9 didAppear a#1
                10 +b#1
                11 didDisappear b#1
                13 didAppear a#1
                """
        let audit = try AuditCase(trace, [Sent("a", 0), Sent("b", 10), Sent("a", time)], sharesClock: true).audit()
        #expect(audit.lineOutcomes[2] == "repeated/\(cause)")
    }

    private static let pending = "0 +a#1 state=pending\n1 didAppear a#1\n5 ready a#1"
    private static let others = [
        AuditRow(
            "An event before the matched line explains nothing", pending, [Sent("a", 5), Sent("a", 7)],
            "right, repeated/unexplained"),
        AuditRow(
            "A container outside the nearest one counts too, and one that is declared late",
            """
            0 create tabs#1
            0 create a#1 page=a parent=tabs#1
            0 didAppear a#1
            1 create root#1
            1 create tabs#1 parent=root#1
            """, [Sent("root", 5), Sent("tabs", 5)], "outOfPlace/container, outOfPlace/container, 1 missing/unexplained"
        ),
        AuditRow(
            "A page of another window that was matched explains a missing one before another name",
            "0 +a#1\n0.5 +b#1 scene=second", [Sent("b", 0.5)], "right, 1 missing/secondWindow"),
    ]

    @Test("Each line and each page view has the cause of the rules", arguments: others)
    func rows(_ row: AuditRow) throws { try row.check() }

    @Test(
        "Each cause of a line out of place",
        arguments: [
            (Sent("tabs", 6), "container"), (Sent("toolbar", 6), "notAPage"), (Sent("far", 75), "secondWindow"),
            (Sent("near", 85), "background"), (Sent("gone", 5), "pageLeft"), (Sent("hidden", 85), "background"),
            (Sent("near", 80.5), "background"),
        ])
    func outOfPlace(_ sent: Sent, _ cause: String) throws {
        let trace = """
            0 +gone#1
            1 didDisappear gone#1
            2 create window#1
            2 create tabs#1 parent=window#1
            2 +near#1 parent=tabs#1
            3 create toolbar#1
            3 didAppear toolbar#1
            4 +far#1 scene=second
            70 sceneActive main
            80 sceneBackground main
            81 +hidden#1
            """
        let audit = try AuditCase(trace, [Sent("gone", 0), sent], sharesClock: true).audit()
        #expect(audit.lineOutcomes[1] == "outOfPlace/\(cause)")
        audit.checkConservation()
    }

    @Test(
        "Each cause of a missing page view",
        arguments: [
            ([], ["1 missing/nothingSent", "2 missing/nothingSent", "3 missing/nothingSent"]),
            ([Sent("a", 0)], ["2 missing/sharedName", "3 missing/unexplained"]),
            ([Sent("a", 10)], ["1 missing/unexplained", "3 missing/secondWindow"]),
            ([Sent("b", 10.5), Sent("a", 0)], ["2 missing/sharedName"]),
        ])
    func missing(_ sent: [Sent], _ expected: [String]) throws {
        let trace = """
            0 +a#1
            10 didDisappear a#1
            10 +a#2
            10.5 +b#1 scene=second
            """
        let audit = try AuditCase(trace, sent, sharesClock: true).audit()
        #expect(audit.missing == expected)
        audit.checkConservation()
    }
}
