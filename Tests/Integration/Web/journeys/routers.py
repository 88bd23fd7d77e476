"""Journeys through apps with public routers. Each one compares the page views with a log of the screens.

The guide contains the function `source` for each router, and the journeys read it from there. With the variable
PAGEVIEW_WITHOUT_SOURCE, the apps observe the URL instead, and the journeys print the differences (WB-107).
"""
import os
import re
import time

from driver import Failure
from known import journey, only_modern
from misuse import ERRORS

GUIDE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "Sources", "Core", "PageViewAutomation",
    "PageViewAutomation.docc", "Guides", "UsingItOnTheWeb.md")
IS_PLAIN = "PAGEVIEW_WITHOUT_SOURCE" in os.environ

# Logs each heading that stays on the screen for three frames. A document and a return from the cache begin anew.
SCREEN = """{
    let text, last, frames;
    addEventListener('pageshow', (event) => { if (event.persisted) last = text = undefined; });
    const look = () => {
        const now = document.querySelector('h1')?.textContent;
        frames = now === text ? frames + 1 : 1;
        text = now;
        if (frames === 3 && now && now !== last) sessionStorage.screen = (sessionStorage.screen ?? '') + ' ' + (last = now);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}
"""
# Each page has the name of its path or its hash, which is its heading.
PATHS = "window.setUp = (engine) => { engine.page('*', { name: ({ url }) => url.pathname, id: ({ url }) => url.pathname }); };"
HASHES = "window.setUp = (engine) => { engine.page(/^/, { name: ({ url }) => url.hash, id: ({ url }) => url.hash }); };"


def recipe(router):
    """Returns a script with the function `source` of the guide for a router."""
    if IS_PLAIN:
        return ""
    with open(GUIDE, encoding="utf-8") as file:
        blocks = re.findall(r"```js\n// (.*)\n((?:.*\n)*?)```", file.read())
    found = dict(blocks)[router]
    assert found.count("\n") <= 6, f"expected at most six lines for {router}"
    return found + "window.options = { source };\n"


def play(j, tab, *steps):
    """Runs scripts in the tab. A number is a time to wait, in seconds, and `= text` waits for a heading."""
    for step in steps:
        if isinstance(step, str) and step[0] == "=":
            tab.wait(f"document.querySelector('h1')?.textContent.endsWith('{step[2:]}')")
            tab.settle()
        elif isinstance(step, str):
            tab.do(step)
            tab.settle()
        else:
            time.sleep(step)


def compare(j, tab, *expected):
    """Compares the page views with the logged screens, and these with the screens that the journey expects."""
    time.sleep(0.15)
    screen = tab.evaluate("sessionStorage.screen").split()
    views = [view["page"]["name"] for view in j.site.views]
    if IS_PLAIN:
        print("found", "the same as" if views == screen else " ".join(views), "for", " ".join(screen), flush=True)
        return
    if screen != list(" ".join(expected).split()):
        raise Failure(f"expected {' '.join(expected)} on the screen, found {' '.join(screen)}")
    if views != screen:
        raise Failure(f"expected the page views {' '.join(screen)}, found {' '.join(views)}")
    j.check_numbers()


# What a source may state.

SOURCE = """options = { source(show) { window.calls = (window.calls ?? 0) + 1; window.show = show; } };
setUp = (engine) => {
    engine.page('/:page', { name: ({ params, url }) => params.page.toUpperCase() + url.search });
    engine.page('#/:page', { name: ({ params }) => params.page });
};"""


