"""Journeys through routes, readiness, deep links, beacons and intercepted navigations."""
import time

from known import PENDING, TABS, journey, only_modern


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
    # Counts the frames with the URL /b. In a slow browser, the page has two frames, and then it counts.
    tab.do("""window.framesBetween = 0;
        const count = () => {
            if (location.pathname == '/b') framesBetween++;
            if (location.pathname != '/a') requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
        history.back();
        history.back()""")
    tab.settle()
    if j.differs("one step"):
        j.expect("A B<A C<B B<C")
        return
    tab.wait("location.pathname == '/a'")
    tab.settle()
    j.expect("A B<A C<B A<C" if tab.evaluate("framesBetween") < 2 else "A B<A C<B B<C A<B")


@journey
def a_page_to_which_the_user_returns_at_once_continues(j):
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
    tab = j.open("/app")
    for step in ["location.hash = '#/item/1'", "location.hash = '#/item/1?x=2'", "location.hash = '#/item/2'", "history.back()",
                 "history.go(-2)"]:
        tab.do(step)
        tab.settle()
    j.expect("HOME ITEM<HOME ITEM<ITEM ITEM<ITEM HOME<ITEM")


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
    # The late call does not make the next visit ready either.
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
    # If the user returns before the next page appears, the page is counted.
    tab.do("history.back()")
    tab.settle()
    tab.do("history.pushState(null, '', '/b'); page.ready(); history.pushState(null, '', '/a')")
    tab.settle()
    j.expect("B A<B")


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
def a_download_and_an_empty_response_count_nothing(j):
    j.page("/empty", status=204)
    j.page("/file", headers={"Content-Disposition": "attachment; filename=x.txt"})
    tab = j.open("/a")
    tab.browser.deny_downloads()
    for path in ["/empty", "/file"]:
        tab.do(f"location.href = '{path}'")
        time.sleep(0.2)
        tab.settle()
    j.expect("A")
    tab.go("/b")
    j.expect("A B<A")


