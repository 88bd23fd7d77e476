// @ts-check
// Checks of arguments, and the instantiation of the module.
//
// The module contains most messages. So no argument may be checked before an engine has read them.

import { expectsOptions, expectsPayload, expectsPolicy, expectsText, expectsTime } from "./numbers.js";
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param {Uint8Array} bytes */
export const decode = bytes => decoder.decode(bytes);

/**
 * Writes text as UTF-8. Returns the number of bytes.
 *
 * @param {string} text @param {Uint8Array} bytes
 */
export const encodeInto = (text, bytes) => /** @type {number} */ (encoder.encodeInto(text, bytes).written);

/**
 * The lines of the module's `sharedTexts`, which are equal for all engines.
 *
 * @type {string[]}
 */
export let lines;

/** @param {string} text */
export const setLines = text => { lines = text.split("\n"); };

/**
 * Describes a value for a message. It calls no method of the value, because the method may throw.
 *
 * @param {unknown} value
 */
const describe = value => typeof value === "string" ? JSON.stringify(value.slice(0, 40))
    : value !== null && /^[fo]/.test(typeof value) ? `a value of type ${typeof value}` : String(value);

/** @param {number | string} expected A text, or the index of one of `lines`. @param {unknown} value @returns {never} */
export function fail(expected, value) {
    throw new TypeError(`expected ${lines[/** @type {any} */ (expected)] ?? expected}, found ${describe(value)}`);
}

/** @param {unknown} value @returns {value is any} */
export const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Returns an object, such as options; an empty one for a missing value.
 *
 * @param {any} [value] @param {number} [expected]
 */
export const objectOf = (value, expected = expectsOptions) =>
    value == null ? {} : isObject(value) ? value : fail(expected, value);

/**
 * Returns a payload; `undefined` for an empty or a missing one.
 *
 * @param {any} value @returns {Record<string, unknown> | undefined}
 */
export const payloadOf = value =>
    value == null || !Object.keys(objectOf(value, expectsPayload)).length ? undefined : value;

/**
 * Returns a text, which must not be missing.
 *
 * @param {any} value @returns {string}
 */
export const textOf = value => typeof value === "string" ? value : fail(expectsText, value);

/**
 * Returns a text; `undefined` for a missing one.
 *
 * @param {any} value @returns {string | undefined}
 */
export const optionalText = value => value == null ? undefined : textOf(value);

/**
 * Returns a number for the module: 0 for a missing one, and NaN, which the module rejects, for a wrong value.
 *
 * @param {any} value @returns {number}
 */
export const numberOf = value => value == null ? 0 : typeof value === "number" && value || NaN;

/**
 * Returns a duration in nanoseconds, at most the longest one that 64 bits express.
 *
 * @param {any} value Milliseconds, or nanoseconds as a `bigint`.
 */
export function nanosecondsOf(value) {
    if (typeof value === "number" && value >= 0) value = BigInt(Math.round(Math.min(value, 9e12) * 1e6));
    return typeof value === "bigint" && BigInt.asUintN(63, value) === value ? value : fail(expectsTime, value);
}

// names: choices
export const choiceNames = ["cancelledDisappearance", "reveal", "foreground"];
const defaultChoices = ["continues", "silent", "silent"];
const timedChoices = ["foreground"];
// end of names

/**
 * Returns those choices of a policy that count; see POL-001.
 *
 * @param {any} policy @returns {Record<string, any>}
 */
export function policyOf(policy) {
    if (policy === "standard") policy = {};
    if (policy === "literal") policy = { cancelledDisappearance: "counts" };
    if (policy === "session") policy = { reveal: "counts", foreground: "counts" };
    if (!isObject(policy)) fail(expectsPolicy, policy);
    return Object.fromEntries(Object.entries(policy).filter(([name, choice]) => {
        const index = choiceNames.indexOf(name);
        return index >= 0 && choice === "counts"
            || timedChoices.includes(name) && typeof choice === "number" && choice >= 0 && choice <= 9e9
            || (index < 0 || ![undefined, defaultChoices[index]].includes(choice)) && fail(expectsPolicy, policy);
    }));
}

/**
 * Returns the position of a value that must be in a list.
 *
 * @param {any[]} list @param {any} value
 */
export function positionOf(list, value) {
    const index = list.indexOf(value);
    return index < 0 ? fail(`one of ${list.join(", ")}`, value) : index;
}

/**
 * Returns the index of a decision about consent (WB-170).
 *
 * @param {any} value
 */
export const consentOf = value => positionOf(["undecided", "granted", "denied"], value);

/**
 * Reports an error of the app's code as an uncaught error. The caller continues.
 *
 * @param {unknown} error
 */
export const report = error => queueMicrotask(() => { throw error; });

/**
 * Returns the result of a function; if it throws, reports the error and returns `undefined`.
 *
 * @param {() => any} body
 */
export function attempt(body) {
    try {
        return body();
    } catch (error) {
        report(error);
    }
}

/**
 * Returns the exports of a new instance of the module.
 *
 * @param {any} source
 */
export async function instantiate(source) {
    source = await source;
    const address = source?.href ?? source;
    let place = source?.url ?? "";
    try {
        if (typeof address === "string") {
            place = new URL(address, import.meta.url);
            // `fetch` of Node reads no files. The variable prevents bundlers from resolving the import.
            const files = "node:fs/promises";
            source = place.protocol === "file:" && "process" in globalThis ? await (await import(files)).readFile(place)
                : await fetch(place);
        }
        if (source?.arrayBuffer) {
            if (!source.ok) throw new Error(`the status ${source.status}`);
            source = await source.arrayBuffer();
        }
        // The result for a compiled module is an instance, for other sources an object with an instance.
        const result = /** @type {any} */ (await WebAssembly.instantiate(source, {}));
        return (result.instance ?? result).exports;
    } catch (/** @type {any} */ cause) {
        throw new Error(`expected pageview.wasm${place && ` at ${place}`}, found ${cause.message}`, { cause });
    }
}
