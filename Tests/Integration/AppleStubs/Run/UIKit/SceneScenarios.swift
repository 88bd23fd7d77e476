import PageViewApple
import PageViewTesting
import UIKit

@MainActor let scenes: [Scenario] = [
    Scenario("launched in the background", expect: ["current: none", "home, foregrounded"]) { stage in
        let app = App(PageController("home"), isInForeground: false)
        stage.noteCurrentPage()
        app.scene.enterForeground()
    },
    Scenario("to the background and back", expect: ["home, appeared", "current: home"]) { stage in
        let app = App(PageController("home"))
        app.scene.enterBackground()
        app.scene.enterForeground()
        stage.noteCurrentPage()
    },
    Scenario(
        "two scenes, of which one is closed",
        expect: [
            "list, appeared", "mail, appeared", "current: mail", "current: list", "item after list, appeared",
            "current: item", "draft, appeared",
        ]
    ) { stage in
        let stack = UINavigationController(rootViewController: PageController("list"))
        let first = App(stack)
        let second = App(PageController("mail"), session: "second")
        stage.noteCurrentPage()
        first.scene.activate()
        stage.noteCurrentPage()
        second.scene.disconnect()
        stack.pushViewController(PageController("item"), animated: true)
        stage.noteCurrentPage()
        let again = App(PageController("draft"), session: "second")
        _ = again
    },
    Scenario(
        "a page that moves to another scene while its first one is in the background",
        expect: [
            "item, appeared", "item, appeared", "current: item", "empty after item, foregrounded", "live: 2",
        ]
    ) { stage in
        let page = PageController("item")
        let first = App(page)
        first.scene.enterBackground()
        first.window.rootViewController = PageController("empty")
        let second = App(page, session: "second")
        stage.noteCurrentPage()
        first.scene.enterForeground()
        second.scene.activate()
        stage.noteLivePages()
    },
    Scenario("a page without a window counts when it gets one", expect: ["current: none", "home, attached"]) { stage in
        let home = PageController("home")
        home.viewWillAppear(false)
        home.viewDidAppear(false)
        stage.noteCurrentPage()
        let scene = UIWindowScene(session: UISceneSession(persistentIdentifier: "first"))
        scene.enterForeground()
        UIWindow(windowScene: scene).addSubview(home.view)
        home.viewDidLayoutSubviews()
    },
    Scenario("a controller that is destroyed while it is shown", expect: ["home, appeared", "current: none"]) { stage in
        do {
            let home = PageController("home")
            let scene = UIWindowScene(session: UISceneSession(persistentIdentifier: "first"))
            scene.enterForeground()
            UIWindow(windowScene: scene).addSubview(home.view)
            home.viewDidAppear(false)
        }
        stage.noteCurrentPage()
    },
    Scenario(
        "another controller at the root", expect: ["login, appeared", "home after login, appeared", "current: home"]
    ) {
        stage in
        let app = App(PageController("login"))
        app.window.rootViewController = PageController("home")
        stage.noteCurrentPage()
    },
]

/// Scenarios that change the whole process, so they run last.
@MainActor let automatic: [Scenario] = [
    Scenario(
        "automatic reports of controllers",
        expect: [
            "rejected", "list, appeared", "plain after list, appeared", "derived after plain, appeared",
            "plain after derived, appeared", "plain after plain, appeared", "list after plain, appeared",
            "menu after list, appeared", "list after menu, appeared", "live: 1", "menu after list, appeared",
        ]
    ) { stage in
        let pages = ViewControllerPages(engine: stage.engine)
        try? pages.reportAutomatically()
        do { try pages.reportAutomatically() } catch { stage.note("rejected") }
        ViewControllerPages.shared = pages
        let stack = UINavigationController(rootViewController: PageController("list"))
        let app = App(stack)
        stack.pushViewController(PlainPage("plain"), animated: true)
        stack.cancelSwipe()
        stack.pushViewController(DerivedPage("derived"), animated: true)
        stack.popViewController(animated: true)
        stack.pushViewController(UIViewController(nibName: nil, bundle: nil), animated: true)
        stack.popViewController(animated: true)
        stack.popViewController(animated: true)
        let drawer = Drawer(nibName: nil, bundle: nil)
        drawer.addChild(PlainPage("menu"))
        stack.pushViewController(drawer, animated: true)
        stack.pushViewController(PageController("list"), animated: true)
        stage.noteLivePages()
        stack.popViewController(animated: true)
        _ = app
    }
]

/// A page whose base classes do not report.
class PlainPage: UIViewController, AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ name: PageName) {
        pageViewNotifier = PageViewNotifier(PageViewEvent(name: name))
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }
}

/// A page that overrides a replaced method and calls `super`.
final class DerivedPage: PlainPage {
    override func viewDidAppear(_ animated: Bool) { super.viewDidAppear(animated) }
}
