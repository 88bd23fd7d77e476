// The engine in JavaScript follows the rules of the model (WB-001 to WB-006).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, assertReplays, bytes, defined, folder, makeEngine } from "./support.mjs";
import { readFile } from "node:fs/promises";

test("A page view has every field of a replay", async function pageView() {
    const { engine, take } = await makeEngine();
    const payload = { price: 89, nested: { list: [1, null] } };
    const home = engine.makeComponent({ page: { name: "home", context: "shop" } }, 0);
    engine.report(home, "didAppear", 100);
    assert.deepEqual(take("pageView"), [{
        event: "pageView", seq: 1, t: 100, id: `${home}/1`, page: { name: "home", context: "shop" }, scene: engine.mainScene,
        component: home, appearance: 1, appearedAt: 100, cause: "appeared",
    }]);
    engine.handleDeepLink("app://item/1", { source: "mail", at: 150 });
    engine.report(home, "didDisappear", 200);
    const item = engine.makeComponent({ name: "item", page: "item", state: "pending" }, 200);
    engine.report(item, "didAppear", 250.5);
    engine.ready(item, { payload }, 300.25);
    const [view] = take("pageView");
    assert.deepEqual(view, {
        event: "pageView", seq: 2, t: 300.25, id: "item/1", page: { name: "item" }, payload, scene: engine.mainScene,
        component: item, appearance: 1, appearedAt: 250.5, cause: "ready",
        previous: { id: `${home}/1`, name: "home", context: "shop" },
        deepLink: { url: "app://item/1", source: "mail", referrer: { id: `${home}/1`, name: "home", context: "shop" } },
    });
    assert.equal(view.payload, payload);
});

test("A receiver gets every kind of record", async function everyKind() {
    const { engine, take } = await makeEngine();
    const home = engine.makeComponent({ name: "home", page: "home" }, 0);
    engine.report(home, "didAppear", 0);
    engine.report(home, "didAppear", 1000);
    engine.recordInteraction("tap", { row: 2 }, { at: 2000 });
    const link = defined(engine.handleDeepLink(new URL("https://example.com/a"), { at: 2500 }));
    assert.deepEqual(link, { id: "home/1", name: "home" });
    engine.discardDeepLink({ at: 2500 });
    engine.reportScene(engine.mainScene, "background", 3000);
    engine.reportScene(engine.mainScene, "foreground", 3500);
    engine.recordPageView({ page: "receipt", payload: { total: 1 }, at: 3600 });
    engine.report(home, "didDisappear", 4000);
    const scene = engine.mainScene;
    assert.deepEqual(take(), [
        {
            event: "pageView", seq: 1, t: 0, id: "home/1", page: { name: "home" }, scene, component: home, appearance: 1,
            appearedAt: 0, cause: "appeared",
        },
        { event: "currentPage", t: 0, scene, page: { name: "home" }, component: home },
        { event: "diagnostic", t: 1000, kind: "duplicateDidAppear", component: home },
        {
            event: "interaction", t: 2000, name: "tap", properties: { row: 2 }, scene, page: { name: "home" },
            pageViewID: "home/1", component: home,
        },
        { event: "deepLink", t: 2500, url: "https://example.com/a", referrer: { id: "home/1", name: "home" }, scene },
        {
            event: "pageView", seq: 2, t: 3600, id: "manual/2", page: { name: "receipt" }, payload: { total: 1 }, scene,
            cause: "manual", previous: { id: "home/1", name: "home" },
        },
        {
            event: "pageLeave", t: 4000, id: "home/1", page: { name: "home" }, scene, component: home, outcome: "counted",
            foreground: 3500, background: 500, current: 3500,
        },
        { event: "currentPage", t: 4000, scene, page: null, component: null },
    ]);
});

test("Queries return the pages of the engine and of a scene", async function queries() {
    const { engine } = await makeEngine();
    assert.deepEqual([engine.currentPage, engine.lastPage, engine.lastCountedPage], [null, null, null]);
    const other = engine.makeScene("other");
    const [home, item] = [engine.makeComponent({ page: "home" }), engine.makeComponent({ page: "item", scene: other })];
    engine.report(home, "didAppear", 5);
    engine.report(item, "didAppear", 6);
    const page = { id: `${item}/1`, page: { name: "item" }, component: item, scene: other, counted: true, beganAt: 6 };
    assert.deepEqual(defined(engine.currentPage), page);
    assert.deepEqual(defined(engine.currentPageIn(other)), page);
    assert.equal(engine.currentPageIn(engine.mainScene).component, home);
    engine.report(item, "didDisappear", 7);
    assert.deepEqual(defined([engine.currentPageIn(other), engine.lastPageIn(other)]), [null, page]);
    assert.equal(engine.lastPage.component, home);
    assert.deepEqual(defined(engine.lastCountedPage), { id: `${item}/1`, page: { name: "item" }, component: item });
    assert.deepEqual(engine.lastCountedPageIn(engine.mainScene).component, home);
});

