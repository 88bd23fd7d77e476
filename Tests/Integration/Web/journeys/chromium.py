"""Drives Chromium by the DevTools protocol."""
import json

from driver import Browser, BrowserError, Tab


class Chromium(Browser):
    """A headless Chromium."""

    lacks = ()
    differences = ()

    def handles(self):
        return [each["targetId"] for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page"]

    def create(self):
        """Opens a tab in the foreground."""
        return self.attach(self.open_alone("about:blank"))

    def open_alone(self, url):
        """Opens a tab to which DevTools is not attached."""
        return self.call("Target.createTarget", url=url)["targetId"]

    def attach(self, handle):
        return ChromiumTab(self, handle)

    def close_tab(self, handle):
        self.call("Target.closeTarget", targetId=handle)

    def deny_downloads(self):
        self.call("Browser.setDownloadBehavior", behavior="deny")


class ChromiumTab(Tab):
    """A tab to which DevTools is attached."""

    def __init__(self, browser, handle):
        super().__init__(browser, handle)
        self.events = []
        self.session = browser.call("Target.attachToTarget", targetId=handle, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ["Page", "Runtime"]:
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def complaints(self):
        kinds = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled"}
        return [json.dumps(event["params"])[:800] for event in self.events if event["method"] in kinds]

    def evaluate(self, expression):
        """Returns the value of an expression. Waits for a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            raise BrowserError(str(result["exceptionDetails"].get("exception", {}).get("description", result)))
        return result["result"].get("value")

    def navigate(self, url):
        self.call("Page.navigate", url=url)

    def show(self):
        self.browser.call("Target.activateTarget", targetId=self.handle)

    def minimise(self):
        """Minimises the window of the tab, and restores it."""
        window = self.browser.call("Browser.getWindowForTarget", targetId=self.handle)["windowId"]
        for state in ["minimized", "normal"]:
            self.browser.call("Browser.setWindowBounds", windowId=window, bounds={"windowState": state})

    def freeze(self):
        """Freezes the tab, and thaws it."""
        for state in ["frozen", "active"]:
            self.call("Page.setWebLifecycleState", state=state)

    def slow_down(self):
        """Gives the tab a slow mobile network, and no cache."""
        self.call("Network.enable")
        self.call("Network.setCacheDisabled", cacheDisabled=True)
        self.call("Network.emulateNetworkConditions", offline=False, latency=150, downloadThroughput=200_000, uploadThroughput=93_750)

    def print(self):
        self.call("Page.printToPDF")

    def press(self, key):
        code = {"Escape": 27}.get(key, 0)
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def click_at(self, x, y, control):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, modifiers=2 if control else 0)
