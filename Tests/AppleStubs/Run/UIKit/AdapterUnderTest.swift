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
    private var second: App?

    init(_ engine: PageViewEngine) {
        ViewControllerPages.shared = ViewControllerPages(engine: engine)
        app = App(stack)
    }

    func makePage(_ notifier: PageViewNotifier) -> Page { Page(notifier) }

    func show(_ page: Page) { stack.pushViewController(page, animated: true) }

    func hide(_ page: Page) {
        if stack.topViewController === page { stack.popViewController(animated: true) }
    }

    func remove(_ page: Page) {
        if stack.presentedViewController === page { stack.dismiss(animated: true) }
        hide(page)
        page.removeFromParent()
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

    func cover(with page: Page) -> Bool {
        stack.present(page, animated: true)
        return true
    }

    func showInSecondWindow(_ page: Page) -> Bool {
        second = App(page, session: "second")
        return true
    }
}
