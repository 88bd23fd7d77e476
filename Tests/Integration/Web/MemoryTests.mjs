// The memory of the module is bounded, and an engine without memory ends without harm (WB-007 to WB-009).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, bytes, makeEngine } from "./support.mjs";

/** Creates an engine, and returns it with the memory of its module. */
async function makeWithMemory() {
    const { instantiate } = WebAssembly;
    let instance;
    WebAssembly.instantiate = async (...values) => ({ instance } = await instantiate(...values));
    const engine = await Engine.create({ wasm: bytes, now: () => 0 });
    WebAssembly.instantiate = instantiate;
    return { engine, memory: Object.values(instance.exports).find(each => each instanceof WebAssembly.Memory) };
}

test("A million appearances need no further memory", async function appearances() {
    const { engine, memory } = await makeWithMemory();
    let views = 0;
    engine.addReceiver(() => views++, "all");
    const visit = index => {
        const item = engine.makeComponent({ page: { name: "item", context: `shelf ${index % 5000}` }, state: "pending" });
        engine.report(item, "didAppear");
        engine.ready(item, { payload: { index } });
        if (index % 10 === 0) engine.handleDeepLink(`app://item/${index}`, { source: "mail" });
        engine.report(item, "didDisappear");
        engine.report(item, "destroy");
    };
    for (let index = 0; index < 20_000; index++) visit(index);
    const before = memory.buffer.byteLength;
    for (let index = 0; index < 1_000_000; index++) visit(index);
    assert.ok(views > 3_000_000);
    assert.equal(memory.buffer.byteLength, before);
});

test("The module uses the memory of large names again", async function largeNames() {
    const { engine, memory } = await makeWithMemory();
    const visit = letter => engine.report(engine.makeComponent({ page: letter.repeat(10_000_000) }), "destroy");
    for (const letter of "abcd") visit(letter);
    const before = memory.buffer.byteLength;
    for (const letter of "efghijklmn") visit(letter);
    assert.equal(memory.buffer.byteLength, before);
});

test("A payload is released when its component no longer holds it", async function payloads() {
    const { engine } = await makeEngine({}, ["pageView"]);
    const home = engine.makeComponent({ page: "home" });
    const collected = new Set();
    const registry = new FinalizationRegistry(name => collected.add(name));
    const payload = name => {
        const value = { name };
        registry.register(value, name);
        return value;
    };
    engine.ready(home, { payload: payload("replaced") });
    engine.ready(home, { payload: payload("pending") });
    engine.pending(home);
    engine.ready(home, { page: " ", payload: payload("rejected") });
    const other = engine.makeComponent({ page: "other", payload: payload("destroyed") });
    engine.report(other, "destroy");
    engine.ready(home, { payload: payload("held") });
    for (let index = 0; index < 20 && collected.size < 4; index++) {
        globalThis.gc();
        await new Promise(resolve => setTimeout(resolve, 5));
    }
    assert.deepEqual([...collected].sort(), ["destroyed", "pending", "rejected", "replaced"]);
    assert.equal(engine.currentPage, null);
});

test("An engine that runs out of memory throws once, and does nothing afterwards", async function outOfMemory() {
    const { engine, memory } = await makeWithMemory();
    const views = [];
    engine.addReceiver(view => views.push(view));
    const home = engine.makeComponent({ page: "home" });
    engine.report(home, "didAppear");
    // Grows the memory to its limit, so that the module cannot grow it.
    for (let pages = 65536; pages >= 1; pages = Math.floor(pages / 2)) {
        try {
            for (;;) memory.grow(pages);
        } catch {
            // A smaller part may remain.
        }
    }
    const fill = () => {
        for (let index = 0; index < 4_000_000; index++) engine.makeComponent({ page: `page ${index}` });
    };
    // The module uses the added memory, too. Large names fill it fast, and small pages fill the rest.
    const exhaust = () => {
        for (let index = 0; index < 100; index++) engine.ready(home, { page: `${index}`.padEnd(250_000_000, "x") });
        fill();
    };
    assert.throws(exhaust, /^Error: expected memory for the engine, found too little; later calls do nothing$/);
    const count = views.length;
    assert.equal(engine.makeComponent({ page: "late" }), 0);
    engine.report(home, "didAppear");
    engine.ready(home, { payload: { a: 1 } });
    engine.pending(home, "home");
    engine.recordPageView({ page: "late" });
    engine.recordInteraction("late");
    engine.addReceiver(() => assert.fail());
    engine.start();
    engine.stop();
    engine.note("late");
    // A long text must not become an answer.
    engine.note("late".repeat(200));
    assert.equal(engine.makeComponent({ name: "late".repeat(200), page: "late" }), 0);
    assert.deepEqual([engine.handleDeepLink("app://late"), engine.currentPage, engine.lastCountedPage], [null, null, null]);
    assert.equal(views.length, count);
});
