"""A small GTK 4 shop that a script drives. It prints its page views and records what the adapter reports.

usage: shop.py TRACE
"""

import os
import sys
import time
import traceback

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

import pageview  # noqa: E402
from gtkpages import GTKPages  # noqa: E402

NAMES = dict(enumerate(["search", "item", "account", "orders", "wishes", "filter", "help"], start=1))
TAGS = {name: tag for tag, name in NAMES.items()}
loop = GLib.MainContext.default()


def fail(*error):
    """Ends the app after an error in a handler. PyGObject and ctypes only print such errors."""
    traceback.print_exception(*error)
    os._exit(1)


sys.excepthook = fail
sys.unraisablehook = lambda error: fail(error.exc_type, error.exc_value, error.exc_traceback)
engine = pageview.Engine()
pages = GTKPages(engine)
# The tags of the pages that GTK has drawn since they left the last time, and of those with a live page view.
drawn, live = set(), set()


class Page(Gtk.Box):
    """A page with a title, and widgets below each other. GTK calls `do_snapshot` to draw it."""

    def __init__(self, name, *children, is_ready=True):
        super().__init__(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        self.tag = TAGS[name]
        for child in (Gtk.Label(label=name), *children):
            self.append(child)
        self.component = pages.add(self, name, "shop", is_ready, TAGS[name])

    def do_snapshot(self, snapshot):
        drawn.add(self.tag)
        Gtk.Box.do_snapshot(self, snapshot)


def expect(expected, found):
    if found != expected:
        raise RuntimeError(f"expected {expected}, found {found}")


def receive(record):
    tag = record.id.component_tag
    if record.kind == pageview.DIAGNOSTIC:
        raise RuntimeError(f"expected no diagnostic, found {record.name}")
    if record.kind == pageview.PAGE_LEAVE:
        if record.outcome == pageview.COUNTED and tag not in drawn:
            raise RuntimeError(f"expected that GTK drew the counted page, found that it did not: {record.page.name}")
        live.discard(tag)
        return drawn.discard(tag)
    live.add(tag)
    after = f", after {record.previous.contents.page.name}" if record.previous else ""
    print(f"{record.sequence}  {record.page.name}  {pageview.CAUSES[record.cause]}{after}")
    engine.note("page view")


def step(name, action, is_complete=lambda: True):
    """Performs a step of the user, and waits until it is complete, and GTK has drawn the counted pages.

    A watchdog ends the app if the step takes 20 seconds.
    """
    engine.note(f"step: {name}")
    action()
    watchdog = GLib.timeout_add_seconds(20, lambda: sys.exit(f"python: expected the end of the step, found none: {name}"))
    end_turn()
    while not is_complete() or not live <= drawn:
        loop.iteration(True)
        end_turn()
    GLib.source_remove(watchdog)


def end_turn():
    """Runs the main loop until it is idle."""
    is_idle = []
    GLib.idle_add(is_idle.append, True)
    while not is_idle:
        loop.iteration(True)


def is_active(window):
    """Whether a window is active. A window manager can ignore a request that comes too early, so the condition repeats it."""
    asked = time.monotonic()

    def condition():
        nonlocal asked
        if not window.is_active() and time.monotonic() > asked + 0.5:
            asked = time.monotonic()
            window.present()
        return window.is_active()

    return condition


def open_window(title, page, parent=None):
    window = Gtk.Window(title=title, transient_for=parent, modal=parent is not None)
    window.set_child(page)
    return window


def run():
    stack = Gtk.Stack(transition_type=Gtk.StackTransitionType.CROSSFADE, transition_duration=200)
    search = Page("search")
    item = Page("item", is_ready=False)
    tabs = Gtk.Notebook()
    orders, wishes = Page("orders"), Page("wishes")
    tabs.append_page(orders, Gtk.Label(label="Orders"))
    tabs.append_page(wishes, Gtk.Label(label="Wishes"))
    account = Page("account", tabs)
    for page in (search, item, account):
        stack.add_child(page)

    def start():
        referrer = engine.handle_deep_link("shop://search", "mail")
        expect(None, referrer)

    step("a link starts the app, before there is a window", start)
    shop = open_window("Shop", stack)
    scene = pages.scene(shop)

    def rests_on(page):
        return lambda: not stack.get_transition_running() and stack.get_visible_child() is page

    def show_price():
        item.component.set_ready(sku="boots-42", cents=8950, isNew=True, rating=4.5)

    def minimized():
        return getattr(shop.get_surface(), "is_minimized", False)

    step("the shop opens", shop.present, is_active(shop))
    step("to an item, whose price is not there yet", lambda: stack.set_visible_child(item), rests_on(item))
    step("the price comes", show_price)
    step("back to the search", lambda: stack.set_visible_child(search), rests_on(search))
    item.component.set_pending()
    step("to the item again", lambda: stack.set_visible_child(item), stack.get_transition_running)
    step("and back during the transition", lambda: stack.set_visible_child(search), rests_on(search))
    step("the price comes too late", lambda: item.component.set_ready())
    step("to the account", lambda: stack.set_visible_child(account), rests_on(account))
    step("to the wishes", lambda: tabs.set_current_page(1))

    filter = open_window("Filter", Page("filter"), shop)
    step("a dialog opens", filter.present, is_active(filter))
    step("a box is ticked", lambda: engine.record_interaction("tick", scene))
    step("a tab switches below the dialog", lambda: tabs.set_current_page(0))
    step("and switches back", lambda: tabs.set_current_page(1))
    step("the dialog is closed", filter.close)
    # GTK destroys a closed window once Python has released it.
    del filter
    step("the shop comes to the front", shop.present, is_active(shop))
    help = open_window("Help", Page("help"))
    step("a second window opens", help.present, is_active(help))
    step("the shop comes to the front again", shop.present, is_active(shop))

    step("the shop is minimised", shop.minimize, minimized)
    step("a tab switches in the minimised window", lambda: tabs.set_current_page(0))
    step("the shop is restored", shop.present, lambda: not minimized() and shop.is_active())

    step("a link is opened", lambda: expect(
        pageview.Page("orders", "shop"), engine.handle_deep_link("shop://wishes", "mail", scene)))
    step("and leads to the wishes", lambda: tabs.set_current_page(1))
    step("the visible wishes move into the second window", lambda: (tabs.remove_page(1), help.set_child(wishes)))
    step("the second window is closed", help.close)
    del help


    def redirect(target=None):
        engine.handle_deep_link("shop://item", "mail", scene, target)
        stack.set_visible_child(search)
        stack.set_visible_child(item)

    def run_own_loop():
        stack.set_visible_child(account)
        own = GLib.MainLoop()
        GLib.idle_add(own.quit)
        own.run()
        current = engine.current_page(scene)
        expect(pageview.Page("orders", "shop"), current)

    step("a link leads through the search to the item, and GTK fades the search out", lambda: redirect("item"), rests_on(item))
    step("to the account again", lambda: stack.set_visible_child(account), rests_on(account))
    stack.set_transition_type(Gtk.StackTransitionType.NONE)
    step("a link leads through the search to the item, in one turn", redirect)
    step("the item is hidden and shown again in one turn", lambda: (
        stack.set_visible_child(search), stack.set_visible_child(item)))
    step("back to the search without a transition", lambda: stack.set_visible_child(search))
    step("to the account in one turn with a main loop of its own", run_own_loop)
    step("the shop is hidden", lambda: shop.set_visible(False))
    step("the shop is shown", shop.present, lambda: orders.get_mapped())
    step("the shop is closed", shop.close)
    # Python releases the widgets after this.
    step("the shop is destroyed", lambda: None)


version = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
Gtk.init()
# Wakes the loop, so that conditions without a signal are evaluated again.
GLib.timeout_add(10, lambda: True)
engine.record(sys.argv[1], f"a shop in GTK {version} and Python, used by a script", NAMES)
engine.receive(pageview.PAGE_VIEW | pageview.PAGE_LEAVE | pageview.DIAGNOSTIC, receive)
run()
end_turn()
engine.note("step: the engine ends inside a turn")
last = open_window("Help", Page("help"))
last.present()
engine.destroy()
# The widgets report afterwards too.
end_turn()
last.set_visible(False)
last.present()
last.destroy()
end_turn()
