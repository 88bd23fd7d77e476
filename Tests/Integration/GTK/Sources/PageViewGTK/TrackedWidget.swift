import CGTK
import PageViewAutomation

/// A widget that is a page. It hangs on the widget, and goes with it.
final class TrackedWidget {
    let component: ComponentID
    private let widget: Widget
    private let pages: GTKPageViews
    private var engine: PageViewEngine { pages.engine }

    init(_ widget: Widget, _ component: ComponentID, of pages: GTKPageViews) {
        (self.widget, self.component, self.pages) = (widget, component, pages)
    }

    /// Follows the widget from now on; one that is in sight already appears now.
    func connectSignals() {
        connect(widget, "map", self) { _, data in target(data, TrackedWidget.self)?.report(.didAppear) }
        connect(widget, "unmap", self) { _, data in target(data, TrackedWidget.self)?.report(.didDisappear) }
        connect(widget, "destroy", self) { _, data in target(data, TrackedWidget.self)?.report(.destroy) }
        connect(widget, changesOf: "root", self) { _, _, data in target(data, TrackedWidget.self)?.rootDidChange() }
        if gtk_widget_get_mapped(widget) != 0 { report(.didAppear) }
    }

    private func report(_ event: ComponentEvent) { engine.report(event, of: component) }

    /// The widget has come into a window, or out of it. The page around it is known by then.
    func rootDidChange() {
        guard let window = cgtk_window_of(widget) else { return report(.detach) }
        engine.report(
            .create(
                component, in: pages.scene(of: window), parent: pages.page(around: widget), attached: true))
    }
}
