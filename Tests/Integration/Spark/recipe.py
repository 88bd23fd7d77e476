"""How a trace is replayed under Spark: this is all there is to it.

The filter is `pageview replay`, which reads lines and writes lines. What a session's lines say depends on the header of
the trace and on the lines of that session before them, and on nothing else; so sessions may go wherever they like, as long
as the lines of one stay together and in order.

Together: lines are shared out by a checksum of their session. Not by `hash`, which differs from process to process.
In order: each line carries the byte at which it begins in the file. The shuffle loses all order; sorting each part by
session and by that byte brings it back, whatever arrived when, and whichever attempt of a task brought it.
The header: the driver reads it once, and every part begins with it.
Errors: `checkCode` makes a task fail if its filter does, by whatever status or signal. A task that failed is tried again,
from the same lines, and has the same output; what the failed attempt wrote is thrown away.
"""

import itertools
import json
import zlib

TEXT_INPUT = "org.apache.hadoop.mapreduce.lib.input.TextInputFormat"
LONG, TEXT = "org.apache.hadoop.io.LongWritable", "org.apache.hadoop.io.Text"


def header_of(path):
    """The first line of a trace, if it is its header."""
    with open(path, encoding="utf-8") as file:
        line = file.readline().rstrip("\r\n")
    return line if line and "trace" in json.loads(line) else None


def placed(row):
    """A line with its place: its session, and where it begins."""
    offset, line = row
    return (json.loads(line).get("session", ""), offset), line


def part_of(place):
    """A number that a session always has, on every machine."""
    return zlib.crc32(place[0].encode())


def replayed(context, path, command, parts):
    """The records of a trace, as an RDD of lines; those of a session are in one part and in order."""
    header = header_of(path)
    first = [] if header is None else [header]
    lines = context.newAPIHadoopFile(path, TEXT_INPUT, LONG, TEXT)
    return (
        lines.filter(lambda row: row[1].strip() and not (first and row[0] == 0))
        .map(placed)
        .repartitionAndSortWithinPartitions(parts, part_of)
        .mapPartitions(lambda rows: itertools.chain(first, (line for _, line in rows)))
        .pipe(command, checkCode=True)
    )
