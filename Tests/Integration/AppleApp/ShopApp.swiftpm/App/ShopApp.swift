import Foundation
import PageViewApple
import Shop
import SwiftUI

/// The app. It creates the engine and the adapters before the first window.
@main
struct ShopApp: App {
    private let shop: ShopModel
    private let pages: SwiftUIPages

    init() {
        shop = ShopModel(folder: NSHomeDirectory() + "/Documents") { id in
            try await Task.sleep(for: .seconds(2))
            return Int64(id * 10)
        }
        let controllers = ViewControllerPages(engine: shop.engine)
        ViewControllerPages.shared = controllers
        pages = SwiftUIPages(engine: shop.engine, scenes: controllers.scenes)
    }

    var body: some Scene {
        WindowGroup {
            HomeView(shop: shop)
                .reportingPages(to: pages)
                .onOpenURL { shop.open($0.absoluteString) }
        }
    }
}
