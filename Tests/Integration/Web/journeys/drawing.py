"""Journeys through apps that change the URL before they draw, and then perhaps never draw the page of the URL (WB-106)."""
from known import journey, only_modern

# An app that draws each route: `go` at once, `load` after a time, unless another visit has begun.
APP = """window.draw = (name) => { document.querySelector('main').innerHTML = '<h1>' + name + '</h1>'; };
window.go = (path) => { history.pushState(null, '', path); draw(path); };
window.load = (path, time, begin = 'pushState') => {
    history[begin](null, '', path);
    clearTimeout(window.loading);
    window.loading = setTimeout(() => draw(path), time);
};"""
MAIN = "<main><h1>a</h1></main>"
SECOND = "new Promise((done) => setTimeout(done, 1100))"


def open_app(j, head="", body=MAIN):
    """Opens an app that has drawn a second route."""
    j.page("/a", head=APP + head, body=body)
    tab = j.open("/a")
    tab.do("go('/b')")
    tab.settle()
    return tab


@journey
def a_return_that_a_guard_refuses_counts_nothing(j):
    j.page("/list", body="<h1>list</h1>", head="""let guarded = false;
    const draw = () => { document.querySelector('h1').textContent = location.pathname; };
    onpopstate = () => {
        if (!guarded) return draw();
        guarded = false;
        setTimeout(() => history.forward(), 500);
    };
    window.edit = () => {
        setTimeout(() => { history.pushState(0, '', '/edit'); draw(); guarded = true; });
        setTimeout(() => history.back(), 400);
    };
    setUp = (engine) => engine.page('*', { name: ({ url }) => url.pathname.slice(1) });""")
    tab = j.open("/list")
    tab.do("edit()")
    for path in ["/edit", "/list", "/edit"]:
        tab.wait(f"location.pathname == '{path}'")
    tab.evaluate(SECOND)
    tab.settle()
    j.expect("list edit<list")
    # The guard accepts the next one.
    tab.do("history.back()")
    tab.settle()
    j.expect("list edit<list list<edit")


@journey
def a_redirect_after_a_push_counts_its_end(j):
    tab = open_app(j)
    tab.do("history.pushState(null, '', '/old'); setTimeout(() => load('/new', 0, 'replaceState'), 200)")
    tab.wait("location.pathname == '/new'")
    tab.settle()
    j.expect("A B<A NEW<B")


@journey
def a_slow_visit_that_another_one_replaces_counts_nothing(j):
    # The app never draws at once.
    j.page("/a", head=APP, body=MAIN)
    tab = j.open("/a")
    tab.do("load('/b', 200)")
    tab.wait("document.querySelector('h1').textContent == '/b'")
    tab.settle()
    tab.do("load('/slow', 500); setTimeout(() => load('/c', 200), 200)")
    tab.wait("document.querySelector('h1').textContent == '/c'")
    tab.settle()
    j.expect("A B<A C<B")


@journey
def a_route_that_the_user_leaves_before_it_is_loaded_counts_nothing(j):
    tab = open_app(j)
    tab.do("load('/lazy', 800); setTimeout(() => { clearTimeout(loading); history.back(); }, 300)")
    tab.wait("location.pathname == '/lazy'")
    tab.wait("location.pathname == '/b'")
    tab.evaluate(SECOND)
    tab.settle()
    j.expect("A B<A")
    assert tab.evaluate("engine.currentPage.page.name") == "B"


@journey
def a_route_that_the_app_rejects_counts_nothing(j):
    # The app changes the URL, cannot load the route, and restores the URL. An error in the body is no page.
    tab = open_app(j)
    tab.do("""history.pushState(null, '', '/guard');
        document.body.append(document.createElement('output'));
        document.title = 'loading';
        setTimeout(() => history.replaceState(null, '', '/b'), 400);""")
    tab.wait("location.pathname == '/b' && document.title")
    tab.evaluate(SECOND)
    j.expect("A B<A")


@journey
def a_route_that_is_not_drawn_counts_after_a_second(j):
    tab = open_app(j)
    tab.do("history.pushState(null, '', '/c')")
    tab.settle()
    j.expect("A B<A")
    assert tab.evaluate("engine.currentPage.page.name") == "B"
    tab.evaluate(SECOND)
    tab.settle()
    j.expect("A B<A C<B")


@journey
def an_app_that_draws_before_it_changes_the_url_counts_at_once(j):
    tab = open_app(j)
    for path in ["/c", "/d"]:
        tab.do(f"draw('{path}'); history.pushState(null, '', '{path}')")
        tab.settle()
    # A library that replaces the body.
    tab.do("history.pushState(null, '', '/e'); const body = document.createElement('body'); document.body.replaceWith(body)")
    tab.settle()
    j.expect("A B<A C<B D<C E<D")


@journey
def a_clock_draws_no_route(j):
    tab = open_app(j, body=MAIN + "<p id=clock>0</p>", head="""setInterval(() => {
        clock.textContent = +clock.textContent + 1;
    }, 50);""")
    tab.evaluate(SECOND)
    tab.evaluate(SECOND)
    tab.do("history.pushState(null, '', '/held'); setTimeout(() => history.back(), 500)")
    tab.wait("location.pathname == '/held'")
    tab.wait("location.pathname == '/b'")
    tab.settle()
    j.expect("A B<A")
    tab.do("go('/c')")
    tab.settle()
    j.expect("A B<A C<B")


