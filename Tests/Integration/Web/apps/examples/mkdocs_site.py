"""A site of MkDocs with the theme Material, whose router loads documents and replaces the content."""
import http.server
import os
import subprocess
import sys

port, folder = int(sys.argv[1]), os.path.abspath(sys.argv[2])
source = os.path.join(folder, "site-source")
os.makedirs(os.path.join(source, "docs"), exist_ok=True)
for name in ["index", "install", "usage", "themes", "plugins", "release"]:
    with open(os.path.join(source, "docs", f"{name}.md"), "w") as file:
        file.write(f"# {name}\n\n" + "".join(f"## part {i} of {name}\n\n{'text ' * 150}\n\n" for i in range(6)))
with open(os.path.join(source, "mkdocs.yml"), "w") as file:
    file.write("site_name: site\nsite_url: http://localhost/\ntheme:\n  name: material\n  font: false\n  features:\n"
               "    - navigation.instant\n    - navigation.tracking\n    - navigation.footer\n")
site = os.path.join(folder, "site")
subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", os.path.join(source, "mkdocs.yml"), "-d", site], check=True)
# The sitemap decides which links are internal, and must name the origin of the proxy.
with open(os.path.join(site, "sitemap.xml")) as file:
    text = file.read()


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *values):
        super().__init__(*values, directory=site)

    def do_GET(self):
        if self.path.split("?")[0] != "/sitemap.xml":
            return super().do_GET()
        body = text.replace("http://localhost/", f"http://{self.headers['Host']}/").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
