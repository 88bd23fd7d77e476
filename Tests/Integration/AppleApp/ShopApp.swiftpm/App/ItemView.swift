import PageViewApple
import Shop
import SwiftUI

/// An item, whose price loads late. The page counts when the price is there.
struct ItemView: View {
    let item: ItemModel
    let shop: ShopModel

    var body: some View {
        VStack {
            Text(item.price.map { "\($0) €" } ?? "Loading…")
            Button("Buy") { shop.showCheckout() }
        }
        .navigationTitle("Item \(item.id)")
        // Its notifier is the page's identity, so a link from one item to another is another page.
        .analyticsPage(item)
        // SwiftUI may keep this view for another item, whose price must load too.
        .task(id: item) { await item.load() }
    }
}
