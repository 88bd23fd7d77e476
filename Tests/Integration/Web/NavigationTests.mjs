// Selections, levels, focus, updates, lists, and what interactions and links say (WB-020 to WB-023).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, assertReplays, bytes, makeEngine } from "./support.mjs";

/** Returns the names of page views. */
const names = views => views.map(view => view.page.name);

test("A page that reappears below a modal dialog of a higher level does not become current", async function levels() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const list = engine.makeComponent({ name: "list", page: "list" });
    const dialog = engine.makeComponent({ name: "dialog", page: "dialog", level: 1 });
    const form = engine.makeComponent({ name: "form", page: "form", parent: dialog });
    engine.report(list, "didAppear", 1);
    engine.report(dialog, "didAppear", 2);
    engine.report(form, "didAppear", 3);
    engine.report(list, "didDisappear", 4);
    engine.report(list, "didAppear", 5);
    assert.equal(engine.currentPage.component, form);
    engine.declare(form, { level: -1 }, 6);
    assert.equal(engine.currentPage.component, list);
    engine.declare(form, { level: null }, 7);
    assert.equal(engine.currentPage.component, list);
    const records = take();
    assert.deepEqual(names(records.filter(record => record.event === "pageView")), ["list", "dialog", "form", "list"]);
    assertReplays(engine, records);
});

test("An exclusive container shows the tab that appeared last, and select and deselect change that", async function selection() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const tabs = engine.makeComponent({ name: "tabs", exclusive: true });
    const [home, cart] = ["home", "cart"].map(name => engine.makeComponent({ name, page: name, parent: tabs }));
    engine.report(home, "didAppear", 1);
    engine.report(cart, "didAppear", 2);
    engine.report(home, "didAppear", 3);
    assert.deepEqual(names(take("pageView")), ["home", "cart", "home"]);
    const other = await makeEngine({ recordsTrace: true });
    const pager = other.engine.makeComponent({ name: "pager" });
    const pages = ["a", "b"].map(name => other.engine.makeComponent({ name, page: name, parent: pager }));
    other.engine.report(pages[0], "select", 1);
    for (const page of pages) other.engine.report(page, "didAppear", 2);
    other.engine.report(pages[1], "select", 3);
    other.engine.report(pages[1], "deselect", 4);
    other.engine.declare(pager, { exclusive: false }, 5);
    other.engine.report(pager, "select", 6);
    const records = other.take();
    assert.deepEqual(names(records.filter(record => record.event === "pageView")), ["a", "b", "a"]);
    assert.equal(records.at(-1).kind, "selectWithoutContainer");
    assertReplays(other.engine, records);
});

test("The page that the user turned to becomes current", async function focus() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const [left, right] = ["left", "right"].map(name => engine.makeComponent({ name, page: name }));
    for (const pane of [left, right]) engine.report(pane, "didAppear", 1);
    engine.report(left, "focus", 2);
    assert.equal(engine.currentPage.component, left);
    const records = take();
    assert.deepEqual(names(records.filter(record => record.event === "pageView")), ["left", "right"]);
    assertReplays(engine, records);
});

test("A redirect in one update counts one page, and returns what the function returns", async function redirect() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const [home, login, account] = ["home", "login", "account"].map(name => engine.makeComponent({ name, page: name }));
    engine.report(home, "didAppear");
    const result = engine.update(() => {
        engine.report(home, "didDisappear");
        engine.report(login, "didAppear");
        engine.report(login, "didDisappear");
        engine.report(account, "didAppear");
        assert.equal(engine.currentPage.component, home);
        return 5;
    });
    assert.equal(result, 5);
    const records = take();
    assert.deepEqual(names(records.filter(record => record.event === "pageView")), ["home", "account"]);
    assertReplays(engine, records);
});

