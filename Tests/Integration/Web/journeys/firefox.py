"""Drives Firefox by WebDriver BiDi, with nothing but Python's standard library."""
import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile

from driver import BrowserError, Tab

PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    # A script may open windows.
    "dom.disable_open_during_load": False,
    # Times with a fraction of a millisecond sort the page views.
    "privacy.reduceTimerPrecision": False,
    "toolkit.startup.max_resumed_crashes": -1,
}
KEYS = {"Escape": "\ue00c", "Control": "\ue009"}


class Socket:
    """The client of a WebSocket: each message is one text."""

    def __init__(self, address):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /session HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass

    def send(self, text, kind=1):
        data = text.encode()
        size = len(data)
        if size < 126:
            header = struct.pack(">BB", 0x80 | kind, 0x80 | size)
        elif size < 65536:
            header = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            header = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, size)
        # Firefox rejects a mask of zeros.
        mask = b"\1\2\3\4"
        self.socket.sendall(header + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def receive(self):
        message = b""
        while True:
            header = self.file.read(2)
            if len(header) < 2:
                raise BrowserError("expected a running browser, found that it ended")
            size = header[1] & 127
            if size > 125:
                kind, length = (">H", 2) if size == 126 else (">Q", 8)
                size = struct.unpack(kind, self.file.read(length))[0]
            data = self.file.read(size)
            if header[0] & 15 == 9:
                self.send(data.decode(), kind=10)
                continue
            message += data
            if header[0] & 128:
                return message.decode()


class Firefox:
    """A headless Firefox with a profile of its own."""

    lacks = ("prerendering", "freezing", "throttling", "soft navigations")
    differences = ("stale storage", "cached entry", "large beacons")

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="pageview-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in PREFERENCES.items())
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.profile, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.last = 0
        self.tabs = {}
        start = "WebDriver BiDi listening on ws://"
        for line in self.process.stderr:
            if line.startswith(start):
                break
        else:
            raise BrowserError("expected the address of Firefox, found none")
        self.socket = Socket(line[len(start):].strip())
        self.call("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}})
        self.call("session.subscribe", events=["log.entryAdded"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("browser.close")
        except (BrowserError, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Sends a command and returns its answer."""
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            try:
                answer = json.loads(self.socket.receive())
            except TimeoutError as error:
                raise BrowserError(f"{method}: expected an answer of the browser, found none") from error
            if answer.get("id") == self.last:
                if answer["type"] == "error":
                    raise BrowserError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            if answer.get("method") == "log.entryAdded":
                tab = self.tabs.get(answer["params"]["source"].get("context"))
                if tab:
                    tab.messages.append(answer["params"]["text"] or "")

    def handles(self):
        return [each["context"] for each in self.call("browsingContext.getTree", maxDepth=0)["contexts"]]

    def create(self):
        """Opens a tab in the foreground."""
        return self.attach(self.call("browsingContext.create", type="tab")["context"])

    def attach(self, handle):
        self.tabs[handle] = FirefoxTab(self, handle)
        return self.tabs[handle]

    def close_tab(self, handle):
        self.call("browsingContext.close", context=handle)

    def deny_downloads(self):
        self.call("browser.setDownloadBehavior", downloadBehavior={"type": "denied"})


class FirefoxTab(Tab):
    """A tab of Firefox."""

    def __init__(self, browser, handle):
        super().__init__(browser, handle)
        self.messages = []

    def complaints(self):
        return self.messages

    def call(self, method, **parameters):
        return self.browser.call(method, context=self.handle, **parameters)

    def evaluate(self, expression):
        """Returns the value of an expression. Waits for a promise."""
        result = self.browser.call(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()", target={"context": self.handle},
            awaitPromise=True, userActivation=True)
        if result["type"] == "exception":
            raise BrowserError(result["exceptionDetails"]["text"])
        return json.loads(result["result"].get("value", "null"))

    def navigate(self, url):
        self.call("browsingContext.navigate", url=url, wait="none")

    def show(self):
        self.call("browsingContext.activate")

    def minimise(self):
        """Minimises the window of the tab, and restores it."""
        window = self.browser.call("browser.getClientWindows")["clientWindows"][0]["clientWindow"]
        for state in ["minimized", "normal"]:
            self.browser.call("browser.setClientWindowState", clientWindow=window, state=state)

    def print(self):
        self.call("browsingContext.print")

    def keys(self, kind, *keys):
        return {"type": "key", "id": "keyboard", "actions": [{"type": kind, "value": KEYS[key]} for key in keys]}

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("input.performActions", actions=[self.keys(kind, key)])

    def click_at(self, x, y, control):
        held = ["Control"] if control else []
        self.call("input.performActions", actions=[self.keys("keyDown", *held)])
        self.call("input.performActions", actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])
        self.call("input.performActions", actions=[self.keys("keyUp", *held)])
