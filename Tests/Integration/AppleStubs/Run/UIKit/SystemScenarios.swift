import PageViewApple
import PageViewTesting
import UIKit

// What iOS 18 to 27 does beside the transitions of an app. The stand-in names the sources.

extension UIViewController {
    /// Calls all children, as a container without automatic calls does.
    fileprivate func callContent() {
        for child in children {
            child.beginAppearanceTransition(true, animated: false)
            child.endAppearanceTransition()
        }
    }
}

/// A side menu that calls its content once, and never again.
final class SideMenu: BaseViewController {
    private var hasCalledContent = false
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if !hasCalledContent { callContent() }
        hasCalledContent = true
    }

    static func make(_ content: UIViewController...) -> SideMenu {
        let menu = SideMenu(nibName: nil, bundle: nil)
        for child in content { menu.addChild(child) }
        return menu
    }
}

/// A library of tabs that makes all its tabs appear at launch, reports no selection, and has no reporter of its own.
final class TabLibrary: UIViewController {
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        callContent()
    }

    static func make(_ tabs: UIViewController...) -> TabLibrary {
        let library = TabLibrary(nibName: nil, bundle: nil)
        for tab in tabs { library.addChild(tab) }
        return library
    }
}

/// A drawer of a library that calls its content once, and has no reporter of its own.
final class Drawer: UIViewController {
    private var hasCalledContent = false
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if !hasCalledContent { callContent() }
        hasCalledContent = true
    }
}

@MainActor let hiddenScenes: [Scenario] = [
    Scenario(
        "a split view that collapses and expands in the background",
        expect: ["list, appeared", "item after list, appeared", "current: item", "current: item"]
    ) { stage in
        let app = App(UISplitViewController(PageController("list"), PageController("item")))
        for _ in 1...2 {
            app.scene.enterBackground()
            stage.noteCurrentPage()
            app.scene.enterForeground()
        }
    },
    Scenario(
        "a split view in the background whose content gets only half of the callbacks",
        expect: ["list, appeared", "item after list, appeared", "current: item", "live: 2"]
    ) { stage in
        let split = UISplitViewController(PageController("list"), PageController("item"))
        let app = App(split)
        split.moveCallbacks = .willOnly
        app.scene.enterBackground()
        app.scene.enterForeground()
        stage.noteCurrentPage()
        stage.noteLivePages()
    },
    Scenario(
        "a page that the app opens in the background",
        expect: [
            "list, appeared", "home after list, appeared", "current: home", "item after home, foregrounded",
            "home after item, appeared",
        ]
    ) { stage in
        let stack = UINavigationController(rootViewController: PageController("home"))
        let app = App(UISplitViewController(PageController("list"), stack))
        app.scene.enterBackground()
        stack.pushViewController(PageController("item"), animated: false)
        stage.noteCurrentPage()
        app.scene.enterForeground()
        stack.popViewController(animated: true)
    },
    Scenario(
        "a scene in the background beside one in the foreground",
        expect: [
            "list, appeared", "item after list, appeared", "home, appeared", "draft after home, appeared",
            "current: draft",
        ]
    ) { stage in
        let split = App(UISplitViewController(PageController("list"), PageController("item")))
        let stack = UINavigationController(rootViewController: PageController("home"))
        let second = App(stack, session: "second")
        split.scene.enterBackground()
        stack.pushViewController(PageController("draft"), animated: true)
        split.scene.enterForeground()
        second.scene.activate()
        stage.noteCurrentPage()
    },
    Scenario(
        "a page that loads under a lock screen",
        expect: ["home, appeared", "current: item", "unlocked", "item after home, foregrounded"]
    ) { stage in
        let (stack, item) = (
            UINavigationController(rootViewController: PageController("home")), PageController("item", isReady: false)
        )
        let app = App(stack)
        stack.pushViewController(item, animated: true)
        let lock = UIWindow(windowScene: app.scene)
        lock.rootViewController = PlainController.make()
        // The app locks when it leaves the foreground, and unlocks some time after its return.
        ViewControllerPages.shared?.scenes.setCovered(true, of: app.scene)
        lock.makeKeyAndVisible()
        app.scene.enterBackground()
        app.scene.enterForeground()
        item.pageViewNotifier.markReady()
        stage.noteCurrentPage()
        stage.note("unlocked")
        ViewControllerPages.shared?.scenes.setCovered(false, of: app.scene)
    },
    Scenario(
        "an inactive scene, and a scene of another size", expect: ["home, appeared", "current: home"]
    ) { stage in
        let scene = UIWindowScene(session: UISceneSession(persistentIdentifier: "first"))
        scene.enterForeground()
        scene.deactivate()
        // An adapter that is created later finds a scene that is in the foreground and inactive.
        ViewControllerPages.shared = ViewControllerPages(engine: stage.engine)
        let window = UIWindow(windowScene: scene)
        window.rootViewController = PageController("home")
        window.makeKeyAndVisible()
        scene.activate()
        scene.deactivate()
        window.resize()
        stage.noteCurrentPage()
    },
]

