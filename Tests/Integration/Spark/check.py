"""Checks that Spark and one process produce equal records from a trace. See the script `run`."""

import argparse
import glob
import json
import os
import shlex
import subprocess
import sys
import time

from pyspark import SparkConf, SparkContext, TaskContext

import recipe

# The number of killed attempts, of tasks and of filters. A task may fail three times.
KILLED = 2
KILLED_AFTER_LINES = 1_000


def sessions(lines):
    """Returns the records of each session, in order."""
    result = {}
    for line in lines:
        result.setdefault(json.loads(line).get("session"), []).append(line)
    return result


def parts(folder):
    """Returns the records of Spark's output folder, and a complaint if a session is in two partitions."""
    result, complaints = {}, []
    if not os.path.exists(os.path.join(folder, "_SUCCESS")):
        complaints.append(f"{folder} is not complete")
    for path in sorted(glob.glob(os.path.join(folder, "part-*"))):
        with open(path, "rb") as file:
            found = sessions(file.read().splitlines())
        complaints += [f"session {name} is in two parts" for name in found if name in result]
        result.update(found)
    return result, complaints


def difference(name, expected, found):
    """Returns the difference of a session."""
    for number, (left, right) in enumerate(zip(expected, found), 1):
        if left != right:
            return f"session {name}, record {number}: expected {left}, found {right}"
    return f"session {name}: expected {len(expected)} records, found {len(found)}"


def differences(expected, found):
    names = sorted(set(expected) | set(found), key=str)
    return [
        difference(name, expected.get(name, []), found.get(name, []))
        for name in names
        if expected.get(name) != found.get(name)
    ]


def killing_workers(folder):
    """Returns a step that kills the first attempts of some tasks in the middle, with their process."""

    def step(index, rows):
        is_first = TaskContext.get().attemptNumber() == 0
        for number, row in enumerate(rows):
            if is_first and index < KILLED and number == KILLED_AFTER_LINES:
                os.mkdir(os.path.join(folder, f"task-{index}"))
                os.kill(os.getpid(), 9)
            yield row

    return step


def run(context, options, name, command, step=None, trace=None):
    """Replays under Spark into a folder. Returns the records by session and the complaints."""
    start = time.monotonic()
    records = recipe.replayed(context, trace or options.trace, command, options.partitions)
    if step:
        records = records.mapPartitionsWithIndex(step)
    folder = os.path.join(options.work, name)
    records.saveAsTextFile(folder)
    seconds = time.monotonic() - start
    found, complaints = parts(folder)
    return found, complaints, seconds


def small(context, options, arguments, trace):
    """Returns complaints about a trace that is easily partitioned wrongly. Both must agree or fail."""
    name = os.path.basename(trace)
    alone = subprocess.run(arguments[:-1] + [trace], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        found, own, _ = run(context, options, name, shlex.join(arguments), trace=trace)
    except Exception:  # An exception of Python or of Java.
        own = [] if alone.returncode != 0 else ["expected records, found a failure"]
    else:
        if alone.returncode != 0:
            own.append("expected a failure, as of one process, found none")
        else:
            own += differences(sessions(alone.stdout.splitlines()), found)
    print(f"{name}: {'NOT the same' if own else 'the same'}")
    return [f"{name}: {complaint}" for complaint in own]


def main():
    parser = argparse.ArgumentParser()
    for option in ["--pageview", "--trace", "--work"]:
        parser.add_argument(option, required=True)
    parser.add_argument("--partitions", type=int, required=True)
    parser.add_argument("small", nargs="*", help="traces that are easily shared out wrongly")
    options = parser.parse_args()

    arguments = [options.pageview, "replay", "--all", "-"]
    command = shlex.join(arguments)
    start = time.monotonic()
    with open(options.trace, "rb") as file:
        alone = subprocess.run(arguments, stdin=file, stdout=subprocess.PIPE, check=True).stdout
    seconds = time.monotonic() - start
    records = alone.splitlines()
    expected = sessions(records)
    with open(options.trace, "rb") as file:
        lines = [line for line in file if line.strip()]
    has_header = bool(lines) and "trace" in json.loads(lines[0].decode("utf-8-sig")) and b'"event"' not in lines[0]
    rest = lines[1:] if has_header else lines
    print(f"one process: {len(rest)} events of {len(expected)} sessions, {len(records)} records, {seconds:.1f} s")

    complaints = []
    # Without an effect of the header, the test could not detect that a partition lacks it.
    if has_header:
        bare = subprocess.run(arguments, input=b"".join(rest), stdout=subprocess.PIPE, check=True).stdout
        if bare == alone:
            complaints.append("the header changes nothing, so nothing shows that every part gets it")

    marks = os.path.join(options.work, "marks")
    os.mkdir(marks)
    here = os.path.dirname(os.path.abspath(__file__))
    killer = [sys.executable, os.path.join(here, "killed.py"), marks, str(KILLED), str(KILLED_AFTER_LINES)]
    conf = SparkConf().setMaster("local[2,4]").setAppName("pageview").set("spark.ui.enabled", "false")
    conf.set("spark.ui.showConsoleProgress", "false").set("spark.driver.memory", "2g").set("spark.local.dir", options.work).set("spark.log.level", "OFF")
    with SparkContext(conf=conf) as context:
        context.addPyFile(os.path.join(here, "recipe.py"))
        for name, filter, step in [
            ("spark", command, None),
            ("filters killed", shlex.join(killer + arguments), None),
            ("tasks killed", command, killing_workers(marks)),
        ]:
            found, own, seconds = run(context, options, name.replace(" ", "-"), filter, step)
            own += differences(expected, found)
            complaints += [f"{name}: {complaint}" for complaint in own]
            count = sum(len(lines) for lines in found.values())
            verdict = "NOT the same" if own else "the same"
            print(f"{name}: {options.partitions} parts, {count} records, {seconds:.1f} s, {verdict}")
        for trace in options.small:
            complaints += small(context, options, arguments, trace)

    done = os.listdir(marks)
    for kind in ["filter", "task"]:
        count = sum(mark.startswith(kind) for mark in done)
        print(f"{kind}s killed in the middle and tried again: {count}")
        if count != KILLED:
            complaints.append(f"expected {KILLED} {kind}s to be killed, found {count}")
    for complaint in complaints[:20]:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
