// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewGTK

/// Widgets with the settings that the shop repeats.
enum Widgets {
    static func column(_ children: [Widget], margin: Int32 = 24) -> Widget {
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
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

extension UnsafeMutablePointer {
    /// The same object, cast to another type, as GTK's macros do.
    func cast<Other>() -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}
