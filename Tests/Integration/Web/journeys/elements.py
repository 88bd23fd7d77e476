"""Journeys through elements: popovers, tabs, drawers, copies."""
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
