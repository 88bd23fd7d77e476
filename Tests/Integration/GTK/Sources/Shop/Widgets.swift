// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewGTK

/// Widgets with the settings that the shop repeats.
enum Widgets {
    static func column(_ children: [Widget], spacing: Int32 = 12, margin: Int32 = 24) -> Widget {
        box(GTK_ORIENTATION_VERTICAL, children, spacing, margin)
    }

    static func row(_ children: [Widget]) -> Widget { box(GTK_ORIENTATION_HORIZONTAL, children, 12, 0) }

    private static func box(
        _ orientation: GtkOrientation, _ children: [Widget], _ spacing: Int32, _ margin: Int32
    ) -> Widget {
        let box = gtk_box_new(orientation, spacing)!
        for child in children { gtk_box_append(box.cast(), child) }
        gtk_widget_set_margin_top(box, margin)
        gtk_widget_set_margin_bottom(box, margin)
        gtk_widget_set_margin_start(box, margin)
        gtk_widget_set_margin_end(box, margin)
        return box
    }

    static func label(_ text: String) -> Widget {
        let label = gtk_label_new(text)!
        gtk_label_set_xalign(OpaquePointer(label), 0)
        return label
    }

    static func title(_ text: String) -> Widget {
        let label = label(text)
        gtk_widget_add_css_class(label, "title-1")
        return label
    }

    static func button(_ text: String, _ action: @escaping () -> Void) -> Widget {
        let button = gtk_button_new_with_label(text)!
        connect(button, "clicked", action)
        return button
    }
}

/// Connects an action to a signal. GTK retains the action until the signal's source is destroyed.
func connect(_ source: UnsafeMutableRawPointer, _ signal: String, _ action: @escaping () -> Void) {
    cgtk_connect(
        source, signal, { _, data in Action.run(data) }, Action.retained(action), { data, _ in Action.release(data) })
}

/// An action that GTK retains.
final class Action {
    private let body: () -> Void

    private init(_ body: @escaping () -> Void) { self.body = body }

    static func retained(_ body: @escaping () -> Void) -> gpointer { Unmanaged.passRetained(Action(body)).toOpaque() }

    static func run(_ data: gpointer?) { data.map { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().body() } }

    static func release(_ data: gpointer?) { data.map { Unmanaged<Action>.fromOpaque($0).release() } }
}

extension UnsafeMutablePointer {
    /// The same object, cast to another type, as GTK's macros do.
    func cast<Other>() -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}
