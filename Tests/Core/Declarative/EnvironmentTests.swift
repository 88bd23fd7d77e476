import PageViewTesting
import TestSupport
import Testing

/// The environment determines where a page belongs (DV-005).
@Suite(.watched)
struct EnvironmentTests {
    @Test("A page is contained in the page around it, even with other views in between")
    func containment() throws {
        try withPageViewRecorder { recorder in
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
    }

    @Test("A page without an engine reports nothing, and neither does a page inside it")
    func none() throws {
        try withPageViewRecorder { recorder in
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
    }

    @Test("The environment inside a page has the engine and the component of the page")
    func component() throws {
        try withPageTree { recorder, pages in
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
    }
}
