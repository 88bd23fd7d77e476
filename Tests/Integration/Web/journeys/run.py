"""Runs the journeys. usage: run.py "BROWSER=PROGRAM..." PAGEVIEW LIBRARY [NAME...]"""
import os
import sys
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from chromium import Chromium  # noqa: E402
from driver import LACKS, Journey, Skip  # noqa: E402
from firefox import Firefox  # noqa: E402
from server import Site  # noqa: E402
from webkit import WebKit  # noqa: E402
import known  # noqa: E402
import changes  # noqa: E402, F401
import costs  # noqa: E402, F401
import documents  # noqa: E402, F401
import drawing  # noqa: E402, F401
import elements  # noqa: E402, F401
import misuse  # noqa: E402, F401
import more  # noqa: E402, F401
import routers  # noqa: E402, F401
import shops  # noqa: E402, F401
import start  # noqa: E402, F401
import witness  # noqa: E402, F401

BROWSERS = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
# A journey mostly waits for its browser, so several browsers run at the same time.
BROWSER_COUNT = int(os.environ.get("BROWSER_COUNT", 4))


def run(browser, site, pageview, function, without_navigation):
    """Runs one journey. Returns `passed`, `failed` or the reason for which the browser skips the journey."""
    site.reset(without_navigation)
    start = time.monotonic()
    name = function.__name__.replace("_", " ") + (", without the Navigation API" if without_navigation else "")
    journey = Journey(browser, site, pageview)
    try:
        try:
            if function in known.modern:
                journey.needs("navigation")
            function(journey)
        finally:
            journey.close()
    except Skip as skip:
        print(f"skipped: {name}: {LACKS[str(skip)]}", flush=True)
        return str(skip)
    except Exception as failure:
        print(f"failed: {name}", flush=True)
        traceback.print_exception(type(failure), failure, failure.__traceback__, limit=4, file=sys.stdout)
        print(*journey.complaints(), sep="\n", flush=True)
        return "failed"
    print(f"passed: {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return "passed"


class Queue:
    """The journeys that wait for one kind of browser, and their results."""

    def __init__(self, kind, program, names):
        self.kind, self.program = kind, program
        chosen = lambda journeys: [each for each in journeys if not names or any(name in each.__name__ for name in names)]
        self.jobs = [(each, False) for each in chosen(known.modern)]
        modes = [True] if "navigation" in BROWSERS[kind].lacks else [False] if os.environ.get("SHORT") else [False, True]
        for without_navigation in modes:
            self.jobs += [(each, without_navigation) for each in chosen(known.both)]
        self.all = list(self.jobs)
        self.jobs.reverse()
        self.results = {}

    def drive(self, pageview, library):
        """Runs journeys in a browser of its own until none waits."""
        with BROWSERS[self.kind](self.program) as browser:
            site = Site(library)
            while self.jobs:
                try:
                    job = self.jobs.pop()
                except IndexError:
                    return
                self.results[job] = run(browser, site, pageview, *job)

    def repeat(self, pageview, library):
        """Runs the journeys again, alone, that failed or whose browser ended: a busy machine may miss a moment of a journey."""
        self.jobs = [job for job in self.all if self.results.get(job, "failed") == "failed"]
        for function, _ in self.jobs:
            print(f"again: {function.__name__.replace('_', ' ')}")
        if self.jobs:
            self.drive(pageview, library)

    def summary(self):
        """Prints the results. Returns the number of failures. A journey without a result fails: its browser ended."""
        results = [self.results.get(job, "failed") for job in self.all]
        for reason in sorted(set(results) - {"passed", "failed"}):
            print(f"{self.kind}: {results.count(reason)} skipped: {LACKS[reason]}")
        passed, failed = [results.count(each) for each in ["passed", "failed"]]
        print(f"{self.kind}: {passed} passed, {failed} failed", flush=True)
        return failed


def main():
    programs, pageview, library, *names = sys.argv[1:]
    failed = 0
    for kind, program in [each.split("=", 1) for each in programs.split()]:
        start = time.monotonic()
        queue = Queue(kind, program, names)
        threads = [threading.Thread(target=queue.drive, args=(pageview, library)) for _ in range(min(BROWSER_COUNT, len(queue.all)))]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        queue.repeat(pageview, library)
        failed += queue.summary()
        print(f"{time.monotonic() - start:.0f} s", flush=True)
    print(f"{failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
