"""Computes the page views of the benchmark trace with polars.

usage: peer_polars.py TRACE.jsonl OUT.jsonl THREADS
"""
import os
import sys

trace, out, threads = sys.argv[1:4]
os.environ["POLARS_MAX_THREADS"] = threads

import polars as pl

event, component = pl.col("event"), "component"
lines = pl.scan_ndjson(
    trace,
    schema={
        "t": pl.Float64, "event": pl.String, "component": pl.String, "scene": pl.String, "state": pl.String,
        "page": pl.Struct({"name": pl.String, "context": pl.String}),
    },
)
shown = pl.when(event == "didAppear").then(True).when(event == "didDisappear").then(False)
state = pl.when(event == "create").then(pl.col("state")).when(event.is_in(["ready", "pending"])).then(event)
marked = lines.with_columns(
    shown=shown.forward_fill().over(component),
    known=state.forward_fill().over(component),
    name=pl.col("page").struct.field("name").forward_fill().over(component),
    context=pl.col("page").struct.field("context").forward_fill().over(component),
    appearance=(event == "didDisappear").cum_sum().over(component),
)
views = (
    marked.filter(pl.col("shown") & (pl.col("known") == "ready"))
    .group_by(component, "appearance")
    .agg(pl.col("t").min(), pl.col("scene").first(), pl.col("name").first(), pl.col("context").first())
    .sort("t")
)
views.collect().write_ndjson(out)
