import Dispatch
import PageViewApple
import PageViewTesting
import SwiftUI
import UIKit

// The examples of PageViewApple's documentation.

@MainActor func start(_ engine: PageViewEngine) {
    ViewControllerPages.shared = ViewControllerPages(engine: engine)
}

@MainActor func startWithTurns(_ engine: PageViewEngine) {
    let turn = TurnUpdate(of: engine) { work in DispatchQueue.main.async(execute: work) }
    ViewControllerPages.shared = ViewControllerPages(engine: engine, turn: turn)
}

final class ScannerViewController: BaseViewController, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

@MainActor func open(_ scanner: ScannerViewController, in navigation: UINavigationController, turn: TurnUpdate) {
    turn.begin()
    navigation.popViewController(animated: false)
    navigation.pushViewController(scanner, animated: false)
}

@MainActor func select(_ tab: UIViewController, in pages: ViewControllerPages) {
    pages.select(tab)
}

@MainActor func setLocked(_ isLocked: Bool, _ scene: UIScene, in pages: ViewControllerPages) {
    pages.scenes.setCovered(isLocked, of: scene)
}

struct ItemView: View {
    let price: Int?

    var body: some View {
        Text("Shoes").analyticsPage(.item, isReady: price != nil, payload: ["price": price])
    }
}

// The names of the pages.

extension PageViewEvent {
    static let scanItem = Self(name: "scanItem", context: "scanner")
}

extension PageContext {
    static let item = Self(name: "item", context: "shop")
}
