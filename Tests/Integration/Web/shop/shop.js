// A shop without a framework. Its pages are in the hash of the URL.
import { PageViewEngine } from "./library/pageview.js";
import { beaconReceiver } from "./library/pageview.beacon.js";
import { items, loadPrice } from "./items.js";

const engine = await PageViewEngine.create({ recordsTrace: true, onPageView: beaconReceiver("/collect", { batch: 1 }) });
const dialog = document.querySelector("#cart");
const prices = {};
const price = (id) => (prices[id] ??= loadPrice(id));

engine.page("#/", { name: "list", context: "shop" });
engine.page("#/item/:id", {
    name: "item", context: "shop", id: ({ params }) => params.id, ready: ({ params }) => price(params.id),
});
engine.page("#/checkout", { name: "checkout", payload: () => ({ items: cart.length }) });
engine.page(dialog, { name: "cart", payload: () => ({ items: cart.length }) });

const cart = [];
const screen = document.querySelector("#screen");

function draw() {
    dialog.close();
    const [, kind, id] = (location.hash || "#/").split("/");
    screen.innerHTML = kind === "item" ? `<h1>${items[id]?.name}</h1><p id="price">…</p><button id="add">Add to cart</button>`
        : kind === "checkout" ? `<h1>Checkout</h1><p>${cart.length} items</p>`
        : `<h1>Everything</h1>${Object.keys(items).map((key) => `<p><a href="#/item/${key}">${items[key].name}</a>`).join("")}`;
    if (kind !== "item") return;
    price(id).then(({ cents }) => { screen.querySelector("#price")?.replaceChildren(`${cents / 100} €`); });
    screen.querySelector("#add").onclick = () => {
        cart.push(id);
        engine.recordInteraction("addToCart", { item: id });
    };
}

document.querySelector("#open").onclick = () => {
    dialog.querySelector("ul").innerHTML = cart.map((id) => `<li>${items[id].name}`).join("");
    dialog.showModal();
};
document.querySelector("#close").onclick = () => dialog.close();
addEventListener("hashchange", draw);
if (!location.hash) location.replace("#/");
draw();
// For the test.
window.engine = engine;
