"""Walks through public apps, and compares the page views with the screens.

usage: run.py CHROMIUM LIBRARY CACHE STEPS SEED [APP...]
"""
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "journeys"))
from chromium import Chromium  # noqa: E402
from driver import BrowserError  # noqa: E402
from apps import APPS  # noqa: E402
from proxy import Proxy  # noqa: E402

SNIPPET = """%(head)s<script>%(witness)s</script><script type="module">
import { PageViewEngine } from "/pageview-library/pageview.min.js";
const engine = await PageViewEngine.create({ onPageView: (view) => window.pageviewNote?.(JSON.stringify(
    { kind: "view", at: performance.timeOrigin + performance.now(), url: location.href, page: view.page, id: view.id,
      previous: view.previous, number: view.seq })) });
%(declaration)s
</script>"""

# The reasons for which page views may differ from the screens. Any other difference is a failure.
REASONS = {
    "not drawn": "the URL stood for two frames, but the app did not draw its page for three (WB-102)",
    "too short": "the screen stood for less than 100 ms at the edge of the rule of three frames",
    "other URL": "the app showed the page under the URL of another page, because an answer of its server came late (WB-101)",
    "came back": "the page left the screen for some frames and came back, which the log of the screens takes for one page",
    "too early": "the user left the page before the engine had been loaded",
}


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def install(cache, packages):
    """Installs packages of PyPI into the cache, once."""
    python = os.path.join(cache, "venv", "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(cache, "venv")], check=True)
    listed = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=True).stdout.lower().split()
    missing = [each for each in packages if each.lower() not in listed]
    if missing:
        subprocess.run([python, "-m", "pip", "install", "-q", *missing], check=True)
    return python


