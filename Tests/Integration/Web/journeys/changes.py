"""Journeys through documents that install the engine again, pages that change without a new URL, and elements that come later."""
from known import journey
from misuse import ERRORS

INSTALL = """<script type=module>
    import { PageViewEngine } from "%s";
    const engine = await PageViewEngine.create({
        recordsTrace: true, onPageView: (view) => (window.received ??= []).push(view.page.name),
    });
    engine.page("*", { name: ({ url }) => url.pathname.slice(1).toUpperCase() });
    (window.installed ??= []).push(engine);
</script>"""
# Replaces the body and runs the scripts of the new one, as a navigation library does.
VISIT = """window.visit = (path, body) => {
    history.pushState(null, '', path);
    document.body.innerHTML = body;
    for (const old of document.body.querySelectorAll('script')) {
        const script = document.createElement('script');
        script.type = 'module';
        script.textContent = old.textContent;
        old.replaceWith(script);
    }
};"""


@journey
def a_document_that_installs_the_engine_again_has_one_engine(j):
    urls = ["/library/pageview.min.js", "/library/pageview.js", "/library/pageview.min.js?copy"]
    j.page("/a", head=VISIT + "options = { storage: 'other' }; setUp = () => {};",
           body="".join(INSTALL % url for url in urls))
    tab = j.open("/a")
    tab.wait("window.installed?.length == 3")
    tab.settle()
    assert tab.evaluate("received.join() == 'A' && new Set(installed).size == 1"), tab.evaluate("received")
    for path, url in zip("bcd", urls):
        tab.evaluate("window.count = installed.length")
        tab.evaluate(f"visit('/{path}', `{INSTALL % url}`)".replace("</script>", "<\\/script>"))
        tab.wait("installed.length == count + 1")
        tab.settle()
    assert tab.evaluate("received.join()") == "A,B,C,D", tab.evaluate("received")
    assert tab.evaluate("new Set(installed).size") == 1


@journey
def a_second_create_with_other_options_is_an_error_and_changes_nothing(j):
    j.page("/a", head=ERRORS)
    tab = j.open("/a")
    assert tab.evaluate("""(async () => {
        const again = await library.PageViewEngine.create({ recordsTrace: true });
        // These options mean the same.
        await library.PageViewEngine.create({ storage: 'pageview', recordsTrace: true, source: undefined, consent: 'granted' });
        await library.PageViewEngine.create({ recordsTrace: true, policy: 'session' });
        return again === engine && errors.join();
    })()""") in ["Uncaught TypeError: expected equal options", "TypeError: expected equal options"]
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A B<A")


@journey
def a_stopped_engine_makes_room_for_a_new_one(j):
    tab = j.open("/a")
    found = tab.evaluate("""(async () => {
        engine.stop();
        const next = await library.PageViewEngine.create({ storage: 'pageview' });
        // Another engine has taken its place.
        engine.start();
        next.page('/a', { name: 'NEXT' });
        next.stop();
        const last = await library.PageViewEngine.create();
        last.addReceiver((view) => (window.seen ??= []).push(view.page.name));
        last.page('/b', { name: 'B' });
        return [next === engine, last === next];
    })()""")
    assert found == [False, False], found
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    assert tab.evaluate("seen.join()") == "B"
    j.expect("A")


@journey
def a_module_that_cannot_be_loaded_makes_room_for_another_attempt(j):
    j.page("/a", head=ERRORS + "options = { wasm: '/missing' }; setUp = () => {};")
    j.site.pages["/missing"] = {"status": 404}
    tab = j.open("/b")
    tab.do("location.href = '/a'")
    tab.wait("location.pathname == '/a' && window.errors?.length")
    assert tab.evaluate("""library.PageViewEngine.create().then((engine) => {
        engine.addReceiver((view) => { window.second = view.page.name; });
        engine.page('/a', { name: 'SECOND' });
        return true;
    })""")
    tab.wait("window.second")
    j.expect("B")


