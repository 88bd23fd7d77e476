// Functions that the tests of the engine share. The variable PAGEVIEW_WEB names the output of .scripts/web.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const folder = pathToFileURL(`${resolve(process.env.PAGEVIEW_WEB ?? "")}/`);
export const { Engine } = await import(new URL("pageview.js", folder).href);
export const bytes = await readFile(new URL("pageview.wasm", folder));

/** Creates an engine whose records are collected, with a clock that stands still. */
export async function makeEngine(options = {}, kinds = "all") {
    const engine = await Engine.create({ wasm: bytes, now: () => 0, ...options });
    const records = [];
    engine.addReceiver(record => records.push(record), kinds);
    /** Returns and removes the records of a kind; by default, of all kinds. */
    const take = kind => defined(records.splice(0).filter(record => kind === undefined || record.event === kind));
    return { engine, records, take };
}

/** Returns a copy of records or answers without keys whose value is `undefined`. It does not copy payloads. */
export function defined(value) {
    if (Array.isArray(value)) return value.map(defined);
    if (value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const kept = Object.entries(value).filter(([, each]) => each !== undefined);
    const isPayload = key => ["payload", "properties"].includes(key);
    return Object.fromEntries(
        kept.map(([key, each]) => [key, typeof each === "object" && !isPayload(key) ? defined(each) : each]));
}

/** Returns the records that `pageview replay --all` writes for a trace; `undefined` without PAGEVIEW_COMMAND. */
export function replay(trace) {
    if (!process.env.PAGEVIEW_COMMAND) return undefined;
    const text = execFileSync(process.env.PAGEVIEW_COMMAND, ["replay", "--all", "-"], { input: trace, encoding: "utf8" });
    return text.split("\n").filter(line => line !== "").map(line => JSON.parse(line));
}

/** Checks that a replay of the engine's trace writes the same records. */
export function assertReplays(engine, records, sceneNames = { [engine.mainScene]: "main" }) {
    const replayed = replay(engine.trace());
    if (!replayed) return;
    // A replay has names instead of the engine's numbers, and seconds instead of milliseconds.
    const seconds = value => value === undefined ? undefined : value / 1000;
    const expected = records.map(record => {
        const { component, scene, ...rest } = record;
        const named = { ...rest, t: seconds(record.t) };
        if (scene !== undefined) named.scene = sceneNames[scene];
        for (const key of ["appearedAt", "foreground", "background", "current"]) {
            if (key in record) named[key] = seconds(record[key]);
        }
        return named;
    });
    const withoutComponents = replayed.map(({ component, ...rest }) => rest);
    assert.deepEqual(asJSON(withoutComponents), asJSON(expected));
}

/** Returns a value as JSON expresses it, because a replay is JSON. */
const asJSON = value => JSON.parse(JSON.stringify(value));
