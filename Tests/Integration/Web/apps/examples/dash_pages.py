"""A Dash app with pages, whose router is in the browser."""
import sys

import dash
from dash import Dash, dcc, html

app = Dash(__name__, use_pages=True, pages_folder="")
for name in ["home", "sales", "stocks", "about"]:
    dash.register_page(name, path="/" if name == "home" else f"/{name}", layout=html.Div([html.H1(name), html.P("text " * 50)]))
dash.register_page(
    "item", path_template="/item/<number>", layout=lambda number=None, **_: html.Div([html.H1(f"item:{number}"), dcc.Input()]))
paths = ["/", "/sales", "/stocks", "/about", "/item/1", "/item/2"]
app.layout = html.Div([html.Nav([html.Div(dcc.Link(path, href=path)) for path in paths]), dash.page_container])
app.run(port=int(sys.argv[1]), debug=False)
