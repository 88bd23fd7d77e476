// A wrong argument is an error before a call changes anything, and no value harms the engine (WB-002 to WB-009).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, assertReplays, bytes, folder, makeEngine } from "./support.mjs";

test("Numbers that are no component or scene of the engine are errors", async function foreignHandles() {
    const { engine, take } = await makeEngine();
    const other = await Engine.create({ wasm: bytes });
    const [home, foreign] = [engine.makeComponent({ page: "home" }), other.makeComponent({ page: "home" })];
    const wrong = [
        foreign, other.mainScene, engine.mainScene, 0, -0, 2, 4194305, 2 ** 44, 2 ** 53 - 1, -(2 ** 53), 1e300, 0.5, NaN,
        Infinity, "1", 1n, null, undefined, {}, [1], true, Symbol("component"), { valueOf: () => 1 },
    ];
    for (const component of wrong) {
        const calls = [
            () => engine.report(component, "didAppear"), () => engine.attach(component, engine.mainScene),
            () => engine.ready(component), () => engine.pending(component), () => engine.move(component, null),
            () => engine.declare(component, { page: "stolen" }),
        ];
        if (component != null) {
            calls.push(
                () => engine.move(home, component), () => engine.makeComponent({ parent: component }),
                () => engine.recordPageView({ component, page: "stolen" }));
        }
        for (const call of calls) {
            assert.throws(call, /^(TypeError|RangeError): expected .*, found /, `${call} ${String(component)}`);
        }
    }
    for (const scene of wrong.filter(number => number !== engine.mainScene).concat(home)) {
        const calls = [
            () => engine.reportScene(scene, "close"), () => engine.attach(home, scene), () => engine.currentPageIn(scene),
            () => engine.lastPageIn(scene), () => engine.lastCountedPageIn(scene),
        ];
        if (scene != null) {
            calls.push(
                () => engine.makeComponent({ scene }), () => engine.recordInteraction("tap", {}, { scene }),
                () => engine.handleDeepLink("app://", { scene }), () => engine.discardDeepLink({ scene }));
        }
        for (const call of calls) assert.throws(call, /expected .*, found /);
    }
    assert.deepEqual(take(), []);
    engine.report(home, "didAppear");
    assert.equal(take("pageView").length, 1);
    assert.equal(engine.makeComponent(), home + 1);
});

test("A report about a destroyed component is a diagnostic, even if its slot is in use again", async function staleHandles() {
    const { engine, take } = await makeEngine();
    const first = engine.makeComponent({ page: "first" });
    engine.report(first, "destroy");
    engine.report(first, "didAppear");
    const second = engine.makeComponent({ page: "second" });
    assert.notEqual(first, second);
    const payload = { kept: true };
    engine.ready(second, { payload });
    engine.ready(first, { page: "stolen", payload: { stolen: true } });
    engine.report(first, "destroy");
    engine.declare(first, { page: "stolen" });
    engine.recordPageView({ component: first, page: "stolen" });
    assert.deepEqual(take().map(record => [record.kind, record.component]), Array(5).fill(["eventAfterDestroy", first]));
    engine.report(second, "didAppear");
    assert.equal(take("pageView")[0].payload, payload);
});

test("Wrong arguments are errors, and change nothing", async function wrongArguments() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const home = engine.makeComponent({ page: "home" });
    const before = engine.trace();
    const calls = [
        () => engine.report(home, "appear"), () => engine.report(home, "__proto__"), () => engine.report(home, 1),
        () => engine.report(home, undefined), () => engine.reportScene(engine.mainScene, "hide"),
        () => engine.ready(home, { page: 5 }), () => engine.ready(home, { page: { name: 5 } }), () => engine.ready(home, "home"),
        () => engine.ready(home, { page: { name: "a", context: {} } }), () => engine.ready(home, { payload: "x" }),
        () => engine.ready(home, { payload: [1] }), () => engine.makeComponent({ state: "waiting" }),
        () => engine.makeComponent({ attached: 1 }), () => engine.makeComponent({ name: 5 }), () => engine.makeComponent("home"),
        () => engine.recordInteraction(5), () => engine.recordInteraction("tap", 5), () => engine.handleDeepLink({}),
        () => engine.handleDeepLink(), () => engine.handleDeepLink("app://", { source: 1 }), () => engine.note(),
        () => engine.note("", { nextPageView: 0 }), () => engine.note("", { nextPageView: 1.5 }), () => engine.makeScene(1),
        () => engine.addReceiver(), () => engine.addReceiver(() => {}, ["pages"]), () => engine.addReceiver(() => {}, "page"),
        () => engine.ready(home, { get payload() { throw new TypeError("expected nothing, found a getter"); } }),
        ...[NaN, Infinity, -Infinity, 1e300, "1", {}, null, 2n ** 63n, true]
            .map(at => () => engine.report(home, "didAppear", at)),
    ];
    for (const call of calls) assert.throws(call, /^TypeError: expected .*, found /, String(call));
    assert.deepEqual(take(), []);
    assert.equal(engine.trace(), before);
    engine.report(home, "didAppear", -1000);
    assert.deepEqual(take().map(record => record.kind ?? record.t), ["timeWentBack", 0, 0]);
});

