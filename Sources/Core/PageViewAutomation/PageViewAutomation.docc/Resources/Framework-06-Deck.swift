import PageViewAutomation

/// A window with a stack of screens. The last screen is in front.
@MainActor
final class Deck {
    let scene = engine.makeScene()
    private(set) var screens: [Screen] = []

    func push(_ screen: Screen) {
        screen.component.attach(to: scene)
        screens.last?.willDisappear()
        screen.willAppear()
        screens.last?.didDisappear()
        screens.append(screen)
        screen.didAppear()
    }

    func pop() {
        guard let screen = screens.popLast() else { return }
        screen.willDisappear()
        screens.last?.willAppear()
        screen.didDisappear()
        screens.last?.didAppear()
        screen.component.report(.detach)
    }
}
