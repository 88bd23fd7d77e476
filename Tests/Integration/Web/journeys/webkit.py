"""Drives the MiniBrowser of WebKitGTK by WebDriver, in a display of its own."""
import ctypes
import http.client
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from driver import BrowserError, Failure, Tab

KEYS = {"Escape": "\ue00c", "Control": "\ue009"}


class Display:
    """A virtual display with a window manager."""

    def __init__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], pass_fds=[writing],
            stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as file:
            self.name = ":" + file.readline().strip()
        self.environment = {**os.environ, "DISPLAY": self.name}
        self.manager = subprocess.Popen(["openbox"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.x11, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.connection = ctypes.c_void_p(self.x11.XOpenDisplay(self.name.encode()))

    def press(self, *names):
        """Presses keys of the keyboard together."""
        symbols = [ctypes.c_ulong(self.x11.XStringToKeysym(name.encode())) for name in names]
        codes = [self.x11.XKeysymToKeycode(self.connection, each) for each in symbols]
        for code, is_down in [(each, 1) for each in codes] + [(each, 0) for each in reversed(codes)]:
            self.test.XTestFakeKeyEvent(self.connection, code, is_down, 0)
        self.x11.XSync(self.connection, 0)

    def close(self):
        self.x11.XCloseDisplay(self.connection)
        for each in [self.manager, self.server]:
            each.terminate()
            each.wait()


class WebKit:
    """A MiniBrowser with a folder of its own."""

    lacks = ("navigation", "prerendering", "freezing", "throttling", "printing", "soft navigations", "eviction")
    differences = ("one step", "stop")

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="pageview-webkit-")
        self.display = Display()
        # With WEBKIT_DISABLE_DMABUF_RENDERER, the browser is faster, but a view transition ends it.
        environment = {**self.display.environment, "LIBGL_ALWAYS_SOFTWARE": "1"}
        for name in ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]:
            environment[name] = self.folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.connect(port)
        options = {"binary": program, "args": ["--automation", "--javascript-can-open-windows-automatically=true"]}
        capabilities = {"webkitgtk:browserOptions": options, "unhandledPromptBehavior": "accept"}
        self.path = ""
        self.path = "/session/" + self.call("POST", "/session", capabilities={"alwaysMatch": capabilities})["sessionId"]

    def connect(self, port):
        """Waits until the driver listens to the port."""
        while self.driver.poll() is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                return self.connection.connect()
            except OSError:
                time.sleep(0.02)
        raise BrowserError("expected a running driver, found that it ended")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (BrowserError, OSError, http.client.HTTPException):
            pass
        self.driver.terminate()
        self.driver.wait()
        self.display.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, **parameters):
        """Sends a command and returns its answer."""
        body = json.dumps(parameters) if method == "POST" else None
        try:
            self.connection.request(method, self.path + path, body, {"Content-Type": "application/json"})
            value = json.loads(self.connection.getresponse().read())["value"]
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise BrowserError(f"{path}: {error!r}") from error
        if isinstance(value, dict) and "error" in value:
            raise BrowserError(f"{path}: {value['error']}: {value['message']}")
        return value

    def handles(self):
        return self.call("GET", "/window/handles")

    def create(self):
        """Opens a tab in the foreground."""
        tab = self.attach(self.call("POST", "/window/new", type="tab")["handle"])
        tab.show()
        return tab

    def attach(self, handle):
        return WebKitTab(self, handle)

    def close_tab(self, handle):
        self.call("POST", "/window", handle=handle)
        self.call("DELETE", "/window")
        self.call("POST", "/window", handle=self.handles()[0])

    def deny_downloads(self):
        """Does nothing. A download ends in the folder of the browser."""


class WebKitTab(Tab):
    """A tab of the MiniBrowser."""

    def call(self, method, path, **parameters):
        # This command selects a tab for the next command, and does not show it.
        self.browser.call("POST", "/window", handle=self.handle)
        return self.browser.call(method, path, **parameters)

    def evaluate(self, expression):
        """Returns the value of an expression. Waits for a promise."""
        script = ("const done = arguments[0]; (async () => JSON.stringify(await (%s)))().then("
                  "(value) => done({ value }), (error) => done({ error: String(error) }))") % expression
        result = self.call("POST", "/execute/async", script=script, args=[])
        if result.get("error"):
            raise BrowserError(result["error"])
        return json.loads(result.get("value") or "null")

    def navigate(self, url):
        self.call("POST", "/url", url=url)

    def show(self):
        end = time.monotonic() + 15
        while self.evaluate("document.hidden"):
            self.browser.display.press("Control_L", "Next")
            moment = time.monotonic() + 0.3
            while time.monotonic() < moment and self.evaluate("document.hidden"):
                time.sleep(0.01)
            if time.monotonic() > end:
                raise Failure("expected a visible tab, found a hidden one")

    def open_in_background(self, selector):
        # The driver does not control a tab that the user opens with the key Control.
        url = self.evaluate(f"document.querySelector({json.dumps(selector)}).href")
        self.browser.attach(self.browser.call("POST", "/window/new", type="tab")["handle"]).navigate(url)

    def minimise(self):
        """Minimises the window of the tab, and restores it."""
        self.call("POST", "/window/minimize")
        self.call("POST", "/window/rect", x=0, y=0)

    def perform(self, *sources):
        self.call("POST", "/actions", actions=list(sources))

    def keys(self, kind, *keys):
        return {"type": "key", "id": "keyboard", "actions": [{"type": kind, "value": KEYS[key]} for key in keys]}

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.perform(self.keys(kind, key))

    def click_at(self, x, y, control):
        held = ["Control"] if control else []
        self.perform(self.keys("keyDown", *held))
        self.perform({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})
        self.perform(self.keys("keyUp", *held))
