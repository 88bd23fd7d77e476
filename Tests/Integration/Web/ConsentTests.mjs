// Records wait for the user's decision about analytics (WB-170).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, bytes } from "./support.mjs";

async function makeEngine(consent) {
    const engine = await Engine.create({ wasm: bytes, now: () => 0, consent });
    const component = engine.makeComponent({ page: "home", state: "ready" });
    const count = () => {
        engine.report(component, "didAppear");
        engine.report(component, "didDisappear");
    };
    const seen = [];
    engine.addReceiver(view => seen.push(view.seq));
    return { engine, count, seen };
}

test("An undecided engine holds the newest 1,000 records, and delivers them after a grant", async function held() {
    const { engine, count, seen } = await makeEngine("undecided");
    const remove = engine.addReceiver(() => assert.fail("a removed receiver gets no held record"));
    for (let i = 0; i < 1005; i++) count();
    remove();
    assert.deepEqual([seen, engine.lastCountedPage.page.name], [[], "home"]);
    const late = [];
    engine.addReceiver(view => late.push(view.seq));
    engine.setConsent("granted");
    count();
    assert.deepEqual([seen.length, seen[0], seen.at(-1), late], [1001, 6, 1006, [1006]]);
});

test("Held records are delivered before those that their receivers cause", async function order() {
    const { engine, count, seen } = await makeEngine("undecided");
    engine.addReceiver(view => view.seq === 1 && count());
    count();
    count();
    engine.setConsent("granted");
    assert.deepEqual(seen, [1, 2, 3]);
});

test("A receiver can withdraw consent while the engine delivers records", async function withdrawal() {
    for (const [consent, before, after] of [["denied", [1], [1, 4]], ["undecided", [1], [1, 2, 3, 4]]]) {
        const { engine, count, seen } = await makeEngine("undecided");
        const remove = engine.addReceiver(() => engine.setConsent(consent));
        const others = [];
        engine.addReceiver(view => others.push(view.seq));
        count();
        count();
        engine.setConsent("granted");
        count();
        remove();
        assert.deepEqual([seen, others], [before, consent === "denied" ? [] : [1]]);
        engine.setConsent("granted");
        count();
        assert.deepEqual([seen, others.at(-1)], [after, 4]);
    }
});

test("A denied engine delivers nothing and answers queries", async function denied() {
    const { engine, count, seen } = await makeEngine("denied");
    count();
    assert.equal(engine.lastCountedPage.page.name, "home");
    engine.setConsent("undecided");
    count();
    engine.setConsent("denied");
    engine.setConsent("granted");
    assert.deepEqual(seen, []);
    count();
    assert.deepEqual(seen, [3]);
});

test("A wrong decision is an error", async function wrongDecision() {
    const { engine } = await makeEngine();
    for (const wrong of [undefined, null, true, "", "yes", 1, {}]) {
        assert.throws(() => engine.setConsent(wrong), /^TypeError: expected one of undecided, granted, denied, found /);
    }
    await assert.rejects(makeEngine("yes"), /^TypeError: expected one of undecided, granted, denied, found "yes"$/);
});
