// @ts-check
// Checks of arguments, and the start of the module. Each message names what was expected and what was found.

export const recordKinds = ["pageView", "pageLeave", "interaction", "deepLink", "currentPage", "diagnostic"];
// The order of these names is the order of the numbers in the module.
export const componentEvents = ["willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy"];
export const sceneEvents = ["foreground", "background", "active", "inactive", "close"];
const policyChoices = { cancelledDisappearance: "continues", reveal: "silent", foreground: "silent" };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param {string} text */
export const encode = text => encoder.encode(text);

/** @param {Uint8Array} bytes */
export const decode = bytes => decoder.decode(bytes);

/**
 * Returns text without lone surrogates, which UTF-8 cannot express.
 *
 * @param {string} text
 */
export const wellFormed = text => decode(encode(text));

/**
 * Describes a value for a message, without calling its code.
 *
 * @param {unknown} value
 */
function describe(value) {
    if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    return value !== null && /^[fo]/.test(typeof value) ? `a value of type ${typeof value}` : String(value);
}

/** @param {string} expected @param {unknown} value @returns {never} */
export function fail(expected, value) { throw new TypeError(`expected ${expected}, found ${describe(value)}`); }

/** @param {unknown} value @returns {value is any} */
export const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the options of a call.
 *
 * @param {any} value
 */
export const optionsOf = value => value == null ? {} : isObject(value) ? value : fail("an object of options", value);

/**
 * Returns text; nothing if there is none.
 *
 * @param {string} what @param {any} value @returns {string | undefined}
 */
export const textOf = (what, value) =>
    value == null ? undefined : typeof value === "string" ? value : fail(`${what} as a string`, value);

/**
 * Returns the number of a component or a scene.
 *
 * @param {string} what @param {any} value @returns {number}
 */
export const handleOf = (what, value) =>
    Number.isSafeInteger(value) && value !== 0 ? value : fail(`${what} of this engine`, value);

/**
 * Returns the number of a component or a scene; 0 for none.
 *
 * @param {string} what @param {any} value @returns {number}
 */
export const optionalHandle = (what, value) => value == null ? 0 : handleOf(what, value);

/**
 * Returns the position of a name.
 *
 * @param {string[]} names @param {any} name
 */
export function positionOf(names, name) {
    const index = names.indexOf(name);
    return index < 0 ? fail(`one of ${names.join(", ")}`, name) : index;
}

/**
 * Returns named values; nothing if there are none.
 *
 * @param {any} value @returns {Record<string, unknown> | undefined}
 */
export function payloadOf(value) {
    if (value == null) return undefined;
    if (!isObject(value)) fail("an object with the payload", value);
    return Object.keys(value).length > 0 ? value : undefined;
}

/** @param {unknown} milliseconds @returns {number} */
export function nanoseconds(milliseconds) {
    const time = typeof milliseconds === "number" ? Math.round(milliseconds * 1e6) : NaN;
    // A larger time does not fit into 64 bits.
    return Math.abs(time) <= 9.2e18 ? time : fail("a time in milliseconds", milliseconds);
}

/**
 * Returns the bits of a policy in the module.
 *
 * @param {any} policy @returns {number}
 */
export function policyBits(policy) {
    if (policy === "standard") return 0;
    if (policy === "literal") return 1;
    if (policy === "session") return 6;
    if (!isObject(policy)) fail('"standard", "literal", "session" or an object as the policy', policy);
    return Object.entries(policyChoices).reduce((bits, [key, silent], index) => {
        const choice = policy[key] ?? silent;
        if (choice !== silent && choice !== "counts") fail(`"${silent}" or "counts" as ${key}`, choice);
        return choice === "counts" ? bits | 1 << index : bits;
    }, 0);
}

/**
 * Returns the choices of a policy, as a trace states them.
 *
 * @param {number} bits
 */
export const policyOf = bits =>
    Object.fromEntries(Object.keys(policyChoices).filter((_, index) => bits & 1 << index).map(key => [key, "counts"]));

/**
 * Reports an error that a receiver has thrown, without delaying others.
 *
 * @param {unknown} error
 */
export function report(error) {
    if (typeof reportError === "function") reportError(error);
    else queueMicrotask(() => { throw error; });
}

/**
 * Returns the compiled module.
 *
 * @param {any} source @returns {Promise<WebAssembly.Module>}
 */
export async function moduleOf(source) {
    source = await source;
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || source instanceof URL) {
        const url = new URL(source, import.meta.url);
        if (url.protocol === "file:" && "process" in globalThis) {
            const files = "node:fs/promises";
            source = await (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)).readFile(url);
        } else {
            source = await fetch(url);
        }
    }
    if (typeof Response === "function" && source instanceof Response) {
        if (!source.ok) throw new Error(`expected pageview.wasm at ${source.url}, found the status ${source.status}`);
        source = await source.arrayBuffer();
    }
    return WebAssembly.compile(source);
}
