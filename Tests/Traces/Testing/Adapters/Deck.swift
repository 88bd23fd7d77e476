import PageViewTesting

/// A screen of the framework `Deck`.
final class Screen {
    let notifier: PageViewNotifier
    /// The number of the window that shows the screen; `nil` without one.
    var window: Int?
    var isOnStack = false
    /// The screen that contains the screen.
    weak var container: Screen?
    var content: [Screen] = []
    /// The adapter's component, which ends with the screen.
    var handle: ComponentHandle?

    init(_ notifier: PageViewNotifier) { self.notifier = notifier }
}

/// A UI framework of stacked screens, which calls an adapter as UIKit calls its view controllers.
///
/// The framework is correct. Adapters that make mistakes are subclasses of `ScreenAdapter`.
final class Deck: AdapterUnderTest {
    /// The order of callbacks, in which frameworks differ.
    struct Order {
        /// Whether the old screen disappears before the new one appears.
        var disappearsFirst = false
        /// Whether a container is called before its content.
        var outermostFirst = false
        /// Whether a screen enters its window after it appeared.
        var attachesLast = false
        /// Whether a cancelled transition calls only the screen on top.
        var cancelsOnTopOnly = false
    }

    private let adapter: ScreenAdapter
    private let order: Order
    private var stack: [Screen] = []
    private var sheet: Screen?
    private var isFullScreen = false
    /// The screens in the second window, the last one in front.
    private var second: [Screen] = []

    init(_ adapter: ScreenAdapter, _ order: Order = Order()) {
        self.adapter = adapter
        self.order = order
    }

    // MARK: Transitions

    /// Calls the adapter for a screen and its content.
    private func call(_ screen: Screen?, _ callback: (Screen) -> Void) {
        guard let screen else { return }
        if order.outermostFirst { callback(screen) }
        for inner in screen.content { call(inner, callback) }
        if !order.outermostFirst { callback(screen) }
    }

    private func enter(_ screen: Screen?, _ window: Int) {
        call(screen) {
            $0.window = window
            adapter.entersWindow($0)
        }
    }

    private func leaveWindow(_ screen: Screen?) {
        call(screen) {
            adapter.leavesWindow($0)
            $0.window = nil
        }
    }

    private func appear(_ screen: Screen?, in window: Int) {
        if !order.attachesLast { enter(screen, window) }
        call(screen, adapter.willAppear)
        call(screen, adapter.didAppear)
        if order.attachesLast { enter(screen, window) }
    }

    private func disappear(_ screen: Screen?) {
        call(screen, adapter.willDisappear)
        call(screen, adapter.didDisappear)
        leaveWindow(screen)
    }

    /// Goes from one screen to another.
    private func go(from old: Screen?, to new: Screen?, in window: Int = 0) {
        call(old, adapter.willDisappear)
        if !order.attachesLast { enter(new, window) }
        call(new, adapter.willAppear)
        if order.disappearsFirst { call(old, adapter.didDisappear) }
        call(new, adapter.didAppear)
        if order.attachesLast { enter(new, window) }
        if !order.disappearsFirst { call(old, adapter.didDisappear) }
        leaveWindow(old)
    }

    /// Begins a transition from one screen to another, and cancels it.
    private func cancel(from old: Screen?, to new: Screen?) {
        call(old, adapter.willDisappear)
        if !order.cancelsOnTopOnly {
            if !order.attachesLast { enter(new, 0) }
            call(new, adapter.willAppear)
            call(new, adapter.willDisappear)
            call(new, adapter.didDisappear)
            leaveWindow(new)
        }
        call(old, adapter.willAppear)
        call(old, adapter.didAppear)
    }

    private func release(_ screen: Screen) { call(screen, adapter.isReleased) }

    // MARK: AdapterUnderTest

    func makePage(_ notifier: PageViewNotifier) -> Screen {
        let screen = Screen(notifier)
        adapter.isMade(screen)
        return screen
    }

    func show(_ page: Screen) {
        let below = stack.last
        stack.append(page)
        page.isOnStack = true
        go(from: below, to: page)
    }

    func hide(_ page: Screen) {
        stack.removeAll { $0 === page }
        page.isOnStack = false
        go(from: page, to: stack.last)
    }

    func remove(_ page: Screen) {
        if page === stack.last { hide(page) } else { stack.removeAll { $0 === page } }
        release(page)
    }

    func coverFully(with page: Screen) -> Bool {
        sheet = page
        isFullScreen = true
        adapter.coversFully(stack.last)
        go(from: stack.last, to: page)
        return true
    }

    func dismiss(_ page: Screen) {
        sheet = nil
        if isFullScreen {
            go(from: page, to: stack.last)
        } else {
            disappear(page)
            adapter.uncovers(stack.last)
        }
        isFullScreen = false
        release(page)
    }

    func replace(_ page: Screen, with other: Screen) -> Bool {
        stack.removeAll { $0 === page }
        stack.append(other)
        adapter.replaces(page, with: other)
        go(from: page, to: other)
        release(page)
        return true
    }

    func cancelHide(_ page: Screen) -> Bool {
        cancel(from: page, to: stack.dropLast().last)
        return true
    }

    func cancelDismiss(_ page: Screen) -> Bool {
        cancel(from: page, to: nil)
        return true
    }

    func cancelShow(_ page: Screen) -> Bool {
        cancel(from: stack.last, to: page)
        return true
    }

