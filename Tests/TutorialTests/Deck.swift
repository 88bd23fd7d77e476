import PageViewAutomation

/// A window with a stack of screens; the last one is in front.
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

    /// Takes a screen out of the stack, wherever it is.
    func remove(_ screen: Screen) {
        guard screen !== screens.last else { return pop() }
        screens.removeAll { $0 === screen }
        screen.component.report(.detach)
    }

    /// The finger begins to push the screen aside.
    func beginPop() {
        screens.last?.willDisappear()
        screens.dropLast().last?.willAppear()
    }

    /// The finger has pushed it all the way.
    func finishPop() {
        guard let screen = screens.popLast() else { return }
        screen.didDisappear()
        screens.last?.didAppear()
        screen.component.report(.detach)
    }

    /// The finger lets go, and the screen comes back.
    func cancelPop() {
        screens.dropLast().last?.willDisappear()
        screens.dropLast().last?.didDisappear()
        screens.last?.willAppear()
        screens.last?.didAppear()
    }
}
