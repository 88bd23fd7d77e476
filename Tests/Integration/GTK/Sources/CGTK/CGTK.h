// GTK 4 for Swift, with functions in place of what Swift cannot import: macros and variadic functions.
#pragma once

#include <gtk/gtk.h>

/// A handler of a signal without arguments.
typedef void (*CGTKHandler)(gpointer instance, gpointer data);
/// A handler of `notify::`, which has one more argument.
typedef void (*CGTKNotifyHandler)(GObject *instance, GParamSpec *property, gpointer data);
/// Releases the data when the handler is disconnected.
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

/// The number of modal dialogs from a window down to the main window.
static inline int cgtk_level_of(GtkWindow *window)
{
    GtkWindow *parent = gtk_window_get_transient_for(window);
    return parent == NULL ? 0 : cgtk_level_of(parent) + (gtk_window_get_modal(window) ? 1 : 0);
}

/// Returns 1, 2, 3 and so on, on any thread. Only `PageViewGTK` may call it, because each module that does has its own
/// counter.
static inline int cgtk_next_number(void)
{
    static gint last = 0;
    return g_atomic_int_add(&last, 1) + 1;
}

/// The window that contains a widget, or null. Some roots are not windows.
static inline GtkWindow *cgtk_window_of(GtkWidget *widget)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    return root != NULL && GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL;
}

static inline GtkWindow *cgtk_window(gpointer instance) { return GTK_WINDOW(instance); }
static inline GtkWidget *cgtk_widget(gpointer instance) { return GTK_WIDGET(instance); }
static inline void cgtk_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }
static inline GApplication *cgtk_application(gpointer instance) { return G_APPLICATION(instance); }

/// The surface of a window, or null before the window is realized. Its `state` contains whether the window is visible.
static inline GdkSurface *cgtk_surface_of(GtkWindow *window) { return gtk_native_get_surface(GTK_NATIVE(window)); }

/// Whether a mapped window is not visible: it is minimized or, if the windowing system reports it, covered.
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

/// Activates a button as a click does.
static inline void cgtk_click(GtkWidget *button) { g_signal_emit_by_name(button, "clicked"); }

static inline gboolean cgtk_set(gpointer flag)
{
    *(gboolean *)flag = TRUE;
    return G_SOURCE_REMOVE;
}

/// Runs the main loop until it is idle. So the present turn has ended.
static inline void cgtk_run_until_idle(void)
{
    gboolean isIdle = FALSE;
    g_idle_add(cgtk_set, &isIdle);
    while (!isIdle) g_main_context_iteration(NULL, TRUE);
}

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
