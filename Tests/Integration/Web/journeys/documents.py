"""Journeys through documents, tabs and windows."""
import time
from urllib.parse import quote

from known import PENDING, journey, only_modern


@journey
def a_pending_page_from_the_cache_of_the_browser_counts_once_it_is_ready(j):
    j.page("/a", head=PENDING)
    tab = j.open("/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("B")
    tab.do("page.ready({ price: 2 })")
    j.expect("B A<B", stale="B A")
    # A page that became ready keeps its readiness when the cache restores it.
    tab.do("wasCached = false")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("B A<B B<A A<B", stale="B A B<A A<A")
    assert j.site.views[3]["payload"] == {"price": 2}


@journey
def a_reload_of_a_pending_page_counts_nothing(j):
    j.page("/a", head=PENDING)
    tab = j.open("/a")
    before = tab.evaluate("documentID")
    tab.do("location.reload()")
    tab.wait(f"window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("")
    tab.do("page.ready()")
    j.expect("A")


@journey
def a_window_that_a_script_opens_has_no_previous_page(j):
    # The new window starts with a copy of the session storage.
    tab = j.open("/a")
    tab.do("window.open('/b')")
    other = j.new_tab()
    other.settle()
    j.expect("A B")
    other.go("/c")
    j.expect("A B C<B")
    tab.show()
    tab.go("/d")
    j.expect("A B C<B D<A")


@journey
def a_window_that_opens_while_the_module_loads_has_no_previous_page(j):
    # The page opens the window before its own module has arrived.
    j.page("/b", head="""const load = fetch('/library/pageview.wasm').then((response) => response.arrayBuffer());
        options = { wasm: new Promise((done) => { window.finish = () => done(load); }) };""")
    tab = j.open("/a")
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.began && window.finish")
    tab.do("window.open('/c')")
    other = j.new_tab()
    other.settle()
    j.expect("A C")
    tab.do("finish()")
    tab.show()
    tab.wait("window.engine")
    tab.settle()
    j.expect("A C B<A")


@journey
def a_tab_that_a_link_opens_has_no_previous_page(j):
    for relation in ["opener", "noopener"]:
        j.page(f"/{relation}", body=f"<a href=/b target=_blank rel={relation}>b</a>")
    j.open("/opener").click("a")
    j.new_tab().settle()
    j.open("/noopener").click("a")
    j.new_tab().settle()
    j.expect("OPENER B NOOPENER B")


@journey
def a_hidden_tab_counts_the_last_of_its_routes(j):
    tab = j.open("/a")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.do("history.pushState(null, '', '/b'); setTimeout(() => history.pushState(null, '', '/c'), 50)")
    # A browser may delay the timers of a hidden tab.
    tab.wait("location.pathname == '/c'")
    j.expect("A Z")
    tab.show()
    tab.settle()
    j.expect("A Z C<A")


@journey
def a_hidden_tab_that_loads_a_document_counts_when_it_is_shown(j):
    tab = j.open("/a")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    time.sleep(0.3)
    j.expect("A Z")
    tab.show()
    tab.settle()
    j.expect("A Z B<A")


@journey
def a_page_that_becomes_ready_in_a_hidden_tab_counts_when_it_is_shown(j):
    j.page("/a", head=PENDING)
    tab = j.open("/a")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.do("page.ready()")
    time.sleep(0.3)
    j.expect("Z")
    tab.show()
    tab.settle()
    j.expect("Z A")
    assert j.site.views[1]["cause"] == "foregrounded"


@journey
def printing_counts_nothing(j):
    j.needs("printing")
    tab = j.open("/a")
    tab.print()
    tab.settle()
    j.expect("A")


@journey
def a_visit_to_another_site_keeps_the_previous_page(j):
    tab = j.open("/a")
    tab.go(j.site.other_origin + "/x")
    tab.do(f"location.href = '{j.site.origin}/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A X B<A")


@journey
def a_cached_document_counts_the_route_to_which_the_user_returns(j):
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.go("/c")
    tab.do("history.go(-2)")
    if j.differs("cached entry"):
        # The document comes back as the user left it: with the URL and the content of /b.
        tab.wait("location.pathname == '/b' && window.engine")
        tab.settle()
        j.expect("A B<A C<B B<B")
        return
    tab.wait("location.pathname == '/a' && window.engine")
    tab.settle()
    j.expect("A B<A C<B A<C")


@journey
def hostile_storage_is_ignored(j):
    j.page("/a", head="sessionStorage.pageview = decodeURIComponent(location.hash.slice(1));")
    states = [
        "x", "null", "[]", '{"version":1}', '{"version":2,"next":9,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":1e99,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":-5,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a","name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a/0","name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":" "}',
        '{"version":1,"next":9,"components":1,"id":{},"name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":"EVIL","context":{}}',
        '{"version":1,"next":9,"components":"1","id":"a/1","name":"EVIL"}', '{"__proto__":{"version":1},"next":9}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":"' + "E" * 20000 + '"}',
    ]
    for state in states:
        tab = j.open("/a#" + quote(state))
        assert tab.evaluate("views.length == 1 && views[0].seq == 1 && !views[0].previous"), state
    j.expect("A " * len(states))


@only_modern
def a_prerendered_page_counts_when_the_user_opens_it(j):
    j.needs("prerendering")
    # The browser prerenders only in a tab without DevTools, so the page drives itself.
    rules = '{"prerender": [{"urls": ["/b", "/dropped"], "eagerness": "immediate"}]}'
    j.page("/a", head="setUp = (engine) => { engine.page('/a', { name: 'A' });"
                      " setTimeout(() => { location.href = '/b'; }, 1500); };",
           body=f"<script type=speculationrules>{rules}</script>")
    j.page("/b", head="""options = {}; setUp = (engine) => {
        const [entry] = performance.getEntriesByType('navigation');
        engine.page('/b', { name: 'B', payload: () => ({ start: entry.activationStart }) });
        setTimeout(() => navigator.sendBeacon('/collect', JSON.stringify({ document: documentID, trace: engine.trace() })), 1000);
    };""")
    j.browser.open_alone(j.site.origin + "/a")
    end = time.monotonic() + 20
    while len(j.site.views) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    j.expect("A B<A")
    assert j.site.views[1]["payload"]["start"] > 0, "expected a prerendered page, found a loaded one"
    time.sleep(2)


@journey
def a_page_that_the_cache_never_keeps_counts_again(j):
    j.needs("eviction")
    j.page("/a", head="addEventListener('unload', () => {})")
    tab = j.open("/a")
    before = tab.evaluate("documentID")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait(f"location.pathname == '/a' && window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("A B<A A<B")


@journey
def the_first_document_of_a_tab_that_is_replaced_is_the_previous_page(j):
    tab = j.open("/a")
    before = tab.evaluate("documentID")
    tab.do("location.replace('/b')")
    tab.wait(f"window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("A B<A")


@journey
def a_dialog_that_the_cache_brings_back_counts_after_its_page(j):
    j.page("/a", body="<dialog id=page>D</dialog>", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'D' });
    };""")
    tab = j.open("/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.do("page.showModal()")
    tab.settle()
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("A D<A B<D A<B D<A", stale="A D<A B<D A<D D<A")


@journey
def a_frozen_tab_counts_nothing_when_it_thaws(j):
    j.needs("freezing")
    tab = j.open("/a")
    other = j.open("/b")
    other.show()
    other.settle()
    tab.freeze()
    tab.show()
    tab.settle()
    j.expect("A B")


@journey
def a_view_transition_between_documents_counts_each_document(j):
    style = "<style>@view-transition { navigation: auto }</style>"
    for name in ["a", "b"]:
        j.page(f"/{name}", body=f"{style}<h1>{name}</h1>")
    tab = j.open("/a")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("location.pathname == '/a' && window.engine")
    tab.settle()
    tab.settle()
    j.expect("A B<A A<B", stale="A B<A A<A")


@journey
def a_page_that_becomes_ready_in_the_cache_of_the_browser_counts_when_it_comes_back(j):
    j.page("/a", body="<p id=one>one", head="""setUp = (engine) => {
        window.route = engine.page('/a', { name: 'A', ready: false });
        window.element = engine.page(one, { name: 'ONE', ready: () => new Promise(() => {}) });
        addEventListener('pagehide', () => { route.ready({ price: 1 }); element.ready(); });
    };""")
    tab = j.open("/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.go("/b")
    j.expect("B")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("B A<B ONE<A", stale="B A ONE<A")


@journey
def a_tab_that_is_left_while_the_module_loads_counts_when_it_is_shown(j):
    j.page("/b", head="""const load = fetch('/library/pageview.wasm').then((response) => response.arrayBuffer());
        options = { wasm: new Promise((done) => { window.finish = () => done(load); }) };""")
    tab = j.open("/a")
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.began && window.finish")
    other = j.open("/z")
    other.show()
    other.settle()
    tab.do("finish()")
    tab.wait("window.engine")
    time.sleep(0.3)
    j.expect("A Z")
    for each in [tab, other, tab]:
        each.show()
        each.settle()
    j.expect("A Z B<A")
