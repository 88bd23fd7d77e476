@testable import PageViewApple
import PageViewTesting
import UIKit

/// The parts below SwiftUI's modifier: a node that receives SwiftUI's callbacks, and an invisible view that finds the
/// window. SwiftUI itself is not available here.
@MainActor final class HostedView {
    let node = PageNode(isAttached: !WindowProbe.isAvailable)
    private let probe = WindowProbe.ProbeView(frame: .zero)
    private let pages: SwiftUIPages
    /// The environment from the views around, if there are any.
    private let surroundings: PageEnvironment?

    init(_ page: DeclaredPage, _ pages: SwiftUIPages, in surroundings: PageEnvironment? = nil) {
        (self.pages, self.surroundings) = (pages, surroundings)
        (probe.node, probe.adapter) = (node, pages)
        update(page)
    }

    func update(_ page: DeclaredPage) { node.update(page, in: surroundings ?? pages.environment.pages) }
    func enter(_ view: UIView) { view.addSubview(probe) }
    func leave() { probe.removeFromSuperview() }

    // The closures of the modifier.

    func appear() { pages.report(.didAppear, of: node) { $0.appear() } }
    func disappear() { pages.report(.didDisappear, of: node) { $0.disappear() } }
}

/// Waits until the main actor's next turn has run.
@MainActor func nextTurn() async { await Task { @MainActor in }.value }

@MainActor func swiftUIHolds() async -> Bool {
    let stage = Stage()
    let pages = SwiftUIPages(engine: stage.engine)
    let scene = UIWindowScene(session: UISceneSession(persistentIdentifier: "first"))
    let window = UIWindow(windowScene: scene)
    scene.enterForeground()

    let home = HostedView(DeclaredPage("home"), pages)
    home.enter(window)
    home.appear()
    stage.noteCurrentPage()
    await nextTurn()
    stage.noteCurrentPage()

    // A tab that reports an appearance, although it is in no window.
    let hidden = HostedView(DeclaredPage("hidden"), pages)
    hidden.appear()
    await nextTurn()
    // A view that appears and disappears in one turn.
    let phantom = HostedView(DeclaredPage("phantom"), pages)
    phantom.enter(window)
    phantom.appear()
    phantom.disappear()
    await nextTurn()
    stage.noteCurrentPage()

    let item = HostedView(DeclaredPage("item", isReady: false), pages)
    item.enter(window)
    item.appear()
    home.disappear()
    home.leave()
    await nextTurn()
    item.update(DeclaredPage("item", payload: ["price": 89]))
    await nextTurn()
    hidden.enter(window)
    await nextTurn()
    // A view that leaves its window has disappeared, even without a callback.
    hidden.leave()
    await nextTurn()
    stage.noteCurrentPage()
    item.leave()
    await nextTurn()
    stage.noteCurrentPage()

    let expected = [
        "current: none", "home, appeared", "current: home", "current: home", "item after home, ready",
        "hidden after item, appeared", "current: item", "current: none",
    ]
    return stage.holds("the parts below SwiftUI's modifier", expected)
}

/// What SwiftUI on iOS does beside the transitions of an app.
@MainActor func swiftUISystemHolds() async -> Bool {
    let stage = Stage()
    let pages = SwiftUIPages(engine: stage.engine)
    let scene = UIWindowScene(session: UISceneSession(persistentIdentifier: "first"))
    let (window, root) = (UIWindow(windowScene: scene), UIViewController(nibName: nil, bundle: nil))
    scene.enterForeground()
    window.rootViewController = root
    window.makeKeyAndVisible()

    // At launch, a `TabView` also calls tabs that it has not put into the window: iOS 17.
    let (feed, profile) = (HostedView(DeclaredPage("feed"), pages), HostedView(DeclaredPage("profile"), pages))
    feed.enter(root.view)
    feed.appear()
    profile.appear()
    await nextTurn()
    stage.noteCurrentPage()

    // Back by a swipe: `onDisappear` of the outgoing view comes about a second after the swipe, and the view gets taps until then.
    // https://github.com/Evil-Project/Twinskaraoke/pull/96
    let item = HostedView(DeclaredPage("item"), pages)
    item.enter(root.view)
    item.appear()
    feed.disappear()
    feed.leave()
    await nextTurn()
    feed.enter(root.view)
    feed.appear()
    await nextTurn()
    stage.noteCurrentPage()
    stage.engine.recordInteraction("tap", component: item.node.component)
    item.disappear()
    item.leave()
    await nextTurn()
    stage.noteCurrentPage()

    // A cover inherits the environment of the page that it covers, and that leaves the window.
    let (cover, host) = (
        HostedView(DeclaredPage("cover"), pages, in: feed.node.content), UIViewController(nibName: nil, bundle: nil)
    )
    root.present(host, animated: true)
    cover.enter(host.view)
    cover.appear()
    await nextTurn()
    feed.leave()
    await nextTurn()
    stage.noteCurrentPage()
    // The page below returns, and stays below.
    feed.enter(root.view)
    await nextTurn()
    stage.noteCurrentPage()

    // The views leave the window and return while the user does not see the scene.
    pages.scenes.setCovered(true, of: scene)
    for view in [feed, cover] {
        view.leave()
        view.disappear()
    }
    await nextTurn()
    for view in [feed, cover] {
        view.enter(view === feed ? root.view : host.view)
        view.appear()
    }
    await nextTurn()
    pages.scenes.setCovered(false, of: scene)
    await nextTurn()
    stage.noteCurrentPage()
    root.dismiss(animated: true)
    cover.disappear()
    cover.leave()
    await nextTurn()
    stage.noteCurrentPage()

    return stage.holds(
        "what SwiftUI does at launch, after a swipe, below a cover, and in the background",
        [
            "feed, appeared", "current: feed", "item after feed, appeared", "feed after item, appeared",
            "current: feed", "tap on item", "current: feed", "cover after feed, appeared", "current: cover",
            "feed after cover, appeared", "current: cover", "current: cover", "current: feed",
        ])
}
