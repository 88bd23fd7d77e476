// The same shop with React, in strict mode. Each screen declares its element with `usePage`.
import { PageViewEngine } from "./library/pageview.js";
import { beaconReceiver } from "./library/pageview.beacon.js";
import { items, loadPrice } from "./items.js";

const { createElement: h, useEffect, useRef, useState, StrictMode } = React;
const engine = await PageViewEngine.create({ recordsTrace: true, onPageView: beaconReceiver("/collect", { batch: 1 }) });

function usePage(name, { isReady = true, ...options } = {}) {
    const [element, page] = [useRef(null), useRef(null)];
    useEffect(() => {
        page.current = engine.page(element.current, { name, ready: isReady, ...options });
        return () => page.current.remove();
    }, [name, options.id]);
    useEffect(() => {
        if (isReady) page.current.ready(options.payload);
        else page.current.pending();
    }, [name, options.id, isReady]);
    return element;
}

const List = () => h("main", { ref: usePage("list", { context: "shop" }) }, h("h1", null, "Everything"),
    Object.keys(items).map((id) => h("p", { key: id }, h("a", { href: `#/item/${id}` }, items[id].name))));

function Item({ id, add }) {
    const [price, setPrice] = useState(null);
    useEffect(() => {
        let isCurrent = true;
        loadPrice(id).then((loaded) => isCurrent && setPrice(loaded));
        return () => { isCurrent = false; };
    }, [id]);
    const page = usePage("item", { context: "shop", id, isReady: price !== null, payload: price });
    return h("main", { ref: page }, h("h1", null, items[id].name),
        h("p", { id: "price" }, price ? `${price.cents / 100} €` : "…"),
        h("button", { id: "add", onClick: add }, "Add to cart"));
}

const Checkout = ({ count }) =>
    h("main", { ref: usePage("checkout", { payload: { items: count } }) }, h("h1", null, "Checkout"),
        h("p", null, count, " items"));

function Cart({ cart, close }) {
    const page = usePage("cart", { payload: { items: cart.length } });
    useEffect(() => { if (!page.current.open) page.current.showModal(); });
    return h("dialog", { id: "cart", ref: page, onClose: close }, h("h2", null, "Cart"),
        h("ul", null, cart.map((id, index) => h("li", { key: index }, items[id].name))),
        h("a", { href: "#/checkout" }, "Check out"), h("button", { id: "close", onClick: close }, "Close"));
}

function App() {
    const [route, setRoute] = useState(location.hash || "#/");
    const [cart, setCart] = useState([]);
    const [isOpen, setOpen] = useState(false);
    useEffect(() => {
        const update = () => { setRoute(location.hash || "#/"); setOpen(false); };
        addEventListener("hashchange", update);
        return () => removeEventListener("hashchange", update);
    }, []);
    const [, kind, id] = route.split("/");
    const screen = kind === "item" ? h(Item, { key: id, id, add: () => setCart([...cart, id]) })
        : kind === "checkout" ? h(Checkout, { count: cart.length }) : h(List);
    return h("div", null,
        h("header", null, h("a", { href: "#/" }, "Shop"), h("button", { id: "open", onClick: () => setOpen(true) }, "Cart")),
        screen, isOpen && h(Cart, { cart, close: () => setOpen(false) }));
}

ReactDOM.createRoot(document.querySelector("#root")).render(h(StrictMode, null, h(App)));
// For the test.
window.engine = engine;
