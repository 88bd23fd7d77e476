"""Runs traces through the implementations of the engine: Swift, C, and JavaScript in Node and in Chromium."""
import contextlib
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Browser"))
from browser import Browser, BrowserError, Page  # noqa: E402

# The last line of each trace file, and the record that it causes in every implementation.
END = b'{"event":"interaction","name":"end of the trace","session":"end of the trace"}\n'
END_RECORD = (
    b'{"event":"interaction","t":0,"name":"end of the trace","properties":{},"scene":"main","page":null,'
    b'"pageViewID":null,"component":null,"session":"end of the trace"}\n')

# After this number of failures, the check does not start a program again.
MAXIMUM_FAILURES = 20
FILES_OF_A_PROCESS = 500


def finished(text):
    """Returns a trace with the line that marks its end in the output."""
    return text + (b"" if text.endswith(b"\n") or not text else b"\n") + END


def processes(command, files):
    """Runs a program over files. Returns the output for each file, with a message at its end if the program failed."""
    outputs, failures = [], 0
    while len(outputs) < len(files) and failures < MAXIMUM_FAILURES:
        rest = files[len(outputs):][:FILES_OF_A_PROCESS]
        result = subprocess.run([*command, *rest], capture_output=True, timeout=300)
        parts = result.stdout.split(END_RECORD)
        outputs += parts[:-1]
        if len(parts) > len(rest):
            continue
        failures += 1
        # The next run of the program continues after this file.
        message = result.stderr.decode(errors="replace").strip()[-300:]
        outputs.append(parts[-1] + f"(exit status {result.returncode}: {message})\n".encode())
    return outputs + [b"(not replayed after many failures)\n"] * (len(files) - len(outputs))


class ChromiumReplay:
    """A page in Chromium that replays all traces in one load."""

    def __init__(self, program, web, work):
        self.program = program
        self.work = work
        self.documents = {"/": ("text/html", b"<!doctype html><title>Conformance</title>")}
        for name in ["json.mjs", "replay.mjs"]:
            self.documents["/" + name] = ("text/javascript", (HERE / name).read_bytes())
        # The minified script. Node replays with the other one, so the check tests both.
        self.documents["/pageview.js"] = ("text/javascript", (web / "pageview.min.js").read_bytes())
        self.documents["/pageview.wasm"] = ("application/wasm", (web / "pageview.wasm").read_bytes())

    @contextlib.contextmanager
    def server(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, self.documents))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def outputs(self, files, drop=0):
        texts = [pathlib.Path(file).read_bytes().decode() for file in files]
        self.documents["/traces.json"] = ("application/json", json.dumps(texts).encode())
        with self.server() as url, Browser(self.program) as browser:
            empty = os.path.join(self.work, "empty.html")
            pathlib.Path(empty).write_text("")
            page = Page(browser, empty, 800, 600, False)
            page.events.clear()
            page.call("Page.navigate", url=url)
            while not any(event["method"] == "Page.loadEventFired" for event in page.events):
                browser.receive(90)
            # A message of DevTools has a limited size, so the page returns the outputs in parts.
            page.evaluate(f"""(async () => {{
                const [{{ Engine }}, {{ replay }}, response] =
                    await Promise.all([import("/pageview.js"), import("/replay.mjs"), fetch("/traces.json")]);
                const wasm = await WebAssembly.compileStreaming(fetch("/pageview.wasm"));
                globalThis.outputs = [];
                globalThis.remaining = await response.json();
                globalThis.replayMore = async () => {{
                    for (const text of remaining.splice(0, 200)) {{
                        const {{ output, error }} = await replay(text, {{ Engine, wasm, drop: {drop} }});
                        outputs.push(output + (error ? `(${{error}})\\n` : ""));
                    }}
                    return outputs.splice(0);
                }};
            }})()""")
            outputs = []
            while len(outputs) < len(files):
                outputs += page.evaluate("replayMore()")
            complaints = page.complaints()
        if complaints:
            raise BrowserError(f"expected no message of the page, found {complaints[0]}")
        return [output.encode().removesuffix(END_RECORD) for output in outputs]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests for a few documents."""

    def __init__(self, documents, *arguments):
        self.documents = documents
        super().__init__(*arguments)

    def do_GET(self):
        kind, body = self.documents.get(self.path, (None, b""))
        self.send_response(200 if kind else 204)
        if kind:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def swift_outputs(pageview, files):
    """Returns the outputs of Swift."""
    return processes([pageview, "replay", "--all"], files)


def implementations(pageview, program, web, browser, work):
    """Returns a function for each implementation, by name. Its arguments are files and the number of an omitted report."""
    chromium = ChromiumReplay(browser, web, work)

    def dropping(drop):
        return ["--drop", str(drop)] if drop else []

    # Without the option, Node 20 can hang when it exits: a background compilation waits for a garbage collection.
    node = ["node", "--no-concurrent-recompilation", str(HERE / "replay-node.mjs")]
    return {
        "Swift": lambda files, drop=0: swift_outputs(pageview, files),
        "C": lambda files, drop=0: processes([program, *dropping(drop)], files),
        "Node": lambda files, drop=0: processes([*node, *dropping(drop), str(web)], files),
        "Chromium": lambda files, drop=0: chromium.outputs(files, drop),
    }