@journey
def what_a_source_states_is_in_front(j):
    j.page("/a", head=ERRORS + SOURCE)
    tab = j.open("/a")
    play(j, tab, "history.pushState(null, '', '/x')")
    j.expect("")
    play(j, tab, "show('/b')", "history.back()", "show(location.href)", "show(new URL('/c?q', location.href))", "show('/c?q')",
         "show(null)", "show('/c?q')", "show('/b'); show('/c?q')", "show('#/hash')")
    # The path of a hash belongs to the document.
    j.expect("B A<B C?q<A C?q<C?q A<C?q")
    assert tab.evaluate("calls") == 1 and tab.evaluate("errors.length") == 0
    assert tab.evaluate("history.pushState == History.prototype.pushState && !Object.hasOwn(history, 'pushState')")
    play(j, tab, "show('http://')", "show(Symbol())")
    assert tab.evaluate("errors.length") == 2, tab.evaluate("errors")
    play(j, tab, "history.pushState(null, '', '/y'); show('/d')", "engine.stop(); show('/e')", "engine.start()")
    j.expect("B A<B C?q<A C?q<C?q A<C?q D<A E<D")
    # The trace ends at the stop.
    j.site.views.clear()


@journey
def a_source_that_throws_states_nothing(j):
    j.page("/a", head=ERRORS + "options = { source() { throw new Error('source'); } };")
    tab = j.open("/a")
    assert [each.split(": ")[-1] for each in tab.evaluate("errors")] == ["source"]
    play(j, tab, "engine.show(['/b'])")
    j.expect("B")


@journey
def a_page_below_another_one_does_not_count_again(j):
    j.page("/a", head=SOURCE, body="<p id=pane>")
    tab = j.open("/a")
    play(j, tab, "show('/feed')", "show(['/feed', '/photo'])", "show(['/feed', '/photo', '/photo', '/feed'])", "show(['/feed'])")
    j.expect("FEED PHOTO<FEED")
    assert tab.evaluate("engine.currentPage.page.name") == "FEED"
    # The page below changes.
    play(j, tab, "show(['/feed', '/photo'])", "show([null, '/other', false, '/photo'])")
    j.expect("FEED PHOTO<FEED PHOTO<PHOTO OTHER<PHOTO")
    assert tab.evaluate("engine.currentPage.page.name") == "PHOTO"
    play(j, tab, "show(['/photo', '/other'])")
    assert tab.evaluate("engine.currentPage.page.name") == "OTHER"
    # An element of the page below stays in it.
    play(j, tab, "engine.page(pane, { name: 'PANE' })", "show(['/photo', '/other', '/top'])", "show(null)")
    j.expect("FEED PHOTO<FEED PHOTO<PHOTO OTHER<PHOTO PANE<OTHER TOP<PANE")
    assert tab.evaluate("engine.currentPage.page.name") == "PANE"


@journey
def an_app_states_its_pages_itself(j):
    j.page("/a", head=ERRORS + "options = { routes: false };")
    tab = j.open("/a")
    play(j, tab, "history.pushState(null, '', '/x')", "engine.show([{ name: 'LIST' }])",
         "engine.show([{ name: 'LIST' }, { name: 'ITEM', id: 3 }])", "engine.show([{ name: 'LIST' }, { name: 'ITEM', id: 4 }])",
         "engine.show([{ name: 'LIST' }, { name: 'LOGIN', ready: false }])")
    j.expect("LIST ITEM<LIST ITEM<ITEM")
    play(j, tab, "engine.show([{ name: 'LIST' }, { name: 'LOGIN', ready: { step: 1 } }])", "engine.show([{ name: 'LIST' }])")
    j.expect("LIST ITEM<LIST ITEM<ITEM LOGIN<ITEM")
    assert j.site.views[-1]["payload"] == {"step": 1}
    # The option of a scene is not a list.
    play(j, tab, "engine.show(null, [{ key: 'x', page: 'SCENE', state: 'ready' }])")
    j.expect("LIST ITEM<LIST ITEM<ITEM LOGIN<ITEM SCENE<LOGIN")
    assert tab.evaluate("errors.length") == 0
    for wrong in ["5", "[{}]", "[document.body]"]:
        found = tab.evaluate(f"(() => {{ try {{ engine.show({wrong}); }} catch (error) {{ return String(error); }} }})()")
        assert found == "TypeError: expected a URL or a page", [wrong, found]


