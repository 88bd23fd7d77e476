import PageViewTesting
import TestSupport
import Testing

/// The environment determines where a page belongs (DV-005).
@Suite(.watched, .recorded)
struct EnvironmentTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)

    @Test("A page is contained in the page around it, even with other views in between")
    func containment() throws {
        var tab = "feed"
        let window = Window(recorder.engine) {
            Screen("tabs") {
                TabView(AnyHashable(tab), tabs: ["feed", "profile"]) { tab in
                    VStack(indentation: 1) { Screen("\(tab)").onAppear {} }
                }
            }
        }
        #expect(window.screen == ["«tabs#1 ready»", "   «feed#2 ready»", "  [feed] profile "])
        try recorder.expectCurrentPage("feed")
        tab = "profile"
        window.update()
        try recorder.expect("tabs", "feed", "profile")
        try recorder.expectCurrentPage("profile")
    }

    @Test("A page without an engine reports nothing, and neither does a page inside it")
    func none() throws {
        var isSilent = true
        let window = Window(recorder.engine) {
            Screen("home") { Screen("part") }.environment { if isSilent { $0.pages = .none } }
        }
        #expect(window.screen == ["«home#1 ready»", "  «part#2 ready»"])
        try recorder.expectNothing()
        #expect(PageEnvironment.none.engine == nil)
        isSilent = false
        window.update()
        try recorder.expect("home", "part")
        isSilent = true
        window.update()
        try recorder.expectCurrentPage(nil)
    }

    @Test("The environment inside a page has the engine and the component of the page")
    func component() throws {
        let node = PageNode()
        #expect(pages.environment.component == nil)
        node.show(DeclaredPage("item", isReady: false), in: pages.environment)
        let inside = node.content
        #expect(inside == node.content && inside != pages.environment)
        let component = try #require(inside.component)
        inside.engine?.recordPageView(of: component, as: "by hand")
        try recorder.expect(ExpectedPageView("by hand", cause: .manual, appearance: 1))
        inside.engine?.recordInteraction("tap")
        try recorder.expectInteraction("tap", on: "by hand")
    }

    @Test("The list of a task contains each page that is updated without a tree, and no other page")
    func observed() {
        let names: [PageName] = ["one", "two", "three", "four"]
        let engine = PageViewEngine()
        let (pages, others) = (PagesWithoutTree(), PagesWithoutTree())
        PagesWithoutTree.$current.withValue(pages) {
            PageNode().update(DeclaredPage(PageContext(name: names[0])), in: .none)
            PageNode().update(DeclaredPage(PageViewNotifier(pending: PageContext(name: names[1]))), in: .none)
            PageNode().update(DeclaredPage(PageContext(name: names[2])), in: PageTree(engine: engine).environment)
            PagesWithoutTree.$current.withValue(others) {
                PageNode().update(DeclaredPage(PageContext(name: names[3])), in: .none)
            }
        }
        // Outside a test, no list exists.
        PageNode().update(DeclaredPage(PageContext(name: names[2])), in: .none)
        #expect(names.map(pages.contains) == [true, true, false, false])
        #expect(names.map(others.contains) == [false, false, false, true])
    }
}
