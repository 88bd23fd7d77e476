import PageViewAutomation
import TestSupport
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

/// A base class of a framework. It detects which of its screens are pages.
@MainActor
private class BaseScreen {
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

// A ready page takes two lines.
private final class ScannerScreen: BaseScreen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

// A pending page. Its model sets the state through one property.
private final class DelayedScreen: BaseScreen, AnalyticsPage {
    private(set) lazy var pageViewNotifier = PageViewNotifier(model.pageViewState)

    struct Model {
        var pageViewState: PageViewNotifier.PageState = .pending(.myPage)
    }

    var model = Model() {
        didSet { pageViewNotifier.state = model.pageViewState }
    }
}

private final class PlainScreen: BaseScreen {}

// MARK: A framework without a main actor

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

/// Pages and frameworks that adopt the engine as the guides show.
@Suite(.watched)
struct AdoptionTests {
    @Test("A base class on the main actor counts a ready screen each time it appears")
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

    @Test("A pending screen on the main actor counts once its model sets it ready")
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

    @Test("A screen that is no page emits no record")
    @MainActor
    func plainScreen() {
        let stage = Stage()
        PlainScreen(engine: stage.engine).viewDidAppear()
        #expect(stage.recorder.records.isEmpty)
    }

    @Test("Ready and pending widgets count without an actor; a plain widget does not")
    func widgets() {
        let stage = Stage()
        ScannerWidget(engine: stage.engine).map()
        let delayed = DelayedWidget(engine: stage.engine)
        delayed.map()
        delayed.pageViewState = .ready(PageViewEvent(pageContext: .myPage))
        Widget(engine: stage.engine).map()
        #expect(stage.recorder.names == ["scanItem", "myPage"])
    }

    @Test("Deallocating a screen ends its appearance")
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
