#!/usr/bin/env python3
"""Runs a filter, and kills it in the middle the first few times that it is run.

usage: killed.py FOLDER TIMES LINES COMMAND...
       FOLDER keeps what has been done; the filter is killed after so many lines
"""

import os
import subprocess
import sys


def is_killed(folder, times):
    """Whether this run is one of the first: whoever makes a mark in the folder has it for itself."""
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
        # What it has made of them is on its way, which is the point.
        process.stdin.flush()
        process.kill()
    os.kill(os.getpid(), 9)


if __name__ == "__main__":
    main()
