"""Journeys through elements: popovers, tabs, drawers, carousels, and copies of elements."""
from known import REACT, TABS, TABS_HEAD, journey


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
def an_element_that_is_hidden_but_keeps_its_box_ends_its_page(j):
    # An IntersectionObserver does not report these changes.
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
def scrolling_up_or_down_ends_no_page(j):
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
    j.page("/a", body=TABS, head="setUp = (engine) => engine.pages('#one', { name: 'ONE' });")
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
def a_copy_with_the_id_of_its_element_needs_no_declaration(j):
    j.page("/a", body=TABS, head=TABS_HEAD.replace("{ name: 'ONE' }", "{ name: 'ONE', ready: false }")
           .replace("engine.page(one", "window.page = engine.page(one"))
    tab = j.open("/a")
    tab.do("page.ready()")
    for _ in range(2):
        tab.do("one.replaceWith(one.cloneNode(true))")
        tab.settle()
    j.expect("ONE")
    assert tab.evaluate("engine.currentPage.page.name") == "ONE"
    # An element with another tag name is no copy.
    tab.do("const other = document.createElement('p'); other.id = 'one'; other.textContent = 1; one.replaceWith(other)")
    tab.settle()
    assert tab.evaluate("engine.currentPage") is None
    j.expect("ONE")


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
def a_react_component_with_a_new_key_is_a_new_element(j):
    j.page("/react", body=REACT, head="keyed = true")
    tab = j.open("/react")
    tab.wait("window.show")
    for name in ["B", "A", "A"]:
        tab.settle()
        tab.do(f"show('{name}')")
    tab.settle()
    j.expect("A B<A A<B")


@journey
def routes_that_react_declares_in_effects_count_once(j):
    j.page("/a", body="""<div id=root></div><script src=/react.js></script><script src=/react-dom.js></script><script>
        const { createElement, useEffect, useState, StrictMode } = React;
        function Screen({ path, name }) {
            useEffect(() => {
                const page = engine.page(path, { name, ready: false });
                const timer = setTimeout(() => page.ready({ name }), 50);
                return () => { clearTimeout(timer); page.remove(); };
            }, []);
            return createElement("main", null, name);
        }
        function App() {
            const [path, setPath] = useState("/a");
            window.go = (next) => { history.pushState(null, "", next); setPath(next); };
            return createElement(Screen, { path, name: path.slice(1).toUpperCase(), key: path });
        }
        window.setUp = () => ReactDOM.createRoot(root).render(createElement(StrictMode, null, createElement(App)));
    </script>""")
    tab = j.open("/a")
    for path in ["/b", "/c", "/a"]:
        tab.wait("views.length && views.at(-1).page.name == root.textContent")
        tab.do(f"go('{path}')")
        tab.settle()
    tab.wait("views.at(-1).page.name == root.textContent")
    j.expect("A B<A C<B A<C")


@journey
def a_sheet_that_slides_from_below_counts_each_time(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'SHEET' });
    };""", body="<p style='height: 5000px'>long<div id=page style='position: fixed; inset: auto 0 0 0; height: 200px;"
                " transform: translateY(100%); transition: transform 80ms'>sheet</div>")
    tab = j.open("/a")
    for _ in range(2):
        tab.do("page.style.transform = ''")
        tab.wait("engine.currentPage.page.name == 'SHEET'")
        tab.settle()
        tab.do("page.style.transform = 'translateY(100%)'")
        tab.wait("engine.currentPage.page.name == 'A'")
    j.expect("A SHEET<A SHEET<SHEET")


@journey
def a_sheet_with_an_absolute_position_counts_each_time(j):
    j.page("/a", head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'SHEET' });
    };""", body="<p style='height: 5000px'>long<div id=page style='position: absolute; inset: auto 0 0 0; height: 200px;"
                " transform: translateY(100%)'>sheet</div>")
    tab = j.open("/a")
    for _ in range(2):
        tab.do("page.style.transform = ''")
        tab.wait("engine.currentPage.page.name == 'SHEET'")
        tab.settle()
        tab.do("scrollTo(0, 100)")
        tab.settle()
        tab.do("page.style.transform = 'translateY(200%)'")
        tab.wait("engine.currentPage.page.name == 'A'")
    tab.do("page.style.transform = ''; scrollTo(0, 0)")
    tab.settle()
    # The user scrolled the sheet away. Scrolling back would show it.
    tab.do("scrollTo(0, 3000)")
    tab.settle()
    j.expect("A SHEET<A SHEET<SHEET SHEET<SHEET")
    assert tab.evaluate("engine.currentPage.page.name") == "SHEET"


