import PageViewTesting

/// An app whose screens lie on a stack, with tabs that have stacks of their own. Platforms differ in what they call.
///
/// A subclass is such a platform: it overrides what happens to the screens, and calls its adapter.
@MainActor
class SimulatedNavigator: @MainActor AdapterUnderTest {
    /// A screen, with the tabs in it, each a stack.
    final class Page {
        enum Presentation { case page, sheet, pane }

        let notifier: PageViewNotifier
        let key: String
        var presentation = Presentation.page
        var tabs: [[Page]] = []
        var selected = 0
        weak var container: Page?

        init(_ notifier: PageViewNotifier, key: String) { (self.notifier, self.key) = (notifier, key) }

        /// The pages of the tab in front.
        var stack: [Page] {
            get { tabs.indices.contains(selected) ? tabs[selected] : [] }
            set { if tabs.indices.contains(selected) { tabs[selected] = newValue } else { tabs = [newValue] } }
        }
    }

    let loop: EventLoop
    private(set) var stack: [Page] = []
    private var count = 0
    private var isLocked = false

    init(_ loop: EventLoop) { self.loop = loop }

    // MARK: What happens to the screens, in the turn in which it happens

    func added(_ page: Page) {}
    /// `page` left its stack. `revealed` is on top now, if `page` was.
    func left(_ page: Page, revealing revealed: Page?) {}
    func replaced(_ old: Page, by page: Page) {}
    func selectedTab(in container: Page) {}
    /// The screens were built again, as after a rotation.
    func rebuilt() {}
    /// The user began to go back, and cancelled.
    func gestureCancelled(over page: Page) {}
    func changed() {}
    func moved(toForeground isForeground: Bool) {}
    /// The user turned to a screen that is visible beside another.
    func turned(to page: Page) {}

    // MARK: What the user sees

    /// The pages of a stack that are visible, from the bottom to the top. A sheet or a pane leaves those below it visible.
    static func seen(in stack: [Page]) -> ArraySlice<Page> {
        stack[(stack.lastIndex { $0.presentation == .page } ?? 0)...]
    }

    /// All pages that exist, each after its container, with whether the user sees it.
    var everything: [(page: Page, isSeen: Bool)] {
        func all(_ stack: [Page], _ isSeen: Bool) -> [(Page, Bool)] {
            let seen = Self.seen(in: stack)
            return stack.indices.flatMap { index -> [(Page, Bool)] in
                let page = stack[index]
                let isPageSeen = isSeen && seen.indices.contains(index)
                return [(page, isPageSeen)]
                    + page.tabs.indices.flatMap { all(page.tabs[$0], isPageSeen && $0 == page.selected) }
            }
        }
        return all(stack, true)
    }

    // MARK: Changes

    private func change(_ body: () -> Void) -> Bool {
        loop.turn {
            body()
            changed()
        }
        return true
    }

    private func push(_ page: Page, in container: Page? = nil, as presentation: Page.Presentation = .page) {
        page.presentation = presentation
        page.container = container
        if let container { container.stack.append(page) } else { stack.append(page) }
        added(page)
    }

    private func pop(_ page: Page, in container: Page? = nil) {
        let wasOnTop = (container.map(\.stack.last) ?? stack.last) === page
        if let container { container.stack.removeAll { $0 === page } } else { stack.removeAll { $0 === page } }
        left(page, revealing: wasOnTop ? (container.map(\.stack.last) ?? stack.last) : nil)
    }

    private func exchange(_ old: Page, for page: Page) {
        guard let index = stack.firstIndex(where: { $0 === old }) else { return }
        stack[index] = page
        replaced(old, by: page)
    }

    private func bring(_ page: Page, in container: Page) {
        page.container = container
        if let index = container.tabs.firstIndex(where: { $0.contains { $0 === page } }) {
            container.selected = index
        } else {
            container.tabs.append([page])
            container.selected = container.tabs.count - 1
        }
        selectedTab(in: container)
    }

    // MARK: AdapterUnderTest

    func makePage(_ notifier: PageViewNotifier) -> Page {
        count += 1
        return Page(notifier, key: count <= 26 ? String(UnicodeScalar(UInt8(64 + count))) : "page-\(count)")
    }

    func show(_ page: Page) { _ = change { push(page) } }
    func hide(_ page: Page) { _ = change { pop(page) } }
    func remove(_ page: Page) { hide(page) }
    func replace(_ page: Page, with other: Page) -> Bool { change { exchange(page, for: other) } }
    func replaceBelowSheet(_ page: Page, with other: Page) -> Bool { change { exchange(page, for: other) } }
    func cover(with page: Page) -> Bool { change { push(page, as: .sheet) } }
    func coverFully(with page: Page) -> Bool { change { push(page) } }
    func dismiss(_ page: Page) { hide(page) }
    func showInOneTurn(_ pages: [Page]) -> Bool { change { for page in pages { push(page) } } }
    func hideInOneTurn(_ pages: [Page]) -> Bool { change { for page in pages { pop(page) } } }

    func hideAndShowInOneTurn(_ page: Page) -> Bool {
        change {
            pop(page)
            push(page)
        }
    }

    func cancelHide(_ page: Page) -> Bool { change { gestureCancelled(over: page) } }
    func recreate() -> Bool { change { rebuilt() } }

    func enterBackground() -> Bool {
        loop.turn { moved(toForeground: false) }
        return true
    }

    func enterForeground() { if !isLocked { loop.turn { moved(toForeground: true) } } }

    /// An app lock is a window above all others. The platform calls nothing for the screens below; the app reports it to the adapter.
    func lock() -> Bool {
        isLocked = true
        return enterBackground()
    }

    func unlock() {
        isLocked = false
        enterForeground()
    }

    func insert(_ page: Page, into container: Page) -> Bool { change { push(page, in: container) } }

    func showTabs(_ pages: [Page], in container: Page) -> Bool {
        change {
            for page in pages { page.container = container }
            container.tabs = pages.map { [$0] }
            push(container)
        }
    }

    func select(_ page: Page, in container: Page) -> Bool { change { bring(page, in: container) } }
    func push(_ page: Page, in container: Page) -> Bool { change { push(page, in: container, as: .page) } }
    func pop(_ page: Page, in container: Page) -> Bool { change { pop(page, in: .some(container)) } }

    func select(_ page: Page, showing other: Page, in container: Page) -> Bool {
        change {
            bring(page, in: container)
            push(other, in: container, as: .page)
        }
    }

    func showBeside(_ page: Page) -> Bool { change { push(page, as: .pane) } }

    func focus(_ page: Page) -> Bool {
        loop.turn { turned(to: page) }
        return true
    }
}
