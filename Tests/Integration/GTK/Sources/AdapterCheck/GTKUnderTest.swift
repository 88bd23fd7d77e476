// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewAutomation
import PageViewGTK
import PageViewTesting

/// GTK with the adapter, driven by the compatibility test.
///
/// Pages are children of a stack in a window. Each step runs the main loop until the step is complete. GTK has no
/// cancelled transitions: a user who turns back during a transition causes a second switch, and GTK emits signals for
/// both.
final class GTKUnderTest: AdapterUnderTest {
    /// A page that only the test and its window retain.
    final class Page {
        let widget: Widget
        /// The window that was created for the page, if any.
        var window: Window?

        init(_ widget: Widget) {
            self.widget = widget
            g_object_ref_sink(widget)
        }

        deinit { g_object_unref(widget) }
    }

    private let pages: GTKPageViews
    private let window: Window
    private let hasWindowManager: Bool
    /// The second window, if one was opened.
    private var second: Window?
    private let stack = gtk_stack_new()!
    /// The pages that were shown, in order. The last one is in front.
    private var path: [Widget] = []
    /// The widget that is in front when no page is.
    private let blank = gtk_label_new("")!

    init(_ engine: PageViewEngine, hasWindowManager: Bool) {
        self.hasWindowManager = hasWindowManager
        pages = GTKPageViews(engine: engine)
        window = cgtk_window(gtk_window_new())
        gtk_stack_add_child(OpaquePointer(stack), blank)
        gtk_window_set_child(window, stack)
        gtk_window_present(window)
        let window = window
        run { gtk_widget_get_mapped(window.widget) != 0 }
    }

    deinit {
        gtk_window_destroy(window)
    }

    /// Runs the main loop until a condition holds and the turn has ended.
    private func run(until isOver: () -> Bool = { true }) {
        while !isOver() { g_main_context_iteration(nil, 1) }
        cgtk_run_until_idle()
    }

    /// Shows a widget of the stack, and waits for the end of the transition.
    private func bringToFront(_ widget: Widget) {
        gtk_stack_set_visible_child(OpaquePointer(stack), widget)
        run { gtk_stack_get_transition_running(OpaquePointer(stack)) == 0 }
    }

    func makePage(_ notifier: PageViewNotifier) -> Page {
        let widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        cgtk_box_append(widget, gtk_label_new("page"))
        pages.track(widget, as: notifier)
        return Page(widget)
    }

    func show(_ page: Page) { _ = showInOneTurn([page]) }

    func hide(_ page: Page) { _ = hideInOneTurn([page]) }

    func showInOneTurn(_ pages: [Page]) -> Bool {
        for page in pages {
            if gtk_widget_get_parent(page.widget) == nil { gtk_stack_add_child(OpaquePointer(stack), page.widget) }
            path.append(page.widget)
            gtk_stack_set_visible_child(OpaquePointer(stack), page.widget)
        }
        bringToFront(path.last ?? blank)
        return true
    }

    func hideInOneTurn(_ pages: [Page]) -> Bool {
        for page in pages {
            path.removeAll { $0 == page.widget }
            gtk_stack_set_visible_child(OpaquePointer(stack), path.last ?? blank)
        }
        bringToFront(path.last ?? blank)
        return true
    }

    func hideAndShowInOneTurn(_ page: Page) -> Bool {
        gtk_stack_set_visible_child(OpaquePointer(stack), blank)
        bringToFront(page.widget)
        return true
    }

    func replaceBelowSheet(_ page: Page, with other: Page) -> Bool {
        path.removeAll { $0 == page.widget }
        return showInOneTurn([other])
    }

    func remove(_ page: Page) {
        if let window = page.window {
            gtk_window_destroy(window)
        } else {
            hide(page)
            gtk_stack_remove(OpaquePointer(stack), page.widget)
        }
        run()
    }

    func cover(with page: Page) -> Bool {
        open(page, above: window)
        return true
    }

    func showInSecondWindow(_ page: Page) -> Bool {
        open(page, above: nil)
        second = page.window
        return true
    }

    func closeSecondWindow() -> Bool {
        if let second { gtk_window_destroy(second) }
        second = nil
        run()
        return true
    }

    func moveToSecondWindow(_ page: Page) -> Bool {
        path.removeAll { $0 == page.widget }
        gtk_stack_remove(OpaquePointer(stack), page.widget)
        bringToFront(path.last ?? blank)
        return showInSecondWindow(page)
    }

    func insert(_ page: Page, into container: Page) -> Bool {
        cgtk_box_append(container.widget, page.widget)
        if gtk_widget_get_mapped(container.widget) != 0 { run { gtk_widget_get_mapped(page.widget) != 0 } }
        return true
    }

    /// Adds the page to the stack without showing it.
    func prepare(_ page: Page) -> Bool {
        gtk_stack_add_child(OpaquePointer(stack), page.widget)
        return true
    }

    /// Minimizes the window. Only a window manager can do so.
    func enterBackground() -> Bool {
        guard hasWindowManager else { return false }
        gtk_window_minimize(window)
        run { cgtk_is_out_of_sight(window) != 0 }
        return true
    }

    func enterForeground() {
        gtk_window_present(window)
        run { cgtk_is_out_of_sight(window) == 0 }
    }

    private func open(_ page: Page, above parent: Window?) {
        let own = cgtk_window(gtk_window_new())!
        gtk_window_set_transient_for(own, parent)
        gtk_window_set_modal(own, parent == nil ? 0 : 1)
        gtk_window_set_child(own, page.widget)
        page.window = own
        gtk_window_present(own)
        run { gtk_widget_get_mapped(page.widget) != 0 }
    }
}

extension Window {
    fileprivate var widget: Widget { cgtk_widget(self) }
}
