"""Writes large traces: many components, sessions, scenes, containers, and pages."""
import json


def churn():
    """Components come and go under few names. One of them is remembered as the previous page for a long time."""
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
    """Many engines begin and end, and several run at once."""
    for number in range(1200):
        yield dict(t=number, event="create", component="home", page="page", session=f"s{number}")
        yield dict(event="didAppear", component="home", session=f"s{number}")
        yield dict(event="didDisappear", component="home", session=f"s{max(0, number - 20)}")
        if number >= 40:
            yield dict(event="sessionEnd", session=f"s{number - 40}")


def scenes():
    """Each component is in a scene of its own, which closes, and moves to another one that closed."""
    for number in range(1500):
        yield dict(t=number, event="create", component=f"c{number}", page=f"{number}", scene=f"w{number}")
        yield dict(event="didAppear", component=f"c{number}")
        yield dict(event="sceneClose", scene=f"w{number}")
    for number in range(1500):
        yield dict(event="attach", component=f"c{number}", scene=f"w{number * 7 % 1500}")
        yield dict(event="didAppear", component=f"c{number}")


def containers():
    """Each component is inside the one before it."""
    for number in range(700):
        parent = dict(parent=f"c{number - 1}") if number > 0 else {}
        yield dict(t=number, event="create", component=f"c{number}", page=f"p{number}", **parent)
    for number in range(700):
        yield dict(event="didAppear", component=f"c{number * 389 % 700}")
    for number in range(700):
        yield dict(event="destroy", component=f"c{number * 211 % 700}")


def pages():
    """A component has a new long name in each appearance."""
    yield dict(t=0, event="create", component="home", page="home")
    for number in range(2000):
        yield dict(event="didAppear", component="home")
        yield dict(event="didDisappear", component="home")
        yield dict(event="ready", component="home", page=dict(name=f"{number} " + "é" * 400, context="x" * number))


LARGE = [churn, sessions, scenes, containers, pages]


def large_trace(events):
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events()).encode()
