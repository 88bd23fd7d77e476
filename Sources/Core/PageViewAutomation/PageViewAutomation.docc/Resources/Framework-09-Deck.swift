import PageViewAutomation

/// A window with a stack of screens. The last screen is in front.
@MainActor
final class Deck {
    let reporter: PageViewEngine
    let scene: SceneID
    private(set) var screens: [Screen] = []

    init(reportingTo reporter: PageViewEngine = engine) {
        self.reporter = reporter
        scene = reporter.makeScene()
    }

    func push(_ screen: Screen) {
        screen.component.attach(to: scene)
        screens.last?.willDisappear()
        screen.willAppear()
        screens.last?.didDisappear()
        screens.append(screen)
        screen.didAppear()
    }

    func pop() {
        beginPop()
        finishPop()
    }

    /// Removes a screen from any position of the stack.
    func remove(_ screen: Screen) {
        guard screen !== screens.last else { return pop() }
        screens.removeAll { $0 === screen }
        screen.component.report(.detach)
    }

    /// Begins a swipe that pushes the front screen aside.
    func beginPop() {
        screens.last?.willDisappear()
        screens.dropLast().last?.willAppear()
    }

    /// Completes the swipe and removes the front screen.
    func finishPop() {
        guard let screen = screens.popLast() else { return }
        screen.didDisappear()
        screens.last?.didAppear()
        screen.component.report(.detach)
    }

    /// Cancels the swipe. The front screen stays.
    func cancelPop() {
        screens.dropLast().last?.willDisappear()
        screens.dropLast().last?.didDisappear()
        screens.last?.willAppear()
        screens.last?.didAppear()
    }
}
