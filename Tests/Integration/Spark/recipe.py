"""Replays a trace under Spark. This file is the complete recipe.

The filter is `pageview replay`, which reads lines and writes lines. The output of a session depends only on the header of
the trace and on the lines of that session. Sessions may go to any partition, as long as the lines of a session stay
together and in order.

Together: a checksum of the session selects the partition of a line. `hash` is unsuitable, because it differs by process.
In order: each line carries the offset in bytes at which it begins in the file. The shuffle loses the order. Sorting each
partition by session and offset restores it for every attempt of a task.
Session: the key `session` of the JSON line identifies it. A payload may have a key of this name, too.
Header: the driver reads the first line that is not empty. Every partition begins with the header of the trace, or with a
default header, so that a header in the middle of the trace is an error in its partition as well.
Errors: `checkCode` makes a task fail if its filter fails, by a status or a signal. Spark retries a failed task with equal
lines, so the output is equal. Spark discards the output of the failed attempt.
"""

import itertools
import json
import zlib

TEXT_INPUT = "org.apache.hadoop.mapreduce.lib.input.TextInputFormat"
LONG, TEXT = "org.apache.hadoop.io.LongWritable", "org.apache.hadoop.io.Text"
# The default header.
NO_POLICY = '{"trace":1}'


def has_content(row):
    """Returns whether a line is not empty."""
    return row[1].strip(" \t")


def is_header(line):
    """Returns whether the first line that is not empty is the header."""
    keys = json.loads(line)
    return "trace" in keys and "event" not in keys and "expect" not in keys


def placed(row):
    """Returns a line with its session and its offset."""
    offset, line = row
    return (json.loads(line).get("session") or "", offset), line


def part_of(place):
    """Returns a number for a session that is equal on every machine."""
    return zlib.crc32(place[0].encode())


def replayed(context, path, command, parts):
    """Returns the records of a trace as an RDD of lines. Each session is in one partition and in order."""
    lines = context.newAPIHadoopFile(path, TEXT_INPUT, LONG, TEXT).filter(has_content)
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
