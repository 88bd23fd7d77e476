import PageViewTesting
import TestSupport
import Testing

/// Pages inside a node that shows another page, and notifiers that change nodes (DV-008, RD-007).
@Suite(.watched, .recorded)
struct IdentityContentTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("A page that keeps its environment is inside the current component of its container")
    func keptEnvironment() throws {
        let (outer, inner, late) = (PageNode(), PageNode(), PageNode())
        outer.show(DeclaredPage("feed"), in: pages.environment)
        let inside = outer.content
        inner.show(DeclaredPage("story"), in: inside)
        outer.update(DeclaredPage("search"), in: pages.environment)
        // The environment is equal, so no framework needs a further pass.
        #expect(outer.content == inside && inside.component == outer.component)
        try recorder.expectCurrentPage("story")
        late.show(DeclaredPage("advert"), in: inside)
        outer.disappear()
        outer.appear()
        try recorder.expectCurrentPage("advert")
        recorder.skipPageViews()
    }

    @Test("A page that ends, moves, or changes inside a changing node is reported once", arguments: 0..<3)
    func contentChanges(_ change: Int) throws {
        let reports = Reports(recorder.engine)
        let (outer, inner, other) = (PageNode(), PageNode(), PageNode())
        pages.update {
            outer.update(DeclaredPage("feed"), in: pages.environment)
            inner.update(DeclaredPage("story"), in: outer.content)
            other.update(DeclaredPage("side"), in: pages.environment)
            for node in [other, outer, inner] { node.appear() }
        }
        let first = reports.count
        recorder.skipPageViews()
        pages.update {
            outer.update(DeclaredPage("search"), in: pages.environment)
            switch change {
            case 0: inner.unmount()
            case 1: inner.update(DeclaredPage("story"), in: other.content)
            default: inner.update(DeclaredPage("letter"), in: outer.content)
            }
        }
        let expected = [
            ["create 4", "destroy 1", "destroy 2", "didAppear 4"],
            ["create 4", "destroy 1", "didAppear 4", "move 2 into 3"],
            ["create 4", "create 5", "destroy 1", "destroy 2", "didAppear 4", "didAppear 5", "move 5 into 4"],
        ]
        #expect(reports.lines(after: first) == expected[change])
        #expect(recorder.diagnosticKinds.isEmpty)
        recorder.skipPageViews()
    }

    @Test(
        "Two nodes that exchange their notifiers share none, and keep their components only with ids",
        arguments: [false, true])
    func exchanged(haveIDs: Bool) throws {
        let (first, second) = (PageViewNotifier(pending: "first"), PageViewNotifier(pending: "second"))
        var notifiers = [first, second]
        let window = Window(recorder.engine) {
            VStack {
                Text("").analyticsPage(notifiers[0], id: haveIDs ? 1 : nil)
                Text("").analyticsPage(notifiers[1], id: haveIDs ? 2 : nil)
            }
        }
        let components = recorder.engine.livePages.map(\.component)
        notifiers = [second, first]
        window.update()
        #expect(recorder.diagnosticKinds.isEmpty)
        #expect((recorder.engine.livePages.map(\.component) == components) == haveIDs)
        #expect(recorder.engine.livePages.map(\.page.name) == ["second", "first"])
        first.markReady()
        second.markReady()
        try recorder.expect("first", "second")
    }

    @Test(
        "A notifier may move to another node in the pass in which its own node shows another page",
        arguments: [false, true])
    func handedOver(_ isForward: Bool) throws {
        try withPageViewRecorder(policy: .session) { recorder in
            let notifier = PageViewNotifier("item")
            var place = isForward ? 0 : 1
            let window = Window(recorder.engine) {
                VStack {
                    Text("").analyticsPage(place == 0 ? DeclaredPage(notifier) : DeclaredPage("advert"))
                    Text("").analyticsPage(place == 1 ? DeclaredPage(notifier) : DeclaredPage("offer"))
                }
            }
            recorder.skipPageViews()
            place = 1 - place
            window.update()
            #expect(recorder.diagnosticKinds.isEmpty)
            let names = recorder.pageViews.suffix(2).map(\.page.name)
            #expect(names == (isForward ? ["advert", "item"] : ["item", "offer"]))
            #expect(recorder.pageViews.count == 4)
            recorder.skipPageViews()
        }
    }
}