test("Names keep unusual text, except lone surrogates", async function unusualNames() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const names = [
        "__proto__", "constructor", "\0", "a\0b", "\uFEFFhome", "日本語", "👩‍👩‍👧", "e\u0301", "é", "\\ud800", "\"\n",
        "x".repeat(10_000),
    ];
    const lone = ["\ud800", "a\udc00b", "\\\ud800"];
    for (const name of [...names, ...lone]) {
        const component = engine.makeComponent({ name, page: { name, context: name } });
        engine.report(component, "didAppear");
        engine.report(component, "destroy");
    }
    const expected = [...names, ...lone.map(name => name.replace(/[\ud800-\udfff]/gu, "\ufffd"))];
    const records = take();
    const views = records.filter(record => record.event === "pageView");
    assert.deepEqual(views.map(view => view.page.name), expected);
    assert.deepEqual(views.map(view => view.page.context), expected);
    assertReplays(engine, records);
});

test("A name of ten million characters is a name", async function largeNames() {
    const { engine, take } = await makeEngine();
    const name = "page €".repeat(1_700_000);
    engine.report(engine.makeComponent({ name, page: { name, context: name } }), "didAppear");
    engine.recordInteraction(name);
    engine.handleDeepLink(name, { source: name });
    const [view, , interaction, link] = take();
    assert.ok(view.page.name === name && view.page.context === name && view.id === `${name}/1`);
    assert.ok(interaction.name === name && link.url === name && link.source === name);
});

test("Names that differ only by where the context begins are different pages", async function namesAndContexts() {
    const { engine, take } = await makeEngine();
    const pages = [{ name: "ab", context: "c" }, { name: "a", context: "bc" }, { name: "abc" }, { name: "ab", context: "" }];
    for (const page of [...pages, ...pages]) {
        const component = engine.makeComponent({ page });
        engine.report(component, "didAppear");
        engine.report(component, "destroy");
    }
    assert.deepEqual(take("pageView").map(view => view.page), [...pages, ...pages]);
});

test("A blank name is rejected with its payload", async function blankNames() {
    const { engine, take } = await makeEngine();
    const payload = { kept: true };
    const home = engine.makeComponent({ page: "home", payload });
    for (const page of ["", " ", "\t\u00a0\u3000"]) engine.ready(home, { page, payload: { lost: true } });
    engine.recordPageView({ page: " " });
    assert.deepEqual(take().map(record => record.kind), Array(4).fill("emptyPageName"));
    engine.report(home, "didAppear");
    assert.equal(take("pageView")[0].payload, payload);
});

test("A record contains the payload that the caller gave, not a copy", async function payloads() {
    const { engine, take } = await makeEngine({ recordsTrace: true });
    const circular = {};
    circular.self = circular;
    const throwing = { toJSON() { throw new Error("no"); } };
    const values = [
        { __proto__: null, a: 1 }, JSON.parse('{"__proto__":1,"constructor":2}'), { big: 9007199254740993n, text: "\u00015" },
        circular, throwing, { text: "\ud800\\" }, { f() {}, n: NaN, u: undefined }, new Map([["a", 1]]),
    ];
    const home = engine.makeComponent({ page: "home" });
    for (const payload of values) {
        engine.ready(home, { payload });
        engine.report(home, "didAppear");
        engine.report(home, "didDisappear");
    }
    const views = take("pageView");
    values.forEach((payload, index) => {
        if (Object.keys(payload).length > 0) assert.equal(views[index].payload, payload);
        else assert.ok(!("payload" in views[index]));
    });
    assert.match(engine.trace(), /"big":9007199254740993/);
    engine.ready(home);
    engine.report(home, "didAppear");
    assert.ok(!("payload" in take("pageView")[0]));
    // Each line of the trace is valid JSON, although JSON cannot express some payloads.
    assert.equal(engine.trace().split("\n").slice(0, -1).map(line => JSON.parse(line)).length, 28);
});

