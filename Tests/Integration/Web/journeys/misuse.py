"""Journeys through pages with wrong values, hostile scripts and a module that fails."""
import re
import time

from known import journey

ERRORS = """window.errors = [];
    addEventListener('error', (event) => { errors.push(event.message); event.preventDefault(); });
    addEventListener('unhandledrejection', (event) => { errors.push(String(event.reason)); });"""


@journey
def a_pattern_beyond_ascii_matches_the_encoded_url(j):
    j.page("/caf%C3%A9", head="""setUp = (engine) => {
        engine.page('/café', { name: 'CAFE' });
        engine.page('/日本/:id', { name: 'JAPAN' });
        engine.page('/a b', { name: 'SPACE' });
        engine.page('#/über', { name: 'HASH' });
    };""")
    tab = j.open("/caf%C3%A9")
    for path in ["/日本/1", "/a b", "/x#/über"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("CAFE JAPAN<CAFE SPACE<JAPAN HASH<SPACE")


@journey
def an_option_with_a_wrong_value_does_not_hide_its_page(j):
    j.page("/a", head=ERRORS + """setUp = (engine) => {
        engine.page('/a', { name: 'A', payload: () => 5 });
        engine.page('/b', { name: 'B', context: 5 });
        engine.page('/c', { name: 'C', id: () => Object.create(null) });
        engine.page('/d', { name: 'D', payload: ['x'] });
        engine.page('/e', { name: 'E', payload: new Proxy({}, { ownKeys() { throw new Error('proxy'); } }) });
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c", "/d", "/e"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A B<A C<B D<C E<D")
    # These patterns match no URL, because none begins with `/`, `#` or `*`.
    assert tab.evaluate("['item/:id', ':id', 'https://site/a'].every((pattern) => {"
                        " try { engine.page(pattern, { name: 'X' }); } catch (error) { return error instanceof TypeError; } })")
    assert not any("payload" in view or "context" in view["page"] for view in j.site.views)
    messages = ["payload, found 5$", "text as a string, found 5$", "toString is not a function", "found a value of type object$", "proxy$"]
    for message in messages:
        assert tab.evaluate(f"errors.some((each) => /{message}/.test(each))"), message


@journey
def a_pattern_that_repeats_a_parameter_is_an_error(j):
    tab = j.open("/a")
    message = tab.evaluate("(() => { try { engine.page('/:id/:id', { name: 'X' }); } catch (error) { return String(error); } })()")
    assert message == 'TypeError: expected a pattern that names each parameter once, found "/:id/:id"', message
    j.expect("A")


@journey
def a_page_that_is_declared_after_a_stop_is_not_observed(j):
    j.page("/a", body="<div id=one>one</div>")
    tab = j.open("/a")
    tab.do("""const observed = [];
        for (const type of [MutationObserver, IntersectionObserver]) {
            const { observe } = type.prototype;
            type.prototype.observe = function (...values) { observed.push(type.name); observe.apply(this, values); };
        }
        window.observed = observed;
        engine.stop();
        engine.page(one, { name: 'ONE' });""")
    tab.settle()
    assert tab.evaluate("observed.length") == 0
    tab.do("engine.start()")
    tab.settle()
    assert tab.evaluate("observed.sort().join()") == "IntersectionObserver,IntersectionObserver,MutationObserver"
    j.expect("A ONE<A")
    # The trace ends at the stop, so it contains no later page view to verify.
    j.site.views.clear()


@journey
def an_element_that_comes_after_a_restart_is_watched(j):
    j.page("/a", body="<div id=one>one</div>", head="setUp = (engine) => engine.page(one, { name: 'ONE' });")
    tab = j.open("/a")
    tab.do("window.kept = one; kept.remove(); engine.stop()")
    tab.settle()
    tab.do("engine.start()")
    tab.settle()
    tab.do("document.body.append(kept)")
    tab.settle()
    j.expect("ONE ONE<ONE")
    # The trace ends at the stop, so it contains no later page view to verify.
    j.site.views.clear()


@journey
def a_thenable_that_throws_breaks_nothing(j):
    j.page("/a", head=ERRORS + """setUp = (engine) => {
        engine.page('/a', { name: 'A', ready: () => ({ then(done) { done({ price: 1 }); throw new Error('then'); } }) });
        engine.page('/b', { name: 'B', ready: () => ({ then() { throw new Error('then'); } }) });
        engine.page('/c', { name: 'C' });
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A C<A")
    assert j.site.views[0]["payload"] == {"price": 1}


@journey
def a_page_after_a_logout_has_another_identity(j):
    tab = j.open("/a")
    tab.do("sessionStorage.clear()")
    tab.go("/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A A B<A")
    assert len({view["id"] for view in j.site.views}) == 3


@journey
def the_number_of_an_uncounted_page_is_not_used_again(j):
    head = """setUp = (engine) => {
        window.item = engine.page('/item/:id', { name: 'ITEM', ready: false });
    };"""
    for number in [1, 2]:
        j.page(f"/item/{number}", head=head)
    tab = j.open("/item/1")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.go("/item/2")
    tab.do("item.ready()")
    tab.settle()
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    tab.do("item.ready()")
    # If both items had one number, the second page view would name its own id as the previous one.
    j.expect("ITEM ITEM<ITEM", stale="ITEM ITEM")
    assert len({view["id"] for view in j.site.views}) == 2, j.site.views


@journey
def a_beacon_leaves_out_a_payload_that_json_cannot_express(j):
    j.page("/a", head=ERRORS + """setUp = (engine) => {
        const loop = {};
        loop.loop = loop;
        engine.page('/a', { name: 'A', payload: { get price() { throw new Error('getter'); } } });
        engine.page('/b', { name: 'B', payload: loop });
        engine.page('/c', { name: 'C', payload: { count: 5n } });
        engine.addReceiver(library.beaconReceiver('/collect', { batch: 1 }));
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    time.sleep(0.2)
    sent = sorted((each["page"]["name"], each.get("payload")) for batch in j.site.batches for each in batch)
    assert sent == [("A", None), ("B", None), ("C", {"count": 5})], sent
    # The receiver of `page.js` sends JSON, too, and fails for these payloads. So there is no trace to verify.
    j.site.views.clear()


@journey
def a_record_that_no_request_can_contain_is_dropped(j):
    j.page("/a", head="setUp = () => { window.receive = library.beaconReceiver('/collect'); };")
    tab = j.open("/a")
    # The large name has 30,000 characters and 90,000 bytes, and a request contains at most 65,536 bytes.
    tab.do("for (const name of ['€'.repeat(30000), 'small']) receive({ event: 'pageView', page: { name } }); receive.flush();")
    time.sleep(0.2)
    sent = [each["page"]["name"] for batch in j.site.batches for each in batch]
    # Firefox has no such limit for beacons.
    assert sent == ["small"] or j.differs("large beacons") and sorted(sent) == ["small", "€" * 30000], len(sent)


@journey
def an_event_that_a_script_dispatches_ends_nothing(j):
    tab = j.open("/a")
    tab.do("dispatchEvent(new Event('pagehide'))")
    tab.settle()
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A B<A")


@journey
def a_module_that_fails_causes_one_error(j):
    # With `isBroken`, every call of the module fails, as it does without memory.
    j.page("/a", body="<div id=one hidden>one</div>", head=ERRORS + """
        const instantiate = WebAssembly.instantiate;
        WebAssembly.instantiate = async (...values) => {
            const { exports } = (await instantiate(...values)).instance;
            const wrap = (call) => typeof call != 'function' ? call : (...values) => {
                if (window.isBroken) throw new WebAssembly.RuntimeError('unreachable');
                return call(...values);
            };
            return { exports: Object.fromEntries(Object.entries(exports).map(([name, call]) => [name, wrap(call)])) };
        };""")
    tab = j.open("/a")
    tab.do("engine.page(one, { name: 'ONE' })")
    j.expect("A")
    # The trace is lost with the engine, so there is no trace to verify.
    j.site.views.clear()
    for path in ["/b", "/c", "/d"]:
        tab.do(f"isBroken = true; history.pushState(null, '', '{path}'); one.hidden = !one.hidden")
        tab.settle()
    errors = tab.evaluate("errors")
    assert len(errors) == 1 and "expected memory for the engine" in errors[0], errors


@journey
def a_page_works_without_the_module(j):
    j.page("/policy", headers={"Content-Security-Policy": "script-src 'self' 'unsafe-inline'"}, head=ERRORS)
    j.page("/missing", head="options = { wasm: '/library/missing.wasm' };" + ERRORS)
    j.page("/text", head="options = { wasm: '/text' };" + ERRORS)
    j.page("/none", head="delete window.WebAssembly;" + ERRORS)
    tab = j.open("/a")
    for path, message in [("/policy", "Content Security|CSP"), ("/missing", "found the status 404"),
                          ("/text", "magic word|magic number|doesn't start with"), ("/none", "WebAssembly is not defined|variable: WebAssembly")]:
        tab.do(f"location.href = '{path}'")
        tab.wait(f"location.pathname == '{path}' && window.errors?.length")
        assert re.search(message, tab.evaluate("errors.join()")) and tab.evaluate("errors.length == 1 && !window.engine"), message
    tab.go("/b")
    j.expect("A B<A")


@journey
def a_wrong_receiver_leaves_no_engine(j):
    # If `create` rejects, nothing observes the document or writes to its storage.
    j.page("/b", head=ERRORS + "options = { onPageView: 5 };")
    tab = j.open("/a")
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.errors?.length")
    assert tab.evaluate("errors[0]") == "TypeError: expected a function, found 5"
    tab.do("window.frames = 0; const request = requestAnimationFrame;"
           " window.requestAnimationFrame = (...values) => { frames++; return request(...values); };"
           " history.pushState(null, '', '/d')")
    time.sleep(0.1)
    assert tab.evaluate("window.frames") == 0, "expected no engine, found one that looks at the page"
    j.expect("A")


@journey
def options_whose_getters_throw_hide_only_their_page(j):
    j.page("/a", body="<p id=one>one<p id=two>two", head=ERRORS + """setUp = (engine) => {
        const wrong = (name, key) => ({ name, get [key]() { throw new Error(key); } });
        const proxy = Proxy.revocable({ name: 'WRONG' }, {});
        engine.page((url) => url.pathname == '/b' && [Symbol()], { name: 'WRONG' });
        engine.page('/a', wrong('A', 'id'));
        engine.page('/b', wrong('B', 'context'));
        engine.page('/:page', proxy.proxy);
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        engine.page(one, proxy.proxy);
        engine.page(two, wrong('TWO', 'payload'));
        proxy.revoke();
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A TWO<A B<TWO C<B")
    for message in ["id$", "context$", "payload$", "revoked"]:
        assert tab.evaluate(f"errors.some((each) => /{message}/.test(each))"), message


@journey
def a_stop_with_a_wrong_time_changes_nothing(j):
    tab = j.open("/a")
    message = tab.evaluate("(() => { try { engine.stop('now'); } catch (error) { return String(error); } })()")
    assert message.startswith("TypeError: expected a time in milliseconds"), message
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A B<A")


@journey
def an_engine_that_a_receiver_stops_continues_after_its_start(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        engine.addReceiver((view) => { if (view.page.name == 'B') engine.stop(); });
    };""")
    tab = j.open("/a")
    for path in ["/b", "/c"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A B<A")
    tab.do("engine.start(); engine.start(); engine.page('/d', { name: 'LATE' })")
    tab.settle()
    tab.do("history.pushState(null, '', '/d')")
    tab.settle()
    j.expect("A B<A C<B D<C")
    # A trace ends at the stop.
    j.site.views.clear()


@journey
def a_storage_that_another_script_edits_counts_every_page(j):
    tab = j.open("/a")
    for edit in ["next = 1e999", "next = null", "components = 'x'", "id = ['a/1']", "name = 5", "version = 2"]:
        tab.do("const state = JSON.parse(sessionStorage.pageview); "
               f"state.{edit}; sessionStorage.pageview = JSON.stringify(state)")
        tab.settle()
        tab.do("history.pushState(null, '', location.pathname == '/a' ? '/b' : '/a')")
        tab.settle()
    j.expect("A B<A A<B B<A A<B B<A A<B")
