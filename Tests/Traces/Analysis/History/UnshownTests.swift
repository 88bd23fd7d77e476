import TestSupport
import Testing
import TraceAnalysis

/// Components that became ready and were never shown (EX-001).
@Suite(.watched)
struct UnshownTests {
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
