"""Runs the journeys. usage: run.py CHROMIUM PAGEVIEW LIBRARY [NAME...]"""
import os
import sys
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from driver import Browser, Journey  # noqa: E402
from server import Site  # noqa: E402
import known  # noqa: E402
import documents  # noqa: E402, F401
import elements  # noqa: E402, F401
import misuse  # noqa: E402, F401
import more  # noqa: E402, F401
import shops  # noqa: E402, F401


def run(browser, site, pageview, journeys, label, without_navigation=False):
    failed = 0
    for each in journeys:
        site.reset(without_navigation)
        journey = Journey(browser, site, pageview)
        start = time.monotonic()
        failure = None
        try:
            try:
                each(journey)
            finally:
                journey.close()
        except Exception as error:
            failure = error
        name = each.__name__.replace("_", " ") + label
        if failure is None:
            print(f"passed: {name} ({time.monotonic() - start:.1f} s)", flush=True)
        else:
            failed += 1
            print(f"failed: {name}", flush=True)
            traceback.print_exception(type(failure), failure, failure.__traceback__, limit=4, file=sys.stdout)
            print(*journey.complaints(), sep="\n", flush=True)
    return failed


def main():
    program, pageview, library, *names = sys.argv[1:]
    chosen = lambda journeys: [each for each in journeys if not names or any(name in each.__name__ for name in names)]
    failures = []

    def drive(*group):
        """Runs a group of journeys in a browser of its own."""
        with Browser(program) as browser:
            failures.append(run(browser, Site(library), pageview, *group))

    both = chosen(known.both)
    half = len(both) // 2
    groups = [
        (both[:half], ""), (both[half:] + chosen(known.modern), ""),
        (both[:half], ", without the Navigation API", True), (both[half:], ", without the Navigation API", True),
    ]
    # A journey mostly waits for its browser, so the groups run at the same time.
    threads = [threading.Thread(target=drive, args=group) for group in groups if group[0]]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    # A group without a result counts as one failure: its browser did not start.
    failed = sum(failures) + len(threads) - len(failures)
    print(f"{failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