test("An update ends if its function throws, if it is nested, and if a stop or the clock intervenes", async function updates() {
    let now = () => 0;
    const { engine, take } = await makeEngine({ now: () => now() });
    const home = engine.makeComponent({ page: "home" });
    const error = new Error("of the app");
    const enter = () => engine.update(() => {
        engine.report(home, "didAppear");
        throw error;
    });
    assert.throws(() => engine.update(enter), found => found === error);
    assert.deepEqual(names(take("pageView")), ["home"]);
    // A stop ends the update, so the commit that would answer it is left out.
    engine.update(() => engine.update(() => engine.stop()));
    engine.start();
    engine.report(home, "didDisappear");
    engine.report(home, "didAppear");
    assert.deepEqual(take().map(record => record.kind ?? record.event).filter(kind => kind === "commitWithoutBegin"), []);
    engine.commitUpdate();
    assert.deepEqual(take("diagnostic").map(record => record.kind), ["commitWithoutBegin"]);
    // The end of an update does not read the clock.
    engine.update(() => { now = () => { throw error; }; });
    now = () => 0;
    engine.report(home, "didDisappear");
    assert.deepEqual(take("pageLeave").length, 1);
    engine.beginUpdate(1);
    engine.report(home, "didAppear", 2);
    assert.deepEqual(take("pageView"), []);
    engine.commitUpdate(3);
    assert.deepEqual(take("pageView").map(view => view.t), [3]);
    for (const body of [undefined, null, {}, "f"]) {
        assert.throws(() => engine.update(body), /^TypeError: expected a function, found /);
    }
    engine.commitUpdate();
    assert.equal(take("diagnostic").length, 1);
});

test("Updates inside each other end, even if they fill the stack", async function deepUpdates() {
    const { engine, take } = await makeEngine();
    const home = engine.makeComponent({ page: "home" });
    let depth = 0;
    const enter = () => {
        if (++depth < 100_000) engine.update(enter);
    };
    for (let count = 0; count < 50; count++) {
        depth = 0;
        assert.throws(() => engine.update(enter), RangeError);
        engine.report(home, "didAppear");
        engine.report(home, "didDisappear");
        assert.deepEqual(names(take("pageView")), ["home"]);
    }
});

test("A list of entries states a stack: new entries count, missing ones end, revealed ones stay", async function show() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const { mainScene } = engine;
    const list = { key: "list", page: "list" };
    engine.show(null, [list], 1);
    engine.show(mainScene, [list, { key: "item", page: { name: "item", context: "shop" }, state: "pending" }], 2);
    engine.show(mainScene, [list, { key: "item", state: "ready", payload: { id: 7 } }], 3);
    engine.show(mainScene, [list], 4);
    const sheet = [{ key: "sheet", level: 2 }, { key: "form", page: "form", container: "sheet" }];
    engine.show(mainScene, [{ ...list, visible: false }, ...sheet], 5);
    const { component } = engine.currentPage;
    assert.ok(!engine.isDestroyed(component));
    engine.show(mainScene, [list], 6);
    assert.ok(engine.isDestroyed(component));
    const records = take();
    const views = records.filter(record => record.event === "pageView");
    assert.deepEqual(names(views), ["list", "item", "form", "list"]);
    assert.deepEqual(views[1].payload, { id: 7 });
    assert.deepEqual(views.map(view => view.id), ["list/1", "item/1", "form/1", "list/2"]);
    assertReplays(engine, records);
});

test("Keys are those of a scene, and only a component moves between scenes", async function keys() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const second = engine.makeScene("second");
    engine.show(null, [{ key: "home", page: "home" }], 1);
    engine.show(second, [{ key: "home", page: "home" }], 2);
    const [first, other] = [engine.currentPageIn(engine.mainScene).component, engine.currentPageIn(second).component];
    assert.notEqual(first, other);
    engine.show(second, [{ key: "home" }, { key: first, container: "home" }], 3);
    assert.equal(engine.currentPageIn(second).component, first);
    assert.equal(engine.currentPageIn(engine.mainScene), null);
    engine.show(second, [{ key: "home" }, { key: "home" }], 4);
    assert.deepEqual(take("diagnostic").map(record => record.kind), ["duplicateKey"]);
    // The close of a scene destroys what its lists made, so that a key stands for a new component.
    engine.reportScene(second, "close", 5);
    assert.ok(engine.isDestroyed(other));
    engine.show(second, [{ key: "home", page: "home" }], 6);
    assert.notEqual(engine.currentPageIn(second).component, other);
    // The key of a component that was destroyed otherwise stands for a new one.
    engine.report(engine.currentPageIn(second).component, "destroy", 7);
    engine.show(second, [{ key: "home", page: "home" }], 8);
    assert.equal(take("pageView").at(-1).id, "home~4/1");
});

