public import PageViewAutomation

/// The base class of the framework's screens. A screen that is an analytics page is counted each time it is shown.
@MainActor
open class Screen {
    private let engine: PageViewEngine
    private let component: ComponentHandle
    private var isDeclared = false

    /// Creates a screen that reports to an engine. The app creates the engine.
    public init(engine: PageViewEngine) {
        self.engine = engine
        component = engine.makeHandle()
    }

    /// Shows the screen in front of the user.
    public func show() {
        if !isDeclared, let page = self as? any AnalyticsPage { engine.declare(page, for: component.id) }
        isDeclared = true
        component.report(.didAppear)
    }

    /// Hides the screen.
    public func hide() { component.report(.didDisappear) }
}