@MainActor let presentations: [Scenario] = [
    Scenario(
        "a form sheet that covers the screen in a narrow window",
        expect: [
            "home, appeared", "compose after home, appeared", "home after compose, appeared", "current: compose",
            "current: home",
        ]
    ) { stage in
        let (home, compose) = (PageController("home"), PageController("compose"))
        compose.modalPresentationStyle = .formSheet
        let app = App(home)
        home.present(compose, animated: true)
        compose.adaptPresentation(to: .fullScreen)
        compose.adaptPresentation(to: .formSheet)
        stage.noteCurrentPage()
        home.dismiss(animated: true)
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a page replaced below a sheet, whose content is in a container",
        expect: [
            "home, appeared", "filter after home, appeared", "other after filter, appeared", "current: filter",
            "sizes after other, appeared", "current: sizes", "current: other",
        ]
    ) { stage in
        let stack = UINavigationController(rootViewController: PageController("home"))
        let sheet = UINavigationController(rootViewController: PageController("filter"))
        let app = App(stack)
        stack.present(sheet, animated: true)
        stack.setViewControllers([PageController("other")], animated: false)
        stage.noteCurrentPage()
        sheet.present(PageController("sizes"), animated: true)
        stage.noteCurrentPage()
        stack.dismiss(animated: true)
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a page that was a sheet and is pushed later",
        expect: [
            "home, appeared", "help after home, appeared", "help after help, appeared", "tip after help, appeared",
            "help after tip, appeared", "current: tip",
        ]
    ) { stage in
        let (stack, help) = (UINavigationController(rootViewController: PageController("home")), PageController("help"))
        let (app, tip) = (App(stack), PageController("tip"))
        stack.present(help, animated: true)
        stack.dismiss(animated: true)
        stack.pushViewController(help, animated: true)
        stack.present(tip, animated: true)
        tip.adaptPresentation(to: .fullScreen)
        tip.adaptPresentation(to: .pageSheet)
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "three sheets dismissed at once",
        expect: [
            "home, appeared", "one after home, appeared", "two after one, appeared", "three after two, appeared",
            "current: three", "current: home", "live: 1",
        ]
    ) { stage in
        let sheets = ["home", "one", "two", "three"].map { PageController(PageName($0)) }
        let app = App(sheets[0])
        for (below, sheet) in zip(sheets, sheets.dropFirst()) { below.present(sheet, animated: true) }
        stage.noteCurrentPage()
        sheets[0].dismiss(animated: true)
        stage.noteCurrentPage()
        stage.noteLivePages()
        _ = app
    },
    Scenario(
        "a zoom that the user interrupts",
        expect: ["list, appeared", "item after list, appeared", "list after item, appeared", "current: list"]
    ) { stage in
        let stack = UINavigationController(rootViewController: PageController("list"))
        let app = App(stack)
        stack.interruptPush(of: PageController("item"))
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a zoom that the user interrupts, and the cancelled pop after it",
        expect: ["list, appeared", "item after list, appeared", "current: item"]
    ) { stage in
        let stack = UINavigationController(rootViewController: PageController("list"))
        let app = App(stack)
        stack.interruptPush(of: PageController("item"), cancelsPop: true)
        stage.noteCurrentPage()
        _ = app
    },
]