test("A wrong entry is an error before the call changes anything", async function wrongEntries() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const other = await Engine.create({ wasm: bytes });
    engine.show(null, [{ key: "home", page: "home" }]);
    take();
    const before = engine.trace();
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const throwing = { get key() { engine.report(engine.currentPage.component, "didAppear"); throw new TypeError("expected x, found y"); } };
    const entries = [
        null, undefined, 5, "home", {}, [], { key: null }, { key: 5 }, { key: NaN }, { key: Symbol("s") }, { key: other.mainScene },
        { key: "a", page: 5 }, { key: "a", page: { name: {} } }, { key: "a", state: "waiting" }, { key: "a", payload: [1] },
        { key: "a", visible: 1 }, { key: "a", container: {} }, { key: "a", container: 1 }, { key: "a", level: 1.5 },
        { key: "a", level: 2 ** 31 }, { key: "a", level: "1" }, { key: "a", level: 1n }, revoked.proxy,
    ];
    for (const entry of entries) {
        assert.throws(() => engine.show(null, [{ key: "b", page: "b" }, entry]), /^TypeError: (expected .*, found |.*revoked)/);
    }
    for (const list of [undefined, null, {}, "ab", new Set(), { length: 1 }]) {
        assert.throws(() => engine.show(null, list), /^TypeError: expected an array of entries, found /);
    }
    for (const scene of [0, 1, NaN, "main", other.mainScene, -(2 ** 50)]) {
        assert.throws(() => engine.show(scene, []), /^TypeError: expected a scene of this engine, found /);
    }
    for (const at of [NaN, "1", 2n ** 63n]) assert.throws(() => engine.show(null, [], at), /^TypeError: expected a time /);
    assert.equal(engine.trace(), before);
    assert.deepEqual(take(), []);
    assert.throws(() => engine.show(null, [throwing]), /^TypeError: expected x/);
    // No update is left open.
    assert.deepEqual(take("diagnostic").map(record => record.kind), ["duplicateDidAppear"]);
    for (const [call, message] of [
        [() => engine.makeComponent({ level: 0.5 }), "a whole number of 32 bits as the level"],
        [() => engine.makeComponent({ exclusive: 1 }), "one of true, false"],
        [() => engine.recordInteraction("tap", {}, { component: 5 }), "a component of this engine"],
        [() => engine.handleDeepLink("a:", { target: 5 }), "text as a string"],
        [() => engine.handleDeepLink("a:", { expires: NaN }), "a time in milliseconds"],
        [() => engine.handleDeepLink("a:", { expires: -1 }), "a time in milliseconds"],
        [() => engine.handleDeepLink("a:", { expires: -1n }), "a time in milliseconds"],
        [() => engine.handleDeepLink("a:", { expires: "1" }), "a time in milliseconds"],
        [() => engine.handleDeepLink("a:", { expires: 2n ** 64n }), "a time in milliseconds"],
        [() => engine.isDestroyed(other.mainScene), "a component of this engine"],
    ]) assert.throws(call, found => found instanceof TypeError && found.message.startsWith(`expected ${message}`), message);
});

test("Code of entries and of the clock may call the engine", async function reentrantEntries() {
    let isCalling = true;
    const now = () => {
        if (isCalling && engine) {
            isCalling = false;
            engine.show(null, [{ key: "inner", page: "inner" }]);
        }
        return 0;
    };
    let engine;
    ({ engine } = await makeEngine({ now }));
    const views = [];
    engine.addReceiver(view => {
        views.push(view.page.name);
        if (view.page.name === "outer") engine.show(null, [{ key: "last", page: "last" }]);
    });
    engine.show(null, new Proxy([{ get key() { return "outer"; }, page: "outer" }], {}));
    assert.deepEqual(views, ["inner", "outer", "last"]);
    assert.equal(engine.currentPage.page.name, "last");
    const payload = { get row() { engine.show(null, []); return 1; } };
    const traced = await makeEngine({ recordsTrace: true });
    engine = traced.engine;
    engine.show(null, [{ key: "a", page: "a", payload }]);
    assertReplays(engine, traced.take());
});

