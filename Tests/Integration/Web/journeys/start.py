"""Journeys through documents whose engine is late or never ready, and through the kinds of consent and of loads."""
import json
import os
import re
import time

from driver import Failure
from known import journey, only_modern
from misuse import ERRORS

# The module arrives when the page calls `finish`.
LATE = """const load = fetch('/library/pageview.wasm').then((response) => response.arrayBuffer());
options = { ...window.options, wasm: new Promise((done) => { window.finish = () => done(load); }) };"""
# The module never arrives.
NEVER = "options = { wasm: new Promise(() => {}) };"
PAGES = "setUp = (engine) => engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });"
LEAVES = """setUp = (engine) => {
    engine.addReceiver((leave) => (window.leaves ??= []).push(leave), ['pageLeave']);
    engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
};"""
STORED = "JSON.stringify(Object.keys(sessionStorage))"


def page(j, path, head="", body=None, consent=None, links="", module="<script type=module src=/journeys/page.js></script>"):
    """Defines a document with the start script in its head."""
    with open(os.path.join(j.site.roots["/library/"], "pageview.start.js")) as file:
        script = file.read()
    attribute = f" data-consent={consent}" if consent else ""
    j.page(path, html=f"<!doctype html><meta charset=utf-8><title>{path}</title>{links}<script>{j.site.first}{head}</script>"
           f"<script{attribute}>{script}</script>{module}<body style='min-height: 50px'>{body or f'<h1>{path}</h1>'}")


def begin(j, path):
    """Opens a tab, and does not wait for the engine."""
    tab = j.browser.create()
    j.tabs.append(tab)
    leave(tab, j.site.origin + path)
    return tab


def begin_blank(j, path):
    """Opens a tab, and waits until the document has drawn a heading."""
    tab = j.browser.create()
    j.tabs.append(tab)
    tab.do(f"location.href = {json.dumps(j.site.origin + path)}")
    tab.wait("document.querySelector('h1')")
    tab.settle()
    return tab


def leave(tab, url):
    """Opens a document in a tab, and waits until the user has seen it for some frames."""
    tab.do(f"location.href = {json.dumps(url)}")
    url = json.dumps(url.split("#")[0].split("?")[0])
    tab.wait(f"location.href.split(/[?#]/)[0].endsWith({url}) && document.querySelector('h1')")
    tab.settle()


def now(tab):
    return tab.evaluate("performance.timeOrigin + performance.now()")


def times(j):
    """Returns the times since 1970 at which the pages appeared, in milliseconds."""
    return [j.origins[view["document"]] + view["appearedAt"] for view in j.site.views]


def near(found, expected, what, limit=50):
    if abs(found - expected) > limit:
        raise Failure(f"expected {what} within {limit} ms of {expected:.0f}, found {found:.0f}")


PAINT = "performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime"


@journey
def pages_before_the_engine_is_ready_count_with_their_times(j):
    page(j, "/a", head=LATE + LEAVES)
    tab = begin(j, "/a")
    paint = tab.evaluate(PAINT)
    pushed = tab.evaluate('''(history.pushState(null, '', '/x'), history.replaceState(null, '', '/b'),
        new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(
            () => performance.timeOrigin + performance.now()))''')
    time.sleep(0.3)
    # The user returns before the second frame.
    tab.evaluate("void (history.pushState(null, '', '/y'), requestAnimationFrame(() => history.replaceState(null, '', '/b')))")
    tab.settle()
    finished = now(tab)
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("A B<A")
    j.origins = {j.site.views[0]["document"]: tab.evaluate("performance.timeOrigin")}
    first, second = times(j)
    near(first, paint, "the first page")
    near(second, pushed, "the second page")
    assert [view["t"] for view in j.site.views] == [view["appearedAt"] for view in j.site.views]
    assert tab.evaluate("engine.currentPage.beganAt") == j.site.views[1]["appearedAt"]
    left = now(tab)
    assert left > finished + 20
    tab.do("history.pushState(null, '', '/c')")
    tab.settle()
    j.expect("A B<A C<B")
    one, two = tab.evaluate("leaves")
    near(one["foreground"], second - first, "the time on the first page", 1)
    near(two["foreground"], left - second, "the time on the second page", 200)
    assert tab.evaluate("'pageview.start' in window && window['pageview.start']() === ''")