@journey
def what_a_source_states_counts_again_in_a_document_from_the_cache(j):
    j.page("/a", head=SOURCE)
    tab = j.open("/a")
    tab.evaluate("addEventListener('pageshow', (event) => { window.wasCached = event.persisted })")
    play(j, tab, "show(['/feed', '/photo'])")
    tab.go("/b")
    tab.do("history.back()")
    tab.wait("window.wasCached")
    tab.settle()
    j.expect("FEED PHOTO<FEED B<PHOTO FEED<B PHOTO<FEED", stale="FEED PHOTO<FEED B<PHOTO FEED<PHOTO PHOTO<FEED")


# Real routers.

def open_app(j, router, scripts, app, names, path="/list", body="<div id=app></div>"):
    """Serves an app at every path, and opens it."""
    tags = "".join(f"<script src={each}></script>" for each in scripts)
    for each in PAGES:
        j.page(each, head=SCREEN + names, body=f"{tags}{body}<script>{app}{recipe(router)}</script>")
    tab = j.open(path)
    tab.wait("document.querySelector('h1')")
    tab.settle()
    return tab


PAGES = ["/list", "/edit", "/item", "/slow", "/lazy", "/moved", "/refused", "/broken"]

VUE = """const Page = { render(h) { return h('h1', this.$route.path); } };
const later = (value, time) => new Promise((done) => setTimeout(done, time, value));
const router = window.router = new VueRouter({ mode: 'MODE', routes: [
    { path: '/list', component: Page },
    { path: '/item', component: Page },
    { path: '/edit', component: { ...Page, async beforeRouteLeave(to, from, next) {
        if (!window.isHeld) return next();
        await later(0, 150);
        next(window.isAllowed);
    } } },
    { path: '/slow', component: Page, beforeEnter: (to, from, next) => setTimeout(next, 300) },
    { path: '/lazy', component: () => later(Page, 200) },
    { path: '/moved', beforeEnter: (to, from, next) => next('/list') },
    { path: '/refused', beforeEnter: (to, from, next) => next(false) },
    { path: '/broken', component: () => Promise.reject(new Error('broken')) },
] });
new Vue({ router, template: '<router-view/>', render: (h) => h('router-view') }).$mount('#app');
const push = window.push = (path) => router.push(path).catch(() => {});
"""
VUE_STEPS = [
    # An asynchronous guard rejects the step back, and later allows it.
    "push('/edit')", "isHeld = true; isAllowed = false; history.back()", 0.3,
    "isAllowed = true; history.back()", "= /list", "isHeld = false",
    # A navigation that another one replaces, a lazy route, and a redirect.
    "push('/slow'); setTimeout(() => push('/lazy'), 100)", "= /lazy", 0.2, "push('/moved')", "= /list",
    "push('/slow')", "= /slow", "push('/edit')",
    # Back and forward at once, while a guard of the page before waits.
    "history.back(); setTimeout(() => history.forward(), 60)", 0.4,
    # A guard that rejects, a component that cannot be loaded, and the same page again.
    "push('/refused')", "push('/broken')", "push('/edit?again')", "push('/edit?again')", "router.replace('/item')",
]
VUE_PAGES = "/list /edit /list /lazy /list /slow /edit /item"


@only_modern
def vue_router_counts_what_is_on_the_screen(j):
    tab = open_app(j, "Vue Router 3", ["/vue.js", "/vue-router.js"], VUE.replace("MODE", "history"), PATHS)
    play(j, tab, *VUE_STEPS)
    compare(j, tab, VUE_PAGES)


