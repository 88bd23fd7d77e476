"""How a trace is replayed under Spark: this is all there is to it.

The filter is `pageview replay`, which reads lines and writes lines. What a session's lines say depends on the header of
the trace and on the lines of that session before them, and on nothing else; so sessions may go wherever they like, as long
as the lines of one stay together and in order.

Together: lines are shared out by a checksum of their session. Not by `hash`, which differs from process to process.
In order: each line carries the byte at which it begins in the file. The shuffle loses all order; sorting each part by
session and by that byte brings it back, whatever arrived when, and whichever attempt of a task brought it.
Which session: JSON says it, as the key `session` of the line itself; a payload may have one, too.
The header: the driver looks at the first line that says something, and every part begins with the header of the trace,
or with one that chooses nothing, so that a header in the middle of the trace is an error in its part as well.
Errors: `checkCode` makes a task fail if its filter does, by whatever status or signal. A task that failed is tried again,
from the same lines, and has the same output; what the failed attempt wrote is thrown away.
"""

import itertools
import json
import zlib

TEXT_INPUT = "org.apache.hadoop.mapreduce.lib.input.TextInputFormat"
LONG, TEXT = "org.apache.hadoop.io.LongWritable", "org.apache.hadoop.io.Text"
# The header of a trace that has none.
NO_POLICY = '{"trace":1}'


def says_something(row):
    """Whether a line is not empty."""
    return row[1].strip(" \t")


def is_header(line):
    """Whether the first line that says something is the header."""
    keys = json.loads(line)
    return "trace" in keys and "event" not in keys and "expect" not in keys


def placed(row):
    """A line with its place: its session, and where it begins."""
    offset, line = row
    return (json.loads(line).get("session") or "", offset), line


def part_of(place):
    """A number that a session always has, on every machine."""
    return zlib.crc32(place[0].encode())


def replayed(context, path, command, parts):
    """The records of a trace, as an RDD of lines; those of a session are in one part and in order."""
    lines = context.newAPIHadoopFile(path, TEXT_INPUT, LONG, TEXT).filter(says_something)
    header = NO_POLICY
    for start, line in lines.take(1):
        if is_header(line):
            header = line
            lines = lines.filter(lambda row: row[0] != start)
    return (
        lines.map(placed)
        .repartitionAndSortWithinPartitions(parts, part_of)
        .mapPartitions(lambda rows: itertools.chain([header], (line for _, line in rows)))
        .pipe(command, checkCode=True)
    )
