import PageViewAutomation

/// React Navigation: one state for all navigators, and focus and blur that follow from it.
final class SimulatedReactNavigation: SimulatedNavigator {
    private let adapter: ValuePages
    private var focus: [Page] = []
    private var isReady = false

    init(_ loop: EventLoop, _ adapter: ValuePages) {
        self.adapter = adapter
        super.init(loop)
    }

    /// The focused screens: of each navigator the one on top, down to the innermost.
    private var focusedNow: [Page] {
        var pages: [Page] = []
        var top = stack.last
        while let page = top {
            pages.append(page)
            top = page.stack.last
        }
        return pages
    }

    override func changed() {
        loop.post { [self] in
            let now = focusedNow
            for page in focus where !now.contains(where: { $0 === page }) {
                loop.note("\(page.key).blur")
            }
            for page in now where !focus.contains(where: { $0 === page }) {
                loop.note("\(page.key).focus")
            }
            focus = now
            loop.note(isReady ? "onStateChange" : "onReady")
            isReady = true
            adapter.shows(value(of: stack))
        }
    }

    override func moved(toForeground isForeground: Bool) {
        loop.note(isForeground ? "active" : "background")
        adapter.moved(toForeground: isForeground)
    }

    override func showBeside(_ page: Page) -> Bool { false }
}
