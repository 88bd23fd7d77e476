"""Collects the traces of a conformance run: journeys, examples of the specification, simulated, large, and hostile traces."""
import pathlib
import subprocess

from hostile import HostileTrace
from large import LARGE, large_trace

FRAMEWORKS = [
    "uikit", "uikit-unbalanced", "swiftui", "swiftui-phantom-appear", "android", "compose", "flutter",
    "react-navigation", "web", "gtkstack", "gtknotebook", "adwnavigationview", "qt-stackview",
    "swift-cross-ui",
]
MALFORMED = 65


class Trace:
    """One trace. `source` states where it comes from: a file, the line of an example, or a generator."""

    def __init__(self, kind, source, text, original=None):
        self.kind = kind
        self.source = source
        # The trace in JSON Lines.
        self.text = text
        # The trace in the notation for people; `None` if its original is JSON Lines.
        self.original = original


class Excluded:
    """A trace of the specification with a malformed line, at which a replay stops."""

    def __init__(self, kind, source):
        self.kind = kind
        self.source = source


def examples(text):
    """Returns the number of the first line and the text of each example of a chapter; see SpecificationDocument.swift."""
    found, fence, number, block = [], None, 0, []
    for line in text.removeprefix("\ufeff").split("\n"):
        number += 1
        indentation = len(line) - len(line.lstrip(" "))
        content = "" if indentation > 3 else line.removesuffix("\r")[indentation:]
        if fence:
            marks, is_trace, first = fence
            if content.startswith(marks) and set(content) <= {marks[0], " "}:
                if is_trace:
                    found.append((first, "".join(line + "\n" for line in block)))
                fence = None
            else:
                block.append(line)
        elif content.startswith(("```", "~~~")):
            marks = content[: len(content) - len(content.lstrip(content[0]))]
            fence = (marks, content[len(marks):].split()[:1] == ["trace"], number + 1)
            block = []
    if fence and fence[1]:
        found.append((fence[2], "".join(line + "\n" for line in block)))
    return found


class Collection:
    """The traces that the check replays."""

    def __init__(self, pageview, root):
        self.pageview = pageview
        self.root = pathlib.Path(root)
        self.traces = []
        self.excluded = []

    def run(self, *arguments, text=None):
        return subprocess.run([self.pageview, *arguments], input=text, capture_output=True)

    def add(self, kind, source, original):
        """Adds a trace in the notation for people, converted to JSON Lines."""
        result = self.run("convert", "--to", "jsonl", "-", text=original)
        if result.returncode == MALFORMED:
            self.excluded.append(Excluded(kind, source))
        elif result.returncode != 0:
            raise SystemExit(f"conformance: expected pageview to convert {source}, found {result.stderr.decode()}")
        else:
            self.traces.append(Trace(kind, source, result.stdout, original))

    def add_journeys(self):
        folder = self.root / "Specs" / "Traces"
        for path in sorted(folder.rglob("*")):
            source = str(path.relative_to(self.root))
            if path.suffix == ".jsonl":
                self.traces.append(Trace("journeys", source, path.read_bytes()))
            elif path.suffix == ".trace":
                self.add("journeys", source, path.read_bytes())

    def add_examples(self):
        for path in sorted((self.root / "Specs").rglob("*.md")):
            for line, text in examples(path.read_text(encoding="utf-8")):
                self.add("examples", f"{path.relative_to(self.root)}:{line}", text.encode())

    def add_simulated(self, count):
        for seed in range(1, count + 1):
            framework = FRAMEWORKS[seed % len(FRAMEWORKS)]
            result = self.run(
                "simulate", "--seed", str(seed), "--framework", framework, "--events", "80", "--sessions",
                str(1 + seed % 3), "--to", "jsonl")
            if result.returncode != 0:
                raise SystemExit(f"conformance: expected a simulated trace, found {result.stderr.decode()}")
            self.traces.append(Trace("simulated", f"simulate --seed {seed} --framework {framework}", result.stdout))

    def add_large(self):
        for events in LARGE:
            self.traces.append(Trace("large", f"large.py, {events.__name__}", large_trace(events)))

    def add_hostile(self, first, count):
        for seed in range(first, first + count):
            self.traces.append(Trace("hostile", f"hostile seed {seed}", HostileTrace(seed).bytes()))