@journey
def options_that_throw_break_nothing(j):
    j.page("/a", head="""window.errors = [];
    addEventListener('error', (event) => { errors.push(event.message); event.preventDefault(); });
    setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page('/b', { name: 'B', ready: () => { throw new Error('wrong'); } });
        engine.page((url) => url.pathname == '/c', { name: () => { throw new Error('name'); } });
        engine.page('/d', { name: () => undefined });
        engine.page((url) => { if (url.pathname == '/e') throw new Error('pattern'); }, { name: 'WRONG' });
        engine.page('/e', { name: 'E', payload: () => { throw new Error('payload'); } });
        engine.page(document.querySelector('h1'), { name: 'WRONG', ready: () => { throw new Error('element'); } });
        window.wrong = engine.page('/f', { name: 'F', ready: () => {}, payload: () => { throw new Error('payload'); } });
        engine.addReceiver(() => { throw new Error('receiver'); });
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c", "/d", "/e", "/f"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A E<A")
    tab.evaluate("wrong.ready()")
    j.expect("A E<A F<E")
    for message in ["wrong", "name", "receiver", "pattern", "payload", "element"]:
        assert tab.evaluate(f"errors.some((each) => each.endsWith('{message}'))"), message


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
def the_first_page_view_of_a_document_carries_its_deep_link(j):
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


@journey
def a_link_inside_the_site_is_no_deep_link(j):
    j.page("/b", head="options = { deepLinks: true };")
    tab = j.open("/a")
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("A B<A")
    assert "deepLink" not in j.site.views[1]


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
    # If the browser rejects a request, the receiver keeps the records and tries again.
    tab.do("navigator.sendBeacon = () => false; history.pushState(null, '', '/c')")
    tab.settle()
    tab.do("for (let i = 0; i < 9; i += 1) receive({ event: 'pageView', page: { name: String(i) } }); receive.flush();"
           " navigator.sendBeacon = real")
    time.sleep(0.2)
    assert names() == [first], names()
    tab.do("location.href = '/d'")
    tab.wait("location.pathname == '/d' && window.engine")
    time.sleep(0.2)
    later = sorted(each for batch in names()[1:] for each in batch)
    assert later == [("pageLeave", "C")] + [("pageView", str(number)) for number in range(5, 9)], later


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
    # A navigation that another one replaces causes no page view.
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
def a_navigation_whose_handler_rejects_counts_the_new_page(j):
    tab = j.open("/a")
    tab.evaluate("""void navigation.addEventListener('navigate', (event) => event.intercept({
        handler: () => Promise.reject(new Error('no answer')) }))""")
    tab.do("navigation.navigate('/b').finished.catch(() => {})")
    tab.settle()
    j.expect("A B<A")


@journey
def a_route_with_another_name_is_another_page(j):
    j.page("/store/1", head="""const under = (prefix) => (url) => url.pathname.startsWith(prefix) && { id: url.pathname.split('/')[2] };
    setUp = (engine) => {
        engine.page(under('/store'), { name: 'PRODUCT', id: ({ params }) => params.id });
        engine.page(under('/blog'), { name: 'POST', id: ({ params }) => params.id });
        engine.page('*', { name: ({ url }) => url.pathname.slice(1).toUpperCase(), id: ({ url }) => url.searchParams.get('id') });
    };""")
    tab = j.open("/store/1")
    for path in ["/blog/1", "/x?id=1", "/y?id=1", "/y?id=2", "/y?id=2&size=3"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("PRODUCT POST<PRODUCT X<POST Y<X Y<Y")


@journey
def a_page_that_is_set_to_ready_inside_its_option_counts(j):
    j.page("/a", body="<p id=one>one", head="""setUp = (engine) => {
        const cache = { a: { price: 1 } };
        const item = engine.page('/a', { name: 'A', ready: () => { if (cache.a) item.ready(cache.a); } });
        const tab = engine.page(one, { name: 'ONE', ready: () => { tab.ready({ price: 2 }); return false; } });
    };""")
    j.open("/a")
    j.expect("A ONE<A")
    assert [view["payload"]["price"] for view in j.site.views] == [1, 2]


@journey
def a_loop_of_replacements_counts_the_last_page(j):
    tab = j.open("/a")
    tab.evaluate("""new Promise((done) => {
        let count = 0;
        const next = () => {
            history.replaceState(null, '', count % 2 ? '/b' : '/c');
            history.replaceState(null, '', location.href);
            count++ < 30 ? requestAnimationFrame(next) : done();
        };
        next();
    })""")
    tab.settle()
    j.expect("A C<A")


@journey
def steps_over_several_entries_count_the_page_where_they_end(j):
    j.page("/app", head="""setUp = (engine) => engine.page('#/:page', { name: ({ params }) => params.page.toUpperCase() });""")
    tab = j.open("/app#/a?x=1")
    for part in ["#/b?y=2", "#/b?y=3", "#/c"]:
        tab.do(f"location.hash = '{part}'")
        tab.settle()
    for steps, part in [(-3, "#/a?x=1"), (2, "#/b?y=3"), (-1, "#/b?y=2")]:
        tab.do(f"history.go({steps})")
        tab.wait(f"location.hash == '{part}'")
        tab.settle()
    j.expect("A B<A C<B A<C B<A")


@journey
def a_navigation_that_is_stopped_leaves_the_page(j):
    j.page("/slow", body="never")
    tab = j.open("/a")
    tab.do("location.href = '/slow'; stop()")
    if j.differs("stop"):
        tab.wait("location.pathname == '/slow' && window.engine")
    tab.settle()
    tab.do("history.pushState(null, '', '/b'); stop()")
    tab.settle()
    j.expect("A SLOW<A B<SLOW" if j.differs("stop") else "A B<A")
