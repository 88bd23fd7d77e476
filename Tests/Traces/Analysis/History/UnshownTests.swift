import TestSupport
import Testing
import TraceAnalysis

/// Components that became ready and were never shown (EX-001).
@Suite(.watched)
struct UnshownTests {
    @Test("The line of a view that was made twice names the appearance that was never ready (EX-001)")
    func madeTwice() throws {
        let sentences = try explainedSentences(
            """
            0 create item-1 page=item state=pending
            0 didAppear item-1
            0 create item-2 page=item state=pending
            0.5 ready item-2
            1 deepLink app://x
            """)
        #expect(
            sentences.prefix(2) == [
                "waiting item-1/1: item appeared at 0 (AP-002), waits to be ready at the end of the trace (RD-002)",
                "unshown item-2: item was declared and became ready at 0.5, but was never shown (AP-002); item-1/1 was shown as the same page and was never ready: the framework probably made the view twice, so report ready of the component that it shows (RD-001)",
            ])
        #expect(sentences.count == 3 && sentences.last?.hasPrefix("link") == true)
    }

    @Test("Without an appearance of the page, the line names the missing report, and the end of the component (EX-001)")
    func without() throws {
        let sentences = try explainedSentences(
            """
            0 create item page=item state=pending scene=left session=s
            1 ready item page=product session=s
            2 create home page=home scene=right session=s
            2 didAppear home session=s
            3 destroy item session=s
            4 sessionEnd session=s
            """)
        #expect(
            sentences == [
                "unshown item: product was declared and became ready at 1 in the scene left, but was never shown (AP-002), was destroyed at 3; expected didAppear of item if the user saw it, found none (AP-002)",
                "counted home/1: home appeared at 2 in the scene right (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene right (PV-003), ended with its session at 4 (TR-002), after 2 s in front of the user (PV-007)",
            ])
    }

    @Test(
        "A component that was shown, held or recorded, or is not ready or no page, has no such line (EX-001)",
        arguments: [
            "0 create a page=a state=pending\n1 ready a\n2 didAppear a",
            "0 create a page=a state=pending\n0 didAppear a\n1 didDisappear a\n2 ready a",
            "0 create a page=a state=pending attached=false\n1 ready a\n2 didAppear a",
            "0 create a page=a state=pending\n1 ready a\n2 record a", "0 create a page=a",
            "0 create a page=a state=pending", "0 create a\n1 ready a",
            "0 create a page=a state=pending\n1 destroy a\n2 ready a",
            "0 create a page=a state=pending\n1 ready a\n2 note \"recorded from here on\"",
        ])
    func others(trace: String) throws {
        #expect(try !explained(trace).contains { $0.verdict == .unshown })
    }
}