@journey
def the_start_script_wraps_no_function_and_runs_once(j):
    page(j, "/a", head="window.before = [history.pushState, history.replaceState, Object.keys(history)].join();" + LATE)
    tab = begin(j, "/a")
    assert tab.evaluate("before == [history.pushState, history.replaceState, Object.keys(history)].join()")
    tab.do("""window.copy = document.createElement('script');
        copy.textContent = [...document.scripts].find((each) => each.textContent.includes('pageview.start')).textContent;
        document.head.append(copy);""")
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    tab.evaluate("document.head.append(Object.assign(document.createElement('script'), { textContent: copy.textContent }))")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A B<A")


@journey
def a_tab_that_is_hidden_before_the_engine_is_ready_counts_what_was_seen(j):
    page(j, "/a", head=LATE + LEAVES + "window.changes = [];"
         "addEventListener('visibilitychange', () => { changes.push(performance.now()); });")
    tab = begin(j, "/a")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.evaluate("void history.pushState(null, '', '/b')")
    time.sleep(0.3)
    tab.do("finish()")
    tab.wait("window.engine")
    # The hidden tab counts the page that the user saw, and not the one that was never in front.
    j.expect("Z A")
    assert tab.evaluate("engine.currentPage.page.name") == "A"
    tab.show()
    tab.settle()
    j.expect("Z A B<A")
    [found] = tab.evaluate("leaves")
    hidden, shown = tab.evaluate("changes")
    first, second = [view["appearedAt"] for view in j.site.views[1:]]
    near(found["foreground"], hidden - first + second - shown, "the time in the foreground", 100)
    assert found["background"] > 300, found


@journey
def a_document_that_ends_before_its_engine_is_ready_counts_in_the_next_one(j):
    page(j, "/a", head=NEVER)
    page(j, "/b", head=NEVER)
    page(j, "/c", head=LEAVES)
    tab = j.open("/z")
    expected = [None]
    for path in ["/a", "/b"]:
        leave(tab, path)
        expected.append(tab.evaluate(PAINT))
        time.sleep(0.2)
    # This document redirects before the user sees it.
    page(j, "/r", head="location.replace('/c');" + NEVER)
    tab.do("location.href = '/r'")
    tab.wait("location.pathname == '/c' && window.engine")
    tab.settle()
    expected.append(tab.evaluate(PAINT))
    j.expect("Z A<Z B<A C<B")
    origin = tab.evaluate("performance.timeOrigin")
    j.origins = {view["document"]: origin for view in j.site.views}
    for found, time_, name in list(zip(times(j), expected, "ZABC"))[1:]:
        # The frame of a document that ended early may come before its paint.
        near(found, time_, name, 200)
    assert [view.get("load") for view in j.site.views] == ["navigate", None, None, "navigate"]
    one, two = tab.evaluate("leaves.map((leave) => leave.foreground)")
    assert one > 200 and two > 200, [one, two]
    assert json.loads(tab.evaluate(STORED)) == ["pageview"]
    tab.go("/d")
    j.expect("Z A<Z B<A C<B D<C")


