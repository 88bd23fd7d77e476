"""Replays all traces through every implementation, and compares each output byte for byte with Swift's output."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import tempfile
import time

from implementations import finished, implementations, swift_outputs
from traces import Collection

# The numbers of generated traces in a run that writes the table.
SIMULATED, HOSTILE = 150, 2000
KINDS = {
    "journeys": "journeys in `Specs/Traces/`",
    "examples": "examples in `Specs/`",
    "simulated": "simulated journeys",
    "large": "large traces",
    "hostile": "hostile traces",
}
REPORTS = {"willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy"}
SHOWN_DIFFERENCES = 10
# Chromium is slower than the others, so it replays only the hostile traces whose number is a multiple of this.
SAMPLE = 4
MARKS = ("<!-- table: Tests/Integration/Conformance/run writes the lines up to the end of the table -->", "<!-- end of table -->")


def shown(line):
    text = line.decode(errors="backslashreplace")
    return text if len(text) <= 400 else text[:400] + "…"


def difference(expected, found):
    """Returns the first line in which two outputs differ, with its number."""
    lines = [expected.split(b"\n"), found.split(b"\n")]
    number = next(
        (index for index, (left, right) in enumerate(zip(*lines)) if left != right), min(map(len, lines)))
    left, right = (shown(line[number]) if number < len(line) else "(the end)" for line in lines)
    return number + 1, left or "(the end)", right or "(the end)"


class Comparison:
    """The outputs of all implementations for all traces."""

    def __init__(self, traces, programs, work, keep):
        self.traces = traces
        self.keep = keep
        self.files = []
        for number, trace in enumerate(traces):
            self.files.append(os.path.join(work, f"{number}.jsonl"))
            pathlib.Path(self.files[-1]).write_bytes(finished(trace.text))
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            results = {name: pool.submit(self.replayed, name, program) for name, program in programs.items()}
            self.outputs = {name: result.result() for name, result in results.items()}
        self.differences = []
        for name in programs:
            for number, trace in enumerate(traces):
                if number in self.outputs[name] and self.outputs[name][number] != self.outputs["Swift"][number]:
                    self.differences.append((name, number))

    def replayed(self, name, program):
        """Returns the outputs of an implementation, by the number of the trace."""
        start = time.monotonic()
        numbers = [
            number for number, trace in enumerate(self.traces)
            if name != "Chromium" or trace.kind != "hostile" or number % SAMPLE == 0]
        outputs = program([self.files[number] for number in numbers])
        print(f"{name}: {len(outputs)} traces in {time.monotonic() - start:.1f} s", flush=True)
        return dict(zip(numbers, outputs))

    def print_differences(self):
        for name, number in self.differences[:SHOWN_DIFFERENCES]:
            line, expected, found = difference(self.outputs["Swift"][number], self.outputs[name][number])
            path = os.path.join(self.keep, f"{self.traces[number].kind}-{number}.jsonl")
            pathlib.Path(self.keep).mkdir(parents=True, exist_ok=True)
            pathlib.Path(path).write_bytes(self.traces[number].text)
            print(f"{self.traces[number].source}: line {line} of the output differs (trace: {path})")
            print(f"    Swift: {expected}\n    {name}: {found}")
        if len(self.differences) > SHOWN_DIFFERENCES:
            print(f"… and {len(self.differences) - SHOWN_DIFFERENCES} more")

    def count(self, kind, name):
        return sum(self.traces[number].kind == kind and other == name for other, number in self.differences)

    def records(self, kind):
        outputs = self.outputs["Swift"]
        return sum(outputs[n].count(b"\n") for n, trace in enumerate(self.traces) if trace.kind == kind)


def check_notations(comparison, pageview, work):
    """Replays each original in the notation for people. Returns whether its output equals that of its conversion."""
    numbers = [number for number, trace in enumerate(comparison.traces) if trace.original is not None]
    files = []
    for number in numbers:
        files.append(os.path.join(work, f"{number}.trace"))
        text = comparison.traces[number].original
        end = b"" if text.endswith(b"\n") else b"\n"
        name = b'"end of the trace"'
        pathlib.Path(files[-1]).write_bytes(text + end + b"interaction " + name + b" session=" + name + b"\n")
    outputs = swift_outputs(pageview, files)
    wrong = [n for n, output in zip(numbers, outputs) if output != comparison.outputs["Swift"][n]]
    for number in wrong:
        print(f"{comparison.traces[number].source}: expected the output of its conversion to JSON Lines, found another")
    return not wrong


def check_comparison(comparison, programs, work):
    """Omits one report of a trace in each implementation but Swift. Returns whether each output lacks its records."""
    number = next(n for n, trace in enumerate(comparison.traces) if trace.source.endswith("/uikit-push-pop.trace"))
    lines = comparison.traces[number].text.splitlines(keepends=True)
    reports = [index for index, line in enumerate(lines) if json.loads(line).get("event") in REPORTS]
    path = os.path.join(work, "shorter.jsonl")
    for drop, index in enumerate(reports, 1):
        pathlib.Path(path).write_bytes(finished(b"".join(lines[:index] + lines[index + 1:])))
        expected = programs["Swift"]([path])[0]
        # The first report whose omission changes a record. Many reports, such as a `willAppear`, change none.
        if expected != comparison.outputs["Swift"][number]:
            break
    is_found = True
    for name, program in programs.items():
        if name != "Swift" and program([comparison.files[number]], drop)[0] != expected:
            print(f"{name}: expected the output of the trace without its report {drop}, found another")
            is_found = False
    return is_found


def table(comparison, excluded, programs):
    """Returns the table of the document."""
    others = [name for name in programs if name != "Swift"]
    lines = [
        "| traces | number | excluded | records from Swift | " + " | ".join(others) + " |",
        "| --- | --- | --- | --- | " + " | ".join("---" for _ in others) + " |",
    ]
    for kind, title in KINDS.items():
        differences = [comparison.count(kind, name) for name in others]
        cells = [
            title, f"{sum(trace.kind == kind for trace in comparison.traces):,}",
            str(sum(trace.kind == kind for trace in excluded)), f"{comparison.records(kind):,}",
            *("equal" if count == 0 else f"{count:,} differ" for count in differences),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def write_document(path, lines):
    """Replaces the table in the document. Equal results give an equal document."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    pathlib.Path(path).write_text(text[:start] + "\n\n" + "\n".join(lines) + "\n\n" + text[end:], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    for name in ["root", "pageview", "program", "web", "browser", "keep"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--random", type=int)
    parser.add_argument("--first", type=int, default=1)
    words = parser.parse_args()

    collection = Collection(words.pageview, words.root)
    collection.add_journeys()
    collection.add_examples()
    collection.add_simulated(SIMULATED)
    collection.add_large()
    collection.add_hostile(words.first, HOSTILE if words.random is None else words.random)
    with tempfile.TemporaryDirectory() as work:
        programs = implementations(words.pageview, words.program, pathlib.Path(words.web), words.browser, work)
        comparison = Comparison(collection.traces, programs, work, words.keep)
        comparison.print_differences()
        is_sound = check_notations(comparison, words.pageview, work)
        is_sound = check_comparison(comparison, programs, work) and is_sound
    lines = table(comparison, collection.excluded, programs)
    if words.random is None:
        write_document(os.path.join(words.root, "Specs", "Bridges", "Conformance.md"), lines)
    print("\n".join(lines))
    count = len(comparison.differences)
    print(f"conformance: {len(comparison.traces):,} traces, {count:,} differences")
    return 0 if count == 0 and is_sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