class Walk:
    """A walk of a user through an app, with the notes of the engine and of the witness."""

    def __init__(self, tab, app, origin, seed):
        self.tab, self.app, self.origin = tab, app, origin
        self.random = random.Random(f"{app.name} {seed}")
        self.steps = []

    def notes(self):
        return [json.loads(each["params"]["payload"]) for each in self.tab.events if each["method"] == "Runtime.bindingCalled"]

    def history(self):
        found = self.tab.call("Page.getNavigationHistory")
        return found["currentIndex"], found["entries"]

    def state(self):
        try:
            return self.tab.evaluate(
                "window.pageviewWitness && [pageviewWitness.screen, pageviewWitness.frames, location.pathname, location.hash]")
        except BrowserError:
            return None

    def settle(self, seconds=8):
        """Waits until the app has drawn the page of the URL, and the screen stands still."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.state()
            if state and state[0] is not None and state[1] > 12:
                expected = self.app.paths.get(state[2] + state[3], self.app.paths.get(state[2]) if not state[3] else None)
                if expected is None or expected == self.app.screens.get(state[0], state[0]):
                    break
            time.sleep(0.03)
        # The engine of a new document may still load.
        time.sleep(0.2)

    def links(self):
        return self.tab.evaluate("""[...document.querySelectorAll(%s)].filter((each) => {
            const box = each.getBoundingClientRect();
            if (each.origin !== location.origin || each.target === "_blank" || !each.checkVisibility()) return false;
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return at && (each.contains(at) || at.contains(each));
        }).map((each) => { const box = each.getBoundingClientRect();
            return [each.pathname + each.hash, box.x + box.width / 2, box.y + box.height / 2]; })""" % json.dumps(self.app.links))

    def click(self, link=None):
        try:
            links = self.links()
        except BrowserError:
            links = []
        others = [each for each in links if each[0] != self.tab.evaluate("location.pathname + location.hash")]
        if not others:
            return "no link"
        path, x, y = self.random.choice(others)
        for kind in ["mousePressed", "mouseReleased"]:
            self.tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        return path

    def traverse(self, distance):
        """Presses the browser's button Back or Forward."""
        index, entries = self.history()
        # The first entries are the blank document and the first page of the app.
        if not self.first <= index + distance < len(entries):
            return self.click()
        self.tab.call("Page.navigateToHistoryEntry", entryId=entries[index + distance]["id"])
        return f"{distance:+}"

    def pause(self):
        time.sleep(self.random.choice([0, 0.02, 0.05, 0.1, 0.2]))

    def step(self):
        kind = self.random.choices(
            ["click", "back", "forward", "two clicks", "two backs", "back and forward", "reload"], [8, 4, 2, 3, 2, 2, 1])[0]
        if kind == "click":
            done = [self.click()]
        elif kind in ("back", "forward"):
            done = [self.traverse(-1 if kind == "back" else 1)]
        elif kind == "reload":
            self.tab.call("Page.reload")
            time.sleep(0.3)
            done = ["reload"]
        else:
            first, second = {
                "two clicks": (self.click, self.click), "two backs": (lambda: self.traverse(-1),) * 2,
                "back and forward": (lambda: self.traverse(-1), lambda: self.traverse(1))}[kind]
            done = [first()]
            self.pause()
            done.append(second())
        self.steps.append((time.time() * 1000, f"{kind} {' '.join(done)}"))
        return len(done)

    def run(self, steps):
        self.tab.call("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)
        self.tab.call("Runtime.addBinding", name="pageviewNote")
        self.tab.call("Page.navigate", url=self.origin + self.app.start)
        self.settle(60)
        self.first = self.history()[0]
        changes = 0
        while changes < steps:
            changes += self.step()
            self.settle()
        time.sleep(0.5)
        self.state()
        return changes


def compare(app, notes, steps):
    """Returns the page views, the screens, their differences, and the delays of the page views in milliseconds."""
    notes = sorted(notes, key=lambda note: note["at"])
    views = [note for note in notes if note["kind"] == "view"]
    screens = [note for note in notes if note["kind"] == "screen"]
    for each in views:
        context = each["page"].get("context")
        each["label"] = each["page"]["name"] + (f":{context}" if context else "")
    for each in notes:
        if "screen" in each:
            each["label"] = app.screens.get(each["screen"], each["screen"])
    # The longest list of equal pages in one order, and of these the one whose times agree best.
    best = {}
    for i in range(len(views), -1, -1):
        for k in range(len(screens), -1, -1):
            options = [(0, 0, None)] if i == len(views) or k == len(screens) else [
                (*best[i + 1, k][:2], (i + 1, k)), (*best[i, k + 1][:2], (i, k + 1))]
            if i < len(views) and k < len(screens) and views[i]["label"] == screens[k]["label"]:
                delay = abs(views[i]["at"] - screens[k]["at"])
                if delay < 5000:
                    options.append((best[i + 1, k + 1][0] + 1, best[i + 1, k + 1][1] - delay, (i + 1, k + 1)))
            best[i, k] = max(options, key=lambda each: each[:2])
    pairs, place = [], (0, 0)
    while best[place][2]:
        following = best[place][2]
        if following == (place[0] + 1, place[1] + 1):
            pairs.append((views[place[0]], screens[place[1]]))
        place = following
    for view, screen in pairs:
        view["isPaired"] = screen["isPaired"] = True
    differences = [each for each in notes if each["kind"] in ("view", "screen") and "isPaired" not in each]
    return views, screens, differences, [view["at"] - screen["at"] for view, screen in pairs]


def reason(app, notes, views, note):
    """Returns the reason of a page view without a screen, or of a screen without a page view; nothing if there is none."""
    at = note["at"]
    if note["kind"] == "view":
        index = views.index(note)
        until = views[index + 1]["at"] if index + 1 < len(views) else at + 1000
        stood = any(
            each["kind"] == "end" and each["label"] == note["label"] and each["frames"] >= 3
            and each["at"] > at and each["at"] - each["frames"] * 16 < until for each in notes)
        # If the app did not draw the page before, the screen of this page never went.
        follows = index > 0 and "isPaired" not in views[index - 1]
        if not stood or follows:
            return "not drawn"
        screens = [each for each in notes if each["kind"] == "screen" and each["at"] < at]
        ended = any(each["kind"] == "end" and each["label"] == note["label"] and at - 1000 < each["at"] < at for each in notes)
        return "came back" if ended and screens and screens[-1]["label"] == note["label"] else None
    end = min((each["at"] for each in notes if each["at"] > at and (
        each["kind"] in ("screen", "document") or each["kind"] == "end" and each["label"] == note["label"])), default=at + 1000)
    document = max(each["at"] for each in notes if each["kind"] == "document" and each["at"] <= at)
    screens = [each for each in notes if each["kind"] == "screen" and each["at"] < at]
    earlier = [each for each in views if each["at"] < at]
    # A screen without a page view stood in between, so the page that was counted last returned.
    if screens and "isPaired" not in screens[-1] and earlier and earlier[-1]["label"] == note["label"]:
        return reason(app, notes, views, screens[-1])
    url = urlsplit(note["url"])
    expected = app.paths.get(url.path + ("#" + url.fragment if url.fragment else ""))
    if expected and expected != note["label"]:
        return "other URL"
    if not any(each["kind"] == "view" and document <= each["at"] <= end for each in notes):
        return "too early"
    return "too short" if end - at < 100 else None


def chain(views):
    """Returns the views that do not name the view before them as the previous one."""
    return [view for last, view in zip([None, *views], views)
            if (view.get("previous") or {}).get("id") != (last and last["id"]) or view["number"] != (last["number"] + 1 if last else 1)]


def drive(browser, app, library, cache, steps, seed):
    folder = os.path.join(cache, app.name)
    os.makedirs(folder, exist_ok=True)
    python = install(cache, app.packages)
    port = free_port()
    command = [python, *(part.format(port=port, folder=folder) for part in app.command)]
    with open(os.path.join(folder, "log"), "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, start_new_session=True)
    with open(os.path.join(HERE, "witness.js")) as file:
        witness = file.read().replace("SCREEN()", app.screen)
    proxy = Proxy(port, library, SNIPPET % {"head": app.head, "witness": witness, "declaration": app.declaration})
    try:
        end = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{app.start}", timeout=20).close()
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                if time.monotonic() > end or process.poll() is not None:
                    raise
                time.sleep(0.3)
        tab = browser.create()
        walk = Walk(tab, app, proxy.origin, seed)
        start = time.monotonic()
        changes = walk.run(steps)
        seconds = time.monotonic() - start
        notes = walk.notes()
        browser.close_tab(tab.handle)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        proxy.close()
    views, screens, differences, delays = compare(app, notes, walk.steps)
    with open(os.path.join(folder, f"notes-{seed}.json"), "w") as file:
        json.dump({"notes": notes, "steps": walk.steps}, file, indent=0)
    failures = 0
    counts = {}
    for each in differences:
        why = reason(app, notes, views, each)
        counts[why] = counts.get(why, 0) + 1
        failures += why is None
        done = [text for time, text in walk.steps if time < each["at"] + 500][-2:]
        if why is None:
            print(*(f"    {note['at'] - each['at']:+.0f} {note['kind']} {note.get('label') or note['url']} {note.get('frames', '')}"
                    for note in sorted(notes, key=lambda note: note["at"]) if abs(note["at"] - each["at"]) < 1500), sep="\n")
        print(f"  {why or 'UNEXPLAINED'}: {each['kind']} {each['label']}, after {'; '.join(done)}", flush=True)
    broken = chain(views)
    for view in broken:
        print(f"  UNEXPLAINED: {view['label']} does not follow the page view before it: {view}", flush=True)
    delays.sort()
    print(f"{app.name}: {changes} route changes, {len(views)} views, {len(screens)} screens, {len(differences)} differences "
          f"{ {why: count for why, count in counts.items()} }, view {delays[len(delays) // 2] if delays else 0:.0f} ms after the screen "
          f"(median; {delays[0] if delays else 0:.0f} to {delays[-1] if delays else 0:.0f}), {seconds:.0f} s", flush=True)
    return failures + len(broken) + (not views)


def main():
    program, library, cache, steps, seed, *names = sys.argv[1:]
    failed = 0
    chosen = [app for app in APPS if app.name in names or not names or names == ["light"] and app.is_light]
    for app in chosen:
        with Chromium(program) as browser:
            failed += drive(browser, app, library, os.path.abspath(cache), int(steps), seed)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
