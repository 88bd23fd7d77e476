"""One visit of a user to both example shops."""
from known import journey

VISIT = [
    ("list", None, None), ("item", "list", {"cents": 8950}), ("list", "item", None), ("item", "list", {"cents": 700}),
    ("cart", "item", {"items": 1}), ("checkout", "cart", {"items": 1}), ("cart", "checkout", {"items": 1}),
    ("list", "cart", None),
]


def visit(j, tab):
    def click(selector):
        tab.wait(f"document.querySelector({selector!r})")
        tab.click(selector)
        tab.settle()

    tab.wait("document.querySelector('main h1')")
    tab.settle()
    click("a[href='#/item/boots']")
    tab.wait("price.textContent == '89.5 €'")
    tab.do("history.back()")
    tab.settle()
    # The user leaves the hat before its price has loaded, so the hat is not counted.
    tab.do("location.hash = '#/item/hat'; setTimeout(() => { location.hash = '#/item/socks'; }, 50)")
    tab.wait("window.price && price.textContent == '7 €'")
    tab.settle()
    click("#add")
    click("#open")
    click("a[href='#/checkout']")
    click("#open")
    tab.press("Escape")
    tab.settle()
    click("header a")
    found = [
        (view["page"]["name"], (view.get("previous") or {}).get("name"), view.get("payload"))
        for view in sorted((view for batch in j.site.batches for view in batch), key=lambda view: view["seq"])]
    assert found == VISIT, found


@journey
def a_shop_without_a_framework_counts_what_is_on_the_screen(j):
    visit(j, j.open("/shop/index.html"))


@journey
def a_shop_with_react_counts_what_is_on_the_screen(j):
    visit(j, j.open("/shop/react.html"))
