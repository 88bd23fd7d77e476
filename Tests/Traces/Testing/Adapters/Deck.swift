import Foundation
import PageViewTesting

/// A screen of the framework `Deck`.
final class Screen {
    /// The object that shows a screen. A rotation replaces it.
    final class View {
        /// The adapter's component, which ends with the view.
        var handle: ComponentHandle?
    }

    let key = UUID().uuidString
    let notifier: PageViewNotifier
    var view = View()
    /// The number of the window that shows the screen; `nil` without one.
    var window: Int?
    var isOnStack = false
    /// The screen that contains the screen.
    weak var container: Screen?
    /// The screens inside it that are called whenever it is.
    var content: [Screen] = []
    /// The screen inside it that it shows, if it has announced one.
    var selected: Screen?
    /// The screen below it on a stack inside its container.
    var below: Screen?
    var handle: ComponentHandle? {
        get { view.handle }
        set { view.handle = newValue }
    }

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
    private(set) var stack: [Screen] = []
    private(set) var sheet: Screen?
    private(set) var isFullScreen = false
    /// The screen in the second pane, and whether the user has turned to the first one.
    private(set) var beside: Screen?
    private(set) var isStackInFocus = false
    /// The screens in the second window, the last one in front.
    private(set) var second: [Screen] = []
    private var isInTurn = false

    init(_ adapter: ScreenAdapter, _ order: Order = Order()) {
        self.adapter = adapter
        self.order = order
    }

    // MARK: Transitions

    /// The screens in front of the user in the first window.
    private var front: [Screen] { (isFullScreen ? [sheet] : [stack.last, beside, sheet]).compactMap(\.self) }

    /// Makes several navigations in one turn.
    private func turn(_ navigate: () -> Void) -> Bool {
        adapter.turnBegins()
        isInTurn = true
        navigate()
        isInTurn = false
        return endTurn()
    }

    /// Ends a turn, unless it contains further navigations.
    @discardableResult private func endTurn() -> Bool {
        if !isInTurn { adapter.turnEnds(self) }
        return true
    }

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

    @discardableResult private func appear(_ screen: Screen?, in window: Int) -> Bool {
        if !order.attachesLast { enter(screen, window) }
        call(screen, adapter.willAppear)
        call(screen, adapter.didAppear)
        if order.attachesLast { enter(screen, window) }
        return endTurn()
    }

    @discardableResult private func disappear(_ screen: Screen?) -> Bool {
        call(screen, adapter.willDisappear)
        call(screen, adapter.didDisappear)
        leaveWindow(screen)
        return endTurn()
    }

    private func move(_ screen: Screen, into container: Screen) {
        screen.container = container
        adapter.isInserted(screen, container)
    }

    /// Shows a screen of a container, which announces it.
    @discardableResult private func choose(_ screen: Screen?, in container: Screen) -> Bool {
        container.selected = screen
        if let screen { adapter.selects(screen) }
        return endTurn()
    }

    /// Goes from one screen to another.
    @discardableResult private func go(from old: Screen?, to new: Screen?, in window: Int = 0) -> Bool {
        call(old, adapter.willDisappear)
        if !order.attachesLast { enter(new, window) }
        call(new, adapter.willAppear)
        if order.disappearsFirst { call(old, adapter.didDisappear) }
        call(new, adapter.didAppear)
        if order.attachesLast { enter(new, window) }
        if !order.disappearsFirst { call(old, adapter.didDisappear) }
        leaveWindow(old)
        return endTurn()
    }

    /// Begins a transition from one screen to another, and cancels it.
    @discardableResult private func cancel(from old: Screen?, to new: Screen?) -> Bool {
        call(old, adapter.willDisappear)
        if !order.cancelsOnTopOnly {
            if !order.attachesLast { enter(new, 0) }
            call(new, adapter.willAppear)
            endTurn()
            call(new, adapter.willDisappear)
            call(new, adapter.didDisappear)
            leaveWindow(new)
        }
        endTurn()
        call(old, adapter.willAppear)
        call(old, adapter.didAppear)
        return endTurn()
    }

