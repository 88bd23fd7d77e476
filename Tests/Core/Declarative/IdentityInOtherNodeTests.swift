import PageViewTesting
import TestSupport
import Testing

/// A page continues in another node of its tree and scene if its own node is removed in the same pass (DV-008).
@Suite(.watched, .recorded)
struct IdentityInOtherNodeTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("The same id and name in a new node is the same component, in any order of the calls", arguments: 0..<3)
    func sameComponent(_ order: Int) throws {
        try withPageViewRecorder(policy: .session) { recorder in
            let (pages, reports) = (PageTree(engine: recorder.engine), Reports(recorder.engine))
            let (below, old, new) = (PageNode(), PageNode(), PageNode())
            below.show(DeclaredPage("list"), in: pages.environment)
            old.show(DeclaredPage("item"), id: 7, in: pages.environment)
            try recorder.expect("list", "item")
            let (component, count) = (old.component, reports.count)
            func remove() {
                old.disappear()
                old.unmount()
            }
            pages.update {
                if order == 0 { remove() }
                new.update(DeclaredPage("item"), id: 7, in: pages.environment)
                if order == 1 { remove() }
                new.appear()
                if order == 2 { remove() }
            }
            #expect(component != nil && new.component == component)
            #expect(reports.count == count)
            try recorder.expectNothing()
            try recorder.expectCurrentPage("item")
            new.disappear()
            try recorder.expectLeave("item", .counted)
            try recorder.expect(ExpectedPageView("list", cause: .revealed))
        }
    }

    /// What differs, so that the page in the other node is another component.
    enum Difference: CaseIterable {
        case oldNodeStays, tree, name, id, noID, scene, pass
    }

    @Test("Another page appears if anything else differs, or the old node still exists", arguments: Difference.allCases)
    func otherComponent(_ difference: Difference) throws {
        let otherTree = PageTree(engine: recorder.engine)
        let (old, new) = (PageNode(), PageNode())
        let id: PageID? = difference == .noID ? nil : 7
        old.show(DeclaredPage("item"), id: id, in: pages.environment)
        try recorder.expect("item")
        let component = try #require(old.component)
        let name: PageContext = difference == .name ? "offer" : "item"
        func change() {
            if difference != .oldNodeStays { old.unmount() }
            if difference == .scene { new.attach(to: recorder.engine.makeScene()) }
            new.show(
                DeclaredPage(name), id: difference == .id ? 8 : id,
                in: (difference == .tree ? otherTree : pages).environment)
        }
        if difference == .pass { change() } else { pages.update { change() } }
        try recorder.expect(ExpectedPageView(name.name, appearance: 1))
        #expect(new.component != component)
        #expect(recorder.engine.isLive(component) == (difference == .oldNodeStays))
    }

    @Test("The content of a page follows it into the new node, and the content of the new node's old page stays")
    func content() throws {
        try withPageViewRecorder(policy: .session) { recorder in
            let pages = PageTree(engine: recorder.engine)
            let (old, kept, inner, side) = (PageNode(), PageNode(), PageNode(), PageNode())
            pages.update {
                old.update(DeclaredPage("item"), id: 7, in: pages.environment)
                inner.update(DeclaredPage("reviews"), in: old.content)
                kept.update(DeclaredPage("placeholder"), in: pages.environment)
                side.update(DeclaredPage("help"), in: kept.content)
                for node in [old, inner, kept, side] { node.appear() }
            }
            try recorder.expect("item", "reviews", "placeholder", "help")
            let component = old.component
            // A split view collapses: the node of the placeholder shows the item.
            pages.update {
                kept.update(DeclaredPage("item"), id: 7, in: pages.environment)
                inner.update(DeclaredPage("reviews"), in: kept.content)
                old.unmount()
            }
            #expect(kept.component == component)
            try recorder.expectLeave("placeholder", .counted)
            try recorder.expectNothing()
            let engine = recorder.engine
            for node in [inner, side] {
                let content = try #require(node.component)
                #expect(engine.core.query { $0.containers(of: content) } == [component].compactMap { $0 })
            }
            pages.update { for node in [kept, inner, side] { node.unmount() } }
        }
    }

    @Test("A page may continue in a node inside its own")
    func inside() throws {
        let (outer, old, new) = (PageNode(), PageNode(), PageNode())
        pages.update {
            outer.update(DeclaredPage("shop"), in: pages.environment)
            old.update(DeclaredPage("item"), id: 7, in: outer.content)
            new.update(DeclaredPage("reviews"), in: old.content)
            for node in [outer, old, new] { node.appear() }
        }
        try recorder.expect("shop", "item", "reviews")
        let component = old.component
        pages.update {
            new.update(DeclaredPage("item"), id: 7, in: old.content)
            old.unmount()
        }
        #expect(new.component == component && component != nil)
        try recorder.expectLeave("reviews", .counted)
        try recorder.expectCurrentPage("item")
        #expect(recorder.diagnosticKinds.isEmpty)
    }

    @Test(
        "A notifier that continues in another node counts once, and is not shared, also under another id",
        arguments: [(nil, nil), (7, 7), (7, 8)] as [(Int?, Int?)])
    func notifier(_ id: Int?, _ newID: Int?) throws {
        let notifier = PageViewNotifier(pending: "item")
        let (old, new) = (PageNode(), PageNode())
        old.show(DeclaredPage(notifier), id: id, in: pages.environment)
        let component = old.component
        pages.update {
            new.show(DeclaredPage(notifier), id: newID, in: pages.environment)
            old.unmount()
        }
        #expect((new.component == component) == (newID == id))
        try recorder.expectCurrentPage("item")
        notifier.markReady()
        try recorder.expect(ExpectedPageView("item", cause: .ready, appearance: 1))
        #expect(recorder.diagnosticKinds.isEmpty)
    }
}
