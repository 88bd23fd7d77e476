/** The items of the shop, with prices in cents. */
export const items = {
    boots: { name: "Boots", cents: 8950 }, hat: { name: "Hat", cents: 2400 }, socks: { name: "Socks", cents: 700 },
};

/** Loads the price of an item, which takes a moment. */
export const loadPrice = (id) => new Promise((done) => { setTimeout(() => done({ cents: items[id]?.cents ?? 0 }), 60); });
