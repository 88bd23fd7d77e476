"""Journeys beyond the fifteen: redirects, frames, elements, windows, and what an app may get wrong."""
import time

from known import REACT, journey, only_modern


@journey
def a_chain_of_redirects_counts_its_end(j):
    j.page("/r1", status=302, headers={"Location": "/r2"})
    j.page("/r2", head="location.replace('/r3')")
    j.page("/r3", head="history.replaceState(null, '', '/b')")
    tab = j.open("/a")
    tab.do("location.href = '/r1'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A B<A")


@journey
def a_route_that_redirects_to_the_login_counts_the_login(j):
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/account'); setTimeout(() => history.replaceState(null, '', '/login'))")
    tab.settle()
    j.expect("A LOGIN<A")


@journey
def frames_are_ignored(j):
    j.page("/a", body="<iframe id=frame src=/b></iframe>")
    tab = j.open("/a")
    tab.wait("frame.contentWindow.engine")
    for step in ["frame.contentWindow.history.pushState(null, '', '/c')", "history.back()", "frame.remove()"]:
        tab.do(step)
        tab.settle()
    j.expect("A")


@journey
def two_steps_back_in_one_task_skip_the_page_between(j):
    tab = j.open("/a")
    for path in ["/b", "/c"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    tab.do("history.back(); history.back()")
    tab.settle()
    tab.wait("location.pathname == '/a'")
    tab.settle()
    j.expect("A B<A C<B A<C")


@journey
def a_page_that_is_left_and_taken_again_at_once_continues(j):
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b'); history.pushState(null, '', '/a')")
    tab.settle()
    j.expect("A")


@journey
def each_item_of_a_route_is_a_page(j):
    j.page("/item/1", head="setUp = (engine) => engine.page('/item/:id', { name: 'ITEM', payload: ({ params }) => params });")
    tab = j.open("/item/1")
    for path in ["/item/2", "/item/2?size=9", "/item/2#reviews", "/item/1/"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("ITEM ITEM<ITEM ITEM<ITEM")
    assert [view["payload"]["id"] for view in j.site.views] == ["1", "2", "1"]


@journey
def a_route_in_the_hash_is_a_page(j):
    j.page("/app", head="""setUp = (engine) => {
        engine.page('#/', { name: 'HOME' });
        engine.page('#/item/:id', { name: 'ITEM' });
    };""")
    tab = j.open("/app#/")
    for step in ["location.hash = '#/item/1'", "location.hash = '#/item/1?x=2'", "location.hash = '#/item/2'", "history.back()",
                 "history.go(-2)"]:
        tab.do(step)
        tab.settle()
    j.expect("HOME ITEM<HOME ITEM<ITEM ITEM<ITEM HOME<ITEM")


@journey
def a_popover_counts_each_time_that_it_opens(j):
    j.page("/a", body="<div id=page popover>P</div>", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'P' });
    };""")
    tab = j.open("/a")
    for step in ["page.showPopover()", "page.hidePopover()", "page.showPopover()"]:
        tab.do(step)
        tab.settle()
    tab.press("Escape")
    tab.settle()
    j.expect("A P<A P<P")
    assert tab.evaluate("engine.currentPage.page.name") == "A"


TABS = """<div id=one>one</div><div id=two hidden>two</div><details id=more><summary>more</summary><p id=three>three</details>"""
TABS_HEAD = """setUp = (engine) => {
    engine.page(one, { name: 'ONE' });
    engine.page(two, { name: 'TWO' });
    engine.page(three, { name: 'THREE' });
};"""


@journey
def tabs_of_a_page_count_each_time_that_they_are_shown(j):
    j.page("/a", body=TABS, head=TABS_HEAD)
    tab = j.open("/a")
    for step in [
        "one.style.display = 'none'; two.hidden = false", "two.hidden = true; one.style.display = ''", "more.open = true",
        "more.open = false; one.hidden = true", "one.hidden = false", "one.hidden = true; one.hidden = false",
    ]:
        tab.do(step)
        tab.settle()
    j.expect("ONE TWO<ONE ONE<TWO THREE<ONE ONE<THREE")


@journey
def an_element_that_no_box_hides_is_noticed(j):
    # No observer of intersections reports these changes.
    j.page("/a", body=TABS, head=TABS_HEAD)
    tab = j.open("/a")
    hiding = ["visibility: hidden", "opacity: 0", "content-visibility: hidden"]
    for each in hiding:
        tab.do(f"one.style = '{each}'")
        tab.settle()
        assert tab.evaluate("engine.currentPage") is None, each
        tab.do("one.style = ''")
        tab.settle()
    j.expect("ONE ONE<ONE ONE<ONE ONE<ONE")


@journey
def an_element_that_fades_out_ends_with_the_transition(j):
    j.page("/a", body=TABS, head=TABS_HEAD)
    tab = j.open("/a")
    tab.do("one.style = 'transition: opacity 100ms; opacity: 1'")
    tab.settle()
    tab.do("one.style.opacity = 0")
    tab.wait("!engine.currentPage")
    tab.do("one.style.opacity = 1")
    tab.settle()
    j.expect("ONE ONE<ONE")


@journey
def a_drawer_counts_each_time_that_it_slides_in(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'CART' });
    };""", body="<div id=page style='position: fixed; inset: 0 0 auto auto; width: 200px; height: 200px;"
                " transform: translateX(100%)'>cart</div>")
    tab = j.open("/a")
    for _ in range(2):
        tab.do("page.style.transform = ''")
        tab.settle()
        tab.do("page.style.transform = 'translateX(100%)'")
        tab.settle()
    j.expect("A CART<A CART<CART")


