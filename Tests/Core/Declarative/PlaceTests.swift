import PageViewTesting
import TestSupport
import Testing

/// Pages may declare any container. A container that would put a page inside itself is rejected (DV-003, DV-005).
@Suite(.watched, .recorded)
struct PlaceTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("A node that keeps declaring itself as its container gets one diagnostic")
    func keptEnvironment() throws {
        let node = PageNode()
        var environment = pages.environment
        for pass in 1...4 {
            pages.update {
                node.update(DeclaredPage("home"), in: environment)
                environment = node.content
                node.appear()
            }
            if pass == 2 { try recorder.expectDiagnostic(.parentCycle) }
        }
        pages.update { node.disappear() }
        pages.update { node.appear() }
        try recorder.expect("home", ExpectedPageView("home", appearance: 2))
        try recorder.expectCurrentPage("home")
    }

    @Test("A page cannot contain itself, declared inside or outside a pass")
    func insideItself() throws {
        let (first, second) = (PageNode(), PageNode())
        first.show(DeclaredPage("first"), in: pages.environment)
        first.update(DeclaredPage("first"), in: first.content)
        pages.update {
            second.update(DeclaredPage("second"), in: pages.environment)
            second.show(DeclaredPage("second"), in: second.content)
        }
        for _ in 1...2 { try recorder.expectDiagnostic(.parentCycle) }
        try recorder.expect("first", "second")
        try recorder.expectCurrentPage("second")
        // Another impossible container is another declaration, with another diagnostic.
        second.update(DeclaredPage("second"), in: first.content)
        first.update(DeclaredPage("first"), in: second.content)
        try recorder.expectDiagnostic(.parentCycle)
    }

    @Test("The content of an ended page belongs to the outer container, also for later declarations")
    func containerGoes() throws {
        let (outer, middle, inner) = (PageNode(), PageNode(), PageNode())
        pages.update {
            outer.update(DeclaredPage("outer"), in: pages.environment)
            middle.update(DeclaredPage("middle"), in: outer.content)
            inner.update(DeclaredPage("inner", isReady: false), in: middle.content)
            for node in [inner, middle, outer] { node.appear() }
        }
        let around = middle.content
        middle.unmount()
        inner.update(DeclaredPage("inner"), in: around)
        outer.disappear()
        outer.appear()
        try recorder.expectCurrentPage("inner")
        outer.update(DeclaredPage("outer"), in: inner.content)
        try recorder.expectDiagnostic(.parentCycle)
        recorder.skipPageViews()
    }

    @Test("Hundreds of nested pages, shown from the inside, appear from the outside and reject a cycle")
    func deep() throws {
        let nodes = (0..<TestDepth.number(200, proof: 1_000)).map { _ in PageNode() }
        pages.update {
            var environment = pages.environment
            for node in nodes {
                node.update(DeclaredPage("page", isReady: false), in: environment)
                environment = node.content
            }
            for node in nodes.reversed() { node.appear() }
        }
        #expect(recorder.engine.currentPage?.component == nodes.last?.component)
        // The last page around the first one is the longest possible cycle.
        nodes[0].update(DeclaredPage("page"), in: nodes[nodes.count - 1].content)
        try recorder.expectDiagnostic(.parentCycle)
        pages.update { for node in nodes { node.unmount() } }
        try recorder.expectCurrentPage(nil)
        recorder.skipPageViews()
    }
}
