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
        #expect(try !explained(trace).contains { if case .unshown = $0.item { true } else { false } })
    }

    @Test(
        "A last line lists the pages that were declared and never shown (EX-001)",
        arguments: [
            (
                "0 create list page=list attached=false\n1 attach list\n1 create item page=item state=pending",
                "list, item"
            ),
            ("0 show [home page=home visible=false] [cart page=cart]\n1 show [home page=home visible=false]", "home"),
            ("0 show [home page=home visible=false] [cart page=cart]\n1 show [home page=home]", nil),
            ("0 create a page=a\n0 create b\n1 destroy a\n2 sessionEnd", "a"),
            ("0 create a page=a\n1 record a", nil), ("0 create a page=a\n1 didAppear a", nil),
            ("0 create a page=a attached=false\n1 didAppear a\n2 didDisappear a\n3 pending a page=b", nil),
            ("0 create a page=a state=pending\n1 ready a", nil),
            ("0 create a page=a\n1 note \"recorded from here on\"", nil),
            (
                (0..<22).map { "0 create c\($0) page=p\n" }.joined(),
                (0..<20).map { "c\($0)" }.joined(separator: ", ") + " and 2 more"
            ),
        ] as [(String, String?)])
    func neverShown(trace: String, names: String?) throws {
        let lines = try explained(trace).filter { if case .neverShown = $0.item { true } else { false } }
        #expect(lines.map(\.text) == (names.map { ["declared and never shown: \($0) (AP-002)"] } ?? []))
        let last = try history(trace).items.last
        #expect(lines.isEmpty || lines.last?.item == last)
    }
}
