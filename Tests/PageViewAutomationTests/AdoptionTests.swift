import PageViewAutomation
import TestWatch
import Testing

extension PageName {
    fileprivate static let scanItem: PageName = "scanItem"
}

extension ContextName {
    fileprivate static let globalScanner: ContextName = "globalScanner"
}

extension PageViewEvent {
    fileprivate static let scanItem = Self(pageContext: PageContext(name: .scanItem, context: .globalScanner))
}

extension PageContext {
    fileprivate static let myPage = Self(name: "myPage", context: .globalScanner)
}

// MARK: A framework with a main actor

/// A framework's base class: it finds out by itself which of its screens are pages.
@MainActor
private class Screen {
    let engine: PageViewEngine
    private lazy var component = engine.makeHandle()
    private var isDeclared = false

    init(engine: PageViewEngine) {
        self.engine = engine
    }

    func viewDidAppear() {
        if !isDeclared, let page = self as? any AnalyticsPage { engine.declare(page, for: component.id) }
        isDeclared = true
        component.report(.didAppear)
    }

    func viewDidDisappear() { component.report(.didDisappear) }
}

// The two lines of a page that is ready.
private final class ScannerScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

// A page that is pending: the model drives it by one property.
private final class DelayedScreen: Screen, AnalyticsPage {
    private(set) lazy var pageViewNotifier = PageViewNotifier(model.pageViewState)

    struct Model {
        var pageViewState: PageViewNotifier.PageState = .pending(.myPage)
    }

    var model = Model() {
        didSet { pageViewNotifier.state = model.pageViewState }
    }
}

private final class PlainScreen: Screen {}

// MARK: A framework without one

private class Widget {
    let engine: PageViewEngine
    private lazy var component = engine.makeHandle()

    init(engine: PageViewEngine) {
        self.engine = engine
    }

    func map() {
        if let page = self as? any AnalyticsPage { engine.declare(page, for: component.id) }
        component.report(.didAppear)
    }
}

private final class ScannerWidget: Widget, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

private final class DelayedWidget: Widget, AnalyticsPage {
    private(set) lazy var pageViewNotifier = PageViewNotifier(pageViewState)

    var pageViewState: PageViewNotifier.PageState = .pending(.myPage) {
        didSet { pageViewNotifier.state = pageViewState }
    }
}

/// How pages and frameworks adopt the engine: the shapes that the guides promise compile and work.
@Suite(.watched)
struct AdoptionTests {
    @Test("A screen of the main actor is counted by its base class, each time it appears")
    @MainActor
    func readyScreen() {
        let stage = Stage()
        let screen = ScannerScreen(engine: stage.engine)
        screen.viewDidAppear()
        screen.viewDidDisappear()
        screen.viewDidAppear()
        #expect(stage.recorder.names == ["scanItem", "scanItem"])
        #expect(stage.recorder.pageViews.first?.page.context == .globalScanner)
    }

    @Test("A pending screen of the main actor is counted when its model says ready")
    @MainActor
    func pendingScreen() {
        let stage = Stage()
        let screen = DelayedScreen(engine: stage.engine)
        screen.viewDidAppear()
        #expect(stage.recorder.pageViews.isEmpty)
        #expect(stage.engine.currentPage?.page == .myPage)
        screen.model.pageViewState = .ready(PageViewEvent(pageContext: .myPage, payload: ["items": 3]))
        screen.model.pageViewState = .ready(PageViewEvent(pageContext: .myPage, payload: ["items": 4]))
        #expect(stage.recorder.pageViews.map(\.payload) == [["items": 3]])
    }

    @Test("A screen that is no page is never counted")
    @MainActor
    func plainScreen() {
        let stage = Stage()
        PlainScreen(engine: stage.engine).viewDidAppear()
        #expect(stage.recorder.records.isEmpty)
    }

    @Test("The same without any actor")
    func widgets() {
        let stage = Stage()
        ScannerWidget(engine: stage.engine).map()
        let delayed = DelayedWidget(engine: stage.engine)
        delayed.map()
        delayed.pageViewState = .ready(PageViewEvent(pageContext: .myPage))
        Widget(engine: stage.engine).map()
        #expect(stage.recorder.names == ["scanItem", "myPage"])
    }

    @Test("A screen that goes ends its appearance and its component")
    @MainActor
    func screenThatGoes() {
        let stage = Stage()
        do {
            let screen = ScannerScreen(engine: stage.engine)
            screen.viewDidAppear()
        }
        #expect(stage.recorder.leaves.map(\.outcome) == [.counted])
        #expect(stage.engine.currentPage == nil)
    }
}
