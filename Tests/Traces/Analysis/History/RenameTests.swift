import TraceAnalysis
import NavigationTraces
import TestSupport
import Testing

/// The sentences about a page's names before and after its page view (EX-001).
@Suite(.watched)
struct RenameTests {
    @Test(
        "A sentence lists up to three names, and sums up more",
        arguments: [
            (
                "0 create d page=n\n0 didAppear d\n1 ready d page=n1\n2 ready d page=n2",
                "was called n1 at 1 and n2 at 2, which is the same visit (PV-004)"
            ),
            (
                "0 create d page=n\n0 didAppear d\n1 ready d page=n1\n2 ready d page=n2\n3 create d page=n3",
                "was called n1 at 1, n2 at 2 and n3 at 3, which is the same visit (PV-004)"
            ),
            (
                "0 create d page=n\n0 didAppear d\n1 ready d page=n1\n2 ready d page=n2\n3 ready d page=n3\n4 ready d page=n4",
                "was renamed 4 times, first n1 at 1 and last n4 at 4, which is the same visit (PV-004)"
            ),
            (
                "0 create d page=item state=pending\n0 didAppear d\n2 pending d page=item2\n4 ready d page=item4",
                "item4 appeared at 0 (AP-002), was called item until 2 and item2 until 4 (PV-004), waited 4 s"
            ),
            (
                "0 create d page=item attached=false\n1 didAppear d\n2 ready d page=list",
                "list was reported as shown at 1 without a window (AP-002), was called item until 2 (PV-004), waits"
            ),
            (
                "0 create d page=n state=pending\n0 didAppear d\n1 pending d page=n1\n2 pending d page=n2\n3 pending d page=n3\n4 pending d page=n4\n5 didDisappear d",
                "n4 appeared at 0 (AP-002), had 4 names before, first n until 1 and last n3 until 4 (PV-004), disappeared at 5"
            ),
        ])
    func names(trace: String, words: String) throws {
        let sentences = try explainedSentences(trace)
        #expect(sentences.contains { $0.contains(words) }, "\(sentences.joined(separator: "\n"))")
    }
}
