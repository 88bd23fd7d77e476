// The code of the guides about the turns of a run loop, compiled. `ReadmeTests` looks for each block in this file too.
import Dispatch
import PageViewAutomation

/// Shows two pages in one turn of the main queue. The handles keep the pages alive until the turn ends.
@MainActor
func showTwoPages() -> (engine: PageViewEngine, screens: [ComponentHandle]) {
    let engine = PageViewEngine { pageView in print(pageView.sequence, pageView.page) }
    let turn = TurnUpdate(of: engine) { work in DispatchQueue.main.async(execute: work) }
    let (list, item) = (engine.makeHandle(), engine.makeHandle())
    engine.declare(PageViewNotifier("list"), for: list.id)
    engine.declare(PageViewNotifier("item"), for: item.id)

    func report(_ event: ComponentEvent, of screen: ComponentHandle) {
        turn.begin()
        screen.report(event)
    }

    // One turn: the app shows the list, and a link leads on to an item.
    report(.didAppear, of: list)
    report(.didDisappear, of: list)
    report(.didAppear, of: item)
    return (engine, [list, item])
}

/// A terminal app that owns its loop. The key "o" shows the list, and then an item.
@MainActor
final class Terminal {
    let engine = PageViewEngine { _ in }
    private(set) var drawn: [PageContext] = []
    private var shown: (page: PageContext, screen: ComponentHandle)?

    func handle(_ key: Character) {
        engine.update { navigate(key) }
        draw()
    }

    private func navigate(_ key: Character) {
        show("list")
        if key == "o" { show("item") }
    }

    private func show(_ page: PageContext) {
        let screen = engine.makeHandle()
        engine.declare(PageViewNotifier(page), for: screen.id)
        shown?.screen.report(.didDisappear)
        screen.report(.didAppear)
        shown = (page, screen)
    }

    private func draw() {
        if let shown { drawn.append(shown.page) }
    }
}