@journey
def a_repeated_declaration_replaces_the_first_one(j):
    j.page("/a", head="""setUp = (engine) => {
        const declare = (ready) => engine.page('/:page', { name: ({ params }) => params.page.toUpperCase(), ready });
        const first = declare(false);
        window.page = declare(false);
        first.remove();
        // These patterns have one text, but they are not one function.
        for (const path of ['/c', '/d']) engine.page((url) => url.pathname == path, { name: 'X' });
        engine.page(/./, { name: 'OTHER' });
    };""")
    tab = j.open("/a")
    j.expect("")
    tab.do("page.ready()")
    j.expect("A")
    tab.do("page.remove(); history.pushState(null, '', '/c')")
    tab.settle()
    tab.do("history.pushState(null, '', '/d')")
    tab.settle()
    tab.do("history.pushState(null, '', '/e')")
    tab.settle()
    j.expect("A X<A X<X OTHER<X")


@journey
def a_step_in_the_state_of_the_history_is_a_page(j):
    j.page("/form", head="""history.replaceState({ step: 1 }, '');
    setUp = (engine) => engine.page('/form', { name: () => 'STEP' + history.state.step });""")
    tab = j.open("/form")
    for step in [
        "history.pushState({ step: 2 }, '')", "history.replaceState({ step: 3 }, '')", "history.back()",
        # A step that another one replaces in one task was never on the screen.
        "history.pushState({ step: 4 }, ''); history.replaceState({ step: 5 }, '')",
        "history.replaceState({ step: 5, scroll: 100 }, '')",
    ]:
        tab.do(step)
        tab.settle()
    j.expect("STEP1 STEP2<STEP1 STEP3<STEP2 STEP1<STEP3 STEP5<STEP1")


@journey
def a_login_wall_counts_after_a_refresh(j):
    j.page("/account", head="""window.isLoggedIn = false;
    setUp = (engine) => {
        engine.page(() => isLoggedIn, { name: 'ACCOUNT' });
        engine.page('/account', { name: 'LOGIN' });
    };""")
    tab = j.open("/account")
    tab.do("isLoggedIn = true")
    tab.settle()
    j.expect("LOGIN")
    tab.do("engine.refresh()")
    tab.settle()
    j.expect("LOGIN ACCOUNT<LOGIN")
    tab.do("engine.refresh()")
    tab.settle()
    j.expect("LOGIN ACCOUNT<LOGIN")


@journey
def a_dialog_that_shows_another_content_is_another_page(j):
    # With this policy, a page that is revealed for a moment would count.
    j.page("/a", body="<dialog id=dialog><h2>login</h2></dialog>", head="""options = { policy: 'session' };
    setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(dialog, { name: (element) => element.textContent.toUpperCase() || undefined });
    };""")
    tab = j.open("/a")
    for step in [
        "dialog.showModal()", "dialog.textContent = 'signup'", "dialog.firstChild.data = 'done'",
        # The old content comes back before the next frame.
        "dialog.textContent = 'x'; dialog.textContent = 'done'",
        "dialog.textContent = 'x'; requestAnimationFrame(() => { dialog.textContent = 'done'; })",
        "dialog.textContent = ''", "dialog.textContent = 'again'", "dialog.textContent = 'end'; dialog.close()",
    ]:
        tab.do(step)
        tab.settle()
    j.expect("A LOGIN<A SIGNUP<LOGIN DONE<SIGNUP A<DONE AGAIN<A A<AGAIN")


@journey
def a_wizard_that_replaces_its_content_counts_each_step(j):
    j.page("/a", body="<main id=main><h1>one</h1><p data-page=help>help</main>", head="""setUp = (engine) => {
        engine.page(main, { name: () => main.querySelector('h1')?.textContent.toUpperCase() });
        engine.pages('[data-page]');
    };""")
    tab = j.open("/a")
    for number in ["two", "two", "three"]:
        tab.do(f"main.innerHTML = '<h1>{number}</h1><p data-page=help>help'")
        tab.settle()
    # The help has the same identity in each step.
    j.expect("ONE help<ONE TWO<help THREE<TWO")
    assert tab.evaluate("engine.currentPage.page.name") == "help"


