@testable import PageViewApple
import PageViewTesting
import UIKit

/// The parts below SwiftUI's modifier: a node that receives SwiftUI's callbacks, and an invisible view that finds the
/// window. SwiftUI itself is not available here.
@MainActor final class HostedView {
    let node = PageNode(isAttached: !WindowProbe.isAvailable)
    private let probe = WindowProbe.ProbeView(frame: .zero)
    private let pages: SwiftUIPages

    init(_ page: DeclaredPage, _ pages: SwiftUIPages) {
        self.pages = pages
        (probe.node, probe.adapter) = (node, pages)
        update(page)
    }

    func update(_ page: DeclaredPage) { node.update(page, in: pages.environment.pages) }
    func enter(_ window: UIWindow) { window.addSubview(probe) }
    func leave() { probe.removeFromSuperview() }
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
    home.node.appear()
    stage.noteCurrentPage()
    await nextTurn()
    stage.noteCurrentPage()

    // A tab that reports an appearance, although it is in no window.
    let hidden = HostedView(DeclaredPage("hidden"), pages)
    hidden.node.appear()
    await nextTurn()
    // A view that appears and disappears in one turn.
    let phantom = HostedView(DeclaredPage("phantom"), pages)
    phantom.enter(window)
    phantom.node.appear()
    phantom.node.disappear()
    await nextTurn()
    stage.noteCurrentPage()

    let item = HostedView(DeclaredPage("item", isReady: false), pages)
    item.enter(window)
    item.node.appear()
    home.node.disappear()
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
    let holds = stage.result == expected
    print("\(holds ? "✓" : "✗") the parts below SwiftUI's modifier")
    if !holds { print("    expected \(expected)\n    found    \(stage.result)") }
    return holds
}