@journey
def a_document_from_the_cache_before_its_engine_is_ready_counts_each_visit(j):
    page(j, "/a", head=LATE)
    tab = begin(j, "/a")
    page(j, "/b", head=NEVER)
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    leave(tab, "/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("A B<A A<B", stale="A A<A")
    assert json.loads(tab.evaluate(STORED)) == ["pageview"]


@journey
def a_document_from_the_cache_that_the_next_one_counted_counts_again(j):
    page(j, "/a", head=LATE)
    page(j, "/b")
    tab = begin(j, "/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A B<A")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("A B<A A<B", stale="A B<A A A<A")


@journey
def hostile_notes_are_ignored(j):
    page(j, "/a", head="sessionStorage['pageview.start'] = decodeURIComponent(location.hash.slice(1)).replace('NOW', Date.now());" + ERRORS)
    notes = ["x", "[]", "NOW", "NOW ", "NOW x", "NOW https://evil.example/a", "NOW 3", "9e99 /a", "9e99 http://127.0.0.1/a",
             "-1 0", "NaN 2", "Infinity 1", "1e12 ", "{}\n\n\0", "0x1 0", "NOW 2", "NOW 1\nNOW 0\nNOW 2", "2\n" * 9000]
    for each in notes:
        tab = begin(j, "/a#" + each.replace("%", "").replace("\n", "%0A").replace("\0", "%00").replace(" ", "%20"))
        tab.wait("window.engine")
        tab.settle()
        assert tab.evaluate("views.length == 1 && views[0].seq == 1 && !views[0].previous && !window.errors?.length"), each
    j.expect("A " * len(notes))


@journey
def a_blocked_storage_prevents_only_the_transfer(j):
    page(j, "/a", head="Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('blocked'); } });" + LATE + ERRORS)
    tab = begin(j, "/a")
    tab.evaluate("void history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("A B<A")
    tab.do("location.href = '/c'")
    tab.wait("location.pathname == '/c' && window.engine")
    tab.settle()
    j.expect("A B<A C")


@journey
def a_blocked_module_leaves_the_page_as_it_is(j):
    wasm = "options = { wasm: '%s' };"
    for path, head in [("/a", ""), ("/status", wasm % "/missing"), ("/html", wasm % "/c")]:
        page(j, path, head=ERRORS + head, body=f"<h1>{path}</h1><a href=#x>x</a>")
    j.site.pages["/missing"] = {"status": 404}
    tab = j.open("/c")
    j.site.blocked = "/library/pageview.wasm"
    # Each browser describes the error of the network in its own words.
    for path, reason in [("/a", f"expected pageview.wasm at {j.site.origin}/library/pageview.wasm, found [A-Z].+"),
                         ("/status", f"expected pageview.wasm at {j.site.origin}/missing, found the status 404"),
                         # A server may answer with the app instead of a file that it lacks.
                         ("/html", f"expected pageview.wasm at {j.site.origin}/c, found .+")]:
        tab.do(f"location.href = '{path}'")
        tab.wait(f"location.pathname == '{path}' && window.began")
        found = tab.evaluate("began.catch((error) => error.message)")
        assert re.fullmatch(reason, found), found
    # The routes of the app work, and the notes are bounded.
    assert tab.evaluate("""(async () => {
        for (let i = 0; i < 40; i++) {
            history.pushState(null, '', '/page' + i + '?' + 'x'.repeat(i * 40));
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }
        return location.pathname;
    })()""") == "/page39"
    j.site.blocked = None
    leave(tab, "/b")
    tab.wait("window.engine")
    tab.settle()
    # The document of the plain head has no start script, so the notes wait for the next one that has it.
    stored = tab.evaluate("sessionStorage['pageview.start'].length")
    assert 5000 < stored < 10000, stored
    page(j, "/d")
    tab.go("/d")
    names = [view["page"]["name"] for view in j.site.views]
    assert names[:2] == ["C", "B"] and names[-2:] == ["PAGE39", "D"] and 5 < len(names) < 20, names


@journey
def a_blocked_script_leaves_the_page_as_it_is(j):
    page(j, "/a")
    page(j, "/b")
    tab = begin(j, "/c")
    tab.wait("window.engine")
    tab.settle()
    j.site.blocked = "/library/pageview.min.js"
    leave(tab, "/a")
    assert not tab.evaluate("'began' in window")
    tab.do("history.pushState(null, '', '/x')")
    tab.settle()
    j.site.blocked = None
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("C A<C X<A B<X")


# The head and the script of the guide.
PRELOADS = """<link rel=modulepreload href=/library/pageview.min.js>
<link rel=preload as=fetch crossorigin href=/library/pageview.wasm type=application/wasm>"""
INSTALL = """<script type=module>
    import { PageViewEngine } from "/library/pageview.min.js";
    window.received = [];
    window.engine = await PageViewEngine.create({ onPageView: (view) => received.push({ ...view, delivered: performance.now() }) });
    engine.page("/:page", { name: ({ params }) => params.page.toUpperCase() });
</script>"""


@journey
def a_slow_network_delays_no_time(j):
    j.needs("throttling")
    # The user follows a link 100 ms after two frames of the page.
    frame = "new Promise(requestAnimationFrame)"
    paint = ("new Promise((done) => { new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length"
             " && done()).observe({ type: 'paint', buffered: true }); })")
    follow = (f"{paint}.then(() => {frame}).then(() => {frame}).then(() => setTimeout(() => {{ %s; {frame}.then(() => {frame}).then(() => {{"
              " window.followed = performance.now(); }); }, 100));")
    link, left = follow % "history.pushState(null, '', '/b')", follow % "location.href = '/e'"
    for path, head in [("/a", ""), ("/c", link), ("/d", left), ("/e", "")]:
        page(j, path, head=head, links=PRELOADS, module=INSTALL)
    for path, names in [("/a", "A"), ("/c", "C,B"), ("/d", "D,E")]:
        tab = j.browser.create()
        j.tabs.append(tab)
        tab.slow_down()
        tab.do(f"location.href = '{j.site.origin}{path}'")
        tab.wait(f"window.received?.length == {len(names.split(','))}", 30)
        tab.settle()
        views, paint, started = tab.evaluate(
            "[received, performance.getEntriesByName('first-contentful-paint')[0].startTime,"
            " performance.getEntriesByType('navigation')[0].responseEnd]")
        assert ",".join(view["page"]["name"] for view in views) == names, views
        # The document /d ended before its engine was ready.
        first = views[1 if path == "/d" else 0]
        print(f"slow 4G, {path}: document loaded after {started:.0f} ms, painted after {paint:.0f} ms, appeared at"
              f" {[round(view['appearedAt']) for view in views]} ms, delivered after {first['delivered']:.0f} ms", flush=True)
        near(first["appearedAt"], paint, "the first page")
        assert first["delivered"] < 10000, first
        if path == "/c":
            near(views[1]["appearedAt"], tab.evaluate("followed"), "the second page")


@journey
def the_first_url_of_a_late_engine_is_the_deep_link(j):
    page(j, "/b", head="options = { deepLinks: true };" + LATE + "history.replaceState(null, '', '/b?clean');")
    j.page("/x", head="setUp = (engine) => {};")
    tab = j.open("/x")
    tab.do(f"location.href = '{j.site.other_origin}/b?utm_campaign=news'")
    tab.wait("location.pathname == '/b' && window.finish")
    tab.settle()
    tab.do("history.pushState(null, '', '/c')")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("B C<B")
    links = [view.get("deepLink", {}).get("url") for view in j.site.views]
    assert links == [j.site.other_origin + "/b?utm_campaign=news", None], links


@journey
def undecided_records_wait_in_memory(j):
    undecided = "options = { consent: 'undecided' };"
    page(j, "/a", head=undecided + LATE, consent="undecided")
    j.page("/b", head=undecided + """setUp = (engine) => {
        window.kinds = [];
        engine.addReceiver((record) => kinds.push(record.event), 'all');
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
    };""")
    tab = j.open("/z")
    tab.do("location.href = '/a'")
    tab.wait("location.pathname == '/a' && window.finish")
    tab.settle()
    stored = tab.evaluate("JSON.stringify({ ...sessionStorage })")
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    assert tab.evaluate("engine.currentPage.page.name") == "A"
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    # Nothing was stored, read or delivered. The page view of the last document is lost.
    assert tab.evaluate("JSON.stringify({ ...sessionStorage })") == stored
    tab.do("history.pushState(null, '', '/c')")
    tab.settle()
    tab.do("engine.recordInteraction('tap')")
    tab.settle()
    j.expect("Z")
    assert tab.evaluate("[engine.currentPage.page.name, engine.lastCountedPage.page.name, kinds.length].join()") == "C,C,0"
    tab.do("engine.setConsent('granted')")
    tab.settle()
    found = [(view["page"]["name"], view["seq"], (view.get("previous") or {}).get("name")) for view in j.site.views]
    assert found == [("Z", 1, None), ("B", 1, None), ("C", 2, "B")], found
    kinds = tab.evaluate("kinds.filter((kind) => kind != 'currentPage').join()")
    assert kinds == "pageView,pageView,pageLeave,interaction" or kinds == "pageView,pageLeave,pageView,interaction", kinds
    j.page("/d", head="")
    tab.go("/d")
    assert j.site.views[-1]["seq"] == 3 and j.site.views[-1]["previous"]["name"] == "C", j.site.views[-1]
    # A trace contains each page view at the time when it counts. The receivers got them later.
    j.site.views.clear()


@journey
def a_grant_before_the_first_page_continues_the_tab(j):
    # A consent manager repeats the decision in each document.
    page(j, "/a", head="options = { consent: 'undecided' };" + LATE + """setUp = (engine) => {
        engine.setConsent('granted');
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
    };""", consent="undecided")
    tab = j.open("/z")
    tab.do("location.href = '/a'")
    tab.wait("location.pathname == '/a' && window.finish")
    tab.settle()
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("Z A<Z B<A")
    tab.go("/c")
    j.expect("Z A<Z B<A C<B")


@journey
def a_window_that_opens_before_the_engine_is_ready_counts_only_its_own_page(j):
    page(j, "/a", head=NEVER)
    page(j, "/b", head=LATE)
    page(j, "/c")
    tab = begin(j, "/a")
    # The storage of the new window is a copy.
    leave(tab, "/b")
    tab.do("window.open('/c')")
    other = j.new_tab()
    other.settle()
    j.expect("C")
    tab.show()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    assert [view["page"]["name"] for view in j.site.views] == ["C", "A", "B"]
    assert [view.get("previous", {}).get("name") for view in j.site.views] == [None, None, "A"]


@journey
def an_app_without_routes_gets_the_scene_of_a_late_engine(j):
    page(j, "/a", head=LATE + """setUp = (engine) => {
        window.component = engine.makeComponent({ page: 'X', state: 'ready' });
        engine.report(component, 'didAppear');
    };""")
    tab = begin(j, "/a")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    time.sleep(0.3)
    # The document is hidden, so its component is not visible.
    j.expect("Z")
    tab.show()
    tab.settle()
    j.expect("Z X")


@journey
def a_page_that_was_left_before_it_was_ready_does_not_count(j):
    page(j, "/a", head="options = { now: () => performance.now() + 1e6 };" + LATE + """setUp = (engine) => {
        engine.page('/a', { name: 'A', ready: () => new Promise((done) => setTimeout(done, 50)) });
        engine.page('/b', { name: 'B', ready: () => new Promise((done) => setTimeout(() => done({ price: 1 }), 50)) });
    };""")
    tab = begin(j, "/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    time.sleep(0.2)
    j.expect("B")
    [view] = j.site.views
    assert view["payload"] == {"price": 1} and view["t"] > view["appearedAt"] + 50, view
    assert 1e6 < view["appearedAt"] < view["t"] < 1e6 + 15000, view


@journey
def a_denial_drops_the_records_and_removes_what_is_stored(j):
    tab = j.open("/a")
    tab.do("engine.setConsent('undecided'); history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("sessionStorage.other = sessionStorage['pageview.start'] = 'x'; engine.setConsent('denied')")
    tab.do("history.pushState(null, '', '/c')")
    tab.settle()
    j.expect("A")
    assert json.loads(tab.evaluate(STORED)) == ["other"]
    assert tab.evaluate("engine.currentPage.page.name") == "C"
    for wrong in ["''", "'yes'", "undefined", "null", "true"]:
        found = tab.evaluate(f"(() => {{ try {{ engine.setConsent({wrong}); }} catch (error) {{ return String(error); }} }})()")
        assert found.startswith("TypeError: expected one of undecided, granted, denied"), found
    tab.do("engine.setConsent('granted'); history.pushState(null, '', '/d')")
    tab.settle()
    assert [view["page"]["name"] for view in j.site.views] == ["A", "D"]
    tab.go("/e")
    assert [view["page"]["name"] for view in j.site.views] == ["A", "D", "E"]
    assert j.site.views[2]["previous"]["name"] == "D"
    j.page("/f", head="options = { consent: 'denied' };")
    tab.do("location.href = '/f'")
    tab.wait("location.pathname == '/f' && window.engine")
    tab.settle()
    assert json.loads(tab.evaluate(STORED)) == ["other"]
    assert len(j.site.views) == 3 and tab.evaluate("engine.lastCountedPage.page.name") == "F"
    found = tab.evaluate("library.PageViewEngine.create({ consent: 'maybe', storage: 'x' }).catch(String)")
    assert found.startswith("TypeError: expected one of undecided"), found
    j.site.views.clear()


@journey
def a_document_without_consent_hands_nothing_to_the_next_one(j):
    for consent in ["undecided", "denied"]:
        page(j, "/a", head=NEVER, consent=consent)
        page(j, "/b")
        tab = begin(j, "/a")
        tab.evaluate("sessionStorage.untouched = 1")
        page(j, "/c", head=NEVER, consent=consent)
        leave(tab, "/c")
        assert json.loads(tab.evaluate(STORED)) == ["untouched"]
        tab.go("/b")
    j.expect("B B")
    page(j, "/a", head=NEVER, consent="granted")
    tab = begin(j, "/a")
    tab.go("/b")
    j.expect("B B A B<A")


@journey
def the_first_page_view_of_a_document_has_its_kind_of_load(j):
    j.needs("eviction")
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.page("/b", head="addEventListener('unload', () => {})")
    before = tab.evaluate("documentID")
    tab.do("location.reload()")
    tab.wait(f"window.engine && documentID != '{before}'")
    tab.settle()
    before = tab.evaluate("documentID")
    tab.go("/c")
    tab.do("history.back()")
    tab.wait(f"location.pathname == '/b' && window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("A B<A B<B C<B B<C")
    loads = [view.get("load") for view in j.site.views]
    assert loads == ["navigate", None, "reload", "navigate", "back_forward"], loads


@only_modern
def a_prerendered_document_has_its_kind_of_load(j):
    rules = '{"prerender": [{"urls": ["/b"], "eagerness": "immediate"}]}'
    page(j, "/a", head=PAGES + "setTimeout(function leave() { setTimeout(window.views?.length ? () => { location.href = '/b'; } : leave, 1000); });",
         body=f"<h1>a</h1><script type=speculationrules>{rules}</script>")
    page(j, "/b", head=PAGES + "setTimeout(() => navigator.sendBeacon('/collect', JSON.stringify("
         "{ document: documentID, trace: engine.trace() })), 3000);")
    j.needs("prerendering")
    j.browser.open_alone(j.site.origin + "/a")
    end = time.monotonic() + 20
    while len(j.site.views) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    j.expect("A B<A")
    assert [view["load"] for view in j.site.views] == ["navigate", "prerender"], j.site.views
    time.sleep(3)


DISCARDED = "Object.defineProperty(document, 'wasDiscarded', { value: true });"


def discard(tab, path):
    """Reloads a document as the browser does it when the user returns to a discarded tab."""
    before = tab.evaluate("documentID")
    # The browser fires no event at the old document, which therefore sends its trace now.
    tab.do("navigator.sendBeacon('/collect', JSON.stringify({ document: documentID, trace: engine.trace() }));"
           "for (const kind of ['pagehide', 'visibilitychange']) addEventListener(kind, (event) => "
           "event.stopImmediatePropagation(), true); location.reload()")
    tab.wait(f"location.pathname == '{path}' && window.engine && documentID != '{before}'")
    tab.settle()


@journey
def a_discarded_tab_continues(j):
    page(j, "/item", head=LEAVES)
    j.page("/x", head="setUp = (engine) => {};")
    tab = begin(j, "/item?id=1")
    tab.wait("window.engine")
    tab.settle()
    view = j.site.views[0]
    for method in [page, lambda j, path, head: j.page(path, head=head)]:
        method(j, "/item", head=DISCARDED + LEAVES)
        discard(tab, "/item")
        j.expect("ITEM")
        current = tab.evaluate("engine.currentPage")
        assert current["id"] == view["id"] and current["counted"], current
        assert tab.evaluate("engine.lastCountedPage.id") == view["id"]
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("ITEM B<ITEM")
    assert j.site.views[1]["load"] == "discarded" and j.site.views[1]["previous"]["id"] == view["id"]
    assert tab.evaluate("leaves.map((leave) => leave.outcome + leave.id).join()") == "counted" + view["id"]
    tab.do("history.back()")
    tab.settle()
    j.expect("ITEM B<ITEM ITEM<B")


@journey
def a_discarded_tab_that_shows_another_page_counts_it(j):
    head = """setUp = (engine) => {
        engine.page('/item/:id', { name: 'ITEM', ready: ({ params }) => params.id != 2 || Boolean(document.wasDiscarded) });
    };"""
    page(j, "/item/1", head=head)
    tab = begin(j, "/item/1")
    tab.wait("window.engine")
    tab.settle()
    # The second item is not ready, so the last page view is the first item.
    tab.do("history.pushState(null, '', '/item/2')")
    tab.settle()
    page(j, "/item/2", head=DISCARDED + head)
    discard(tab, "/item/2")
    j.expect("ITEM ITEM<ITEM")
    assert [view.get("load") for view in j.site.views] == ["navigate", "discarded"]


@journey
def a_page_that_was_never_painted_does_not_count(j):
    # The app redirects before it draws anything.
    redirect = "setTimeout(() => { history.replaceState(null, '', '/login'); document.body.innerHTML = '<h1>login</h1>'; }, 500);"
    page(j, "/home", head=LATE + redirect, body="<p></p>")
    tab = j.browser.create()
    j.tabs.append(tab)
    # WebKit needs more than 50 ms to draw the first letters of a process, which delays the frames after the first paint.
    tab.do("document.body.innerHTML = '<h1>login</h1>'")
    tab.settle()
    tab.do(f"location.href = '{j.site.origin}/home'")
    tab.wait("location.pathname == '/login' && document.querySelector('h1')")
    tab.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("LOGIN")


@journey
def with_a_source_only_what_it_states_counts(j):
    page(j, "/home", head=LATE + "Object.assign(options, { source: (show) => { window.show = show; } });")
    tab = begin(j, "/home")
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("")
    tab.do("show('/list')")
    tab.settle()
    j.expect("LIST")


@journey
def the_page_of_a_source_keeps_the_time_of_its_url(j):
    page(j, "/list", head=LATE + "Object.assign(options, { source: (show) => show('/list') });")
    tab = begin(j, "/list")
    paint = tab.evaluate(PAINT)
    time.sleep(0.5)
    tab.do("finish()")
    tab.wait("window.engine")
    tab.settle()
    j.expect("LIST")
    j.origins = {j.site.views[0]["document"]: tab.evaluate("performance.timeOrigin")}
    near(times(j)[0], paint, "the page of the source", 100)


@only_modern
def a_document_that_is_drawn_while_the_next_one_loads_has_no_kind_of_load(j):
    page(j, "/a", head=NEVER + "setTimeout(() => location.replace('/b'), 20);")
    page(j, "/b")
    j.site.pages["/b"]["delay"] = 0.6
    tab = j.browser.create()
    j.tabs.append(tab)
    tab.do(f"location.href = '{j.site.origin}/a'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A B<A")
    assert [view.get("load") for view in j.site.views] == [None, "navigate"], j.site.views
    assert j.site.views[1]["t"] - j.site.views[0]["t"] > 200, j.site.views
