#!/usr/bin/env python3
"""Runs a filter, and kills it in the middle of its first runs.

usage: killed.py FOLDER TIMES LINES COMMAND...
       FOLDER stores the number of runs; the script kills the filter after LINES lines in its first TIMES runs
"""

import os
import subprocess
import sys


def is_killed(folder, times):
    """Returns whether this run is one of the first. Creating a folder is atomic, so each mark counts one run."""
    for number in range(times):
        try:
            os.mkdir(os.path.join(folder, f"filter-{number}"))
            return True
        except FileExistsError:
            pass
    return False


def main():
    folder, times, lines, *command = sys.argv[1:]
    if not is_killed(folder, int(times)):
        os.execvp(command[0], command)
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        for _, line in zip(range(int(lines)), sys.stdin.buffer):
            process.stdin.write(line)
        # The records of these lines are in transit on purpose.
        process.stdin.flush()
        process.kill()
    os.kill(os.getpid(), 9)


if __name__ == "__main__":
    main()