test("Containers, scenes and states change pages as in the model", async function everyMethod() {
    const { engine, take } = await makeEngine({ recordsTrace: true, title: "methods", policy: "session" });
    const [outer, inner] = [engine.makeComponent({ name: "outer", page: "list" }), engine.makeComponent({ name: "inner" })];
    engine.report(outer, "willAppear", 1);
    engine.report(outer, "didAppear", 2);
    engine.declare(inner, { page: { name: "cell", context: "list" }, parent: outer, state: "pending" }, 3);
    engine.report(inner, "didAppear", 4);
    assert.equal(engine.currentPage.component, inner);
    engine.ready(inner, { page: "row", payload: { index: 1 } }, 5);
    engine.move(inner, null, 6);
    engine.pending(inner, { name: "cell" }, 7);
    const second = engine.makeScene("second");
    engine.report(inner, "detach", 8);
    engine.attach(inner, second, 9);
    engine.report(inner, "attach", 9);
    engine.report(inner, "didAppear", 10);
    engine.recordPageView({ component: inner, page: "by hand", payload: {}, at: 11 });
    engine.reportScene(second, "active", 12);
    engine.reportScene(second, "inactive", 12);
    engine.recordInteraction("tap", undefined, { scene: second, at: 13 });
    engine.reportScene(second, "close", 14);
    engine.report(inner, "destroy", 15);
    engine.note("a remark", { nextPageView: 100 });
    engine.report(outer, "willDisappear", 16);
    engine.report(outer, "didDisappear", 17);
    engine.report(outer, "didAppear", 18);
    engine.reportScene(engine.mainScene, "background", 19);
    engine.reportScene(engine.mainScene, "foreground", 20);
    engine.stop(21);
    const records = take();
    const views = records.filter(record => record.event === "pageView");
    assert.deepEqual(views.map(view => `${view.seq} ${view.page.name} ${view.cause}`), [
        "1 list appeared", "2 row ready", "3 list revealed", "4 by hand manual", "100 list appeared", "101 list foregrounded",
    ]);
    assertReplays(engine, records, { [engine.mainScene]: "main", [second]: "second" });
});

test("A stopped engine emits nothing until it starts again", async function stopAndStart() {
    const { engine, take } = await makeEngine();
    const home = engine.makeComponent({ page: "home" });
    engine.report(home, "didAppear", 1);
    engine.stop(2);
    assert.deepEqual(take().map(record => record.event), ["pageView", "currentPage", "pageLeave", "currentPage"]);
    engine.report(home, "didDisappear", 3);
    engine.report(home, "didAppear", 4);
    assert.deepEqual(take(), []);
    engine.start({ countingVisible: true, at: 5 });
    assert.deepEqual(take("pageView").map(view => [view.seq, view.t]), [[2, 5]]);
});

test("The policies change what counts", async function policies() {
    const counts = async policy => {
        const { engine, take } = await makeEngine({ policy });
        const home = engine.makeComponent({ page: "home" });
        engine.report(home, "didAppear", 1);
        engine.report(home, "willDisappear", 2);
        engine.report(home, "didAppear", 3);
        engine.reportScene(engine.mainScene, "background", 4);
        engine.reportScene(engine.mainScene, "foreground", 5);
        return take("pageView").length;
    };
    assert.equal(await counts("standard"), 1);
    assert.equal(await counts("literal"), 2);
    assert.equal(await counts("session"), 2);
    assert.equal(await counts({ cancelledDisappearance: "counts", foreground: "counts" }), 3);
    for (const policy of ["strict", 5, { reveal: "continues" }, []]) await assert.rejects(counts(policy), TypeError);
});