@journey
def scrolling_ends_nothing(j):
    j.page("/a", body=TABS + "<p style='height: 5000px'>long", head=TABS_HEAD)
    tab = j.open("/a")
    for step in ["scrollTo(0, 4000)", "scrollTo(0, 0)"]:
        tab.do(step)
        tab.settle()
    j.expect("ONE")


@journey
def an_element_below_the_window_counts_when_it_is_seen(j):
    j.page("/a", body="<p style='height: 5000px'>long" + TABS, head=TABS_HEAD)
    tab = j.open("/a")
    j.expect("")
    tab.do("one.scrollIntoView()")
    tab.settle()
    j.expect("ONE")


@journey
def a_page_inside_a_page_is_the_current_one(j):
    j.page("/a", body="<div id=outer hidden>outer<div id=inner>inner</div></div>", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(inner, { name: 'INNER' });
        engine.page(outer, { name: 'OUTER' });
    };""")
    tab = j.open("/a")
    tab.do("outer.hidden = false")
    tab.settle()
    j.expect("A OUTER<A INNER<OUTER")
    tab.do("inner.hidden = true")
    tab.settle()
    assert tab.evaluate("engine.currentPage.page.name") == "OUTER"
    tab.do("outer.hidden = true")
    tab.settle()
    assert tab.evaluate("engine.currentPage.page.name") == "A"


@journey
def a_dialog_stays_the_current_page_when_the_route_changes(j):
    j.page("/a", body="<dialog id=page>D</dialog>", head="""setUp = (engine) => {
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        engine.page(page, { name: 'D' });
    };""")
    tab = j.open("/a")
    tab.do("page.show()")
    tab.settle()
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A D<A B<D")
    assert tab.evaluate("engine.currentPage.page.name") == "D"
    tab.do("page.close()")
    tab.settle()
    assert tab.evaluate("engine.currentPage.page.name") == "B"
    j.expect("A D<A B<D")


@journey
def a_copy_that_replaces_an_element_continues_its_page(j):
    j.page("/a", body=TABS, head=TABS_HEAD)
    tab = j.open("/a")
    tab.do("one.replaceWith(one.cloneNode(true))")
    tab.settle()
    tab.do("const old = one; const copy = old.cloneNode(true); copy.id = 'other'; old.replaceWith(copy);"
           " engine.page(copy, { name: 'ONE' })")
    tab.settle()
    j.expect("ONE")
    tab.do("other.remove()")
    tab.settle()
    assert tab.evaluate("engine.currentPage") is None


@journey
def an_element_in_a_frame_is_not_in_front_of_the_user(j):
    j.page("/a", body=TABS + "<iframe id=frame></iframe>", head=TABS_HEAD)
    tab = j.open("/a")
    tab.do("window.moved = one; frame.contentDocument.body.append(moved)")
    tab.settle()
    assert tab.evaluate("engine.currentPage") is None
    tab.do("document.body.prepend(moved)")
    tab.settle()
    j.expect("ONE ONE<ONE")


@journey
def a_route_of_react_with_a_key_counts_its_new_element(j):
    j.page("/react", body=REACT, head="keyed = true")
    tab = j.open("/react")
    tab.wait("window.show")
    for name in ["B", "A", "A"]:
        tab.settle()
        tab.do(f"show('{name}')")
    tab.settle()
    j.expect("A B<A A<B")


PENDING = """setUp = (engine) => {
    window.page = engine.page('/a', { name: 'A', ready: false });
    engine.page('/b', { name: 'B' });
};"""


@journey
def a_pending_page_that_is_left_is_never_counted(j):
    j.page("/a", head=PENDING)
    tab = j.open("/a")
    assert tab.evaluate("engine.currentPage.page.name") == "A"
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("page.ready({ price: 1 })")
    tab.settle()
    j.expect("B")
    # The late call was not for the next visit either.
    tab.do("history.back()")
    tab.settle()
    j.expect("B")
    tab.do("page.ready({ price: 2 })")
    j.expect("B A<B")
    assert j.site.views[1]["payload"] == {"price": 2}


@journey
def a_page_that_becomes_ready_while_the_next_one_is_drawn_is_not_counted(j):
    j.page("/a", head=PENDING, body=TABS)
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b'); page.ready()")
    tab.settle()
    j.expect("B")
    tab.do("window.element = engine.page(one, { name: 'ONE', ready: false })")
    tab.settle()
    tab.do("one.hidden = true; element.ready()")
    tab.settle()
    j.expect("B")
    # A page that the user did not leave after all is counted.
    tab.do("history.back()")
    tab.settle()
    tab.do("history.pushState(null, '', '/b'); page.ready(); history.pushState(null, '', '/a')")
    tab.settle()
    j.expect("B A<B")


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
    j.expect("B A<B")
    # A page that became ready is ready when the cache brings it back.
    tab.do("wasCached = false")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("B A<B B<A A<B")
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
def a_promise_makes_only_its_own_visit_ready(j):
    j.page("/item/1", head="""window.loaded = {};
    setUp = (engine) => engine.page('/item/:id', {
        name: 'ITEM', id: ({ params }) => params.id,
        ready: ({ params }) => new Promise((done, failed) => { loaded[params.id] = done; loaded[params.id + '!'] = failed; }),
    });""")
    tab = j.open("/item/1")
    tab.do("history.pushState(null, '', '/item/2')")
    tab.settle()
    tab.do("loaded[1]({ id: 1 })")
    tab.settle()
    j.expect("")
    tab.do("loaded[2]({ id: 2 })")
    j.expect("ITEM")
    assert j.site.views[0]["payload"] == {"id": 2}
    tab.do("history.pushState(null, '', '/item/3')")
    tab.settle()
    tab.do("loaded['3!'](new Error('no answer'))")
    tab.settle()
    j.expect("ITEM")


@journey
def a_window_that_a_script_opens_is_another_visit(j):
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
def a_link_to_a_new_tab_is_another_visit(j):
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
    time.sleep(0.5)
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
def a_page_ready_in_a_hidden_tab_counts_when_the_tab_is_shown(j):
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
    tab = j.open("/a")
    tab.call("Page.printToPDF")
    tab.settle()
    j.expect("A")


@journey
def a_download_and_an_empty_answer_leave_nothing(j):
    j.page("/empty", status=204)
    j.page("/file", headers={"Content-Disposition": "attachment; filename=x.txt"})
    tab = j.open("/a")
    tab.browser.call("Browser.setDownloadBehavior", behavior="deny")
    for path in ["/empty", "/file"]:
        tab.do(f"location.href = '{path}'")
        time.sleep(0.2)
        tab.settle()
    j.expect("A")
    tab.go("/b")
    j.expect("A B<A")


@journey
def a_visit_to_another_site_keeps_the_previous_page(j):
    tab = j.open("/a")
    tab.go(j.site.other_origin + "/x")
    tab.do(f"location.href = '{j.site.origin}/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A X B<A")


@journey
def a_cached_page_behind_routes_counts_again(j):
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.go("/c")
    tab.do("history.go(-2)")
    tab.wait("location.pathname == '/a' && window.engine")
    tab.settle()
    j.expect("A B<A C<B A<C")


@journey
def hostile_storage_is_ignored(j):
    j.page("/a", head="""if (!sessionStorage.attack) { sessionStorage.attack = 1; sessionStorage.pageview = location.hash ? decodeURIComponent(location.hash.slice(1)) : ''; }""")
    states = [
        "x", "null", "[]", '{"version":1}', '{"version":2,"next":9,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":1e99,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":-5,"components":1,"id":"a/1","name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a","name":"EVIL"}', '{"version":1,"next":9,"components":1,"id":"a/0","name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":" "}', '{"version":1,"next":9,"components":1,"id":{},"name":"EVIL"}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":"EVIL","context":{}}',
        '{"version":1,"next":9,"components":"1","id":"a/1","name":"EVIL"}', '{"__proto__":{"version":1},"next":9}',
        '{"version":1,"next":9,"components":1,"id":"a/1","name":"' + "E" * 20000 + '"}',
    ]
    for state in states:
        from urllib.parse import quote
        tab = j.open("/a#" + quote(state))
        assert tab.evaluate("views.length == 1 && views[0].seq == 1 && !views[0].previous"), state
    j.expect("A " * len(states))


@journey
def a_page_whose_options_throw_is_no_page_and_breaks_nothing(j):
    j.page("/a", head="""window.errors = []; addEventListener('error', (event) => { errors.push(event.message); event.preventDefault(); });
    setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page('/b', { name: 'B', ready: () => { throw new Error('wrong'); } });
        engine.page((url) => url.pathname == '/c', { name: () => { throw new Error('name'); } });
        engine.page('/d', { name: () => undefined });
        engine.page('/e', { name: 'E' });
        engine.addReceiver(() => { throw new Error('receiver'); });
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c", "/d", "/e"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A E<A")
    assert tab.evaluate("errors.length") >= 3


