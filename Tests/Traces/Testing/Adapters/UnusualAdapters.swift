import PageViewTesting
import Testing

/// A correct adapter that reports in an unusual way, with the order of its framework's callbacks.
struct UnusualAdapter: CustomTestStringConvertible, Sendable {
    let way: String
    let make: @Sendable (PageViewEngine) -> Deck

    init(_ way: String, _ type: ScreenAdapter.Type = ScreenAdapter.self, _ order: Deck.Order = Deck.Order()) {
        self.way = way
        make = { Deck(type.init($0), order) }
    }

    var testDescription: String { way }

    static let all: [UnusualAdapter] = [
        UnusualAdapter("the old screen disappears before the new one appears", order: .init(disappearsFirst: true)),
        UnusualAdapter("containers report before their content", order: .init(outermostFirst: true)),
        UnusualAdapter("screens enter their windows after they appeared", order: .init(attachesLast: true)),
        UnusualAdapter("a cancelled transition calls the top screen only", order: .init(cancelsOnTopOnly: true)),
        UnusualAdapter("only facts are reported, no announcements", FactsOnly.self),
        UnusualAdapter("a screen disappears by leaving its window", WindowsOnly.self),
        UnusualAdapter("a screen gets a component for each appearance", ComponentPerAppearance.self),
        UnusualAdapter("components are made with their screens", EarlyComponents.self),
        UnusualAdapter("scene events are repeated and refined", RepeatedScenes.self),
        UnusualAdapter("each window has a scene of its own", OwnScenes.self),
        UnusualAdapter("each turn is one update, also with one navigation", EachTurn.self),
        UnusualAdapter("stacks are exclusive, and an uncovered page appears again", ExclusiveContainers.self),
        UnusualAdapter("lists of what exists are shown, and no callbacks reported", Lists.self),
        UnusualAdapter("each report has a time of its own", OwnTimes.self),
        UnusualAdapter("cancelled transitions are not reported", NoCancelledTransitions.self),
        UnusualAdapter("notifiers are declared after the appearance", LateDeclaration.self),
        UnusualAdapter("everything is reported twice", Twice.self),
        UnusualAdapter("nothing is reported in the background before the foreground", ForegroundOnly.self),
    ]

    private init(_ way: String, order: Deck.Order) { self.init(way, ScreenAdapter.self, order) }
}

private class FactsOnly: ScreenAdapter {
    override func willAppear(_ screen: Screen) {}
    override func willDisappear(_ screen: Screen) {}
    override func leavesWindow(_ screen: Screen) {}
}

private class WindowsOnly: ScreenAdapter {
    override func willAppear(_ screen: Screen) {}
    override func willDisappear(_ screen: Screen) {}
    override func didDisappear(_ screen: Screen) {}
}

/// An adapter that keeps the component of a screen that comes back in the same turn, or that is selected.
private class ComponentPerAppearance: ScreenAdapter {
    private var left: [Screen] = []
    override func didDisappear(_ screen: Screen) {
        super.didDisappear(screen)
        left.append(screen)
    }
    override func turnEnds(_ deck: Deck) {
        super.turnEnds(deck)
        for screen in left where screen.window == nil && (screen.container ?? screen).selected == nil {
            screen.handle = nil
        }
        left = []
    }
}

private class EarlyComponents: ScreenAdapter { override func isMade(_ screen: Screen) { _ = handle(of: screen) } }

private class RepeatedScenes: ScreenAdapter {
    override func background(_ screens: [Screen]) {
        engine.report(.inactive, of: engine.mainScene)
        for _ in 1...2 { super.background(screens) }
    }
    override func foreground(_ screens: [Screen]) {
        for _ in 1...2 { super.foreground(screens) }
        engine.report(.active, of: engine.mainScene)
    }
}

private class OwnScenes: ScreenAdapter {
    private lazy var first = engine.makeScene()
    override func scene(of window: Int) -> SceneID { window == 0 ? first : super.scene(of: window) }
    override func background(_ screens: [Screen]) { engine.report(.background, of: first) }
    override func foreground(_ screens: [Screen]) { engine.report(.foreground, of: first) }
}

/// An adapter of a framework without a call at the beginning of a turn.
private class EachTurn: ScreenAdapter {
    private lazy var turn = TurnUpdate(of: engine) { _ in }
    override func turnBegins() {}
    override func turnEnds(_ deck: Deck) { turn.end() }
    /// Every report about a screen asks for its component first.
    override func handle(of screen: Screen) -> ComponentHandle {
        turn.begin()
        return super.handle(of: screen)
    }
}

