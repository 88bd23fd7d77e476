"""Basic journeys, and the decorators of all journeys."""

# The journeys that run with and without the Navigation API, and those that run only with it.
both, modern = [], []


def journey(function):
    both.append(function)
    return function


def only_modern(function):
    modern.append(function)
    return function


TABS = """<div id=one>one</div><div id=two hidden>two</div><details id=more><summary>more</summary><p id=three>three</details>"""
TABS_HEAD = """setUp = (engine) => {
    engine.page(one, { name: 'ONE' });
    engine.page(two, { name: 'TWO' });
    engine.page(three, { name: 'THREE' });
};"""
PENDING = """setUp = (engine) => {
    window.page = engine.page('/a', { name: 'A', ready: false });
    engine.page('/b', { name: 'B' });
};"""


@journey
def a_cold_load_counts_once(j):
    j.open("/a")
    j.expect("A")


@journey
def pushes_and_traversals_count_each_page_with_the_page_before(j):
    tab = j.open("/a")
    for step in ["history.pushState(null, '', '/b')", "history.pushState(null, '', '/c')", "history.back()", "history.forward()"]:
        tab.do(step)
        tab.settle()
    j.expect("A B<A C<B B<C C<B")


@journey
def a_url_that_is_cleaned_in_the_head_is_the_same_page(j):
    j.page("/a", head="history.replaceState(null, '', '/a')")
    j.open("/a?utm=1")
    j.expect("A")


@journey
def a_replace_and_a_push_in_one_task_count_once(j):
    tab = j.open("/a")
    tab.do("history.replaceState(null, '', location.href); history.pushState(null, '', '/b')")
    tab.settle()
    j.expect("A B<A")


@journey
def anchors_of_a_page_are_the_same_page(j):
    j.page("/a", body="<a href=#x>x</a><p id=x>x")
    tab = j.open("/a")
    for step in ["document.links[0].click()", "document.links[0].click()", "location.hash = 'x'", "history.back()"]:
        tab.do(step)
        tab.settle()
    j.expect("A")


@journey
def a_reload_counts_again(j):
    tab = j.open("/a")
    before = tab.evaluate("documentID")
    tab.do("location.reload()")
    tab.wait(f"window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("A A<A")


@journey
def a_page_from_the_cache_of_the_browser_counts_again(j):
    tab = j.open("/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("A B<A A<B", stale="A B<A A<A")


@journey
def a_page_that_the_cache_dropped_is_loaded_and_counts_again(j):
    j.needs("eviction")
    # A message to an open channel of a cached page removes the page from the cache.
    tab = j.open("/a")
    tab.evaluate("void (window.channel = new BroadcastChannel('x'))")
    before = tab.evaluate("documentID")
    tab.go("/b")
    tab.evaluate("new BroadcastChannel('x').postMessage(1)")
    tab.do("history.back()")
    tab.wait(f"location.pathname == '/a' && window.engine && documentID != '{before}'")
    tab.settle()
    j.expect("A B<A A<B")


@journey
def a_background_tab_counts_when_it_is_shown(j):
    j.page("/a", body="<a href=/b>to the other page</a>")
    tab = j.open("/a")
    tab.open_in_background("a")
    other = j.new_tab()
    j.expect("A")
    other.show()
    other.settle()
    j.expect("A B")


@journey
def switching_tabs_and_minimising_count_nothing(j):
    tab = j.open("/a")
    other = j.open("/b")
    for each in [tab, other, tab]:
        each.show()
        each.settle()
    tab.minimise()
    tab.show()
    tab.settle()
    j.expect("A B")


REACT = """<div id=root></div><script src=/react.js></script><script src=/react-dom.js></script><script>
    const { createElement, useEffect, useRef, useState, StrictMode } = React;
    function usePage(options) {
        const element = useRef(null);
        useEffect(() => {
            const page = engine.page(element.current, options);
            return () => page.remove();
        }, [options.name, options.id]);
        return element;
    }
    const Screen = ({ name }) => createElement("main", { ref: usePage({ name }) }, name);
    function App() {
        const [name, setName] = useState("A");
        window.show = setName;
        return createElement(Screen, { name, key: window.keyed ? name : "screen" });
    }
    window.setUp = () => ReactDOM.createRoot(root).render(createElement(StrictMode, null, createElement(App)));
</script>"""


@journey
def the_strict_mode_of_react_counts_once(j):
    j.page("/react", body=REACT)
    tab = j.open("/react")
    tab.wait("window.show")
    tab.settle()
    tab.do("show('B')")
    tab.settle()
    j.expect("A B<A")


@journey
def an_element_that_moves_counts_once(j):
    j.page("/a", body="<div id=one><section id=page>A</section></div><div id=two></div>",
           head="setUp = (engine) => engine.page(page, { name: 'A' });")
    tab = j.open("/a")
    for step in [
        "two.appendChild(page)", "two.appendChild(page)", "one.moveBefore?.(page, null)",
        "const part = new DocumentFragment(); part.append(page); two.append(part)",
        "page.remove(); queueMicrotask(() => one.append(page))",
    ]:
        tab.do(step)
        tab.settle()
    j.expect("A")


DIALOG = """<dialog id=page>D</dialog>"""


@journey
def a_dialog_counts_each_time_that_it_opens(j):
    j.page("/a", body=DIALOG, head="""setUp = (engine) => {
        engine.page('/a', { name: 'A' });
        engine.page(page, { name: 'D' });
    };""")
    tab = j.open("/a")
    tab.do("page.showModal()")
    tab.settle()
    tab.press("Escape")
    tab.wait("!page.open")
    tab.settle()
    tab.do("page.showModal()")
    tab.settle()
    tab.do("page.remove()")
    tab.settle()
    j.expect("A D<A D<D")
    assert tab.evaluate("engine.currentPage.page.name") == "A"


@journey
def a_document_that_redirects_in_its_head_is_no_page(j):
    j.page("/r", head="location.replace('/c')")
    tab = j.open("/a")
    tab.do("location.href = '/r'")
    tab.wait("location.pathname == '/c' && window.engine")
    tab.settle()
    j.expect("A C<A")


@journey
def a_view_transition_that_another_one_replaces_is_no_page(j):
    tab = j.open("/a")
    tab.do("""for (const path of ['/b', '/c']) document.startViewTransition(() => {
        history.pushState(null, '', path);
        document.body.textContent = path;
    })""")
    tab.settle()
    tab.settle()
    j.expect("A C<A")