@journey
def a_stopped_engine_leaves_the_page_as_it_was(j):
    j.page("/a", head="window.original = [history.pushState, Object.hasOwn(history, 'pushState')];")
    tab = j.open("/a")
    tab.do("engine.stop()")
    tab.settle()
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    assert tab.evaluate("history.pushState === original[0] && Object.hasOwn(history, 'pushState') === original[1]")
    j.expect("A")


@journey
def a_deep_link_comes_with_the_page_that_it_opens(j):
    j.page("/b", head="options = { deepLinks: true };")
    j.page("/x", head="setUp = (engine) => {};")
    tab = j.open("/a")
    tab.go(j.site.other_origin + "/x")
    tab.do(f"location.href = '{j.site.origin}/b?from=mail'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A B<A")
    link = j.site.views[1]["deepLink"]
    assert link["url"].endswith("/b?from=mail") and link["referrer"]["name"] == "A", link
    assert link["source"].startswith(j.site.other_origin), link
    # Inside the site, no link arrives.
    tab.go("/c")
    tab.go("/b")
    j.expect("A B<A C<B B<C")
    assert "deepLink" not in j.site.views[3]


@journey
def beacons_carry_the_records_in_batches(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        window.receive = library.beaconReceiver('/collect', { batch: 3, limit: 5 });
        engine.addReceiver(receive, ['pageView', 'pageLeave']);
        window.real = navigator.sendBeacon;
    };""")
    tab = j.open("/a")
    names = lambda: [[(each["event"], each["page"]["name"]) for each in batch] for batch in j.site.batches]
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    time.sleep(0.2)
    first = [("pageView", "A"), ("pageView", "B"), ("pageLeave", "A")]
    assert names() == [first], names()
    # The browser refuses; the receiver keeps the records and tries again.
    tab.do("navigator.sendBeacon = () => false; history.pushState(null, '', '/c')")
    tab.settle()
    tab.do("for (let i = 0; i < 9; i += 1) receive({ event: 'pageView', page: { name: String(i) } }); receive.flush();"
           " navigator.sendBeacon = real")
    time.sleep(0.2)
    assert names() == [first], names()
    tab.do("location.href = '/d'")
    tab.wait("location.pathname == '/d' && window.engine")
    time.sleep(0.2)
    later = [each for batch in names()[1:] for each in batch]
    assert later == [("pageView", str(number)) for number in range(5, 9)] + [("pageLeave", "C")], later


@only_modern
def an_intercepted_navigation_counts_when_it_has_finished(j):
    tab = j.open("/a")
    tab.evaluate("""void navigation.addEventListener('navigate', (event) => event.canIntercept && event.intercept({
        handler: () => new Promise((done) => { window.finish = done; }) }))""")
    tab.do("navigation.navigate('/b')")
    tab.settle()
    j.expect("A")
    assert tab.evaluate("engine.currentPage.page.name") == "A"
    tab.do("finish()")
    tab.settle()
    j.expect("A B<A")
    # One that is overtaken is no page.
    tab.do("navigation.navigate('/c').finished.catch(() => {})")
    tab.settle()
    tab.do("navigation.navigate('/d')")
    tab.settle()
    tab.do("finish()")
    tab.settle()
    j.expect("A B<A D<B")


@only_modern
def a_navigation_that_waits_before_its_commit_counts_after_it(j):
    tab = j.open("/a")
    tab.evaluate("""void navigation.addEventListener('navigate', (event) => event.canIntercept && event.intercept({
        precommitHandler: () => new Promise((done) => { window.finish = done; }) }))""")
    tab.do("navigation.navigate('/b').finished.catch(() => {}); ")
    tab.settle()
    tab.do("navigation.navigate('/c')")
    tab.settle()
    j.expect("A")
    tab.do("finish()")
    tab.settle()
    j.expect("A C<A")


@only_modern
def a_navigation_that_the_app_prevents_counts_nothing(j):
    tab = j.open("/a")
    tab.evaluate("void navigation.addEventListener('navigate', (event) => event.preventDefault())")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A")


@only_modern
def a_handler_that_rejects_leaves_the_new_page(j):
    tab = j.open("/a")
    tab.evaluate("""void navigation.addEventListener('navigate', (event) => event.intercept({
        handler: () => Promise.reject(new Error('no answer')) }))""")
    tab.do("navigation.navigate('/b').finished.catch(() => {})")
    tab.settle()
    j.expect("A B<A")


@only_modern
def a_prerendered_page_counts_when_the_user_opens_it(j):
    # DevTools must not be attached to the tab, so the page drives itself.
    rules = '{"prerender": [{"urls": ["/b", "/dropped"], "eagerness": "immediate"}]}'
    j.page("/a", head="setUp = (engine) => { engine.page('/a', { name: 'A' });"
                      " setTimeout(() => { location.href = '/b'; }, 1500); };",
           body=f"<script type=speculationrules>{rules}</script>")
    j.page("/b", head="""options = {}; setUp = (engine) => {
        engine.page('/b', { name: 'B', payload: () => ({ start: performance.getEntriesByType('navigation')[0].activationStart }) });
        setTimeout(() => navigator.sendBeacon('/collect', JSON.stringify({ document: documentID, trace: engine.trace() })), 1000); };""")
    j.open_alone("/a")
    end = time.monotonic() + 20
    while len(j.site.views) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    j.expect("A B<A")
    assert j.site.views[1]["payload"]["start"] > 0, "expected a prerendered page, found one that was loaded"
    time.sleep(2)
