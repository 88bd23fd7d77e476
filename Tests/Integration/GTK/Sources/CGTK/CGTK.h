// GTK 4 for Swift, and what Swift cannot import of it: macros, and functions with any number of arguments.
#pragma once

#include <gtk/gtk.h>

/// A handler of a signal without values of its own.
typedef void (*CGTKHandler)(gpointer instance, gpointer data);
/// A handler of `notify::`, which has one argument more.
typedef void (*CGTKNotifyHandler)(GObject *instance, GParamSpec *property, gpointer data);
/// Lets go of the data when the handler goes.
typedef void (*CGTKRelease)(gpointer data, GClosure *closure);

static inline void cgtk_connect(
    gpointer instance, const char *signal, CGTKHandler handler, gpointer data, CGTKRelease release)
{
    g_signal_connect_data(instance, signal, G_CALLBACK(handler), data, release, G_CONNECT_DEFAULT);
}

static inline void cgtk_connect_notify(
    gpointer instance, const char *signal, CGTKNotifyHandler handler, gpointer data, CGTKRelease release)
{
    g_signal_connect_data(instance, signal, G_CALLBACK(handler), data, release, G_CONNECT_DEFAULT);
}

/// Returns 1, 2, 3 and so on, on any thread. `PageViewGTK` alone may call it: each module that does has a counter of its own.
static inline int cgtk_next_number(void)
{
    static gint last = 0;
    return g_atomic_int_add(&last, 1) + 1;
}

/// The window that a widget is in, if it is in one: some roots are none.
static inline GtkWindow *cgtk_window_of(GtkWidget *widget)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    return root != NULL && GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL;
}

static inline GtkWindow *cgtk_window(gpointer instance) { return GTK_WINDOW(instance); }
static inline GtkWidget *cgtk_widget(gpointer instance) { return GTK_WIDGET(instance); }
static inline void cgtk_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }
static inline GApplication *cgtk_application(gpointer instance) { return G_APPLICATION(instance); }

/// The surface of a window, whose `state` tells whether it can be seen; none before it is realized.
static inline GdkSurface *cgtk_surface_of(GtkWindow *window) { return gtk_native_get_surface(GTK_NATIVE(window)); }

/// Whether the user cannot see a window although it is mapped: minimised or, as far as the windowing system tells, covered.
static inline gboolean cgtk_is_out_of_sight(GtkWindow *window)
{
    GdkSurface *surface = cgtk_surface_of(window);
    if (surface == NULL || !GDK_IS_TOPLEVEL(surface)) return FALSE;
    GdkToplevelState state = gdk_toplevel_get_state(GDK_TOPLEVEL(surface));
#if GTK_CHECK_VERSION(4, 12, 0)
    if (state & GDK_TOPLEVEL_STATE_SUSPENDED) return TRUE;
#endif
    return (state & GDK_TOPLEVEL_STATE_MINIMIZED) != 0;
}

/// Does what a click on a button does.
static inline void cgtk_click(GtkWidget *button) { g_signal_emit_by_name(button, "clicked"); }

/// Draws a window into a PNG file.
static inline gboolean cgtk_save_picture(GtkWindow *window, const char *path)
{
    GtkWidget *widget = GTK_WIDGET(window);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    GdkPaintable *paintable = gtk_widget_paintable_new(widget);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    g_object_unref(paintable);
    if (node == NULL) return FALSE;
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    GdkTexture *texture = gsk_renderer_render_texture(renderer, node, NULL);
    gsk_render_node_unref(node);
    gboolean isSaved = gdk_texture_save_to_png(texture, path);
    g_object_unref(texture);
    return isSaved;
}