@MainActor let containers: [Scenario] = [
    Scenario(
        "a side menu that does not call its content",
        expect: [
            "home, appeared", "item after home, appeared", "current: item", "live: 1", "home after item, appeared",
            "login after home, appeared", "home after login, appeared", "current: home",
        ]
    ) { stage in
        let stack = UINavigationController(rootViewController: SideMenu.make(PageController("home")))
        let (app, login) = (App(stack), PageController("login"))
        stack.pushViewController(PageController("item"), animated: true)
        stage.noteCurrentPage()
        stage.noteLivePages()
        stack.popViewController(animated: true)
        login.modalPresentationStyle = .fullScreen
        stack.present(login, animated: true)
        stack.dismiss(animated: true)
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a library whose tabs all appear at launch",
        expect: [
            "feed, appeared", "profile after feed, appeared", "current: profile", "feed after profile, appeared",
            "current: feed",
        ]
    ) { stage in
        let library = TabLibrary.make(
            UINavigationController(rootViewController: PageController("feed")), PageController("profile"),
            PlainController.make())
        ViewControllerPages.shared?.select(library.children[0])
        let app = App(library)
        ViewControllerPages.shared?.select(library.children[1])
        stage.noteCurrentPage()
        ViewControllerPages.shared?.select(library.children[0])
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a selection that the app reports too late, and one of a tab without a page",
        expect: [
            "feed, appeared", "profile after feed, appeared", "current: feed", "current: none",
            "profile after profile, appeared",
        ]
    ) { stage in
        let library = TabLibrary.make(
            UINavigationController(rootViewController: PageController("feed")),
            UINavigationController(rootViewController: PageController("profile")), PlainController.make())
        let app = App(library)
        ViewControllerPages.shared?.select(library.children[0])
        stage.noteCurrentPage()
        ViewControllerPages.shared?.select(library.children[2])
        stage.noteCurrentPage()
        ViewControllerPages.shared?.select(library.children[1])
        // A controller without a container cannot be selected.
        ViewControllerPages.shared?.select(library)
        _ = app
    },
]

@MainActor let turns: [Scenario] = [
    Scenario(
        "two navigations in one turn",
        expect: ["home, appeared", "list after home, appeared", "item after list, appeared", "current: item"]
    ) { stage in
        stage.useTurns()
        let stack = UINavigationController(rootViewController: PageController("home"))
        let app = App(stack)
        stage.endTurn()
        stack.pushViewController(PageController("list"), animated: true)
        stage.endTurn()
        stack.popViewController(animated: false)
        stack.pushViewController(PageController("item"), animated: false)
        stage.endTurn()
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "a split view that collapses and expands in the foreground",
        expect: [
            "list, appeared", "item after list, appeared", "live: 2", "live: 1", "list after item, appeared", "live: 2",
            "current: list",
        ]
    ) { stage in
        stage.useTurns()
        let split = UISplitViewController(PageController("list"), PageController("item"))
        let app = App(split)
        stage.endTurn()
        stage.noteLivePages()
        split.collapse()
        stage.endTurn()
        stage.noteLivePages()
        split.expand()
        stage.endTurn()
        stage.noteLivePages()
        stage.noteCurrentPage()
        _ = app
    },
    Scenario(
        "the background in a turn",
        expect: ["home, appeared", "item after home, appeared", "current: item"]
    ) { stage in
        stage.useTurns()
        let stack = UINavigationController(rootViewController: PageController("home"))
        let app = App(stack)
        stage.endTurn()
        app.scene.enterBackground()
        stack.pushViewController(PageController("item"), animated: false)
        app.scene.enterForeground()
        stage.endTurn()
        stage.noteCurrentPage()
    },
]
