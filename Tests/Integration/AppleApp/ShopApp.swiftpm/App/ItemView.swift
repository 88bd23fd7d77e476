import PageViewApple
import Shop
import SwiftUI

/// An item, whose price loads later. The page counts when the price has loaded.
struct ItemView: View {
    let item: ItemModel
    let shop: ShopModel

    var body: some View {
        VStack {
            Text(item.price.map { "\($0) €" } ?? "Loading…")
            Button("Buy") { shop.showCheckout() }
        }
        .navigationTitle("Item \(item.id)")
        // The notifier is the page's identity, so another item is another page, even in the same view.
        .analyticsPage(item)
        // SwiftUI may keep this view for another item, whose price must load as well.
        .task(id: item) { await item.load() }
    }
}
