/// A window with a stack of screens. The last screen is in front.
@MainActor
final class Deck {
    private(set) var screens: [Screen] = []

    func push(_ screen: Screen) {
        screens.last?.willDisappear()
        screens.last?.didDisappear()
        screens.append(screen)
        screen.didAppear()
    }

    func pop() {
        guard let screen = screens.popLast() else { return }
        screen.willDisappear()
        screen.didDisappear()
        screens.last?.didAppear()
    }
}
