import PageViewApple
import Shop
import SwiftUI

/// The list of items, and the stack above it.
struct HomeView: View {
    @Bindable var shop: ShopModel
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        NavigationStack(path: $shop.path) {
            List(shop.items, id: \.self) { id in
                Button("Item \(id)") { shop.showItem(id) }
            }
            .navigationTitle("Shop")
            .toolbar { Button("Filter") { shop.isFilterShown = true } }
            .analyticsPage(.home)
            .navigationDestination(for: ShopModel.Route.self) { route in
                switch route {
                case .item(let item): ItemView(item: item, shop: shop)
                case .checkout: CheckoutView()
                }
            }
        }
        .sheet(isPresented: $shop.isFilterShown) { FilterView(shop: shop) }
        .sheet(isPresented: $shop.isConsentShown) { ConsentView(shop: shop) }
        .task(id: scenePhase) { await Upload.run(shop) }
    }
}

/// A sheet over the list, which stays visible.
struct FilterView: View {
    @Bindable var shop: ShopModel

    var body: some View {
        VStack {
            Toggle("Cheap items only", isOn: $shop.isCheapOnly)
            Button("Done") { shop.isFilterShown = false }
        }
        .analyticsPage(.filter)
    }
}

/// The question that the app asks at its first launch.
struct ConsentView: View {
    let shop: ShopModel

    var body: some View {
        VStack {
            Text("May the app count which pages you visit?")
            Button("Yes") { shop.setConsent(true) }
            Button("No") { shop.setConsent(false) }
        }
        .analyticsPage(.consent)
    }
}
