import PageViewApple
import PageViewTesting
import SwiftUI
import UIKit

// The examples of PageViewApple's documentation.

@MainActor func start(_ engine: PageViewEngine) {
    ViewControllerPages.shared = ViewControllerPages(engine: engine)
}

final class ScannerViewController: BaseViewController, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

@MainActor func open(_ scanner: ScannerViewController, in navigation: UINavigationController, turn: TurnUpdate) {
    turn.begin()
    navigation.popViewController(animated: false)
    navigation.pushViewController(scanner, animated: false)
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
