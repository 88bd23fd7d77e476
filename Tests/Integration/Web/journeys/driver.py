"""Drives the tabs of a headless Chromium, and compares the received page views with those that a journey expects."""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Browser"))
from browser import Browser, BrowserError  # noqa: E402


class Failure(Exception):
    """A difference between what a journey expects and what happened."""


class Tab:
    """A tab to which DevTools is attached."""

    def __init__(self, browser, target):
        self.browser = browser
        self.target = target
        self.events = []
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ["Page", "Runtime"]:
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def evaluate(self, expression):
        """Returns the value of an expression. Waits for a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            raise BrowserError(str(result["exceptionDetails"].get("exception", {}).get("description", result)))
        return result["result"].get("value")

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

    def show(self):
        self.browser.call("Target.activateTarget", targetId=self.target)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def press(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode={"Escape": 27}.get(key, 0))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def click(self, selector, modifiers=0):
        """Clicks the middle of an element with the mouse. The modifier 2 is Control."""
        x, y = self.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, modifiers=modifiers)


class Journey:
    """One journey of a user, with tabs of its own."""

    def __init__(self, browser, site, pageview):
        self.browser = browser
        self.site = site
        self.pageview = pageview
        self.earlier_targets = {each["targetId"] for each in self.targets()}
        self.tabs = []

    def complaints(self):
        """Returns the errors and console messages of the pages, which may explain a failure."""
        kinds = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled"}
        return [json.dumps(event["params"])[:800] for tab in self.tabs for event in tab.events if event["method"] in kinds]

    def targets(self):
        found = self.browser.call("Target.getTargets")["targetInfos"]
        return [each for each in found if each["type"] == "page"]

    def page(self, path, **parts):
        """Defines a document of the site: a script for its head, its body, its status and its headers."""
        self.site.pages[path] = parts

    def open(self, path):
        """Opens a tab, and waits until the engine of the document runs."""
        target = self.browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.tabs.append(tab := Tab(self.browser, target))
        # A new document replaces the blank one, so the history of the tab begins with the new document.
        tab.call("Page.navigate", url=self.site.origin + path)
        tab.wait("window.engine")
        tab.settle()
        return tab

    def open_alone(self, path):
        """Opens a tab to which DevTools is not attached."""
        return self.browser.call("Target.createTarget", url=self.site.origin + path)["targetId"]

    def new_tab(self):
        """Returns the tab that a page opened. Waits for it."""
        earlier = self.earlier_targets | {each.target for each in self.tabs}
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for each in self.targets():
                if each["targetId"] not in earlier and each["url"] not in ("", "about:blank"):
                    tab = Tab(self.browser, each["targetId"])
                    self.tabs.append(tab)
                    tab.wait("window.engine")
                    return tab
            time.sleep(0.05)
        raise Failure("expected a new tab, found none")

    def expect(self, *expected):
        """Compares all page views so far. `B<A` is a view of page B whose previous page is A; `A` has no previous page."""
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
        for tab in self.tabs:
            try:
                identifier, trace = tab.evaluate("window.engine ? [window.documentID ?? 'shop', engine.trace()] : [null, null]")
                if identifier:
                    self.site.traces[identifier] = trace
            except BrowserError:
                pass
        for each in self.targets():
            if each["targetId"] not in self.earlier_targets:
                self.browser.call("Target.closeTarget", targetId=each["targetId"])
        time.sleep(0.1)
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
            event = json.loads(line)
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