test("A list has a hundred thousand entries, keys of a megabyte and containers in a circle", async function largeLists() {
    const { engine, take } = await makeEngine({}, ["pageView", "diagnostic"]);
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ key: `${index}`, page: `page ${index % 5000}` }));
    engine.show(null, entries);
    assert.equal(take("pageView").length, 100_000);
    engine.show(null, [...entries].reverse());
    assert.equal(engine.currentPage.page.name, "page 0");
    engine.show(null, []);
    assert.equal(engine.currentPage, null);
    const long = ["a", "b", "c"].map(letter => letter.repeat(1_000_000));
    engine.show(null, long.map((key, index) => ({ key, page: "p", container: long[(index + 1) % 3] })));
    assert.deepEqual(take("diagnostic").map(record => record.kind), ["parentCycle"]);
    assert.equal(engine.currentPage.id, `${long[0]}/1`);
    for (let depth = 0; depth < 100_000; depth++) engine.beginUpdate();
    engine.show(null, []);
    for (let depth = 0; depth < 100_000; depth++) engine.commitUpdate();
    assert.equal(engine.currentPage, null);
    assert.deepEqual(take("diagnostic"), []);
});

test("An interaction concerns the page of its component", async function interactions() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const [list, item] = ["list", "item"].map(name => engine.makeComponent({ name, page: name }));
    const button = engine.makeComponent({ name: "button", parent: list });
    for (const component of [list, item]) engine.report(component, "didAppear", 1);
    engine.recordInteraction("tap", { row: 1 }, { component: button, at: 2 });
    engine.recordInteraction("tap", {}, { component: null, at: 2 });
    const second = engine.makeScene("second");
    const away = engine.makeComponent({ name: "away", scene: second, parent: list }, 2);
    engine.recordInteraction("tap", {}, { component: away, at: 2 });
    engine.report(button, "destroy", 3);
    engine.recordInteraction("tap", {}, { component: button, at: 4 });
    const records = take();
    assert.deepEqual(
        records.filter(record => record.event === "interaction").map(record => [record.component, record.scene]),
        [[list, engine.mainScene], [item, engine.mainScene], [list, second], [item, engine.mainScene]]);
    assertReplays(engine, records, { [engine.mainScene]: "main", [second]: "second" });
});

test("A link waits for its target, and for as long as it may", async function links() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const open = (name, at) => {
        const component = engine.makeComponent({ name, page: name }, at);
        engine.report(component, "didAppear", at);
        return component;
    };
    engine.handleDeepLink("app://item", { target: "item", at: 0 });
    open("splash", 1);
    open("item", 100_000);
    engine.handleDeepLink("app://cart", { expires: 1000, at: 200_000 });
    open("cart", 201_001);
    engine.handleDeepLink("app://late", { expires: 1_000_000_000n, target: "late", at: 300_000 });
    open("late", 301_000);
    engine.handleDeepLink("app://always", { expires: Infinity, at: 400_000 });
    open("home", 400_000_000);
    const records = take();
    assert.deepEqual(
        records.filter(record => record.event === "pageView").map(view => view.deepLink?.url),
        [undefined, "app://item", undefined, "app://late", "app://always"]);
    assert.deepEqual(records.filter(record => record.kind).map(record => record.kind), ["deepLinkExpired"]);
    assertReplays(engine, records);
});

test("A leave states how long the page was current", async function current() {
    const { engine, take } = await makeEngine();
    const [home, dialog] = ["home", "dialog"].map(page => engine.makeComponent({ page }));
    engine.report(home, "didAppear", 0);
    engine.report(dialog, "didAppear", 1000);
    engine.report(dialog, "didDisappear", 1500);
    engine.report(home, "didDisappear", 3000);
    assert.deepEqual(take("pageLeave").map(leave => [leave.foreground, leave.current]), [[500, 500], [3000, 2500]]);
});

test("A return counts after enough time in the background", async function foreground() {
    for (const [foreground, count] of [[2, 1], [1.5, 2], [0, 2], [9e9, 1], ["silent", 1], ["counts", 2]]) {
        const { engine, take } = await makeEngine({ policy: { foreground }, recordsTrace: true });
        engine.report(engine.makeComponent({ name: "home", page: "home" }), "didAppear", 0);
        engine.reportScene(engine.mainScene, "background", 1000);
        engine.reportScene(engine.mainScene, "foreground", 2500);
        const records = take();
        assert.equal(records.filter(record => record.event === "pageView").length, count, String(foreground));
        assertReplays(engine, records);
    }
    for (const foreground of [-1, NaN, Infinity, 1e10, "1", 1n, null, {}]) {
        await assert.rejects(makeEngine({ policy: { foreground } }), /^TypeError: expected "standard", .*, found /);
    }
});
