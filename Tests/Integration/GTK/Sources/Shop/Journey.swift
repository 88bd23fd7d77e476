import CGTK
import PageViewAutomation
import PageViewGTK

/// The steps of a user in the shop. The file `journey.expect` contains the expected records of each step.
struct Journey {
    let application: UnsafeMutablePointer<GtkApplication>
    let pages: GTKPageViews
    let screen: Screen
    /// The path of the picture, if the caller requested one.
    let picture: String?

    private var engine: PageViewEngine { pages.engine }

    func run(_ driver: Driver) {
        driver.step("a link starts the app, before there is a window") {
            engine.handle(DeepLink(url: "shop://search", source: "mail"))
        }
        let shop = ShopWindow(application, pages, screen)

        driver.step("the shop opens") {
            gtk_window_present(shop.window)
        } until: {
            gtk_widget_get_mapped(shop.window.cast()) != 0 && gtk_window_is_active(shop.window) != 0
        }
        driver.step("to an item, whose price is not there yet", clicking: shop.toItem) { shop.rests(on: "item") }
        driver.step("the price comes") { shop.receivePrice(8_950) }
        // The picture is complete once the price is drawn.
        driver.step(
            "a picture is taken", {}, until: { picture.map { cgtk_save_picture(shop.window, $0) != 0 } ?? true })
        driver.step("back to the search", clicking: shop.back) { shop.rests(on: "search") }
        driver.step("to the item again", clicking: shop.toItem) { shop.isInTransition }
        driver.step("and back before it is there", clicking: shop.back) { shop.rests(on: "search") }
        driver.step("the price comes too late") { shop.receivePrice(8_950) }
        driver.step("to the account", showing: "account", in: shop)
        driver.step("to the wishes") {
            gtk_notebook_set_current_page(OpaquePointer(shop.notebook), 1)
        } until: {
            gtk_notebook_get_current_page(OpaquePointer(shop.notebook)) == 1
        }
        driver.step("to the search", showing: "search", in: shop)
        runWindows(driver, shop)
    }

    private func runWindows(_ driver: Driver, _ shop: ShopWindow) {
        let filter = makeFilter(of: shop.window, pages, screen)
        driver.step("the filter opens, a dialog", presenting: filter)
        driver.step("a box is ticked") { engine.recordInteraction("tick", ["box": "in stock"]) }
        driver.step("the page below the dialog is replaced", showing: "account", in: shop)
        driver.step("and appears again below the dialog", showing: "search", in: shop)
        driver.step("the filter closes") { gtk_window_close(filter) }
        // A window manager activates the shop again.
        driver.step("the shop is attended to again", presenting: shop.window)

        let help = makeHelp(application, pages, screen)
        driver.step("the help opens, a second window", presenting: help)
        driver.step("the shop comes to the front", presenting: shop.window)
        driver.step("a link is opened") { engine.handle(DeepLink(url: "shop://wishes", source: "mail")) }
        driver.step("and leads to the wishes", showing: "account", in: shop)
        runTurns(driver, shop)
        driver.step("the shop is hidden") { gtk_widget_set_visible(shop.window.cast(), 0) }
        driver.step("the shop is shown") {
            gtk_window_present(shop.window)
        } until: {
            gtk_widget_get_mapped(shop.window.cast()) != 0
        }
        driver.step("the help is closed") { gtk_window_close(help) }
        driver.step("the shop is closed") { gtk_window_close(shop.window) }
        driver.step("the engine stops inside a turn, and widgets report afterwards") {
            let last = makeHelp(application, pages, screen)
            gtk_window_present(last)
            engine.stop()
            gtk_widget_set_visible(last.cast(), 0)
            gtk_window_present(last)
            gtk_window_destroy(last)
        }
    }

    private func runTurns(_ driver: Driver, _ shop: ShopWindow) {
        gtk_stack_set_transition_type(OpaquePointer(shop.stack), GTK_STACK_TRANSITION_TYPE_NONE)
        driver.step("a link leads through the search to the item, in one turn") {
            engine.handle(DeepLink(url: "shop://item", source: "mail"))
            shop.show("search")
            shop.show("item")
        }
        driver.step("the item is hidden and shown again in one turn") {
            shop.show("search")
            shop.show("item")
        }
        driver.step("to the account in one turn with a main loop of its own") {
            shop.show("account")
            cgtk_run_until_idle()
            precondition(engine.currentPage?.page.name == "wishes", "the loop has not ended the turn")
        }
    }
}

extension Driver {
    /// Shows a page of the shop, and waits until its stack rests on the page.
    fileprivate func step(_ name: String, showing page: String, in shop: ShopWindow) {
        step(name, { shop.show(page) }, until: { shop.rests(on: page) })
    }

    /// Presents a window, and waits until it is active.
    fileprivate func step(_ name: String, presenting window: Window) {
        step(name, { gtk_window_present(window) }, until: { gtk_window_is_active(window) != 0 })
    }

    /// Clicks a button, and waits for its effect.
    fileprivate func step(_ name: String, clicking button: Widget, until isOver: () -> Bool) {
        step(name, { cgtk_click(button) }, until: isOver)
    }
}