ANGULAR = """const page = { template: '<h1>{{path}}</h1>', controller: ['$scope', '$location', function (scope, location) {
    scope.path = location.path();
}] };
const later = (time, isRight) => ['$q', '$timeout', (q, timeout) => timeout(() => isRight || q.reject('no'), time)];
const app = angular.module('app', ['ngRoute']).config(['$routeProvider', '$locationProvider', (routes, locations) => {
    locations.html5Mode(true);
    for (const path of ['/list', '/item', '/edit']) routes.when(path, page);
    routes.when('/slow', { ...page, resolve: { later: later(300, true) } });
    routes.when('/refused', { ...page, resolve: { later: later(100, false) } });
    routes.when('/broken', { ...page, template: undefined, templateUrl: '/none.html' });
    routes.when('/moved', { redirectTo: '/list' });
}]);
const go = window.go = (path) => {
    const injector = angular.element(document.querySelector('[ng-app]')).injector();
    injector.get('$rootScope').$apply(() => injector.get('$location').url(path));
};
"""


@only_modern
def angularjs_counts_what_is_on_the_screen(j):
    j.page("/none.html", status=404)
    tab = open_app(j, "AngularJS", ["/angular.js", "/angular-route.js"], ANGULAR, PATHS,
                   body="<base href=/><div ng-app=app><div ng-view></div></div>")
    play(j, tab, "go('/item')", "go('/refused')", 0.2, "history.back()", "go('/slow'); setTimeout(() => go('/edit'), 100)", "= /edit", 0.2,
         "go('/moved')", "= /list", "go('/slow')", "= /slow", "go('/slow?again')", 0.4, "go('/broken')", 0.3, "history.back()", 0.4,
         "history.back()", 0.4, "go('/item')")
    compare(j, tab, "/list /item /edit /list /slow /item")


MITHRIL = """const Page = { view: () => m('h1', '#!' + m.route.get()) };
const later = (time) => new Promise((done) => setTimeout(done, time, Page));
m.route(document.getElementById('app'), '/list', {
    '/list': Page, '/item': Page, '/edit': Page,
    '/lazy': { onmatch: () => later(200) },
    '/slow': { onmatch: () => later(900) },
    '/moved': { onmatch: () => { m.route.set('/list'); } },
    '/refused': { onmatch: () => new Promise(() => {}) },
    '/broken': { onmatch: () => Promise.reject(new Error('broken')) },
});
"""


@only_modern
def mithril_counts_what_is_on_the_screen(j):
    # The source states paths.
    app, names = (MITHRIL, HASHES) if IS_PLAIN else (MITHRIL.replace("'#!' + ", ""), PATHS)
    tab = open_app(j, "Mithril", ["/mithril.js"], app, names, path="/list#!/list")
    play(j, tab, "m.route.set('/item')", "m.route.set('/slow'); setTimeout(() => m.route.set('/edit'), 100)", "= /edit", 0.9,
         "m.route.set('/moved')", "m.route.set('/lazy')", "= /lazy", "m.route.set('/refused')", 0.2, "history.back()", 0.3,
         "m.route.set('/slow'); setTimeout(() => history.back(), 100)", 1, "m.route.set('/item')")
    compare(j, tab, "/list /item /edit /list /lazy /item")


BACKBONE = """const draw = () => { app.innerHTML = `<h1>${location.hash}</h1>`; };
const Router = Backbone.Router.extend({
    routes: { list: draw, 'item/:id': draw, moved() { this.navigate('list', { trigger: true, replace: true }); }, refused: draw },
    execute(callback, values) {
        if (location.hash === '#refused') return false;
        callback.apply(this, values);
    },
});
window.router = new Router();
addEventListener('DOMContentLoaded', () => Backbone.history.start());
"""


@only_modern
def backbone_counts_what_is_on_the_screen(j):
    tab = open_app(j, "Backbone", ["/jquery.js", "/underscore.js", "/backbone.js"], BACKBONE, HASHES, path="/list#list")
    play(j, tab, "router.navigate('item/1', true)", "location.hash = 'item/2'", "router.navigate('moved', true)",
         "router.navigate('refused', true)", "history.back()", "history.back()")
    compare(j, tab, "#list #item/1 #item/2 #list #item/2")


