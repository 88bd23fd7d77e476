import Foundation
import PageViewTesting
import TestSupport
import Testing

/// A view is one component for as long as it keeps its identity (DV-004).
@Suite(.watched, .recorded)
struct NodeTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("A view that appears while its node moves to another tree is live there")
    func shownWhileMoving() {
        let engine = PageViewEngine { _ in }
        let (first, second) = (PageTree(engine: engine), PageTree(engine: engine))
        let page = DeclaredPage("page")
        let nodes = (0..<TestDepth.number(1_500, proof: 3_000)).map { _ in PageNode() }
        for node in nodes { node.update(page, in: first.environment) }
        let turn = Turn()
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for (number, node) in nodes.enumerated() {
                // The other thread moves this node at about the same time.
                while turn.number < number {}
                node.appear()
            }
            hasEnded.signal()
        }
        for (number, node) in nodes.enumerated() {
            turn.number = number
            node.update(page, in: second.environment)
        }
        hasEnded.wait()
        #expect(nodes.count { $0.component.map(engine.isLive) != true } == 0)
    }

    /// The number of the node that both threads change.
    private final class Turn: Sendable {
        private let protected = Locked(0)

        var number: Int {
            get { protected.withLock { $0 } }
            set { protected.withLock { $0 = newValue } }
        }
    }

    @Test("A view with an identity keeps its component when its position changes")
    func identityAndPosition() throws {
        var (ids, isFirst) = ([1, 2, 3], false)
        let window = Window(recorder.engine) {
            VStack {
                ForEach(ids, id: { AnyHashable($0) }) { Screen("row \($0)") }
                if isFirst { Text("first") }
                Screen("last")
            }
        }
        try recorder.expect("row 1", "row 2", "row 3", "last")
        (ids, isFirst) = ([3, 1, 2], true)
        window.update()
        #expect(window.screen == ["«row 3#3 ready»", "«row 1#1 ready»", "«row 2#2 ready»", "first", "«last#4 ready»"])
        try recorder.expectNothing()
        ids = [2]
        window.update()
        try recorder.expectLeave("row 3")
        try recorder.expectLeave("row 1")
    }

    @Test("A removed view destroys its component, and its notifier has no further effect")
    func destroyed() throws {
        let notifier = PageViewNotifier(pending: "item")
        let reports = Reports(recorder.engine)
        var isShown = true
        let window = Window(recorder.engine) {
            VStack { if isShown { Text("").analyticsPage(notifier) } }
        }
        try recorder.expectCurrentPage("item")
        isShown = false
        window.update()
        #expect(reports.lines() == ["create 1", "destroy 1", "didAppear 1"])
        notifier.markReady()
        try recorder.expectNothing()
        try recorder.expectCurrentPage(nil)
    }

    @Test("The engine keeps no node, no model, and no tree alive")
    func nothingIsKept() throws {
        final class Model: AnalyticsPage {
            let pageViewNotifier = PageViewNotifier("item")
        }
        weak var model: Model?
        weak var node: PageNode?
        weak var pages: PageTree?
        do {
            let (ownModel, ownNode, ownPages) = (Model(), PageNode(), PageTree(engine: recorder.engine))
            (model, node, pages) = (ownModel, ownNode, ownPages)
            ownNode.show(DeclaredPage(ownModel), in: ownPages.environment)
            try recorder.expect("item")
        }
        #expect(model == nil)
        #expect(node == nil)
        #expect(pages == nil)
        try recorder.expectLeave("item", .counted)
    }

    @Test("Calls before the first update, after the end, and in any order are harmless")
    func anyOrder() throws {
        let node = PageNode()
        node.unmount()
        node.detach()
        node.attach()
        node.disappear()
        node.appear()
        #expect(node.component == nil)
        node.update(DeclaredPage("home"), in: pages.environment)
        #expect(node.component != nil)
        try recorder.expect("home")
        node.unmount()
        node.unmount()
        node.disappear()
        node.appear()
        node.disappear()
        #expect(node.component == nil)
        try recorder.expectLeave("home")
        node.update(DeclaredPage("home"), in: pages.environment)
        try recorder.expectNothing()
        node.appear()
        try recorder.expect(ExpectedPageView("home", appearance: 1))
    }

    @Test("A node works after calls from many threads")
    func threads() async throws {
        let pages = PageTree(engine: PageViewEngine())
        let node = PageNode()
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<300 {
                        switch (task &* 7 &+ step &* 5) % 9 {
                        case 0: node.update(DeclaredPage("a"), in: pages.environment)
                        case 1: node.update(DeclaredPage("b", isReady: false), in: pages.environment)
                        case 2: node.update(DeclaredPage("c"), in: .none)
                        case 3: node.appear()
                        case 4: node.disappear()
                        case 5: node.attach()
                        case 6: node.detach()
                        case 7: pages.update { node.appear() }
                        default: node.unmount()
                        }
                    }
                }
            }
        }
        node.update(DeclaredPage("end"), in: pages.environment)
        node.attach()
        node.disappear()
        node.appear()
        #expect(pages.engine.currentPage?.page == "end")
        node.unmount()
        #expect(pages.engine.currentPage == nil)
    }
}