test("A declaration that begins an appearance counts it with its own payload", async function newPayload() {
    const { engine, take } = await makeEngine();
    const [first, second] = [{ value: 1 }, { value: 2 }];
    const home = engine.makeComponent({ page: "home", payload: first, attached: false });
    engine.report(home, "didAppear");
    engine.declare(home, { attached: true, payload: second });
    engine.report(home, "didDisappear");
    engine.report(home, "didAppear");
    assert.deepEqual(take("pageView").map(view => view.payload), [second, second]);
});

test("Code of a payload, a page or the clock may call the engine", async function reentrantArguments() {
    let isCalling = false;
    const names = Array.from({ length: 1200 }, (_, index) => `page ${index}`);
    const now = () => {
        if (!isCalling) return 0;
        isCalling = false;
        // The engine releases its cache of pages meanwhile.
        for (const name of names) engine.makeComponent({ page: name });
        return 0;
    };
    const { engine, take } = await makeEngine({ now });
    const home = engine.makeComponent({ page: "home" });
    isCalling = true;
    engine.ready(home, { page: "item" });
    engine.report(home, "didAppear");
    assert.deepEqual(take("pageView").map(view => view.page.name), ["item"]);

    const traced = await makeEngine({ recordsTrace: true });
    const [outer, inner] = ["outer", "inner"].map(name => traced.engine.makeComponent({ name, page: name, state: "pending" }));
    traced.engine.report(outer, "didAppear");
    let count = 0;
    const payload = {
        get row() {
            if (count++ === 0) {
                traced.engine.report(outer, "didDisappear");
                traced.engine.report(inner, "didAppear");
                traced.engine.ready(inner);
            }
            return traced.engine.currentPage?.page.name ?? "none";
        },
    };
    traced.engine.ready(outer, { payload });
    const records = traced.take();
    assert.deepEqual(records.filter(record => record.event === "pageView").map(view => view.page.name), ["outer", "inner"]);
    assertReplays(traced.engine, records);
});

test("The minified script rejects the same arguments with the same messages", async function minified() {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const throwing = key => ({ get [key]() { throw new RangeError("getter"); } });
    const values = [
        undefined, null, 0, -0, 0.5, NaN, Infinity, 2 ** 53, -(2 ** 53), "", "home", "\ud800", true, 5n, 2n ** 64n, Symbol("s"), () => 1,
        [], {}, Object.create(null), revoked.proxy, throwing("name"), throwing("page"), throwing("at"), { page: {} }, { at: "1" },
        { payload: revoked.proxy }, { scene: 0.5 }, { parent: NaN }, { name: Symbol("s") }, { id: "a/1", name: "x", next: 2 },
        { id: Symbol("s"), name: "x", next: 2 },
    ];
    const module = await WebAssembly.compile(bytes);
    const run = async file => {
        const { Engine } = await import(new URL(file, folder).href);
        const engine = await Engine.create({ wasm: module, now: () => 0, recordsTrace: true });
        const methods = Object.keys(engine).filter(name => typeof engine[name] === "function" && !/^(_|.$|trace$)/.test(name));
        const found = [];
        for (const method of methods) {
            for (const [first, second] of values.flatMap(first => values.map(second => [first, second]))) {
                const before = engine.trace();
                try {
                    engine[method](first, second);
                } catch (error) {
                    assert.equal(engine.trace(), before, method);
                    const message = String(error);
                    assert.match(message, /^TypeError: expected .*, found |getter$|revoked$/, method);
                    found.push(`${method} ${message}`);
                }
            }
        }
        return found;
    };
    const [readable, minified] = [await run("pageview.js"), await run("pageview.min.js")];
    assert.ok(readable.length > 5000);
    assert.deepEqual(minified, readable);
});