@journey
def elements_that_come_later_are_pages(j):
    j.page("/a", body="<div id=root></div>", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        window.panes = engine.pages('.pane', { name: (element) => element.id, ready: (element) => ({ text: element.textContent }) });
        engine.pages('[data-page]');
    };""")
    tab = j.open("/a")
    for step in [
        "root.innerHTML = '<p class=pane id=one>1'", "root.innerHTML = '<p class=pane id=two>2'",
        "root.firstChild.hidden = true", "root.firstChild.hidden = false",
        # The element begins to match, stops matching, and matches again.
        "root.innerHTML = '<p id=three>3'", "three.className = 'pane'", "three.className = ''", "three.className = 'pane'",
        "three.className = ''; three.dataset.page = 'four'", "three.remove()", "root.innerHTML = '<p data-page=\"\">5'",
        "root.innerHTML = '<p hidden data-page=six>6'", "root.firstChild.hidden = false",
    ]:
        tab.do(step)
        tab.settle()
    j.expect("A one<A two<one two<two three<two three<three four<three six<four")
    assert [view.get("payload", {}).get("text") for view in j.site.views] == [None, "1", "2", "2", "3", "3", None, None]
    tab.do("panes.remove(); root.innerHTML = '<p class=pane id=seven>7'")
    tab.settle()
    j.expect("A one<A two<one two<two three<two three<three four<three six<four")


@journey
def an_element_that_is_declared_itself_keeps_its_declaration(j):
    j.page("/a", body="<p id=one data-page=one>1</p><p id=two data-page=two hidden>2</p>", head="""setUp = (engine) => {
        window.declared = engine.page(one, { name: 'ITSELF' });
        engine.pages('[data-page]');
        engine.pages('p', { name: 'LATER' });
        engine.pages('[data-page]');
    };""")
    tab = j.open("/a")
    tab.do("two.hidden = false")
    tab.settle()
    j.expect("ITSELF two<ITSELF")
    tab.do("declared.remove(); two.remove(); engine.pages('[data-page]')")
    tab.settle()
    j.expect("ITSELF two<ITSELF one<two")


@journey
def a_selector_as_a_pattern_is_an_error(j):
    j.page("/a", body="<p id=cart>cart</p><p id=über>cart</p>")
    tab = j.open("/a")
    message = "(() => { try { %s; } catch (error) { return String(error); } })()"
    for pattern in ["#cart", "#über", ".cart", "[data-page]"]:
        found = tab.evaluate(message % f"engine.page('{pattern}', {{ name: 'X' }})")
        assert "; for a selector, use pages" in found and found.endswith(f'found "{pattern}"'), found
    for wrong, expected in [("'['", "SyntaxError"), ("cart", "TypeError"), ("", "TypeError"), ("'p', { name: 5 }", "TypeError")]:
        found = tab.evaluate(message % f"engine.pages({wrong})")
        assert found and found.startswith(expected), found
    # A hash without a slash can be a route, if no element has its name.
    tab.do("engine.page('#items', { name: 'ITEMS' })")
    tab.settle()
    j.expect("A")


@journey
def an_anchor_is_no_hash_route(j):
    j.page("/app", body="<a href=#sec>x</a><p id=sec>x<p id=über>y", head="""setUp = (engine) => {
        engine.page('#list', { name: 'LIST' });
        engine.page('#/', { name: 'HOME' });
        engine.page('#:page', { name: ({ params }) => params.page });
        engine.page('#/:page', { name: ({ params }) => params.page.toUpperCase() });
    };""")
    tab = j.open("/app#/docs")
    for step in ["document.links[0].click()", "history.back()", "location.hash = 'über'", "location.hash = '%E0%A4%A'",
                 # The route renders an element with the name of the route.
                 "location.hash = 'list'; document.body.innerHTML += '<p id=list>list'", "location.hash = 'sec'"]:
        tab.do(step)
        tab.settle()
    j.expect("DOCS %E0%A4%A<DOCS LIST<%E0%A4%A")
    assert tab.evaluate("engine.currentPage.page.name") == "LIST"


@journey
def a_page_with_an_id_appears_although_its_url_changes_at_each_frame(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page('/play/:t', { name: 'PLAY', id: 1 });
    };""")
    tab = j.open("/a")
    tab.evaluate("""new Promise((done) => {
        let t = 0;
        const next = () => {
            history.replaceState(null, '', '/play/' + t++);
            if (t == 20) window.during = views.map((view) => view.page.name).join();
            t < 30 ? requestAnimationFrame(next) : done();
        };
        next();
    })""")
    assert tab.evaluate("during") == "A,PLAY", tab.evaluate("during")
    tab.settle()
    j.expect("A PLAY<A")


