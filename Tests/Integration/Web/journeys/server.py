"""A web site for the journeys. It serves the pages that a journey defines, and collects the page views that they send."""
import functools
import gzip
import importlib.util
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8", ".css": "text/css"}
# Debian's packages node-react and node-react-dom.
REACT = {
    "/react.js": "/usr/share/nodejs/react/umd/react.development.js",
    "/react-dom.js": "/usr/share/nodejs/react-dom/umd/react-dom.development.js",
}
# As most sites do, the server compresses these files.
COMPRESSED = [TYPES[".js"], TYPES[".wasm"]]
compressed = functools.lru_cache(gzip.compress)
# htmx 2 and 4 of the Python package django-htmx.
HTMX = os.path.join(
    os.path.dirname(getattr(importlib.util.find_spec("django_htmx"), "origin", "/nowhere/x")), "static", "django_htmx")
# The libraries with a router, the packages that contain them, and their files.
ROUTERS = {
    "/vue.js": ("libjs-vue", "/usr/share/javascript/vue/vue.js"),
    "/vue-router.js": ("libjs-vue-router", "/usr/share/nodejs/vue-router/dist/vue-router.js"),
    "/angular.js": ("libjs-angularjs", "/usr/share/javascript/angular.js/angular.js"),
    "/angular-route.js": ("libjs-angularjs", "/usr/share/javascript/angular.js/angular-route.js"),
    "/jquery.js": ("libjs-jquery", "/usr/share/javascript/jquery/jquery.js"),
    "/underscore.js": ("libjs-underscore", "/usr/share/javascript/underscore/underscore.js"),
    "/backbone.js": ("libjs-backbone", "/usr/share/javascript/backbone/backbone.js"),
    "/mithril.js": ("node-mithril", "/usr/lib/nodejs/mithril/mithril.js"),
    "/turbolinks.js": ("node-turbolinks", "/usr/share/nodejs/turbolinks/dist/turbolinks.js"),
    "/htmx2.js": ("django-htmx", os.path.join(HTMX, "htmx-2.js")),
    "/htmx4.js": ("django-htmx", os.path.join(HTMX, "htmx-4.js")),
}
DOCUMENT = """<!doctype html><meta charset=utf-8><title>{path}</title><script>{first}{head}</script>
<script type=module src=/journeys/page.js></script><body style="min-height: 50px">{body}"""


class Site:
    """A server of pages. It keeps the received page views in the order of their times."""

    def __init__(self, library):
        self.roots = {
            "/library/": library, "/shop/library/": library, "/journeys/": HERE,
            "/shop/": os.path.join(HERE, "..", "shop"),
        }
        self.lock = threading.Lock()
        self.reset(False)
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                if self.path == site.blocked:
                    # The request fails without an answer, as with a content blocker.
                    self.close_connection = True
                    return
                status, headers, body = site.get(self.path.split("?")[0])
                if "gzip" in self.headers.get("Accept-Encoding", "") and headers.get("Content-Type") in COMPRESSED:
                    headers, body = {**headers, "Content-Encoding": "gzip"}, compressed(body)
                self.reply(status, headers, body)

            def do_POST(self):
                text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                site.collect(json.loads(text))
                self.reply(204, {}, b"")

            def reply(self, status, headers, body):
                try:
                    self.send_response(status)
                    for key, value in {"Cache-Control": "no-cache", **headers}.items():
                        self.send_header(key, value)
                    if status != 204:
                        self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

        ThreadingHTTPServer.request_queue_size = 64
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        port = self.server.server_address[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.other_origin = f"http://localhost:{port}"

    def reset(self, without_navigation):
        """Removes the pages and the records. With `without_navigation`, no document has the Navigation API."""
        with self.lock:
            self.pages = {}
            self.views = []
            self.batches = []
            self.traces = {}
            self.blocked = None
            self.first = "delete window.navigation;" if without_navigation else ""

    def get(self, path):
        for prefix, root in self.roots.items():
            if path.startswith(prefix) and ".." not in path:
                return self.file(os.path.join(root, path[len(prefix):]))
        if path in REACT:
            return self.file(REACT[path])
        if path in ROUTERS:
            status, headers, body = self.file(ROUTERS[path][1])
            # The router needs version 1 of path-to-regexp, which returns the keys with the expression. Debian builds it with 6.
            return status, headers, body.replace(
                b"pathToRegexp(path, [], pathToRegexpOptions)",
                b"(keys => Object.assign(pathToRegexp(path, keys, pathToRegexpOptions), { keys }))([])")
        page = self.pages.get(path, {})
        # A slow answer.
        time.sleep(page.get("delay", 0))
        text = page.get("html") or DOCUMENT.format(
            path=path, first=self.first, head=page.get("head", ""), body=page.get("body", f"<h1>{path}</h1>"))
        headers = {"Content-Type": TYPES[".html"], **page.get("headers", {})}
        return page.get("status", 200), headers, text.encode()

    def file(self, name):
        try:
            with open(name, "rb") as file:
                body = file.read()
        except OSError:
            return 404, {}, b""
        kind = os.path.splitext(name)[1]
        if kind == ".html":
            body = body.replace(b"<head>", f"<head><script>{self.first}</script>".encode())
        return 200, {"Content-Type": TYPES.get(kind, "text/plain")}, body

    def collect(self, message):
        with self.lock:
            if isinstance(message, list):
                self.batches.append(message)
            elif "view" in message:
                self.views.append({**message["view"], "document": message["document"], "at": message["at"]})
                # Requests on different connections may overtake each other.
                self.views.sort(key=lambda view: view["at"])
            else:
                self.traces[message["document"]] = message["trace"]


if __name__ == "__main__":
    # Prints the first library that is missing.
    for package, file in ROUTERS.values():
        if not os.path.exists(file):
            print(os.path.basename(file), "(pip install --no-deps django-htmx==1.29.0)" if package == "django-htmx" else f"(apt-get install {package})")
            break
