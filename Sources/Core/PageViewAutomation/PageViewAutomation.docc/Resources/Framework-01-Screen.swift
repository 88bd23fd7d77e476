/// One screen full of text.
@MainActor
class Screen {
    let title: String

    init(title: String) { self.title = title }

    func didAppear() {}
    func willDisappear() {}
    func didDisappear() {}
}
