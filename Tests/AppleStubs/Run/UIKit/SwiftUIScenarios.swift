@testable import PageViewApple
import PageViewTesting
import UIKit

/// What lies below the modifier for SwiftUI: a node that is told what SwiftUI says, and the invisible view that asks the window.
/// SwiftUI itself is not there to be driven.
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

/// The main actor's next turn has come and gone.
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

    // A tab that says it appears, and is nowhere to be seen.
    let hidden = HostedView(DeclaredPage("hidden"), pages)
    hidden.node.appear()
    await nextTurn()
    // A view that is taken back in the same turn.
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
    // A window that goes is evidence enough that nobody sees what was in it.
    hidden.leave()
    await nextTurn()
    stage.noteCurrentPage()
    item.leave()
    await nextTurn()
    stage.noteCurrentPage()

    let expected = [
        "current: none", "home, appeared", "current: home", "current: home", "item after home, ready",
        "hidden after item, attached", "current: item", "current: none",
    ]
    let holds = stage.result == expected
    print("\(holds ? "✓" : "✗") what lies below SwiftUI's modifier")
    if !holds { print("    expected \(expected)\n    found    \(stage.result)") }
    return holds
}
