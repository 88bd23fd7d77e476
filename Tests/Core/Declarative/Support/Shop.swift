/// The state of a small shop.
///
/// Its views are tabs with stacks, sections that are pages themselves, a sheet, and a cover.
struct Shop: Equatable {
    var tab = "home"
    /// The items on the stack of each tab.
    var paths: [String: [Int]] = [:]
    var sections = [1, 2]
    var isBannerShown = false
    var sheet: Int?
    var cover: Int?
    /// The identity of the item screens. Another identity makes them other screens.
    var generation = 0
    /// The names of the loaded pages.
    var loaded: Set<String> = []
    /// Whether the home page, its items and its filter have other names.
    var isSale = false

    /// Returns whether the node of a page can show another page.
    static func isReplaced(_ page: String) -> Bool {
        ["home", "item", "sale", "filter"].contains { page.hasPrefix($0) }
    }
}

struct ShopView: View {
    let shop: Shop

    var body: some View {
        TabView(AnyHashable(shop.tab), tabs: ["home", "search"]) { tab in
            NavigationStack(
                shop.paths["\(tab)"] ?? [], id: { AnyHashable($0) }, root: RootView(shop: shop, tab: "\(tab)"),
                destination: { ItemView(shop: shop, item: $0) })
        }
        .sheet(shop.sheet) { item in
            // One node shows the filters of all items. The `id:` is the identity of a filter, and its name is not.
            Screen(shop.isSale ? "sale filter" : "filter", id: item, isReady: shop.loaded.contains("filter \(item)"))
        }
        .cover(shop.cover) { _ in Screen("login") { Text("Who are you?") } }
    }
}

private struct RootView: View {
    let shop: Shop
    let tab: String

    var body: some View {
        // The node and the pages in it stay when the page changes its name.
        Screen(tab == "home" && shop.isSale ? "home sale" : tab, isReady: shop.loaded.contains(tab)) {
            if tab == "home" {
                ForEach(shop.sections, id: { AnyHashable($0) }) { section in
                    Screen("section \(section)", isReady: shop.loaded.contains("section \(section)"))
                }
                if shop.isBannerShown {
                    Screen("banner")
                } else {
                    Text("no banner")
                }
            }
        }
    }
}

private struct ItemView: View {
    let shop: Shop
    let item: Int

    var body: some View {
        Screen("\(shop.isSale ? "sale" : "item") \(item)", isReady: shop.loaded.contains("item \(item)"))
            .id(shop.generation)
    }
}
