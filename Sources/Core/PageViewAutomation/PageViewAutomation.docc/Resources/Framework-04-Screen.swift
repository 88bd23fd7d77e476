import PageViewAutomation

/// One screen full of text.
@MainActor
class Screen {
    let title: String
    private(set) lazy var component = makeComponent()

    init(title: String) { self.title = title }

    func didAppear() { component.report(.didAppear) }
    func willDisappear() { component.report(.willDisappear) }
    func didDisappear() { component.report(.didDisappear) }

    private func makeComponent() -> ComponentHandle {
        let component = engine.makeHandle()
        if let page = self as? any AnalyticsPage { engine.declare(page, for: component.id) }
        return component
    }
}
