"""Checks that the parts of the shell recipe print what one process prints. See the script `run`."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def recipe(document):
    """Returns the script and the command of the recipe from the document."""
    with open(document, encoding="utf-8") as file:
        text = file.read().split("\n**Shell**")[1]
    script = re.search(r"^```python\n(.*?)^```$", text, re.S | re.M).group(1)
    console = re.search(r"^```console\n\$ (.*?)^```$", text, re.S | re.M).group(1)
    return script, console


def sessions(records):
    """Returns the records of each session, in order."""
    result = {}
    for record in records.splitlines():
        result.setdefault(json.loads(record).get("session"), []).append(record)
    return result


def shared(script, console, trace):
    """Returns the status of the recipe and the records of each part."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(trace, os.path.join(folder, "trace.jsonl"))
        with open(os.path.join(folder, "share.py"), "w", encoding="utf-8") as file:
            file.write(script)
        status = subprocess.run(["sh", "-c", console], cwd=folder, stderr=subprocess.DEVNULL).returncode
        parts = []
        for path in sorted(glob.glob(os.path.join(folder, "parts", "*.records"))):
            with open(path, "rb") as file:
                parts.append(sessions(file.read()))
        return status, parts


def complaints(script, console, trace):
    """Returns the differences between the recipe and one process."""
    alone = subprocess.run(["pageview", "replay", trace], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    status, parts = shared(script, console, trace)
    if alone.returncode != 0:
        return [] if status != 0 else [f"expected a failure, as of one process, found {len(parts)} parts and status 0"]
    if status != 0:
        return [f"expected status 0, found {status}"]
    result, together = [], {}
    for part in parts:
        result += [f"session {name} is in two parts" for name in part if name in together]
        together.update(part)
    expected = sessions(alone.stdout)
    for name in sorted(expected.keys() | together.keys(), key=str):
        if expected.get(name) != together.get(name):
            counts = [len(records.get(name, [])) for records in (expected, together)]
            result.append(f"session {name}: expected {counts[0]} records, found {counts[1]}, or others")
    if sum(map(bool, parts)) < min(2, len(expected)):
        result.append("expected records of several parts, found those of one")
    return result


def main():
    document, *traces = sys.argv[1:]
    script, console = recipe(document)
    failed = False
    for trace in traces:
        found = complaints(script, console, trace)
        print(f"{os.path.basename(trace)}: {'NOT the same' if found else 'the same'}")
        for complaint in found[:5]:
            print(f"    {complaint}")
        failed = failed or bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
