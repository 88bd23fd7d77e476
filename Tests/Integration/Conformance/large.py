"""Writes large traces: many components, sessions, scenes, containers, and pages."""
import json


def churn():
    """Creates and destroys components with few names. One of them stays the previous page for a long time."""
    yield dict(t=0, event="create", component="old", page="old", scene="window")
    yield dict(event="didAppear", component="old")
    yield dict(event="deepLink", url="app://x", scene="window")
    yield dict(event="destroy", component="old")
    for number in range(2500):
        name = f"c{number % 7}"
        yield dict(t=number, event="create", component=name, page=f"p{number % 50}")
        yield dict(event="didAppear" if number % 100 == 0 else "detach", component=name)
        yield dict(event="destroy", component=name)
        if number % 37 == 0:
            yield dict(event="ready", component="old")
    yield dict(event="create", component="new", page="new", scene="window")
    yield dict(event="didAppear", component="new")


def sessions():
    """Begins and ends many sessions, of which several are open at once."""
    for number in range(1200):
        yield dict(t=number, event="create", component="home", page="page", session=f"s{number}")
        yield dict(event="didAppear", component="home", session=f"s{number}")
        yield dict(event="didDisappear", component="home", session=f"s{max(0, number - 20)}")
        if number >= 40:
            yield dict(event="sessionEnd", session=f"s{number - 40}")


def scenes():
    """Puts each component into its own scene and closes the scene. Then moves each component into another closed scene."""
    for number in range(1500):
        yield dict(t=number, event="create", component=f"c{number}", page=f"{number}", scene=f"w{number}")
        yield dict(event="didAppear", component=f"c{number}")
        yield dict(event="sceneClose", scene=f"w{number}")
    for number in range(1500):
        yield dict(event="attach", component=f"c{number}", scene=f"w{number * 7 % 1500}")
        yield dict(event="didAppear", component=f"c{number}")


def containers():
    """Puts each component into the one before it."""
    for number in range(700):
        parent = dict(parent=f"c{number - 1}") if number > 0 else {}
        yield dict(t=number, event="create", component=f"c{number}", page=f"p{number}", **parent)
    for number in range(700):
        yield dict(event="didAppear", component=f"c{number * 389 % 700}")
    for number in range(700):
        yield dict(event="destroy", component=f"c{number * 211 % 700}")


def pages():
    """Gives a page a new long name after each appearance."""
    yield dict(t=0, event="create", component="home", page="home")
    for number in range(2000):
        yield dict(event="didAppear", component="home")
        yield dict(event="didDisappear", component="home")
        yield dict(event="ready", component="home", page=dict(name=f"{number} " + "é" * 400, context="x" * number))


def lists():
    """States lists of many entries, in containers that form a chain, with long keys, and with repeated keys."""
    count = 100_000
    entries = [dict(component=f"c{number}", page="page", parent=f"c{number - number % 100}") for number in range(count)]
    yield dict(t=0, event="show", entries=entries)
    yield dict(t=1, event="show", entries=entries[::-1][:1000])
    chain = [dict(component=f"c{number}", parent=f"c{number + 1}", page="part") for number in range(300)]
    yield dict(t=2, event="show", entries=[*chain, dict(component="c300", visible=False), chain[7]])
    circle = [dict(component=f"c{number}", parent=f"c{(number + 1) % 300}", page="part") for number in range(300)]
    yield dict(t=3, event="show", entries=circle)
    yield dict(t=4, event="show", entries=[dict(component="k" * 1_000_000, page="long"), dict(component="k" * 999_999)])
    yield dict(t=5, event="show", entries=[])


def updates():
    """Nests many updates, of which the last commit decides."""
    count = 100_000
    yield dict(t=0, event="create", component="list", page="list")
    yield dict(event="create", component="item", page="item")
    for number in range(count):
        yield dict(t=number, event="begin")
        if number % 100 == 0:
            yield dict(event="didAppear" if number % 200 == 0 else "didDisappear", component="list")
    yield dict(event="didAppear", component="item")
    for number in range(count + 1):
        yield dict(event="commit")


LARGE = [churn, sessions, scenes, containers, pages, lists, updates]


def large_trace(events):
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events()).encode()
