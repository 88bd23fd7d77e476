import PageViewTesting
import TestSupport
import Testing

/// Windows and scenes of declarative frameworks (DV-006), and deferred reports (DV-007).
@Suite(.watched, .recorded)
struct SceneTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("Two windows have separate pages, and the background or close of one does not affect the other")
    func twoWindows() throws {
        let engine = recorder.engine
        var isPushed = false
        let first = Window(engine) {
            VStack { if isPushed { Screen("item") } else { Screen("list") } }
        }
        let second = Window(engine, scene: engine.makeScene()) { Screen("mail") }
        try recorder.expect("list", ExpectedPageView("mail", previous: nil))
        first.pages.report(.active)
        try recorder.expectCurrentPage("list")
        first.pages.report(.background)
        isPushed = true
        first.update()
        try recorder.expectNothing()
        try recorder.expectCurrentPage("mail")
        first.pages.report(.foreground)
        try recorder.expect(ExpectedPageView("item", previous: "list", cause: .foregrounded))
        second.close()
        try recorder.expectLeave("mail")
        #expect(engine.currentPage(in: first.pages.scene)?.page == "item")
        #expect(engine.currentPage(in: second.pages.scene) == nil)
    }

    @Test("A page must be shown anew after its scene has closed")
    func closed() throws {
        let (node, late) = (PageNode(), PageNode(isAttached: false))
        late.attach()
        for node in [node, late] {
            node.show(DeclaredPage("home"), in: pages.environment)
        }
        try recorder.expect("home", "home")
        pages.report(.close)
        node.disappear()
        try recorder.expectNothing()
        node.appear()
        try recorder.expect(ExpectedPageView("home", previous: nil, appearance: 2))
        node.update(DeclaredPage("other"), in: pages.environment)
        try recorder.expect(ExpectedPageView("other", previous: "home", appearance: 1))
        // A page whose framework reports windows must be in a window again.
        late.appear()
        try recorder.expectNothing()
        late.attach()
        try recorder.expect(ExpectedPageView("home", cause: .appeared, appearance: 2))
    }

    @Test("A page shown without a window waits for it, and leaves no record if it disappears before")
    func window() throws {
        let node = PageNode(isAttached: false)
        node.show(DeclaredPage("home"), in: pages.environment)
        try recorder.expectNothing()
        node.disappear()
        try recorder.expectNothing()
        #expect(!recorder.records.contains { if case .pageLeave = $0 { true } else { false } })
        node.appear()
        node.attach()
        try recorder.expect(ExpectedPageView("home", cause: .appeared, appearance: 1))
    }

    @Test("A lost window ends its page, and a page that is still shown when it returns appears anew")
    func windowGoes() throws {
        let reports = Reports(recorder.engine)
        let node = PageNode()
        node.show(DeclaredPage("home"), in: pages.environment)
        node.detach()
        try recorder.expectLeave("home", .counted)
        node.attach()
        try recorder.expect("home", ExpectedPageView("home", cause: .appeared, appearance: 2))
        node.detach()
        node.disappear()
        node.attach()
        node.appear()
        try recorder.expect(ExpectedPageView("home", appearance: 3))
        #expect(recorder.diagnosticKinds.isEmpty)
        #expect(
            reports.lines() == [
                "attach 1", "attach 1", "create 1", "detach 1", "detach 1", "didAppear 1", "didAppear 1",
                "didAppear 1", "didDisappear 1", "didDisappear 1",
            ])
    }

    @Test("A presented page is not inside the page that it covers, and stays above it")
    func presented() throws {
        let main = recorder.engine.mainScene
        let (home, cover, inside) = (PageNode(), PageNode(), PageNode())
        func show(_ node: PageNode, _ name: String, in surroundings: PageEnvironment, level: Int) {
            node.update(DeclaredPage(PageContext(name: PageName(name))), in: surroundings)
            node.attach(to: main, level: level)
            node.appear()
        }
        show(home, "home", in: pages.environment, level: 0)
        // The content of the cover is found before the window of the cover.
        show(inside, "inside", in: cover.content, level: 1)
        show(cover, "cover", in: home.content, level: 1)
        inside.update(DeclaredPage("inside"), in: cover.content)
        try recorder.expect("home", "cover", "inside")
        home.detach()
        try recorder.expectLeave("home")
        try recorder.expectCurrentPage("inside")
        home.attach(to: main, level: 0)
        try recorder.expect(ExpectedPageView("home", appearance: 2))
        try recorder.expectCurrentPage("inside")
        inside.disappear()
        try recorder.expectCurrentPage("cover")
        // The cover becomes a part of the page.
        cover.attach(to: main, level: 0)
        home.detach()
        try recorder.expectCurrentPage(nil)
    }

    @Test("A page that moves to the window of another scene counts there")
    func otherScene() throws {
        let engine = recorder.engine
        let pages = PageTree(engine: engine)
        let (node, second) = (PageNode(isAttached: false), engine.makeScene())
        node.attach(to: second)
        node.show(DeclaredPage("home"), in: pages.environment)
        #expect(engine.currentPage(in: second)?.page == "home")
        node.attach()
        #expect(engine.currentPage(in: second) == nil)
        #expect(engine.currentPage(in: pages.scene)?.page == "home")
        pages.report(.close, of: second)
        try recorder.expectCurrentPage("home")
        try recorder.expect("home", ExpectedPageView("home", previous: nil, appearance: 2))
        #expect(recorder.diagnosticKinds.isEmpty)
    }

    /// Deferred work that a test runs on demand.
    private final class Turns: Sendable {
        private let work = Locked<[@Sendable () -> Void]>([])
        func schedule(_ item: @escaping @Sendable () -> Void) { work.withLock { $0.append(item) } }
        var count: Int { work.withLock { $0.count } }
        func run() {
            for item in work.withLock({ items in
                defer { items = [] }; return items
            }) { item() }
        }
    }

    @Test("A deferred appearance can be cancelled until the next turn")
    func later() throws {
        let turns = Turns()
        let pages = PageTree(engine: recorder.engine, timing: .deferred { turns.schedule($0) })
        let (node, phantom) = (PageNode(), PageNode())
        node.show(DeclaredPage("home"), in: pages.environment)
        phantom.show(DeclaredPage("phantom"), in: pages.environment)
        #expect(turns.count == 1)
        try recorder.expectNothing()
        phantom.disappear()
        turns.run()
        try recorder.expect("home")
        try recorder.expectCurrentPage("home")
        node.disappear()
        try recorder.expectCurrentPage("home")
        node.appear()
        turns.run()
        try recorder.expectNothing()
        // A known pass is not deferred.
        pages.update { phantom.appear() }
        try recorder.expect("phantom")
        #expect(turns.count == 0)
    }
}
