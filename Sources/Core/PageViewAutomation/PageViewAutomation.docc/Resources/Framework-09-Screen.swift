import PageViewAutomation

/// One screen full of text.
@MainActor
class Screen {
    let title: String
    private let reporter: PageViewEngine
    private(set) lazy var component = makeComponent()

    init(title: String, reportingTo reporter: PageViewEngine = engine) {
        self.title = title
        self.reporter = reporter
    }

    func willAppear() { component.report(.willAppear) }
    func didAppear() { component.report(.didAppear) }
    func willDisappear() { component.report(.willDisappear) }
    func didDisappear() { component.report(.didDisappear) }

    private func makeComponent() -> ComponentHandle {
        let component = reporter.makeHandle(isAttached: false)
        if let page = self as? any AnalyticsPage { reporter.declare(page, for: component.id) }
        return component
    }
}
