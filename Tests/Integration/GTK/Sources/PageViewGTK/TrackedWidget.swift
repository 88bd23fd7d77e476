import CGTK
import PageViewAutomation

/// A widget that is a page. The GTK widget retains this object as its data.
final class TrackedWidget {
    let component: ComponentID
    private let widget: Widget
    private let pages: GTKPageViews
    private var engine: PageViewEngine { pages.engine }

    init(_ widget: Widget, _ component: ComponentID, of pages: GTKPageViews) {
        (self.widget, self.component, self.pages) = (widget, component, pages)
    }

    /// Connects the signals of the widget. A widget that is already mapped appears now.
    func connectSignals() {
        connect(widget, "map", self) { _, data in target(data, TrackedWidget.self)?.report(.didAppear) }
        connect(widget, "unmap", self) { _, data in target(data, TrackedWidget.self)?.report(.didDisappear) }
        connect(widget, "destroy", self) { _, data in target(data, TrackedWidget.self)?.report(.destroy) }
        connect(widget, changesOf: "root", self) { _, _, data in target(data, TrackedWidget.self)?.rootDidChange() }
        if gtk_widget_get_mapped(widget) != 0 { report(.didAppear) }
    }

    private func report(_ event: ComponentEvent) {
        pages.turn?.begin()
        engine.report(event, of: component)
    }

    /// Called when the widget enters or leaves a window. The surrounding page is known by then.
    func rootDidChange() {
        guard let window = cgtk_window_of(widget) else { return report(.detach) }
        pages.turn?.begin()
        engine.report(
            .create(
                component, in: pages.scene(of: window), parent: pages.page(around: widget), attached: true))
    }
}
