"""Public web apps: how each one starts, what a web team adds to it, and how a user recognises its pages."""
import json
import os

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples")
HEADING = "document.querySelector('h1').textContent.trim()"


class App:
    """A web app. `packages` come from PyPI. `screen` is a script that returns the page on the screen.

    Without a page, `screen` throws, or returns null. `screens` maps its texts to the names of the pages in `declaration`. `paths`
    maps paths to the names that a user expects there; a walk uses them only to wait. `links` selects the app's own links.
    """

    def __init__(self, name, packages, command, declaration, screen, links, paths, screens=None, head="", is_light=False):
        self.name, self.packages, self.command, self.declaration = name, packages, command, declaration
        self.screen, self.links, self.paths, self.head, self.is_light = screen, links, paths, head, is_light
        self.screens = screens or {}
        self.start = next(iter(paths))


def example(file):
    return [os.path.join(EXAMPLES, file), "{port}", "{folder}"]


PAGES = """engine.page("/", { name: "home" });
engine.page("/item/:number", { name: "item", context: ({ params }) => params.number });
engine.page("/:page", { name: ({ params }) => params.page });"""

STREAMLIT = {
    "packages": ["streamlit==1.67.0"],
    "command": ["-m", "streamlit", "hello", "--server.port", "{port}", "--server.headless", "true", "--server.fileWatcherType", "none",
        "--browser.gatherUsageStats", "false", "--server.enableCORS", "false", "--server.enableXsrfProtection", "false"],
    "paths": {"/": "hello", **{f"/{name}": name for name in ["animation_demo", "plotting_demo", "mapping_demo", "dataframe_demo"]}},
    "screens": {"Welcome to Streamlit! 👋": "hello", "Animation demo": "animation_demo", "Plotting demo": "plotting_demo",
        "Mapping demo": "mapping_demo", "DataFrame demo": "dataframe_demo"},
}

APPS = [
    App("mkdocs", ["mkdocs-material==9.8.2"], example("mkdocs_site.py"),
        """engine.page("/", { name: "index" });
engine.page("/:page", { name: ({ params }) => params.page });""",
        "document.querySelector('article h1').firstChild.textContent.trim()", ".md-nav--primary a.md-nav__link",
        {"/": "index", **{f"/{name}/": name for name in ["install", "usage", "themes", "plugins", "release"]}}, is_light=True),
    App("dash", ["dash==4.4.1"], example("dash_pages.py"), PAGES, HEADING, "nav a",
        {"/": "home", "/sales": "sales", "/stocks": "stocks", "/about": "about", "/item/1": "item:1", "/item/2": "item:2"},
        is_light=True),
    App("nicegui", ["nicegui==3.18.0"], example("nicegui_pages.py"), PAGES,
        "document.querySelector('.heading').textContent.trim()", "a.entry",
        {"/": "home", "/search": "search", "/settings": "settings", "/about": "about", "/item/1": "item:1", "/item/2": "item:2"}),
    App("django-htmx", ["django==5.2.19", "django-htmx==1.29.0"], example("django_admin.py"),
        """engine.page("/admin/", { name: "home" });
engine.page("/admin/:app/", { name: ({ params }) => params.app });
engine.page("/admin/:app/:model/", { name: ({ params }) => params.model });
engine.page("/admin/:app/:model/add/", { name: ({ params }) => "add " + params.model });
engine.page("/admin/:app/:model/:id/change/", { name: ({ params }) => "change " + params.model });""",
        "document.querySelector('#content h1').textContent.trim()", "#nav-sidebar a, #content-main .module a, #site-name a",
        {"/admin/": "home", "/admin/auth/": "auth", "/admin/auth/user/": "user", "/admin/auth/group/": "group",
         "/admin/auth/user/add/": "add user", "/admin/auth/group/add/": "add group"},
        {"Site administration": "home", "Authentication and Authorization administration": "auth", "Select user to change": "user",
         "Select group to change": "group", "Add user": "add user", "Add group": "add group",
         "Change user": "change user", "Change group": "change group"},
        "<script>document.documentElement.setAttribute('hx-boost', 'true')</script>"
        "<script src=/static/django_htmx/htmx-2.min.js></script>"),
    App("streamlit", STREAMLIT["packages"], STREAMLIT["command"],
        """engine.page("/", { name: "hello" });
engine.page("/:page", { name: ({ params }) => params.page });""",
        HEADING, "[data-testid=stSidebarNavLink]", STREAMLIT["paths"], STREAMLIT["screens"]),
    # A late answer of the server appears under the URL of another page, so here the heading is the page.
    App("streamlit-heading", STREAMLIT["packages"], STREAMLIT["command"],
        """const names = %s;
engine.pages("h1", { name: (heading) => names[heading.textContent.trim()] });""" % json.dumps(STREAMLIT["screens"]),
        HEADING, "[data-testid=stSidebarNavLink]", STREAMLIT["paths"], STREAMLIT["screens"]),
]
