"""Compares the page views with the soft navigations that Chromium itself reports."""
import time

from known import only_modern

# The reasons for which a page view and a soft navigation may differ (Specs/Bridges/Web.md, WB-181).
REASONS = {
    "document": "the browser loaded the document",
    "no interaction": "a script changed the route, no user",
    "no new URL": "an element is the page",
    "no paint": "the browser drew nothing new",
    "redirect": "the soft navigation has the URL before a redirect",
    "same page": "the new URL has the same identity",
    "no page": "the app declares no page for the URL",
    "not ready": "the page is pending",
}


@only_modern
def page_views_agree_with_the_soft_navigations_of_the_browser(j):
    j.needs("soft navigations")
    j.page("/a", body="<main id=main></main><dialog id=dialog>dialog</dialog><button id=button>next</button>", head="""
    window.soft = [];
    new PerformanceObserver((list) => soft.push(...list.getEntries().map((entry) => new URL(entry.name).pathname)))
        .observe({ type: 'soft-navigation', buffered: true });
    window.draw = () => { main.innerHTML = `<h1>${location}</h1><p>` + 'text '.repeat(99); };
    window.show = (path) => { history.pushState(null, '', path); draw(); };
    setUp = (engine) => {
        engine.page('/pending', { name: 'PENDING', ready: false });
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        engine.page(dialog, { name: 'DIALOG' });
    };""")
    tab = j.open("/a")
    j.expect("A")
    # What happens at a click, the page view, the soft navigation, and the reason if they differ.
    steps = [
        ("show('/b')", "B", "/b", None),
        ("setTimeout(() => show('/c'), 100)", "C", "/c", None),
        ("fetch('/b').then(() => show('/d'))", "D", "/d", None),
        ("show('/e'); history.replaceState(null, '', '/f'); draw()", "F", "/e", "redirect"),
        ("show('/f?x=1')", None, "/f", "same page"),
        ("show('/no/page')", None, "/no/page", "no page"),
        ("show('/pending')", None, "/pending", "not ready"),
        ("show('/g')", "G", "/g", None),
        ("history.pushState(null, '', '/h')", "H", None, "no paint"),
        ("dialog.showModal()", "DIALOG", None, "no new URL"),
        (None, "I", None, "no interaction"),
    ]
    views, soft = ["A"], []
    used = {"document"}
    for script, view, navigation, reason in steps:
        if script:
            tab.evaluate(f"void (button.onclick = () => {{ {script} }})")
            tab.click("#button")
        else:
            tab.do("dialog.close(); show('/i')")
        views += [view] if view else []
        soft += [navigation] if navigation else []
        tab.wait(f"views.length >= {len(views)} && soft.length >= {len(soft)}")
        time.sleep(0.3)
        tab.settle()
        found = tab.evaluate("[views.map((view) => view.page.name), soft]")
        assert found == [views, soft], f"{script}: expected {[views, soft]}, found {found}"
        assert (navigation == f"/{view}".lower()) == (reason is None), script
        used |= {reason} - {None}
    assert used == set(REASONS), used
    # The browser reports no soft navigation for the document itself.
    assert len(j.site.views) == len(views)
