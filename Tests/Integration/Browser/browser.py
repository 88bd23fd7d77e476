"""Drives Chromium through a pipe: the DevTools protocol with nothing but Python's standard library."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """An error of the browser or of the script in it."""


class Browser:
    """A headless Chromium with a profile of its own."""

    def __init__(self, program, flags=()):
        self.profile = tempfile.mkdtemp(prefix="pageview-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def wire():
            # Moves both descriptors away first, so that neither overwrites the other.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            while reading in (3, 4):
                reading = os.dup(reading)
            while writing in (3, 4):
                writing = os.dup(writing)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [
                program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--remote-debugging-pipe", "--no-first-run", "--disable-extensions", "--disable-background-networking",
                "--mute-audio", "--force-device-scale-factor=1", f"--user-data-dir={self.profile}", *flags,
                "about:blank",
            ],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last = 0
        self.pages = {}

    def close(self):
        try:
            self.call("Browser.close")
        except BrowserError:
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its answer. The pages receive events in the meantime."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        number = self.last
        while True:
            answer = self.receive(90)
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self, seconds):
        """Returns the next message of the browser. The page of an event receives it too."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError("expected an answer of the browser, found none")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise BrowserError("expected a running browser, found that it ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].events.append(message)
        return message

    def open(self, path, width=1200, height=800, dark=False):
        """Opens a new page that shows a file."""
        return Page(self, path, width, height, dark)


class Page:
    """A page with its messages and its requests."""

    def __init__(self, browser, path, width, height, dark):
        self.browser = browser
        self.events = []
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")
        self.set_dark(dark)
        self.show(path, width, height)

    def show(self, path, width=1200, height=800):
        """Shows another file, and drops the messages and the requests of the previous one."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.url = "file://" + os.path.abspath(path)
        self.events.clear()
        self.call("Page.navigate", url=self.url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.browser.receive(90)
        self.settle()

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def set_dark(self, dark):
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def evaluate(self, expression):
        """Returns the value of an expression. Waits for a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(str(result["exceptionDetails"].get("exception", {}).get("description", result)))
        return result["result"].get("value")

    def settle(self):
        """Waits until the requested change is drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")

    def key(self, *keys):
        for key in keys:
            text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.settle()

    def click(self, x, y, count=1):
        self.mouse("mouseMoved", x, y)
        for number in range(1, count + 1):
            self.mouse("mousePressed", x, y, button="left", clickCount=number, buttons=1)
            self.mouse("mouseReleased", x, y, button="left", clickCount=number)
            # The pressed element may be drawn anew by then.
            self.settle()

    def drag(self, start, end):
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, button="left", clickCount=1, buttons=1)
        for step in range(1, 6):
            x = start[0] + (end[0] - start[0]) * step / 5
            self.mouse("mouseMoved", x, start[1] + (end[1] - start[1]) * step / 5, button="left", buttons=1)
        self.mouse("mouseReleased", *end, button="left", clickCount=1)
        self.settle()

    def wheel(self, x, y, down, ctrl=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=down, modifiers=2 if ctrl else 0)
        self.settle()

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def complaints(self):
        """Returns the console output and the errors of the page."""
        kinds = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"}
        return [json.dumps(event["params"])[:1500] for event in self.events if event["method"] in kinds]

    def requests(self):
        """Returns the requests of the page other than for itself."""
        asked = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if url.split("#")[0] != self.url]
