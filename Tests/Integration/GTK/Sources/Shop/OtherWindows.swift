// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewAutomation
import PageViewGTK

/// The filter of the search: a modal dialog of the shop's window.
func makeFilter(of parent: Window, _ pages: GTKPageViews, _ screen: Screen) -> Window {
    let window = cgtk_window(gtk_window_new())!
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    gtk_window_set_title(window, "Filter")
    let children = [Widgets.title("Filter"), gtk_check_button_new_with_label("In stock only")!]
    gtk_window_set_child(window, screen.page(.filter, PageViewNotifier(.filter), children, in: pages))
    return window
}

/// The help, in a separate window beside the shop's.
func makeHelp(
    _ application: UnsafeMutablePointer<GtkApplication>, _ pages: GTKPageViews, _ screen: Screen
) -> Window {
    let window = cgtk_window(gtk_application_window_new(application))!
    gtk_window_set_title(window, "Help")
    let children = [Widgets.title("Help"), Widgets.label("Orders are delivered within two days.")]
    gtk_window_set_child(window, screen.page(.help, PageViewNotifier(.help), children, in: pages))
    return window
}
