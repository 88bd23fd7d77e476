import CGTK
import PageViewAutomation

/// A widget that is a page. The GTK widget retains this object as its data.
final class TrackedWidget {
    let component: ComponentID
    private let widget: Widget
    private let pages: GTKPageViews
    private var isInsidePage = false

    init(_ widget: Widget, _ component: ComponentID, of pages: GTKPageViews) {
        (self.widget, self.component, self.pages) = (widget, component, pages)
    }

    /// Connects the signals of the widget. A widget that is already mapped appears now.
    func connectSignals() {
        connect(widget, "map", didAppear)
        connect(widget, "unmap") { [self] in report(.didDisappear) }
        connect(widget, "destroy") { [self] in report(.destroy) }
        if gtk_widget_get_mapped(widget) != 0 { didAppear() }
    }

    private func report(_ event: ComponentEvent) { pages.report { $0.report(event, of: component) } }

    /// Reports where the widget is, and that it is visible. It may have moved since it was visible.
    private func didAppear() {
        defer { report(.didAppear) }
        // A widget that is dragged has another root.
        guard let window = cgtk_window_of(widget) else { return report(.detach) }
        let (scene, container) = (pages.scene(of: window), pages.page(around: widget))
        pages.report { engine in
            if isInsidePage, container == nil { engine.report(.move(component, into: nil)) }
            engine.report(
                .create(
                    component, in: scene, parent: container, attached: true, level: Int(cgtk_level_of(window))))
        }
        isInsidePage = container != nil
    }
}
