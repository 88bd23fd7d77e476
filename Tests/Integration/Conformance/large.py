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
    """Lists many entries, in both orders and in containers, and then none."""
    entries = [dict(component=f"c{number}", page=f"p{number % 50}") for number in range(3000)]
    yield dict(t=0, event="show", entries=entries)
    yield dict(t=1, event="show", entries=entries[::-1])
    yield dict(t=2, event="show", entries=[dict(each, parent=f"c{number // 50 * 50}") for number, each in enumerate(entries)])
    yield dict(t=3, event="show", entries=[dict(each, level=number % 7) for number, each in enumerate(entries)])
    yield dict(t=4, event="show", entries=entries[::2], scene="window")
    yield dict(t=5, event="show", entries=[])
    yield dict(event="sceneClose", scene="window")


def updates():
    """Nests many updates, with containers in a circle."""
    for _ in range(2000):
        yield dict(event="begin")
    circle = [dict(component=f"c{number}", page="p", parent=f"c{(number + 1) % 200}") for number in range(200)]
    yield dict(t=1, event="show", entries=circle)
    for number in range(200):
        yield dict(event="select", component=f"c{number * 7 % 200}")
        yield dict(event="focus", component=f"c{number * 11 % 200}")
    for _ in range(2001):
        yield dict(t=2, event="commit")


LARGE = [churn, sessions, scenes, containers, pages, lists, updates]


def large_trace(events):
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events()).encode()
