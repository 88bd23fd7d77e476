import PageViewLifecycle
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
        UnusualAdapter("a sheet is inside the page below it", SheetInside.self),
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

private class ComponentPerAppearance: ScreenAdapter {
    override func didDisappear(_ screen: Screen) {
        super.didDisappear(screen)
        screen.handle = nil
    }
}

private class EarlyComponents: ScreenAdapter {
    override func isMade(_ screen: Screen) { _ = handle(of: screen) }
}

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

private class SheetInside: ScreenAdapter {
    override func covers(_ below: Screen?, with sheet: Screen) {
        if let below { handle(of: sheet).move(into: handle(of: below).id) }
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
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        for _ in 1...2 { super.report(event, screen) }
    }
}

/// An adapter of a framework that renders in the foreground only.
private class ForegroundOnly: ScreenAdapter {
    private var isInBackground = false
    private var waiting: [() -> Void] = []
    private func perform(_ report: @escaping () -> Void) {
        if isInBackground { waiting.append(report) } else { report() }
    }
    override func background(_ screens: [Screen]) {
        super.background(screens)
        isInBackground = true
    }
    override func foreground(_ screens: [Screen]) {
        super.foreground(screens)
        isInBackground = false
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