NAVIGATION = """const draw = () => { app.innerHTML = `<h1>${location.pathname}</h1>`; };
const later = (time) => new Promise((done) => setTimeout(done, time));
navigation.addEventListener('navigate', (event) => {
    const path = new URL(event.destination.url).pathname;
    if (path === '/refused') return event.preventDefault();
    if (path === '/moved') return event.preventDefault(), void setTimeout(() => go('/list'));
    event.intercept({ async handler() {
        if (path === '/slow') await later(300);
        if (path === '/broken') throw new Error('broken');
        if (!event.signal.aborted) draw();
    } });
});
draw();
const go = window.go = (path) => {
    for (const each of Object.values(navigation.navigate(path))) each.catch(() => {});
};
"""


@only_modern
def the_navigation_api_counts_what_is_on_the_screen(j):
    tab = open_app(j, "Navigation API", [], NAVIGATION, PATHS)
    play(j, tab, "go('/item')", "go('/refused')", "go('/moved')", "go('/slow'); setTimeout(() => go('/edit'), 100)", "= /edit",
         0.2, "go('/broken')", "history.back()", "go('/slow')", "= /slow", "history.back()",
         "go('/slow'); setTimeout(() => history.back(), 100)", 0.4)
    compare(j, tab, "/list /item /list /edit /slow /edit")


# The snippet of the guide. In the body, it runs again in each document that a library puts there.
SNIPPET = """<script>{{ {recipe} }}</script><script type=module>
    import {{ PageViewEngine }} from "/library/pageview.min.js";
    const engine = window.engine = await PageViewEngine.create(
        {{ recordsTrace: true, onPageView: (view) => receive(view), ...window.options }});
    setUp(engine);
</script>"""
RECEIVE = """window.documentID ??= crypto.randomUUID();
window.engines ??= new Set();
window.receive = (view) => {
    engine.note(JSON.stringify({ view: view.id }));
    navigator.sendBeacon('/collect', JSON.stringify({ document: documentID, view, at: performance.timeOrigin + performance.now() }));
};
addEventListener('pagehide', () => navigator.sendBeacon('/collect', JSON.stringify({ document: documentID, trace: engine.trace() })));
"""


def html(library, router, where, path, head="", body="", attributes=""):
    """Returns a document with a library that replaces its content, and with the snippet in its head or in its body."""
    snippet = SNIPPET.format(recipe=recipe(router))
    return (f"<!doctype html><html><head><meta charset=utf-8><title>{path}</title><script>{RECEIVE}{SCREEN}{PATHS}</script>"
            f"<script src={library}></script>{head}{snippet if where == 'head' else ''}</head>"
            f"<body {attributes} style='min-height: 50px'><h1>{path}</h1>{body}{snippet if where == 'body' else ''}</body></html>")


def both_places(function):
    """Registers a journey for the snippet in the head and one for the snippet in the body."""
    for where in ["head", "body"]:
        def drive(j, where=where):
            function(j, where)
        drive.__name__ = f"{function.__name__}_with_the_snippet_in_the_{where}"
        only_modern(drive)


def visit(path):
    # In Debian's build, `Turbolinks.visit` finds no controller.
    return f"Turbolinks.controller.visit('{path}')"


