"""A NiceGUI app whose sub pages change in the browser."""
import sys

from nicegui import ui


def content(name):
    ui.label(name).classes("heading")
    ui.input("text")


def root():
    paths = ["/", "/search", "/settings", "/about", "/item/1", "/item/2"]
    with ui.column():
        for path in paths:
            ui.link(path, path).classes("entry")
    ui.sub_pages({
        "/": lambda: content("home"), "/search": lambda: content("search"), "/settings": lambda: content("settings"),
        "/about": lambda: content("about"), "/item/{number}": lambda number: content(f"item:{number}"),
    })


ui.run(root, port=int(sys.argv[1]), reload=False, show=False)