test("Times are exact", async function times() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const home = engine.makeComponent({ page: "home" }, -5n);
    engine.report(home, "didAppear", 0.000001);
    engine.report(home, "didDisappear", 12.35);
    const views = take();
    assert.deepEqual(views.map(record => record.t), [0.000001, 0.000001, 12.35, 12.35]);
    assert.match(engine.trace(), /"t":0\.000000006,"event":"didAppear"/);
    engine.timesAsNanoseconds = true;
    engine.report(home, "didAppear", 9_007_199_254_740_993n);
    assert.equal(take("pageView")[0].t, 9_007_199_254_740_993n);
    engine.report(home, "didDisappear", 9_007_199_254_740_992n);
    assert.deepEqual(take("diagnostic").map(record => record.kind), ["timeWentBack"]);
    engine.report(home, "didAppear", 2n ** 63n - 1n);
    assert.equal(take("pageView")[0].appearedAt, 2n ** 63n - 1n);
});

test("A call without a time reads the clock, and its time never goes back", async function clock() {
    let now = 10;
    const { engine, take } = await makeEngine({ now: () => now });
    const home = engine.makeComponent({ page: "home" });
    engine.report(home, "didAppear");
    now = 5;
    engine.report(home, "didDisappear");
    assert.deepEqual(take().map(record => record.t), [10, 10, 10, 10]);
    now = NaN;
    assert.throws(() => engine.report(home, "didAppear"), TypeError);
    assert.deepEqual(take(), []);
});

test("A note may have a time", async function notes() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    engine.note("late", { at: 5000 });
    assert.match(engine.trace(), /\{"t":5,"event":"note","text":"late"\}/);
    engine.makeComponent({}, 4000);
    assert.deepEqual(take().map(record => [record.kind, record.t]), [["timeWentBack", 5000]]);
});

test("An engine continues after the last page view of an earlier one", async function restore() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    for (const wrong of [undefined, null, 5, "home/3"]) assert.throws(() => engine.restore(wrong), /^TypeError: expected .*, found /);
    const ids = ["a", "5", "a/", "a/0", "a/1.5", "a/b", 5, Symbol("a/1"), ["a/1"]].map(id => ({ id }));
    for (const wrong of [...ids, { next: 0 }, { name: " " }, { name: 5 }]) {
        assert.throws(() => engine.restore({ id: "home/3", name: "home", next: 8, ...wrong }), /^TypeError: expected .*, found /);
    }
    engine.restore({ id: "home/3", name: "home", context: "shop", next: 8 });
    assert.deepEqual(take(), []);
    engine.report(engine.makeComponent({ name: "item", page: "item" }), "didAppear");
    const [view] = take("pageView");
    assert.deepEqual([view.seq, view.previous], [8, { id: "home/3", name: "home", context: "shop" }]);
    assert.equal(engine.trace().match(/didAppear/g).length, 4);
    const other = await makeEngine();
    other.engine.restore({ id: "a/b//2", name: "home", next: 3 });
    other.engine.report(other.engine.makeComponent({ page: "item" }), "didAppear");
    assert.equal(other.take("pageView")[0].previous.id, "a/b//2");
});

test("The module comes from bytes, a compiled module, a response, a URL or the default", async function sources() {
    const module = await WebAssembly.compile(bytes);
    const response = () => new Response(bytes, { headers: { "content-type": "application/wasm" } });
    const promises = [Promise.resolve(module), Promise.resolve(response())];
    const file = new URL("pageview.wasm", folder);
    for (const wasm of [bytes, module, response(), ...promises, file, file.href, undefined]) {
        const engine = await Engine.create({ wasm });
        assert.equal(engine.currentPage, null);
    }
    const minified = await import(new URL("pageview.min.js", folder).href);
    assert.equal((await minified.Engine.create({ recordsTrace: true })).trace(), '{"trace":1,"policy":{}}\n');
    const missing = new Response("", { status: 404 });
    await assert.rejects(Engine.create({ wasm: missing }), /expected pageview\.wasm, found the status 404/);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("The declared types list every member of an engine", async function declarations() {
    const text = await readFile(new URL("pageview.d.ts", folder), "utf8");
    const body = text.slice(text.indexOf("export interface Engine {")).split("\n}\n")[0];
    const declared = [...body.matchAll(/^    (?:readonly )?(\w+)/gm)].map(match => match[1]);
    const engine = await Engine.create({ wasm: bytes });
    const members = Object.keys(engine).filter(name => !name.startsWith("_"));
    assert.deepEqual([...new Set(declared)].sort(), members.sort());
});