@both_places
def turbolinks_counts_what_is_on_the_screen(j, where):
    def document(path, head=""):
        return html("/turbolinks.js", "Turbolinks", where, path, head)
    for path in ["/list", "/item", "/edit"]:
        # After a redirect, the server names the new location.
        j.page(path, html=document(path), headers={"Turbolinks-Location": path})
    j.page("/slow", html=document("/slow"), delay=0.5)
    j.page("/moved", html="", status=302, headers={"Location": "/list"})
    j.page("/full", html=document("/full", "<script src=/underscore.js data-turbolinks-track=reload></script>"))
    tab = j.open("/list")
    # A cached page appears at once as a preview.
    play(j, tab, visit("/item"), "= /item", visit("/edit"), "= /edit", "history.back()", "= /item", visit("/edit"), "= /edit", 0.1,
         visit("/moved"), "= /list", visit("/slow") + f"; setTimeout(() => {visit('/item')}, 100)", "= /item", 0.5,
         visit("/slow"), "= /slow", "history.back()", "= /item", 0.1)
    # A changed script demands that the browser loads the document.
    tab.do("window.isOld = true; " + visit("/full"))
    tab.wait("window.engine && !window.isOld")
    play(j, tab, "0", 0.2)
    compare(j, tab, "/list /item /edit /item /edit /list /item /slow /item /full")


def htmx(j, version, where, attributes, *expected):
    links = "".join(f"<a href={path} id=to{path[1:]}>{path}</a>" for path in ["/list", "/item", "/edit", "/slow", "/moved"])
    for path in ["/list", "/item", "/edit", "/slow"]:
        j.page(path, html=html(f"/htmx{version}.js", "htmx", where, path, body=links, attributes=attributes),
               delay=0.5 if path == "/slow" else 0)
    j.page("/moved", html="", status=302, headers={"Location": "/list"})
    tab = j.open("/list")
    play(j, tab, "toitem.click()", "= /item", "toedit.click()", "= /edit", "history.back()", "= /item", "toslow.click()", "= /slow",
         "tomoved.click()", "= /list", "history.back()", "= /slow", "history.back()", "= /item",
         "history.forward(); setTimeout(() => history.back(), 300)", 0.8)
    compare(j, tab, *expected)


@both_places
def htmx_2_counts_what_is_on_the_screen(j, where):
    htmx(j, 2, where, "hx-boost=true", "/list /item /edit /item /slow /list /slow /item /slow /item")


@both_places
def htmx_4_counts_what_is_on_the_screen(j, where):
    htmx(j, 4, where, "hx-boost:inherited=true", "/list /item /edit /item /slow /list /slow /item")


STEPS = [step for name in ["two", "three", "two"] for step in ["document.querySelector('button').click()", f"= {name}"]]
WIZARD = """window.setUp = (engine) => { engine.pages('#main', { name: (main) => main.querySelector('h1')?.textContent }); };"""


@only_modern
def the_steps_of_an_htmx_wizard_are_pages(j):
    for version in [2, 4]:
        j.page(f"/wizard{version}", head=SCREEN + WIZARD, body=f"<script src=/htmx{version}.js></script>"
               "<main id=main><h1>one</h1><button hx-get=/two hx-target='#main'>on</button></main>")
    j.page("/two", html="<h1>two</h1><button hx-get=/three hx-target='#main'>on</button>")
    j.page("/three", html="<h1>three</h1><button hx-get=/two hx-target='#main'>back</button>")
    tab = j.open("/wizard2")
    play(j, tab, *STEPS)
    tab.go("/wizard4")
    play(j, tab, *STEPS)
    compare(j, tab, "one two three two", "one two three two")


MODAL = """const draw = () => {
    const below = history.state?.below;
    app.innerHTML = `<h1>${location.pathname}</h1>` + (below ? `<p>${below}</p>` : '');
};
addEventListener('popstate', draw);
const go = window.go = (path, below) => { history.pushState({ below }, '', path); draw(); };
draw();
"""


@only_modern
def a_modal_route_does_not_count_the_page_below_it_again(j):
    tab = open_app(j, "Modal routes", [], MODAL, PATHS)
    play(j, tab, "go('/item', '/list')", "history.back()", "history.forward()", "go('/slow', '/list')", "go('/edit')")
    # Without the source, the list counts each time.
    j.expect("/list /item</list " + ("/list</item /item</list" if IS_PLAIN else "/item</item") + " /slow</item /edit</slow")
    play(j, tab, "history.back()")
    assert tab.evaluate("engine.currentPage.page.name") == "/slow"