/// An adapter that repeats the appearance of a page that its stack uncovers. Tabs that all appear at the launch are selected.
private class ExclusiveContainers: ScreenAdapter {
    override func selects(_ screen: Screen) {
        guard let container = screen.container, container.content.count == 1 else { return super.selects(screen) }
        engine.report(
            .create(
                handle(of: container).id, in: scene(of: 0), parent: nil, attached: container.window != nil,
                exclusive: true))
        report(.didAppear, screen)
    }
}

/// An adapter of a framework whose navigation is a value.
private class Lists: ScreenAdapter {
    override func turnBegins() {}
    override func turnEnds(_ deck: Deck) {
        let stack = kept.map { [$0.screen] } ?? deck.stack
        let below = stack.flatMap { entries(of: $0, isVisible: $0 === stack.last && !deck.isFullScreen) }
        let beside = deck.beside.map { entries(of: $0) } ?? []
        let sheet = deck.sheet.map { entries(of: $0, level: 1) } ?? []
        engine.show((deck.isStackInFocus ? beside + below : below + beside) + sheet)
        let second = deck.second.flatMap { entries(of: $0, isVisible: $0 === deck.second.last) }
        if !second.isEmpty { engine.show(second, in: scene(of: 1)) }
    }
    private func entries(of screen: Screen, isVisible: Bool = true, level: Int? = nil) -> [ShownEntry] {
        let container = screen.container?.key
        return [ShownEntry(screen.key, screen.notifier, isVisible: isVisible, in: container, level: level)]
            + screen.content.flatMap { entries(of: $0, isVisible: $0 === screen.selected ?? $0) }
    }
    override func report(_ event: ComponentEvent, _ screen: Screen) {}
    override func entersWindow(_ screen: Screen) {}
    override func isInserted(_ screen: Screen, _ container: Screen) {}
    override func isPrepared(_ screen: Screen) {}
    override func covers(_ below: Screen?, with sheet: Screen) {}
    override func replaceKept(_ state: PageState, _ id: String?) {
        kept = (Screen(PageViewNotifier(state)), state.pageContext, id)
    }
}

private class OwnTimes: ScreenAdapter {
    private var time: Int64 = 0
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        time += 1_000_000
        handle(of: screen).report(event, at: Timestamp(nanoseconds: time))
    }
}

/// An adapter that delays its reports until the framework has completed or cancelled a transition.
private class NoCancelledTransitions: ScreenAdapter {
    private var shown: [Screen] = []
    override func willAppear(_ screen: Screen) {}
    override func willDisappear(_ screen: Screen) {}
    override func didAppear(_ screen: Screen) {
        if shown.contains(where: { $0 === screen }) { return }
        shown.append(screen)
        super.didAppear(screen)
    }
    override func didDisappear(_ screen: Screen) {
        guard shown.contains(where: { $0 === screen }) else { return }
        shown.removeAll { $0 === screen }
        super.didDisappear(screen)
    }
}

private class Twice: ScreenAdapter {
    override func report(_ event: ComponentEvent, _ screen: Screen) { for _ in 1...2 { super.report(event, screen) } }
}

/// An adapter of a framework that renders in the foreground only.
private class ForegroundOnly: ScreenAdapter {
    private var waiting: [() -> Void] = []
    private func perform(_ report: @escaping () -> Void) {
        if isInBackground { waiting.append(report) } else { report() }
    }
    override func foreground(_ screens: [Screen]) {
        super.foreground(screens)
        for report in waiting { report() }
        waiting = []
    }
    override func willAppear(_ screen: Screen) { perform { self.report(.willAppear, screen) } }
    override func didAppear(_ screen: Screen) { perform { self.report(.didAppear, screen) } }
    override func willDisappear(_ screen: Screen) { perform { self.report(.willDisappear, screen) } }
    override func didDisappear(_ screen: Screen) { perform { self.report(.didDisappear, screen) } }
    override func entersWindow(_ screen: Screen) {
        let window = screen.window
        perform { self.handle(of: screen).attach(to: self.scene(of: window ?? 0)) }
    }
    override func leavesWindow(_ screen: Screen) { perform { screen.handle?.report(.detach) } }
    override func replaceKept(_ state: PageState, _ id: String?) { perform { super.replaceKept(state, id) } }
}

private class LateDeclaration: ScreenAdapter {
    private var declared: [Screen] = []
    override func declare(_ screen: Screen, for handle: ComponentHandle) {}
    override func didAppear(_ screen: Screen) {
        super.didAppear(screen)
        super.declare(screen, for: handle(of: screen))
    }
    override func replaceKept(_ state: PageState, _ id: String?) {
        super.replaceKept(state, id)
        if let kept { super.declare(kept.screen, for: handle(of: kept.screen)) }
    }
}
