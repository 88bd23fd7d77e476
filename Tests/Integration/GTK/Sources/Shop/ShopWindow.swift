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
    private(set) var toItem: Widget!
    private(set) var back: Widget!

    // An item is a page that loads its content: it is pending until its price is loaded.
    private let item = PageViewNotifier(pending: .item)

    init(_ application: UnsafeMutablePointer<GtkApplication>, _ pages: GTKPageViews, _ screen: Screen) {
        window = cgtk_window(gtk_application_window_new(application))
        toItem = Widgets.button("Boots, size 42") { [unowned self] in showItem() }
        back = Widgets.button("Back to the search") { [unowned self] in show("search") }
        gtk_stack_set_transition_type(OpaquePointer(stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(OpaquePointer(stack), 300)
        let search = [Widgets.title("Search"), gtk_search_entry_new()!, toItem!, Widgets.label("1 of 1 results")]
        add(screen.page(.search, PageViewNotifier(.search), search, in: pages), "search", "Search")
        add(screen.page(.item, item, [Widgets.title("Boots, size 42"), price, back], in: pages), "item", "Item")
        let orders = screen.page(.orders, PageViewNotifier(.orders), [Widgets.label("No orders yet.")], in: pages)
        let wishes = screen.page(.wishes, PageViewNotifier(.wishes), [Widgets.label("Boots, size 42")], in: pages)
        gtk_notebook_append_page(OpaquePointer(notebook), orders, gtk_label_new("Orders"))
        gtk_notebook_append_page(OpaquePointer(notebook), wishes, gtk_label_new("Wishes"))
        add(notebook, "account", "Account")
        let switcher = gtk_stack_switcher_new()!
        gtk_stack_switcher_set_stack(OpaquePointer(switcher), OpaquePointer(stack))
        gtk_window_set_child(window, Widgets.column([switcher, stack], margin: 12))
        gtk_window_set_title(window, "Shop")
        gtk_window_set_default_size(window, 420, 260)
    }

    private func add(_ page: Widget, _ name: String, _ title: String) {
        gtk_stack_add_titled(OpaquePointer(stack), page, name, title)
    }

    func show(_ name: String) { gtk_stack_set_visible_child_name(OpaquePointer(stack), name) }

    private func showItem() {
        gtk_label_set_text(OpaquePointer(price), "…")
        item.markPending()
        show("item")
    }

    /// Shows the price of the item. The script decides when it comes.
    func receivePrice(_ cents: Int) {
        gtk_label_set_text(OpaquePointer(price), "\(cents / 100).\(cents % 100) €")
        item.markReady(PageViewEvent(pageContext: .item, payload: ["sku": "boots-42", "cents": .int(Int64(cents))]))
    }

    /// Whether the stack shows a page and runs no transition.
    func rests(on name: String) -> Bool {
        !isInTransition
            && gtk_stack_get_visible_child_name(OpaquePointer(stack)).map { String(cString: $0) } == name
    }

    var isInTransition: Bool { gtk_stack_get_transition_running(OpaquePointer(stack)) != 0 }
}
