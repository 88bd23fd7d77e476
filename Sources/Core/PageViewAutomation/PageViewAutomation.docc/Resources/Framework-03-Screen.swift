import PageViewAutomation

/// One screen full of text.
@MainActor
class Screen {
    let title: String
    let component = engine.makeHandle()

    init(title: String) { self.title = title }

    func didAppear() { component.report(.didAppear) }
    func willDisappear() { component.report(.willDisappear) }
    func didDisappear() { component.report(.didDisappear) }
}
