"""An adapter for GTK 4: reports the lifecycle of widgets that are pages to an engine."""

from gi.repository import Gdk, GLib, Gtk

import pageview


class GTKPages:
    """A page is visible while its widget is mapped. Each window has a scene; a dialog uses the scene of its window.

    All reports about pages in one turn of the main loop are one update. So a page that the app replaces before GTK draws it does
    not count.

    Handlers refer to handles, because a handler that refers to a widget would keep the widget alive.
    """

    def __init__(self, engine):
        self.engine = engine
        # The turn ends after the events, and before GTK lays out and draws, which it does with lower priorities.
        self.turn = pageview.Turn(engine, lambda end: GLib.idle_add(end, priority=GLib.PRIORITY_HIGH_IDLE))

    def report(self, function, *arguments):
        """Calls a function that reports to the engine, in the update of this turn. After the end of the engine, calls nothing."""
        if self.turn.begin():
            function(*arguments)

    def report_scene(self, scene, event):
        """Reports an event of a scene, and begins no update: the pages of a restored window would begin as if the app had navigated."""
        if self.engine.is_running:
            scene.report(event)

    def add(self, widget, name, context=None, is_ready=True, tag=0):
        """Declares that a widget is a page until the widget is destroyed. Returns its component."""
        component = self.engine.make_component(name, context, pageview.READY if is_ready else pageview.PENDING, tag)
        widget.page_component = component
        widget.connect("map", lambda widget: self.report(self.appear, widget, component))
        widget.connect("unmap", lambda _: self.report(component.report, pageview.DID_DISAPPEAR))
        widget.connect("destroy", lambda _: self.report(component.report, pageview.DESTROY))
        if widget.get_mapped():
            self.report(self.appear, widget, component)
        return component

    def appear(self, widget, component):
        """Reports where a page is, and that it is visible. It may have moved since it was visible."""
        window, around = widget.get_root(), widget.get_parent()
        while around and not hasattr(around, "page_component"):
            around = around.get_parent()
        container = around.page_component if around else pageview.Component()
        if isinstance(window, Gtk.Window):
            component.place(self.scene(window), container, self.level(window))
        else:
            # A widget that is dragged has another root.
            component.report(pageview.DETACH)
        component.report(pageview.DID_APPEAR)

    def level(self, window):
        """Returns the number of modal dialogs from a window down to the main window. A page of a modal dialog lies over others."""
        parent = window.get_transient_for()
        return self.level(parent) + window.get_modal() if parent else 0

    def scene(self, window):
        """Returns the scene of a window."""
        if not hasattr(window, "page_scene"):
            parent = window.get_transient_for()
            scene = window.page_scene = self.scene(parent) if parent else self.engine.make_scene()
            window.connect("notify::is-active", lambda window, _: self.report_scene(
                scene, pageview.ACTIVE if window.is_active() else pageview.INACTIVE))
            if not parent:
                window.connect("realize", lambda window: self.watch(window.get_surface(), scene))
                window.connect("destroy", lambda _: self.report_scene(scene, pageview.CLOSE))
                if window.get_realized():
                    self.watch(window.get_surface(), scene)
        return window.page_scene

    def watch(self, surface, scene):
        """Reports when a window is minimized and restored. Each realization of a window creates a new surface."""

        def report_state(surface, _):
            is_minimized = bool(surface.get_state() & Gdk.ToplevelState.MINIMIZED)
            if is_minimized != getattr(surface, "is_minimized", False):
                self.report_scene(scene, pageview.BACKGROUND if is_minimized else pageview.FOREGROUND)
            surface.is_minimized = is_minimized

        surface.connect("notify::state", report_state)
        report_state(surface, None)