@journey
def the_panes_of_a_carousel_count_each_time(j):
    j.page("/a", body="""<div id=frame style="width: 300px; overflow: hidden; margin-left: 400px">
        <div id=strip style="display: flex">
        <div id=one style="flex: 0 0 300px">one</div><div id=two style="flex: 0 0 300px">two</div></div></div>""",
           head="""setUp = (engine) => { engine.page(one, { name: 'ONE' }); engine.page(two, { name: 'TWO' }); };""")
    tab = j.open("/a")
    for step in ["strip.style.transform = 'translateX(-300px)'", "strip.style.transform = ''", "frame.scrollLeft = 300"]:
        tab.do(step)
        tab.settle()
    j.expect("ONE TWO<ONE ONE<TWO TWO<ONE")


@journey
def a_page_below_a_dialog_counts_again_with_the_session_policy(j):
    j.page("/a", body="<dialog id=page>D</dialog><div id=tab>T</div>", head="""options = { policy: 'session' };
    setUp = (engine) => {
        engine.page('/:page', { name: ({ params }) => params.page.toUpperCase() });
        engine.page(tab, { name: 'T' });
        engine.page(page, { name: 'D' });
    };""")
    tab = j.open("/a")
    tab.do("page.showModal()")
    tab.settle()
    tab.do("page.close()")
    tab.settle()
    j.expect("A T<A D<T T<D")
    # The tab ends together with its route, so no page is revealed.
    tab.do("history.pushState(null, '', '/b'); document.getElementById('tab').remove()")
    tab.settle()
    j.expect("A T<A D<T T<D B<T")
    tab.do("location.href = '/c'")
    tab.wait("location.pathname == '/c' && window.engine")
    tab.settle()
    j.expect("A T<A D<T T<D B<T C<B")


@journey
def an_element_with_another_name_is_another_page(j):
    j.page("/a", body="<main id=item>item</main>", head="""setUp = (engine) => {
        window.declared = engine.page(item, { name: 'ITEM', id: 5 });
    };""")
    tab = j.open("/a")
    # A component of a framework keeps its element and changes what it shows.
    tab.do("declared.remove(); declared = engine.page(item, { name: 'REVIEW', id: 5 })")
    tab.settle()
    tab.do("const next = document.createElement('main'); next.textContent = 'cart'; item.replaceWith(next);"
           " engine.page(next, { name: 'CART', id: 5 })")
    tab.settle()
    j.expect("ITEM REVIEW<ITEM CART<REVIEW")


@journey
def an_element_that_becomes_ready_after_its_removal_is_not_counted(j):
    j.page("/a", body="<main id=item>item</main>", head="""setUp = (engine) => {
        const promise = new Promise((done) => { window.loaded = done; });
        window.declared = engine.page(item, { name: 'ONE', ready: promise });
    };""")
    tab = j.open("/a")
    # The promise resolves before the next frame.
    tab.do("loaded(); declared.remove(); declared = engine.page(item, { name: 'TWO', ready: false })")
    tab.settle()
    j.expect("")
    tab.do("declared.remove(); declared.ready()")
    tab.settle()
    j.expect("")
    assert tab.evaluate("engine.currentPage") is None


@journey
def an_element_outside_of_the_window_replaces_no_other_one(j):
    j.page("/a", body="<p id=first>row</p><p style='height: 5000px'>long</p><p id=last>row</p>", head="""setUp = (engine) => {
        engine.page(first, { name: 'ROW' });
        engine.page(last, { name: 'ROW' });
    };""")
    tab = j.open("/a")
    tab.do("first.remove()")
    tab.settle()
    j.expect("ROW")
    tab.do("last.scrollIntoView()")
    tab.settle()
    j.expect("ROW ROW<ROW")


@journey
def a_popover_inside_a_dialog_reveals_only_the_page_below_both(j):
    j.page("/a", body="<dialog id=dialog>D<div id=menu popover>P</div></dialog>", head="""options = { policy: 'session' };
    setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(menu, { name: 'P' });
        engine.page(dialog, { name: 'D' });
    };""")
    tab = j.open("/a")
    for step in ["dialog.showModal()", "menu.showPopover()"]:
        tab.do(step)
        tab.settle()
    tab.do("dialog.close()")
    tab.settle()
    j.expect("A D<A P<D A<P")


@journey
def a_page_inside_a_shadow_root_is_the_current_one(j):
    j.page("/a", body="<section id=outer hidden>outer</section><section id=other>other</section>", head="""setUp = (engine) => {
        const [root, next] = [outer, other].map((each) => each.attachShadow({ mode: 'open' }));
        root.innerHTML = '<p>inner</p>';
        Object.assign(window, { inner: root.firstChild, root, next });
        engine.page(inner, { name: 'INNER' });
        engine.page(outer, { name: 'OUTER' });
    };""")
    tab = j.open("/a")
    tab.do("outer.hidden = false")
    tab.settle()
    j.expect("OUTER INNER<OUTER")
    assert tab.evaluate("engine.currentPage.page.name") == "INNER"
    # The element keeps its appearance in another shadow root.
    tab.do("next.append(inner)")
    tab.settle()
    tab.do("root.append(inner)")
    tab.settle()
    j.expect("OUTER INNER<OUTER")