    private func release(_ screen: Screen) { call(screen, adapter.isReleased) }

    // MARK: AdapterUnderTest

    func makePage(_ notifier: PageViewNotifier) -> Screen {
        let screen = Screen(notifier)
        adapter.isMade(screen)
        return screen
    }

    func show(_ page: Screen) {
        page.isOnStack = true
        stack.append(page)
        go(from: stack.dropLast().last, to: page)
    }

    func hide(_ page: Screen) {
        stack.removeAll { $0 === page }
        page.isOnStack = false
        go(from: page, to: stack.last)
    }

    func remove(_ page: Screen) {
        if page === stack.last { hide(page) } else { stack.removeAll { $0 === page } }
        release(page)
        endTurn()
    }

    func coverFully(with page: Screen) -> Bool {
        (sheet, isFullScreen) = (page, true)
        adapter.coversFully(stack.last)
        return go(from: stack.last, to: page)
    }

    func dismiss(_ page: Screen) {
        defer { release(page) }
        sheet = nil
        if isFullScreen {
            isFullScreen = false
            go(from: page, to: stack.last)
        } else {
            disappear(page)
            adapter.uncovers(stack.last)
        }
    }

    func replace(_ page: Screen, with other: Screen) -> Bool {
        stack.removeAll { $0 === page }
        stack.append(other)
        adapter.replaces(page, with: other)
        go(from: page, to: other)
        release(page)
        return true
    }

    func cancelHide(_ page: Screen) -> Bool { cancel(from: page, to: stack.dropLast().last) }

    func cancelDismiss(_ page: Screen) -> Bool { cancel(from: page, to: nil) }

    func cancelShow(_ page: Screen) -> Bool { cancel(from: stack.last, to: page) }

    func enterBackground() -> Bool {
        adapter.background(stack + [sheet].compactMap { $0 })
        return true
    }

    func enterForeground() { adapter.returns(stack.suffix(1) + [sheet].compactMap { $0 }) }

    func cover(with page: Screen) -> Bool {
        sheet = page
        adapter.covers(stack.last, with: page)
        return appear(page, in: 0)
    }

    func update() -> Bool {
        adapter.updates(stack.suffix(1) + [sheet].compactMap { $0 } + second.suffix(1))
        return true
    }

    func showInSecondWindow(_ page: Screen) -> Bool {
        second = [page]
        adapter.opensSecondWindow()
        return appear(page, in: 1)
    }

    func pushInSecondWindow(_ page: Screen) -> Bool {
        second.append(page)
        return go(from: second.dropLast().last, to: page, in: 1)
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
        move(page, into: container)
        if let window = container.window { appear(page, in: window) }
        return endTurn()
    }

    /// Selects a tab. A container that keeps all its tabs, as at the launch, announces the selection and calls no tab.
    func select(_ page: Screen, in container: Screen) -> Bool {
        let old = container.selected ?? container.content.last
        if page.container == nil { move(page, into: container) }
        if !container.content.contains(where: { $0 === page }) {
            container.content.removeAll { $0 === old }
            container.content.append(page)
            if let window = container.window { go(from: old, to: page, in: window) }
        }
        if container.selected != nil { choose(page, in: container) }
        return endTurn()
    }

    func showTabs(_ pages: [Screen], in container: Screen) -> Bool {
        turn {
            container.content = pages
            for page in pages { move(page, into: container) }
            show(container)
            choose(pages[0], in: container)
        }
    }

    /// Covers the selected screen, for which the framework then calls nothing.
    func push(_ page: Screen, in container: Screen) -> Bool {
        page.below = container.selected ?? container.content.last
        container.content.removeAll { $0 === page.below }
        container.content.append(page)
        move(page, into: container)
        if let window = container.window { appear(page, in: window) }
        return choose(page, in: container)
    }

