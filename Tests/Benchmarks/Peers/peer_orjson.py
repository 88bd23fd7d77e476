"""Computes the page views of the benchmark trace with orjson.

usage: peer_orjson.py TRACE.jsonl OUT.jsonl
"""
import sys

import orjson

pages, ready, shown, counted = {}, set(), set(), set()
with open(sys.argv[1], "rb") as trace, open(sys.argv[2], "wb") as out:
    for line in trace:
        values = orjson.loads(line)
        event, component = values["event"], values["component"]
        if event == "create":
            pages[component] = values["page"]
        if event == "ready" or values.get("state") == "ready":
            ready.add(component)
        elif event == "pending":
            ready.discard(component)
        elif event == "didAppear" and component not in shown:
            shown.add(component)
            counted.discard(component)
        elif event == "didDisappear":
            shown.discard(component)
        if component in shown and component in ready and component not in counted:
            counted.add(component)
            view = {"t": values["t"], "component": component, "scene": values["scene"], "page": pages[component]}
            out.write(orjson.dumps(view) + b"\n")
