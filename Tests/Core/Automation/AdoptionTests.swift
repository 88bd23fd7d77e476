import PageViewAutomation
import TestSupport
import Testing

extension PageContext {
    fileprivate static let myPage = Self(name: "myPage", context: "globalScanner")
}

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

/// Pages and frameworks that adopt the engine as the guides show.
@Suite(.watched)
struct AdoptionTests {
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
}
