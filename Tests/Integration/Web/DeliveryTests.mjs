// Receivers get records in order, one at a time, with the right names (WB-002, WB-005).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, bytes, makeEngine } from "./support.mjs";

test("Calls inside a receiver are applied at once and delivered afterwards", async function reentrancy() {
    const engine = await Engine.create({ wasm: bytes, now: () => 0 });
    const [home, item] = [engine.makeComponent({ page: "home" }), engine.makeComponent({ page: "item" })];
    const events = [];
    engine.addReceiver(view => {
        events.push(`a ${view.page.name}`);
        if (view.page.name !== "home") return;
        engine.report(home, "didDisappear");
        engine.report(item, "didAppear");
        events.push(`current ${engine.currentPage.page.name}`);
    });
    engine.addReceiver(view => events.push(`b ${view.page.name}`));
    engine.report(home, "didAppear");
    assert.deepEqual(events, ["a home", "current item", "b home", "a item", "b item"]);
});

test("A receiver that throws delays no other receiver", async function throwingReceiver(context) {
    const reported = [];
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.on("uncaughtException", error => reported.push(error.message));
    // A script of the page may replace this function. A receiver's error must not depend on it.
    globalThis.reportError = () => { throw new Error("replaced"); };
    context.after(() => {
        delete globalThis.reportError;
        process.removeAllListeners("uncaughtException");
        for (const listener of listeners) process.on("uncaughtException", listener);
    });
    const { engine, take } = await makeEngine();
    engine.addReceiver(() => { throw new Error("first"); });
    const seen = [];
    engine.addReceiver(view => seen.push(view.seq));
    const home = engine.makeComponent({ page: "home" });
    engine.report(home, "didAppear");
    engine.report(home, "didDisappear");
    engine.report(home, "didAppear");
    assert.deepEqual([seen, reported], [[1, 2], []]);
    await new Promise(resolve => setTimeout(resolve, 10));
    assert.deepEqual([reported, take("pageView").length], [["first", "first"], 2]);
});

test("An error of a receiver is thrown after the call", async function thrownLater() {
    const { engine } = await makeEngine();
    engine.addReceiver(() => { throw new Error("late"); });
    const home = engine.makeComponent({ page: "home" });
    const caught = new Promise(resolve => {
        const listeners = process.listeners("uncaughtException");
        process.removeAllListeners("uncaughtException");
        process.once("uncaughtException", error => {
            for (const listener of listeners) process.on("uncaughtException", listener);
            resolve(error);
        });
    });
    engine.report(home, "didAppear");
    assert.equal((await caught).message, "late");
});

test("A receiver gets records from its addition to its removal", async function addAndRemove() {
    const engine = await Engine.create({ wasm: bytes, now: () => 0 });
    const events = [];
    const appear = () => engine.report(engine.makeComponent({ page: "home" }), "didAppear");
    appear();
    const removeFirst = engine.addReceiver(view => {
        events.push(`first ${view.seq}`);
        if (view.seq !== 2) return;
        appear();
        engine.addReceiver(view => events.push(`late ${view.seq}`));
        removeSecond();
        removeSecond();
    });
    const removeSecond = engine.addReceiver(view => events.push(`second ${view.seq}`));
    appear();
    appear();
    removeFirst();
    appear();
    assert.deepEqual(events, ["first 2", "first 3", "first 4", "late 4", "late 5"]);
});

test("A receiver gets only the kinds that it names", async function kinds() {
    const { engine } = await makeEngine({}, []);
    const events = { pageView: 0, pageLeave: 0, diagnostic: 0 };
    for (const kind of Object.keys(events)) {
        engine.addReceiver(record => {
            assert.equal(record.event, kind);
            events[kind] += 1;
        }, [kind]);
    }
    const home = engine.makeComponent({ page: "home" });
    for (const event of ["didAppear", "didAppear", "didDisappear"]) engine.report(home, event);
    assert.deepEqual(events, { pageView: 1, pageLeave: 1, diagnostic: 1 });
});

test("Identities keep the names of destroyed components", async function namesInIdentities() {
    const { engine, take } = await makeEngine({}, ["pageView"]);
    for (let index = 0; index < 2; index++) {
        const row = engine.makeComponent({ name: "row", page: "row" });
        engine.report(row, "didAppear");
        engine.report(row, "destroy");
        // Many other components, none of which is a page, use the slots of destroyed ones.
        for (let other = 0; other < 5000; other++) engine.report(engine.makeComponent({ name: `other${other}` }), "destroy");
    }
    const home = engine.makeComponent({ name: "5", page: "home" });
    engine.report(home, "didAppear");
    const views = take();
    assert.deepEqual(views.map(view => view.id), ["row/1", "row~2/1", "#5/1"]);
    assert.deepEqual(views.map(view => view.previous?.id), [undefined, "row/1", "row~2/1"]);
});
