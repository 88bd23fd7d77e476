"""An adapter for GTK 4: reports the lifecycle of widgets that are pages to an engine."""

from gi.repository import Gdk, Gtk

import pageview


class GTKPages:
    """A page is visible while its widget is mapped. Each window has a scene; a dialog uses the scene of its window.

    Handlers refer to handles, because a handler that refers to a widget would keep the widget alive.
    """

    def __init__(self, engine):
        self.engine = engine

    def add(self, widget, name, context=None, is_ready=True, tag=0):
        """Declares that a widget is a page until the widget is destroyed. Returns its component."""
        component = self.engine.make_component(name, context, pageview.READY if is_ready else pageview.PENDING, tag)
        widget.page_component = component
        if widget.get_root():
            self.place(widget, component)
        widget.connect("map", lambda _: component.report(pageview.DID_APPEAR))
        widget.connect("unmap", lambda _: component.report(pageview.DID_DISAPPEAR))
        widget.connect("notify::root", lambda widget, _: self.place(widget, component))
        widget.connect("destroy", lambda _: component.report(pageview.DESTROY))
        if widget.get_mapped():
            component.report(pageview.DID_APPEAR)
        return component

    def place(self, widget, component):
        window, around = widget.get_root(), widget.get_parent()
        if not isinstance(window, Gtk.Window):
            return component.report(pageview.DETACH)
        while around and not hasattr(around, "page_component"):
            around = around.get_parent()
        component.place(self.scene(window), around.page_component if around else pageview.Component())

    def scene(self, window):
        """Returns the scene of a window."""
        if not hasattr(window, "page_scene"):
            parent = window.get_transient_for()
            scene = window.page_scene = self.scene(parent) if parent else self.engine.make_scene()
            window.connect("notify::is-active", lambda window, _: scene.report(
                pageview.ACTIVE if window.is_active() else pageview.INACTIVE))
            if not parent:
                window.connect("realize", lambda window: self.watch(window.get_surface(), scene))
                window.connect("destroy", lambda _: scene.report(pageview.CLOSE))
                if window.get_realized():
                    self.watch(window.get_surface(), scene)
        return window.page_scene

    def watch(self, surface, scene):
        """Reports when a window is minimized and restored. Each realization of a window creates a new surface."""

        def report_state(surface, _):
            is_minimized = bool(surface.get_state() & Gdk.ToplevelState.MINIMIZED)
            if is_minimized != getattr(surface, "is_minimized", False):
                scene.report(pageview.BACKGROUND if is_minimized else pageview.FOREGROUND)
            surface.is_minimized = is_minimized

        surface.connect("notify::state", report_state)
        report_state(surface, None)
