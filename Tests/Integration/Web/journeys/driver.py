"""Drives the tabs of a browser, and compares the received page views with those that a journey expects."""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Browser"))
from browser import Browser, BrowserError  # noqa: E402, F401

# The reasons for which a browser skips a journey.
LACKS = {
    "eviction": "the driver cannot remove a page from the back/forward cache",
    "navigation": "the browser has no Navigation API",
    "prerendering": "the browser prerenders no page",
    "freezing": "the browser has no command that freezes a tab",
    "printing": "the browser has no command that prints a page",
    "cache": "the browser keeps no page in its back/forward cache while it is driven",
    "throttling": "the driver cannot slow the network down",
    "soft navigations": "the browser reports no soft navigations",
}

# The kinds of known differences between the browsers (Specs/Bridges/Web.md, WB-180).
DIFFERENCES = {"stale storage", "cached entry", "one step", "stop", "large beacons"}


class Failure(Exception):
    """A difference between what a journey expects and what happened."""


class Skip(Exception):
    """What a journey needs and the browser lacks: a key of `LACKS`."""


class Tab:
    """A tab that a driver controls. The class of each browser adds `evaluate`, `navigate`, `show`, `press` and `click_at`."""

    def __init__(self, browser, handle):
        self.browser = browser
        self.handle = handle

    def complaints(self):
        """Returns the errors and console messages of the page, as far as the browser reports them."""
        return []

    def do(self, script):
        """Runs a script that may leave the document."""
        self.evaluate(f"void setTimeout(() => {{ {script} }})")

    def wait(self, condition, seconds=15):
        """Waits until an expression is true in the document that the tab shows then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return
            except BrowserError:
                pass
            time.sleep(0.02)
        raise Failure(f"expected {condition}, found a false value for {seconds} s")

    def go(self, url):
        """Follows a link to a document of the site, and waits until its engine runs."""
        before = self.evaluate("window.documentID")
        self.do(f"location.href = {json.dumps(url)}")
        self.wait(f"window.engine && documentID != {json.dumps(before)}")
        self.settle()

    def settle(self):
        """Waits for more frames than a page needs to appear."""
        self.evaluate(
            "new Promise((done) => { let count = 8;"
            " const next = () => count-- ? requestAnimationFrame(next) : setTimeout(done, 30); next(); })")

    def click(self, selector, control=False):
        """Clicks the middle of an element with the mouse, with or without the key Control."""
        x, y = self.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        self.click_at(int(x), int(y), control)

    def open_in_background(self, selector):
        """Opens a link in a tab behind this one."""
        self.click(selector, control=True)


class Journey:
    """One journey of a user, with tabs of its own."""

    def __init__(self, browser, site, pageview):
        self.browser = browser
        self.site = site
        self.pageview = pageview
        self.earlier = set(browser.handles())
        self.tabs = []

    def complaints(self):
        """Returns the errors and console messages of the pages, which may explain a failure."""
        return [each for tab in self.tabs for each in tab.complaints()]

    def needs(self, feature):
        """Skips the journey in a browser that lacks a feature."""
        assert feature in LACKS, feature
        if feature in self.browser.lacks:
            raise Skip(feature)

    def page(self, path, **parts):
        """Defines a document of the site: a script for its head, its body, its status and its headers."""
        self.site.pages[path] = parts

    def open(self, path):
        """Opens a tab, and waits until the engine of the document runs."""
        self.tabs.append(tab := self.browser.create())
        # A new document replaces the blank one, so the history of the tab begins with the new document.
        tab.navigate(self.site.origin + path)
        tab.wait("window.engine")
        tab.settle()
        return tab

    def new_tab(self):
        """Returns the tab that a page opened. Waits for it."""
        known = self.earlier | {each.handle for each in self.tabs}
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for each in self.browser.handles():
                if each not in known:
                    self.tabs.append(tab := self.browser.attach(each))
                    tab.wait("window.engine")
                    return tab
            time.sleep(0.02)
        raise Failure("expected a new tab, found none")

    def differs(self, difference):
        """Whether the browser has a known difference."""
        assert difference in DIFFERENCES, difference
        return difference in self.browser.differences

    def expect(self, *expected, stale=None):
        """Compares all page views so far. `B<A` is a view of page B whose previous page is A; `A` has no previous page.

        `stale`: the page views in a browser in which a cached document does not see what other documents have stored.
        """
        if stale and self.differs("stale storage"):
            expected = [stale]
        expected = list(" ".join(expected).split())
        end = time.monotonic() + 15
        while len(self.site.views) < len(expected) and time.monotonic() < end:
            time.sleep(0.02)
        # An unexpected page view may arrive late.
        time.sleep(0.15)
        found = [
            view["page"]["name"] + ("<" + view["previous"]["name"] if view.get("previous") else "") for view in self.site.views]
        if found != expected:
            raise Failure(f"expected the page views {' '.join(expected) or 'none'}, found {' '.join(found) or 'none'}")
        self.check_numbers()

    def check_numbers(self):
        """Checks that each page view names an earlier one as the previous one, and has the next number."""
        earlier = {}
        for view in self.site.views:
            previous = view.get("previous")
            number = 1
            if previous:
                if previous["id"] not in earlier:
                    raise Failure(f"expected the id of an earlier page view, found {previous['id']}")
                number = earlier[previous["id"]] + 1
            if view["seq"] != number:
                raise Failure(f"expected the number {number} of {view['id']}, found {view['seq']}")
            earlier[view["id"]] = number

    def close(self):
        """Closes the tabs, and verifies the trace of every document."""
        complete = {}
        for tab in self.tabs:
            try:
                identifier, trace = tab.evaluate("window.engine ? [window.documentID ?? 'shop', engine.trace()] : [null, null]")
                if identifier:
                    self.site.traces[identifier] = complete[identifier] = trace
            except BrowserError:
                pass
        for each in self.browser.handles():
            if each not in self.earlier:
                self.browser.close_tab(each)
        time.sleep(0.1)
        # When Firefox closes a tab, it may stop a script within a line of the trace.
        for identifier, trace in complete.items():
            if self.site.traces[identifier].endswith("\n\n"):
                self.site.traces[identifier] = trace
        documents = {view["document"] for view in self.site.views}
        missing = documents - set(self.site.traces)
        if missing:
            raise Failure(f"expected a trace of each document, found none of {len(missing)}")
        for identifier, trace in self.site.traces.items():
            self.verify(identifier, trace)

    def verify(self, identifier, trace):
        """Verifies the trace of a document with an expectation for each page view that the site received from it."""
        views = {view["id"]: view for view in self.site.views if view["document"] == identifier}
        if not views:
            return
        lines = []
        restored = None
        for line in trace.splitlines():
            try:
                event = json.loads(line)
            except ValueError as error:
                raise Failure(f"expected lines of JSON, found {line!r} in {trace[:4000]!r}") from error
            if event.get("event") == "create" and "page" in event:
                restored = event
            text = event.get("text", "")
            if event.get("event") == "note" and event.get("nextPageView"):
                # The events before this line restore the last page view of an earlier document. In a trace, each of these
                # appearances counts, so each one needs an expectation.
                events = [json.loads(each) for each in lines]
                count = sum(
                    1 for each in events
                    if each.get("event") == "didAppear" and each["component"] == restored["component"])
                creation = max(i for i, each in enumerate(lines) if '"create"' in each)
                appearances = [i for i, each in enumerate(lines) if i > creation and '"didAppear"' in each]
                for index in reversed(appearances[-count:]):
                    lines.insert(index + 1, json.dumps({"expect": "pageView", "component": restored["component"]}))
            if event.get("event") == "note" and text.startswith('{"view"'):
                view = views.pop(json.loads(text)["view"])
                # The record that the page received, with every field that a trace can expect.
                keys = ["seq", "component", "cause", "page", "payload", "appearance"]
                expected = {key: view[key] for key in keys if key in view}
                expected["previous"] = view["previous"]["name"] if view.get("previous") else None
                expected["component"] = view["id"].rsplit("/", 1)[0]
                lines.append(json.dumps({"expect": "pageView", **expected}))
            else:
                lines.append(line)
        if views:
            raise Failure(f"expected every page view in the trace, found none of {', '.join(views)}")
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            result = subprocess.run([self.pageview, "verify", file.name], capture_output=True, text=True)
            if result.returncode:
                raise Failure(f"expected a trace that verifies, found:\n{result.stdout}{result.stderr}" + "\n".join(lines))
