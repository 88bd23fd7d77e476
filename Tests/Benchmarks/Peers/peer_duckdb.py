"""Computes the page views of the benchmark trace with DuckDB.

usage: peer_duckdb.py TRACE.jsonl OUT.jsonl THREADS
"""
import sys

import duckdb

trace, out, threads = sys.argv[1:4]
connection = duckdb.connect()
connection.execute(f"SET threads = {int(threads)}")
connection.execute(f"""
COPY (
    WITH lines AS (
        SELECT * FROM read_json(
            '{trace}', format = 'newline_delimited',
            columns = {{t: 'DOUBLE', event: 'VARCHAR', component: 'VARCHAR', scene: 'VARCHAR', state: 'VARCHAR',
                       page: 'STRUCT(name VARCHAR, context VARCHAR)'}})
    ), marked AS (
        SELECT t, event, component, scene,
            last_value(CASE event WHEN 'didAppear' THEN true WHEN 'didDisappear' THEN false END IGNORE NULLS) OVER past
                AS shown,
            last_value(CASE WHEN event = 'create' THEN state WHEN event IN ('ready', 'pending') THEN event END IGNORE NULLS)
                OVER past AS known,
            last_value(page IGNORE NULLS) OVER past AS page,
            count(*) FILTER (event = 'didDisappear') OVER past AS appearance
        FROM lines
        WINDOW past AS (PARTITION BY component ORDER BY t ROWS UNBOUNDED PRECEDING)
    )
    SELECT min(t) AS t, component, first(scene) AS scene, first(page) AS page
    FROM marked WHERE shown AND known = 'ready'
    GROUP BY component, appearance ORDER BY t
) TO '{out}' (FORMAT json)
""")