@journey
def a_dialog_that_asks_before_the_user_leaves_is_a_page(j):
    tab = open_app(j, body=MAIN + "<dialog id=leave>leave?</dialog>")
    tab.do("engine.page(leave, { name: 'LEAVE' }); history.back(); leave.showModal();"
           " setTimeout(() => { leave.close(); history.forward(); }, 800)")
    tab.wait("leave.open && location.pathname == '/a'")
    tab.wait("!leave.open && location.pathname == '/b'")
    tab.evaluate(SECOND)
    j.expect("A B<A LEAVE<B")
    assert tab.evaluate("engine.currentPage.page.name") == "B"


@journey
def a_route_that_is_declared_when_it_is_drawn_counts_at_once(j):
    tab = open_app(j, head="""setUp = (engine) => {
        for (const name of ['A', 'B']) engine.page('/' + name.toLowerCase(), { name });
    };""")
    tab.do("go('/c'); requestAnimationFrame(() => requestAnimationFrame(() => engine.page('/c', { name: 'C' })))")
    tab.settle()
    j.expect("A B<A C<B")


@journey
def a_page_from_the_cache_of_the_browser_counts_without_drawing(j):
    tab = open_app(j)
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    tab.go("/x")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("A B<A X<B B<X", stale="A B<A X<B B<B")


@only_modern
def an_intercepted_navigation_counts_when_its_handler_has_drawn(j):
    tab = open_app(j)
    tab.evaluate("""void navigation.addEventListener('navigate', (event) => event.canIntercept && event.intercept({
        handler: async () => { draw('c'); await new Promise((done) => setTimeout(done, 300)); } }))""")
    tab.do("navigation.navigate('/c')")
    tab.wait("location.pathname == '/c' && !navigation.transition")
    tab.settle()
    j.expect("A B<A C<B")


@journey
def a_route_that_is_drawn_some_frames_before_its_url_counts(j):
    tab = open_app(j)
    tab.do("draw('c'); requestAnimationFrame(() => requestAnimationFrame(() => history.pushState(null, '', '/c')))")
    tab.wait("location.pathname == '/c'")
    tab.settle()
    tab.do("go('/d')")
    tab.settle()
    j.expect("A B<A C<B D<C")


@journey
def a_section_that_a_route_shows_counts(j):
    tab = open_app(j, body=MAIN + "<section id=one hidden>one</section><section id=two class=off>two</section>")
    tab.do("history.pushState(null, '', '/one'); one.hidden = false")
    tab.settle()
    tab.do("history.pushState(null, '', '/two'); two.className = ''")
    tab.settle()
    tab.do("go('/d')")
    tab.settle()
    j.expect("A B<A ONE<B TWO<ONE D<TWO")


@journey
def pages_that_stay_in_the_document_count_each_time(j):
    # The app creates a section at the first visit, and later only shows it.
    j.page("/home", head="""window.go = (path) => {
        history.pushState(null, '', path);
        const id = path.slice(1);
        if (!document.getElementById(id)) main.insertAdjacentHTML('beforeend', '<section id=' + id + '>' + id + '</section>');
        for (const each of main.children) each.hidden = each.id !== id;
    };""", body="<main id=main><section id=home>home</section></main>")
    tab = j.open("/home")
    for path in ["/a", "/b", "/home", "/a", "/b"]:
        tab.do(f"go('{path}')")
        tab.settle()
    j.expect("HOME A<HOME B<A HOME<B A<HOME B<A")


@journey
def a_dialog_with_a_url_counts_at_once(j):
    tab = open_app(j, body=MAIN + "<dialog id=login>login</dialog>")
    tab.do("history.pushState(null, '', '/login'); login.showModal()")
    tab.settle()
    j.expect("A B<A LOGIN<B")


@journey
def what_nobody_sees_draws_no_route(j):
    tab = open_app(j, body=MAIN + "<div id=menu>menu</div>")
    tab.do("""history.pushState(null, '', '/c');
        menu.remove();
        const main = document.querySelector('main');
        main.append(document.createElement('script'), document.createComment('x'), document.createElement('style'));
        setTimeout(() => history.back(), 500);""")
    tab.wait("location.pathname == '/c'")
    tab.wait("location.pathname == '/b'")
    tab.settle()
    j.expect("A B<A")


@journey
def a_text_that_changes_once_while_the_page_rests_is_no_clock(j):
    tab = open_app(j)
    tab.evaluate("void (window.draw = (name) => { document.querySelector('h1').firstChild.data = name; })")
    tab.evaluate(SECOND)
    for path in ["/c", "/d", "/e"]:
        tab.do(f"go('{path}')")
        tab.settle()
        tab.evaluate(SECOND)
        # The app loads the content again.
        tab.do("draw(location.pathname + ' again')")
        tab.settle()
    for path in ["/f", "/g"]:
        tab.do(f"go('{path}')")
        tab.settle()
    j.expect("A B<A C<B D<C E<D F<E G<F")


@journey
def an_app_that_does_not_draw_a_route_waits_only_once(j):
    tab = open_app(j)
    tab.do("history.pushState(null, '', '/c')")
    tab.evaluate(SECOND)
    tab.settle()
    for path in ["/d", "/e"]:
        tab.do(f"history.pushState(null, '', '{path}')")
        tab.settle()
    j.expect("A B<A C<B D<C E<D")
