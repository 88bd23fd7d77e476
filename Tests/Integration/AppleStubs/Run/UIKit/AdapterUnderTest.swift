import PageViewApple
import PageViewTesting
import UIKit

/// The stand-in for UIKit with the adapter, driven by the compatibility test.
@MainActor final class UIKitUnderTest: @MainActor AdapterUnderTest {
    /// A page with a given notifier.
    final class Page: BaseViewController, AnalyticsPage {
        let pageViewNotifier: PageViewNotifier

        init(_ notifier: PageViewNotifier) {
            pageViewNotifier = notifier
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }
    }

    private let stack = UINavigationController(rootViewController: PlainController.make())
    private let app: App
    /// An update for code that navigates twice in a turn, as the guide shows.
    private let turn: TurnUpdate
    private let ends: Ends
    private var second: (app: App, stack: UINavigationController)?

    /// The work that waits for the end of the turn.
    @MainActor final class Ends {
        var work: [@Sendable () -> Void] = []
    }

    init(_ engine: PageViewEngine) {
        ViewControllerPages.shared = ViewControllerPages(engine: engine)
        let ends = Ends()
        self.ends = ends
        turn = TurnUpdate(of: engine) { work in MainActor.assumeIsolated { ends.work.append(work) } }
        app = App(stack)
    }

    func makePage(_ notifier: PageViewNotifier) -> Page { Page(notifier) }

    func show(_ page: Page) { stack.pushViewController(page, animated: true) }

    func hide(_ page: Page) {
        if stack.topViewController === page { stack.popViewController(animated: true) }
    }

    func remove(_ page: Page) {
        stack.setViewControllers(stack.viewControllers.filter { $0 !== page }, animated: false)
    }

    func replace(_ page: Page, with other: Page) -> Bool {
        stack.setViewControllers(stack.viewControllers.filter { $0 !== page } + [other], animated: true)
        return true
    }

    func cancelShow(_ page: Page) -> Bool {
        stack.cancelPush(of: page)
        return true
    }

    func cancelHide(_ page: Page) -> Bool {
        stack.cancelSwipe()
        return true
    }

    func enterBackground() -> Bool {
        app.scene.enterBackground()
        return true
    }

    func enterForeground() { app.scene.enterForeground() }

    func lock() -> Bool {
        ViewControllerPages.shared?.scenes.setCovered(true, of: app.scene)
        return true
    }

    func unlock() { ViewControllerPages.shared?.scenes.setCovered(false, of: app.scene) }

    private func inOneTurn(_ navigate: () -> Void) -> Bool {
        turn.begin()
        navigate()
        for work in ends.work { work() }
        ends.work = []
        return true
    }

    func showInOneTurn(_ pages: [Page]) -> Bool {
        inOneTurn { for page in pages { stack.pushViewController(page, animated: false) } }
    }

    func hideInOneTurn(_ pages: [Page]) -> Bool {
        inOneTurn { for _ in pages { stack.popViewController(animated: false) } }
    }

    func hideAndShowInOneTurn(_ page: Page) -> Bool {
        inOneTurn {
            stack.popViewController(animated: false)
            stack.pushViewController(page, animated: false)
        }
    }

    func replaceBelowSheet(_ page: Page, with other: Page) -> Bool { replace(page, with: other) }

    func cover(with page: Page) -> Bool {
        stack.present(page, animated: true)
        return true
    }

    func coverFully(with page: Page) -> Bool {
        page.modalPresentationStyle = .fullScreen
        return cover(with: page)
    }

    func dismiss(_ page: Page) { stack.dismiss(animated: true) }

    func cancelDismiss(_ page: Page) -> Bool {
        stack.cancelDismiss()
        return true
    }

    func update() -> Bool {
        app.window.resize()
        return true
    }

    func prepare(_ page: Page) -> Bool {
        // A neighbour in a pager is loaded, and gets no other call.
        _ = page.view
        return true
    }

    func insert(_ page: Page, into container: Page) -> Bool {
        container.embed(page)
        return true
    }

    func select(_ page: Page, in container: Page) -> Bool {
        if container.children.isEmpty { container.embed(UITabBarController(nibName: nil, bundle: nil)) }
        guard let bar = container.children[0] as? UITabBarController else { return false }
        let tabs = bar.viewControllers ?? []
        if !tabs.contains(page) { bar.viewControllers = tabs + [page] }
        if let index = bar.viewControllers?.firstIndex(of: page) { bar.selectedIndex = index }
        return true
    }

    func showInSecondWindow(_ page: Page) -> Bool {
        let stack = UINavigationController(rootViewController: page)
        second = (App(stack, session: "second"), stack)
        return true
    }

    func pushInSecondWindow(_ page: Page) -> Bool {
        second?.stack.pushViewController(page, animated: true)
        return true
    }

    func closeSecondWindow() -> Bool {
        second?.app.scene.disconnect()
        second = nil
        return true
    }

    func moveToSecondWindow(_ page: Page) -> Bool {
        hide(page)
        return showInSecondWindow(page)
    }
}
