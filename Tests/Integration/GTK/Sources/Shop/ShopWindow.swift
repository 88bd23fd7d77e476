// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewAutomation
import PageViewGTK

/// The shop's main window: a stack with the search, an item and the account. The account contains a notebook.
final class ShopWindow {
    let window: Window
    let stack = gtk_stack_new()!
    let notebook = gtk_notebook_new()!
    let price = Widgets.label("…")
    private let pages: GTKPageViews
    private let screen: Screen
    private let catalogue: Catalogue
    private(set) var toItem: Widget!
    private(set) var back: Widget!

    // An item is a page that loads its content: it is pending until its price is loaded.
    private let item = PageViewNotifier(pending: .item)

    init(
        _ application: UnsafeMutablePointer<GtkApplication>, _ pages: GTKPageViews, _ screen: Screen,
        _ catalogue: Catalogue
    ) {
        (self.pages, self.screen, self.catalogue) = (pages, screen, catalogue)
        window = cgtk_window(gtk_application_window_new(application))
        toItem = Widgets.button("Boots, size 42") { [unowned self] in showItem() }
        back = Widgets.button("Back to the search") { [unowned self] in show("search") }
        gtk_stack_set_transition_type(OpaquePointer(stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(OpaquePointer(stack), 300)
        add(searchPage(), "search", "Search")
        add(itemPage(), "item", "Item")
        add(accountPage(), "account", "Account")
        let switcher = gtk_stack_switcher_new()!
        gtk_stack_switcher_set_stack(OpaquePointer(switcher), OpaquePointer(stack))
        gtk_window_set_child(window, Widgets.column([switcher, stack], margin: 12))
        gtk_window_set_title(window, "Shop")
        gtk_window_set_default_size(window, 420, 260)
    }

    private func searchPage() -> Widget {
        let page = Widgets.column([
            screen.stripe(of: .search),
            Widgets.title("Search"), gtk_search_entry_new()!, toItem, Widgets.label("1 of 1 results"),
        ])
        pages.track(page, as: PageViewNotifier(.search), tag: Tag.search.rawValue)
        return page
    }

    private func itemPage() -> Widget {
        let page = Widgets.column([screen.stripe(of: .item), Widgets.title("Boots, size 42"), price, back])
        pages.track(page, as: item, tag: Tag.item.rawValue)
        return page
    }

    private func accountPage() -> Widget {
        let orders = Widgets.column([screen.stripe(of: .orders), Widgets.label("No orders yet.")])
        pages.track(orders, as: PageViewNotifier(.orders), tag: Tag.orders.rawValue)
        let wishes = Widgets.column([screen.stripe(of: .wishes), Widgets.label("Boots, size 42")])
        pages.track(wishes, as: PageViewNotifier(.wishes), tag: Tag.wishes.rawValue)
        gtk_notebook_append_page(OpaquePointer(notebook), orders, gtk_label_new("Orders"))
        gtk_notebook_append_page(OpaquePointer(notebook), wishes, gtk_label_new("Wishes"))
        return notebook
    }

    private func add(_ page: Widget, _ name: String, _ title: String) {
        gtk_stack_add_titled(OpaquePointer(stack), page, name, title)
    }

    func show(_ name: String) { gtk_stack_set_visible_child_name(OpaquePointer(stack), name) }

    private func showItem() {
        gtk_label_set_text(OpaquePointer(price), "…")
        item.markPending()
        show("item")
        catalogue.price { [unowned self] cents in
            gtk_label_set_text(OpaquePointer(price), "\(cents / 100).\(cents % 100) €")
            item.markReady(
                PageViewEvent(pageContext: .item, payload: ["sku": "boots-42", "cents": .int(Int64(cents))]))
        }
    }

    /// Whether the stack shows a page and runs no transition.
    func rests(on name: String) -> Bool {
        gtk_stack_get_transition_running(OpaquePointer(stack)) == 0
            && gtk_stack_get_visible_child_name(OpaquePointer(stack)).map { String(cString: $0) } == name
    }

    /// Whether the stack runs a transition.
    var isInTransition: Bool { gtk_stack_get_transition_running(OpaquePointer(stack)) != 0 }
}