    func enterBackground() -> Bool {
        adapter.background(stack + [sheet].compactMap { $0 })
        return true
    }

    func enterForeground() { adapter.foreground(stack.suffix(1) + [sheet].compactMap { $0 }) }

    func cover(with page: Screen) -> Bool {
        sheet = page
        adapter.covers(stack.last, with: page)
        appear(page, in: 0)
        return true
    }

    func update() -> Bool {
        adapter.updates(stack.suffix(1) + [sheet].compactMap { $0 } + second.suffix(1))
        return true
    }

    func showInSecondWindow(_ page: Screen) -> Bool {
        second = [page]
        adapter.opensSecondWindow()
        appear(page, in: 1)
        return true
    }

    func pushInSecondWindow(_ page: Screen) -> Bool {
        let below = second.last
        second.append(page)
        go(from: below, to: page, in: 1)
        return true
    }

    func closeSecondWindow() -> Bool {
        adapter.closesSecondWindow()
        for screen in second { release(screen) }
        second = []
        return true
    }

    func moveToSecondWindow(_ page: Screen) -> Bool {
        stack.removeAll { $0 === page }
        go(from: page, to: stack.last)
        return showInSecondWindow(page)
    }

    func insert(_ page: Screen, into container: Screen) -> Bool {
        container.content.append(page)
        page.container = container
        adapter.isInserted(page, container)
        if let window = container.window { appear(page, in: window) }
        return true
    }

    func select(_ page: Screen, in container: Screen) -> Bool {
        let old = container.content.last
        if page.container == nil {
            page.container = container
            adapter.isInserted(page, container)
        }
        container.content = [page]
        if let window = container.window { go(from: old, to: page, in: window) }
        return true
    }

    func prepare(_ page: Screen) -> Bool {
        adapter.isPrepared(page)
        return true
    }

    func showInPlace(_ page: PageContext, id: String?) -> Bool {
        adapter.showsInPlace(.ready(PageViewEvent(pageContext: page)), id: id)
        return true
    }

    func showInPlace(_ state: PageState, id: String?) -> Bool {
        adapter.showsInPlace(state, id: id)
        return true
    }
}

/// A correct adapter of `Deck`, with a method for each callback of the framework.
class ScreenAdapter {
    let engine: PageViewEngine
    private var secondScene: SceneID?
    /// The screen in the kept view, with its page and identity.
    var kept: (screen: Screen, page: PageContext, id: String?)?

    required init(_ engine: PageViewEngine) { self.engine = engine }

    func scene(of window: Int) -> SceneID { window == 0 ? engine.mainScene : secondScene ?? engine.mainScene }

    func makeHandle(_ screen: Screen) -> ComponentHandle {
        engine.makeHandle(
            in: screen.window.map(scene), parent: screen.container.map { handle(of: $0).id },
            isAttached: screen.window != nil)
    }

    func declare(_ screen: Screen, for handle: ComponentHandle) { engine.declare(screen.notifier, for: handle.id) }

    func handle(of screen: Screen) -> ComponentHandle {
        if let handle = screen.handle { return handle }
        let handle = makeHandle(screen)
        screen.handle = handle
        declare(screen, for: handle)
        return handle
    }

    func report(_ event: ComponentEvent, _ screen: Screen) { handle(of: screen).report(event) }

    func isMade(_ screen: Screen) {}
    func willAppear(_ screen: Screen) { report(.willAppear, screen) }
    func didAppear(_ screen: Screen) { report(.didAppear, screen) }
    func willDisappear(_ screen: Screen) { report(.willDisappear, screen) }
    func didDisappear(_ screen: Screen) { report(.didDisappear, screen) }
    func entersWindow(_ screen: Screen) { handle(of: screen).attach(to: scene(of: screen.window ?? 0)) }
    func leavesWindow(_ screen: Screen) { screen.handle?.report(.detach) }
    func isInserted(_ screen: Screen, _ container: Screen) { handle(of: screen).move(into: handle(of: container).id) }
    func isPrepared(_ screen: Screen) { _ = handle(of: screen) }
    func isReleased(_ screen: Screen) { screen.handle = nil }

    func covers(_ below: Screen?, with sheet: Screen) {}
    func uncovers(_ below: Screen?) {}
    func coversFully(_ below: Screen?) {}
    func replaces(_ old: Screen, with new: Screen) {}
    func background(_ screens: [Screen]) { engine.report(.background, of: engine.mainScene) }
    func foreground(_ screens: [Screen]) { engine.report(.foreground, of: engine.mainScene) }
    func opensSecondWindow() { secondScene = engine.makeScene() }
    func closesSecondWindow() { if let secondScene { engine.report(.close, of: secondScene) } }
    func updates(_ screens: [Screen]) {}

    /// Called when a kept view shows another page, or the same page again.
    func showsInPlace(_ state: PageState, id: String?) {
        if let kept, kept.page == state.pageContext, kept.id == id {
            if kept.screen.notifier.state != state { kept.screen.notifier.state = state }
        } else {
            replaceKept(state, id)
        }
    }

    func replaceKept(_ state: PageState, _ id: String?) {
        let screen = Screen(PageViewNotifier(state))
        screen.window = 0
        report(.didAppear, screen)
        if let old = kept?.screen { report(.didDisappear, old) }
        kept = (screen, state.pageContext, id)
    }
}
