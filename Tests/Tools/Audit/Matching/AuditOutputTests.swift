import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct AuditOutputTests {
    /// The session of the example, and another one whose clock has the offset of the file.
    static let trace = """
        0.5  +list#1 session=s1
        4.4  +item#1 session=s1
        9.2  willDisappear item#1 session=s1
        9.8  didAppear item#1 session=s1
        20.6 didDisappear item#1 session=s1
        20.6 +item#2 session=s1
        1    +a#1 session=s2
        9    +b#1 session=s2
        30   +c#1 session=s2
        """

    @Test("The lines of the example, with the order of keys and the rounding")
    func example() throws {
        let offset = -37.02
        let audit = try AuditCase(
            Self.trace,
            [
                Sent("list", 0.52 + offset, session: "s1"), Sent("item", 4.43 + offset, session: "s1"),
                Sent("item", 9.812 + offset, session: "s1"), Sent("a", 1 + offset, session: "s2"),
                Sent("b", 9 + offset, session: "s2"), Sent("c", 30 + offset, session: "s2"),
            ]
        ).audit()
        #expect(
            audit.json == [
                #"{"line":1,"session":"s1","outcome":"right","name":"list","page":"list","t":0.52,"seq":1,"delay":0.02}"#,
                #"{"line":2,"session":"s1","outcome":"right","name":"item","page":"item","t":4.43,"seq":2,"delay":0.03}"#,
                #"{"line":3,"session":"s1","outcome":"repeated","name":"item","page":"item","t":9.812,"of":2,"#
                    + #""cause":"cancelledTransition","rules":["POL-002","AP-004"]}"#,
                #"{"line":4,"session":"s2","outcome":"right","name":"a","page":"a","t":1,"seq":1,"delay":0}"#,
                #"{"line":5,"session":"s2","outcome":"right","name":"b","page":"b","t":9,"seq":2,"delay":0}"#,
                #"{"line":6,"session":"s2","outcome":"right","name":"c","page":"c","t":30,"seq":3,"delay":0}"#,
                #"{"pageView":3,"session":"s1","outcome":"missing","page":"item","t":20.6,"cause":"sharedName","#
                    + #""rules":["AP-011"]}"#,
                #"{"clock":"s1","offset":-37.02,"matches":2}"#, #"{"clock":"s2","offset":-37.02,"matches":3}"#,
                #"{"summary":{"sent":6,"right":5,"repeated":1,"tooEarly":0,"tooLate":0,"wrongName":0,"outOfPlace":0,"#
                    + #""ignored":0,"folded":0,"pageViews":6,"missing":1},"#
                    + #""causes":{"repeated/cancelledTransition":1,"missing/sharedName":1}}"#,
            ])
    }

    @Test("Several files have their names in the lines, and an unnamed session has none")
    func files() throws {
        var log = SentLog()
        log.addFile("a.json")
        log.append(time: 0, line: 7, name: "list", session: nil)
        log.addFile("b.json")
        log.append(time: 1, line: 1, name: "x\"", session: nil)
        log.append(ExportEvent(line: 2))
        log.finish()
        let audit = Audit(seen: try AuditCase("", []).seen, log: log)
        #expect(
            Array(audit.json.prefix(2)) == [
                #"{"file":"a.json","line":7,"outcome":"outOfPlace","name":"list","cause":"unknownSession"}"#,
                #"{"file":"b.json","line":1,"outcome":"outOfPlace","name":"x\"","cause":"unknownSession"}"#,
            ])
        #expect(audit.summary[.ignored] == 1 && audit.summary.sent == 2)
    }

    @Test("Times are rounded to milliseconds, halves away from zero")
    func rounding() {
        #expect(AuditJSON.rounded(1_499_999) == 1_000_000 && AuditJSON.rounded(1_500_000) == 2_000_000)
        #expect(AuditJSON.rounded(-1_499_999) == -1_000_000 && AuditJSON.rounded(-1_500_000) == -2_000_000)
        #expect(AuditEntry.seconds(-1_500_000) == "-0.002 s" && AuditEntry.seconds(61_002_000_000) == "61.002 s")
    }

    @Test("Each entry has a sentence with the finding, the cause, the advice and the rules")
    func sentences() throws {
        let audit = try AuditCase(
            Self.trace, [Sent("list", 0.52, session: "s1"), Sent("list", 9.812, session: "s1")], sharesClock: true
        ).audit()
        #expect(
            audit.entry(ofLine: 0).sentence == "list was sent at 0.520 s, 0.020 s after its count, as page view 1.")
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
