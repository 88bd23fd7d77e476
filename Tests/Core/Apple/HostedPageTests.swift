import PageViewApple
import PageViewTesting
import TestSupport
import Testing

/// The reports of a view controller's page about its window and its container (AP-002, AP-006, QU-002).
@Suite(.watched, .recorded)
struct HostedPageTests {
    private let recorder = PageViewRecorder.ofTest
    private var engine: PageViewEngine { recorder.engine }
    private var main: SceneID { engine.mainScene }

    private func page(_ name: PageName) -> PageViewNotifier { PageViewNotifier(PageViewEvent(name: name)) }

    @Test("A page takes its window at didAppear, even if it has none at willAppear")
    func window() throws {
        let host = HostedPage(page("home"), engine: engine, in: nil, container: nil)
        host.report(.willAppear, in: nil, container: nil)
        host.report(.didAppear, in: main, container: nil)
        try recorder.expect(ExpectedPageView("home", cause: .appeared))
        host.report(.willDisappear, in: main, container: nil)
        host.report(.didDisappear, in: nil, container: nil)
        try recorder.expectLeave("home", .counted)
        host.report(.willAppear, in: nil, container: nil)
        host.report(.didAppear, in: main, container: nil)
        try recorder.expect(ExpectedPageView("home", appearance: 2))
        #expect(recorder.diagnosticKinds.isEmpty)
    }

    @Test("A page that appears without a window waits for it")
    func noWindow() throws {
        let host = HostedPage(page("home"), engine: engine, in: main, container: nil)
        host.report(.didAppear, in: nil, container: nil)
        host.report(.attach, in: nil, container: nil)
        try recorder.expectNothing()
        host.attach(to: nil)
        host.attach(to: main)
        host.attach(to: main)
        try recorder.expect(ExpectedPageView("home", cause: .attached))
    }

    @Test("If a live page is about to appear without a window, its appearance ends, so it counts again")
    func missingDisappearance() throws {
        let host = HostedPage(page("home"), engine: engine, in: main, container: nil)
        host.report(.didAppear, in: main, container: nil)
        try recorder.expect("home")
        host.report(.willAppear, in: nil, container: nil)
        try recorder.expectLeave("home", .counted)
        try recorder.expectCurrentPage(nil)
        host.report(.didAppear, in: main, container: nil)
        try recorder.expect(ExpectedPageView("home", cause: .appeared, appearance: 2))
        #expect(recorder.diagnosticKinds.isEmpty)
    }

    @Test("A page that appears in the window of another scene counts there")
    func otherScene() throws {
        let second = engine.makeScene()
        let host = HostedPage(page("home"), engine: engine, in: main, container: nil)
        host.report(.didAppear, in: main, container: nil)
        host.report(.didDisappear, in: main, container: nil)
        host.report(.didAppear, in: second, container: nil)
        try recorder.expect("home", ExpectedPageView("home", previous: nil, appearance: 2))
        #expect(engine.currentPage(in: second)?.page == "home")
    }

    @Test("A page is inside its present container, or in none")
    func container() throws {
        let tabs = HostedPage(page("tabs"), engine: engine, in: nil, container: nil)
        let feed = HostedPage(page("feed"), engine: engine, in: main, container: tabs.component)
        feed.report(.didAppear, in: main, container: tabs.component)
        tabs.report(.didAppear, in: main, container: nil)
        try recorder.expect("feed", "tabs")
        try recorder.expectCurrentPage("feed")
        feed.report(.willAppear, in: main, container: nil)
        try recorder.expectCurrentPage("tabs")
        feed.report(.didAppear, in: main, container: tabs.component)
        try recorder.expectCurrentPage("feed")
    }

    @Test("A container that is no page hides its content while it is hidden, and shows it again")
    func containerWithoutPage() throws {
        let menu = HostedPage(nil, engine: engine, in: main, container: nil)
        let home = HostedPage(page("home"), engine: engine, in: main, container: menu.component)
        home.report(.didAppear, in: main, container: menu.component)
        menu.report(.didAppear, in: main, container: nil)
        try recorder.expect("home")
        menu.report(.didDisappear, in: nil, container: nil)
        try recorder.expectLeave("home", .counted)
        menu.report(.didAppear, in: main, container: nil)
        try recorder.expect(ExpectedPageView("home", cause: .appeared, appearance: 2))
    }

    @Test("A presented page stays current above a page that appears below it, also while it is dismissed")
    func level() throws {
        let home = HostedPage(page("home"), engine: engine, in: main, container: nil)
        let filter = HostedPage(page("filter"), engine: engine, in: nil, container: nil)
        home.report(.didAppear, in: main, container: nil)
        filter.report(.didAppear, in: main, container: nil, level: 1)
        try recorder.expect("home", "filter")
        home.report(.didDisappear, in: main, container: nil)
        home.report(.didAppear, in: main, container: nil)
        filter.report(.willDisappear, in: main, container: nil, level: 0)
        try recorder.expect("home")
        try recorder.expectCurrentPage("filter")
        filter.report(.didDisappear, in: nil, container: nil, level: 0)
        // The page is pushed later.
        filter.report(.didAppear, in: main, container: nil, level: 0)
        home.report(.didDisappear, in: main, container: nil)
        home.report(.didAppear, in: main, container: nil)
        try recorder.expect("filter", "home")
        try recorder.expectCurrentPage("home")
    }

    @Test("A deallocated page ends its appearance")
    func destroyed() throws {
        var host: HostedPage? = HostedPage(page("home"), engine: engine, in: main, container: nil)
        host?.report(.didAppear, in: main, container: nil)
        try recorder.expect("home")
        host = nil
        try recorder.expectLeave("home", .counted)
    }
}
