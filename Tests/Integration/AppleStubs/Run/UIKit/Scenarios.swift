import PageViewApple
import PageViewTesting
import UIKit

/// A scene with a window that shows a controller.
@MainActor struct App {
    let scene: UIWindowScene
    let window: UIWindow

    init(_ root: UIViewController, session: String = "first", isInForeground: Bool = true) {
        scene = UIWindowScene(session: UISceneSession(persistentIdentifier: session))
        window = UIWindow(windowScene: scene)
        window.rootViewController = root
        scene.connect()
        if isInForeground { scene.enterForeground() }
        window.makeKeyAndVisible()
    }
}

/// A controller with a foreign base class. It stores its own reporter.
class ForeignController: UIViewController, ViewControllerPageOwner, AnalyticsPage {
    let viewControllerPage = ViewControllerPage()
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "foreign"))

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        viewControllerPage.report(.didAppear, of: self)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        viewControllerPage.report(.didDisappear, of: self)
    }
}

/// A tab controller that is itself a page.
final class TabsPage: UITabBarController, ViewControllerPageOwner, AnalyticsPage {
    let viewControllerPage = ViewControllerPage()
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "tabs"))

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        viewControllerPage.report(.didAppear, of: self)
    }
}

@MainActor let transitions: [Scenario] = [
    Scenario("push and pop", expect: ["list, appeared", "item after list, appeared", "list after item, appeared"]) {
        _ in
        let stack = UINavigationController(rootViewController: PageController("list"))
        let app = App(stack)
        stack.pushViewController(PageController("item"), animated: true)
        stack.popViewController(animated: true)
        _ = app
    },
    Scenario("a cancelled swipe back", expect: ["list, appeared", "item after list, appeared", "current: item"]) {
        stage in
        let stack = UINavigationController(rootViewController: PageController("list"))
        let app = App(stack)
        stack.pushViewController(PageController("item"), animated: true)
        stack.cancelSwipe()
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a sheet, and a cover",
        expect: [
            "home, appeared", "filter after home, appeared", "current: filter", "current: home",
            "login after filter, appeared", "home after login, appeared",
        ]
    ) { stage in
        let (home, filter, login) = (PageController("home"), PageController("filter"), PageController("login"))
        let app = App(home)
        home.present(filter, animated: true)
        stage.noteCurrentPage()
        home.dismiss(animated: true)
        stage.noteCurrentPage()
        login.modalPresentationStyle = .fullScreen
        home.present(login, animated: true)
        home.dismiss(animated: true)
        _ = app
    },
    Scenario(
        "tabs as a page around other pages",
        expect: [
            "feed, appeared", "tabs after feed, appeared", "current: feed", "profile after tabs, appeared",
            "current: profile", "feed after profile, appeared",
        ]
    ) { stage in
        let tabs = TabsPage(nibName: nil, bundle: nil)
        tabs.viewControllers = [PageController("feed"), PageController("profile")]
        let app = App(tabs)
        stage.noteCurrentPage()
        tabs.selectedIndex = 1
        stage.noteCurrentPage()
        tabs.selectedIndex = 0
        _ = app
    },
    Scenario(
        "a page that loads",
        expect: ["list, appeared", "item left neverReady", "list after list, appeared", "item after list, ready"]
    ) { _ in
        let (stack, item) = (
            UINavigationController(rootViewController: PageController("list")), PageController("item", isReady: false)
        )
        let app = App(stack)
        stack.pushViewController(item, animated: true)
        stack.popViewController(animated: true)
        stack.pushViewController(item, animated: true)
        item.pageViewNotifier.markReady()
        item.pageViewNotifier.markReady()
        _ = app
    },
    Scenario(
        "a page of the catalog, a page with another base class, and a controller that is not a page",
        expect: ["settings, appeared", "foreign after settings, appeared", "current: foreign"]
    ) { stage in
        let stack = UINavigationController(rootViewController: SettingsController.make())
        let app = App(stack)
        stack.pushViewController(ForeignController(nibName: nil, bundle: nil), animated: true)
        stack.present(PlainController.make(), animated: true)
        stage.noteCurrentPage()
        _ = app
    },
]