@journey
def the_deep_link_is_the_url_with_which_the_document_was_opened(j):
    j.page("/b", head="options = { deepLinks: true }; history.replaceState(null, '', '/b?clean')")
    j.page("/x", head="setUp = (engine) => {};")
    tab = j.open("/x")
    tab.do(f"location.href = '{j.site.other_origin}/b?from=mail#/items'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect("B")
    assert j.site.views[0]["deepLink"]["url"] == j.site.other_origin + "/b?from=mail#/items", j.site.views[0]["deepLink"]


@journey
def a_frame_counts_when_the_user_sees_it(j):
    j.page("/frame", head="options = { frames: true, storage: false };")
    j.page("/a", head="setUp = () => {};", body="<iframe id=frame src=/frame style='display: none'></iframe>"
           "<p style='height: 3000px'>long</p><iframe id=below src=/frame></iframe>")
    tab = j.open("/a")
    for each in ["frame", "below"]:
        tab.wait(f"{each}.contentWindow.engine")
    tab.settle()
    j.expect("")
    tab.do("frame.style.display = ''")
    tab.settle()
    tab.settle()
    j.expect("FRAME")
    tab.do("frame.contentWindow.history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("below.scrollIntoView()")
    tab.settle()
    tab.settle()
    j.expect("FRAME B<FRAME FRAME")
    # The first frame is out of sight.
    tab.do("frame.contentWindow.history.pushState(null, '', '/c')")
    tab.settle()
    j.expect("FRAME B<FRAME FRAME")
    tab.do("scrollTo(0, 0)")
    tab.settle()
    tab.settle()
    j.expect("FRAME B<FRAME FRAME C<B")
    # The documents of the frames outlive the tab, so they send no trace to verify.
    j.site.views.clear()


@journey
def a_url_that_changes_through_the_prototype_is_seen(j):
    j.page("/a", head="""window.ready = history.pushState;
    window.originals = () => [History.prototype, history].map((each) => [each.pushState, Object.hasOwn(each, 'pushState')]).join();
    window.before = originals();""")
    tab = j.open("/a")
    tab.do("History.prototype.pushState.call(history, null, '', '/b')")
    tab.settle()
    tab.do("engine.stop()")
    assert tab.evaluate("originals() == before")
    j.expect("A B<A")


@journey
def the_functions_of_the_history_that_another_script_replaced_are_seen(j):
    j.page("/a", head="""const { pushState } = history;
    history.pushState = function (...values) { return pushState.apply(this, values); };
    window.before = history.pushState;""")
    tab = j.open("/a")
    tab.do("history.pushState(null, '', '/b')")
    tab.settle()
    tab.do("History.prototype.pushState.call(history, null, '', '/c')")
    tab.settle()
    tab.do("engine.stop()")
    assert tab.evaluate("history.pushState == before")
    j.expect("A B<A C<B")


@journey
def many_page_views_of_a_task_are_stored_once(j):
    j.page("/a", head="""const { setItem, getItem } = Storage.prototype;
    window.calls = 0;
    Storage.prototype.setItem = function (...values) { calls++; return setItem.apply(this, values); };
    Storage.prototype.getItem = function (...values) { calls++; return getItem.apply(this, values); };""")
    tab = j.open("/a")
    tab.evaluate("""(() => {
        calls = 0;
        for (let i = 0; i < 9; i++) {
            const component = engine.makeComponent({ name: 'X' + i, page: 'X' + i, state: 'ready' });
            for (const event of ['didAppear', 'didDisappear', 'destroy']) engine.report(component, event);
        }
    })()""")
    assert tab.evaluate("calls") == 1
    tab.do("location.href = '/b'")
    tab.wait("location.pathname == '/b' && window.engine")
    tab.settle()
    j.expect(*["A", "X0<A"], *[f"X{i}<X{i - 1}" for i in range(1, 9)], "B<X8")
