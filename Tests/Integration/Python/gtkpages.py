"""An adapter for GTK 4: reports the lifecycle of widgets that are pages to an engine."""

from gi.repository import Gdk, Gtk

import pageview


class GTKPages:
    """A page is visible while its widget is mapped. Each window has a scene; a dialog has that of its window."""

    def __init__(self, engine):
        self.engine = engine

    def add(self, widget, name, context=None, is_ready=True, tag=0):
        """Declares that a widget is a page until the widget is destroyed. Returns its component."""
        component = self.engine.make_component(name, context, pageview.READY if is_ready else pageview.PENDING, tag)
        widget.page_component = component
        if widget.get_root():
            self.place(widget)
        widget.connect("map", lambda _: component.report(pageview.DID_APPEAR))
        widget.connect("unmap", lambda _: component.report(pageview.DID_DISAPPEAR))
        widget.connect("notify::root", lambda widget, _: self.place(widget))
        widget.connect("destroy", lambda _: component.report(pageview.DESTROY))
        if widget.get_mapped():
            component.report(pageview.DID_APPEAR)
        return component

    def place(self, widget):
        window, around = widget.get_root(), widget.get_parent()
        if not isinstance(window, Gtk.Window):
            return widget.page_component.report(pageview.DETACH)
        while around and not hasattr(around, "page_component"):
            around = around.get_parent()
        widget.page_component.place(self.scene(window), around and around.page_component)

    def scene(self, window):
        """Returns the scene of a window."""
        if not hasattr(window, "page_scene"):
            parent = window.get_transient_for()
            window.page_scene = self.scene(parent) if parent else self.engine.make_scene()
            window.connect("notify::is-active", lambda window, _: self.report_activity(window))
            if not parent:
                window.connect("realize", self.watch_state)
                window.connect("destroy", lambda window: window.page_scene.report(pageview.CLOSE))
                if window.get_realized():
                    self.watch_state(window)
        return window.page_scene

    def report_activity(self, window):
        window.page_scene.report(pageview.ACTIVE if window.is_active() else pageview.INACTIVE)

    def watch_state(self, window):
        """Each realization of a window creates a new surface."""
        window.get_surface().connect("notify::state", lambda surface, _: self.report_state(window, surface))

    def report_state(self, window, surface):
        is_minimized = bool(surface.get_state() & Gdk.ToplevelState.MINIMIZED)
        if is_minimized != getattr(window, "was_minimized", False):
            window.page_scene.report(pageview.BACKGROUND if is_minimized else pageview.FOREGROUND)
        window.was_minimized = is_minimized