    func pop(_ page: Screen, in container: Screen) -> Bool {
        container.content = container.content.map { $0 === page ? page.below ?? page : $0 }
        disappear(page)
        return choose(page.below, in: container)
    }

    func select(_ page: Screen, showing other: Screen, in container: Screen) -> Bool {
        turn { _ = select(page, in: container) && push(other, in: container) }
    }

    func showInOneTurn(_ pages: [Screen]) -> Bool { turn { pages.forEach(show) } }

    func hideInOneTurn(_ pages: [Screen]) -> Bool { turn { pages.forEach(hide) } }

    /// Reports that the page left a second time, when it is back.
    func hideAndShowInOneTurn(_ page: Screen) -> Bool {
        defer { adapter.hasLeft(page) }
        return turn {
            hide(page)
            show(page)
        }
    }

    func recreate() -> Bool {
        turn {
            for screen in front {
                disappear(screen)
                call(screen) {
                    let old = $0.view
                    $0.view = Screen.View()
                    adapter.isRecreated($0, from: old)
                }
                appear(screen, in: 0)
            }
        }
    }

    func lock() -> Bool {
        adapter.locks(front)
        return true
    }

    func unlock() { adapter.unlocks(front) }

    func replaceBelowSheet(_ page: Screen, with other: Screen) -> Bool { replace(page, with: other) }

    func showBeside(_ page: Screen) -> Bool {
        (beside, isStackInFocus) = (page, false)
        return appear(page, in: 0)
    }

    func focus(_ page: Screen) -> Bool {
        isStackInFocus = page !== beside
        adapter.focuses(page)
        return endTurn()
    }

    func prepare(_ page: Screen) -> Bool {
        adapter.isPrepared(page)
        return endTurn()
    }

    func showInPlace(_ page: PageContext, id: String?) -> Bool {
        showInPlace(.ready(PageViewEvent(pageContext: page)), id: id)
    }

    func showInPlace(_ state: PageState, id: String?) -> Bool {
        adapter.showsInPlace(state, id: id)
        return endTurn()
    }
}

/// A correct adapter of `Deck`, with a method for each callback of the framework.
class ScreenAdapter {
    let engine: PageViewEngine
    private(set) var (isInTurn, isLocked, isInBackground) = (false, false, false)
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

    /// Called before the first of several navigations in a turn.
    func turnBegins() {
        engine.beginUpdate()
        isInTurn = true
    }
    /// Called after each turn.
    func turnEnds(_ deck: Deck) {
        if isInTurn { engine.commitUpdate() }
        isInTurn = false
    }
    /// Called when the container of the screen shows this screen and no other one.
    func selects(_ screen: Screen) { report(.select, screen) }
    func isRecreated(_ screen: Screen, from old: Screen.View) { screen.handle = old.handle }
    /// Called late, after a turn in which the screen left. The screen may be back.
    func hasLeft(_ screen: Screen) { if screen.window == nil { report(.didDisappear, screen) } }
    func focuses(_ screen: Screen) { report(.focus, screen) }
    func locks(_ screens: [Screen]) {
        isLocked = true
        background(screens)
    }
    func unlocks(_ screens: [Screen]) {
        isLocked = false
        foreground(screens)
    }
    /// Called when the app returns to the foreground, perhaps to its lock screen.
    func returns(_ screens: [Screen]) { if !isLocked { foreground(screens) } }

    func covers(_ below: Screen?, with sheet: Screen) {
        engine.report(.create(handle(of: sheet).id, in: scene(of: 0), parent: nil, attached: false, level: 1))
    }
    func uncovers(_ below: Screen?) {}
    func coversFully(_ below: Screen?) {}
    func replaces(_ old: Screen, with new: Screen) {}
    func background(_ screens: [Screen]) {
        engine.report(.background, of: engine.mainScene)
        isInBackground = true
    }
    func foreground(_ screens: [Screen]) {
        engine.report(.foreground, of: engine.mainScene)
        isInBackground = false
    }
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
