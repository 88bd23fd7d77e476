// @ts-check
// The engine without a browser: it runs in pages, in workers and in Node. `pageview.wasm` contains the rules.

/** @typedef {import("./pageview").Page} Page */
/** @typedef {import("./pageview").Payload} Payload */
/** @typedef {import("./pageview").EngineRecord} EngineRecord */
/** @typedef {import("./pageview").PageReference} PageReference */
/** @typedef {import("./pageview").CurrentPage} CurrentPage */
/** @typedef {number | bigint} Time */
/** @typedef {{ receive: (record: any) => void, mask: number, after: number }} Receiver */

// The order of these names is the order of their numbers in the module.
const recordKinds = ["pageView", "pageLeave", "interaction", "deepLink", "currentPage", "diagnostic"];
const componentEvents = ["willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy"];
const sceneEvents = ["foreground", "background", "active", "inactive", "close"];
const causes = ["appeared", "ready", "attached", "foregrounded", "revealed", "manual"];
const outcomes = ["counted", "neverReady", "neverVisible"];
const diagnostics = [
    "duplicateDidAppear", "didDisappearWithoutAppear", "unexpectedWillAppear", "unexpectedWillDisappear",
    "eventAfterDestroy", "timeWentBack", "emptyPageName", "recordWithoutPage", "sharedNotifier", "computedNotifier",
    "replacedNotifier", "renamedWhileCounted", "parentCycle", "foreignIdentity",
];
const callErrors = [
    "expected a component of this engine, found another number", "expected a scene of this engine, found another number",
    "expected a component of this engine as the parent, found another number",
    "expected at most 4194304 components, found one more; report destroy for components that have ended",
];
const policyChoices = { cancelledDisappearance: "continues", reveal: "silent", foreground: "silent" };
/** @type {Map<unknown, number>} */
const policies = new Map([["standard", 0], ["literal", 1], ["session", 6]]);

// The module's memory for records and answers, as indices of 4 and 8 bytes from the engine's address; see Output.swift.
const [timeAt, appearedAt, foregroundAt, backgroundAt] = [0, 1, 2, 3];
const [componentAt, sceneAt, sequenceAt, idAt, previousIDAt, referrerIDAt] = [4, 5, 6, 7, 9, 11];
const [pageAt, previousPageAt, referrerPageAt, payloadAt, kindAt, lengthAt, secondLengthAt, newPayloadAt, heldPayloadAt]
    = [26, 27, 28, 29, 30, 31, 32, 33, 34];

/** The number of pages and of their bytes at which the engine forgets the pages that it has read. */
const [pageLimit, pageByteLimit] = [1000, 1_000_000];
/** The number of released names that the engine keeps, because records may still refer to them. */
const nameLimit = 1000;
/** The greatest time in nanoseconds. */
const timeLimit = 9.2e18;
/** The number of different engines; their handles differ. */
const engineLimit = 512;
/** The number of components that exist at one time. */
const componentLimit = 2 ** 22;

let engineCount = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Describes a value for a message. @param {unknown} value */
function describe(value) {
    if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    return value !== null && /^[fo]/.test(typeof value) ? `a value of type ${typeof value}` : String(value);
}

/** @param {string} expected @param {unknown} value @returns {never} */
function fail(expected, value) { throw new TypeError(`expected ${expected}, found ${describe(value)}`); }

/** @param {unknown} value @returns {value is object} */
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the options of a call. @param {any} value */
const optionsOf = value => value === undefined ? {} : isObject(value) ? value : fail("an object of options", value);

/** Returns text without lone surrogates, which UTF-8 cannot express. @param {string} text */
const wellFormed = text => decoder.decode(encoder.encode(text));

/** Returns text or nothing. @param {string} what @param {any} value @returns {string | undefined} */
const optionalText = (what, value) => value === undefined || value === null ? undefined : textOf(what, value);

/** @param {string} what @param {any} value @returns {string} */
const textOf = (what, value) => typeof value === "string" ? value : fail(`${what} as a string`, value);

/** Returns the number of a component or a scene; 0 for none. @param {string} what @param {any} value @returns {number} */
const optionalHandle = (what, value) => value === undefined || value === null ? 0 : handleOf(what, value);

/** @param {string} what @param {any} value @returns {number} */
const handleOf = (what, value) =>
    Number.isSafeInteger(value) && value !== 0 ? value : fail(`${what} of this engine`, value);

/** Returns a payload, or nothing for an empty one. @param {string} what @param {any} value @returns {Payload | undefined} */
function payloadOf(what, value) {
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) fail(`${what} as an object`, value);
    return Object.keys(value).length > 0 ? /** @type {Payload} */ (value) : undefined;
}

/** Returns the bits of a policy in the module. @param {any} policy @returns {number} */
function policyBits(policy) {
    const named = policies.get(policy);
    if (named !== undefined) return named;
    if (!isObject(policy)) fail('"standard", "literal", "session" or an object as the policy', policy);
    return Object.entries(policyChoices).reduce((bits, [key, silent], index) => {
        const choice = /** @type {any} */ (policy)[key] ?? silent;
        if (choice !== silent && choice !== "counts") fail(`"${silent}" or "counts" as ${key}`, choice);
        return choice === "counts" ? bits | 1 << index : bits;
    }, 0);
}

/** @param {unknown} milliseconds @returns {number} */
function nanoseconds(milliseconds) {
    const time = typeof milliseconds === "number" ? Math.round(milliseconds * 1e6) : NaN;
    return Math.abs(time) <= timeLimit ? time : fail("a time in milliseconds", milliseconds);
}

/** Returns a name, with as many primes as make it unused. @param {string} name @param {(name: string) => unknown} isUsed */
function unusedName(name, isUsed) {
    while (isUsed(name)) name += "'";
    return name;
}

/** Returns JSON without lone surrogates. @param {object} value @returns {string} */
function jsonLine(value) {
    // Text before a lone surrogate may end with an escaped backslash.
    return JSON.stringify(value).replace(/\\(?:ud[89a-f]..|.)/g, escape => escape.length > 2 ? "\ufffd" : escape);
}

/** Reports an error that a receiver has thrown, without delaying others. @param {unknown} error */
function report(error) {
    if (typeof reportError === "function") reportError(error);
    else queueMicrotask(() => { throw error; });
}

/** Returns the compiled module. @param {any} source @returns {Promise<WebAssembly.Module>} */
async function moduleOf(source) {
    source = await source;
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || source instanceof URL) {
        const url = new URL(source, import.meta.url);
        if (url.protocol === "file:" && typeof process === "object") {
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

/**
 * An engine that turns reports of appearances into one page view for each appearance of a ready page.
 *
 * Components and scenes are numbers. Create an engine with `await Engine.create()`.
 */
export class Engine {
    /** Whether times in records are nanoseconds as `bigint`. Otherwise they are milliseconds as `number`. */
    timesAsNanoseconds = false;
    /** The scene of components that are not put into another scene. @type {number} */
    mainScene;

    /** @type {any} */ #module;
    /** @type {number} */ #address;
    /** @type {() => number} */ #now;
    /** The latest time, in nanoseconds. */
    #latest = -Infinity;
    /** The last time that was given in nanoseconds. */ #exactTime = 0n;
    /** The reason why the module must not be called any more. @type {Error | undefined} */ #failure;

    // Views of the module's memory, which move when the memory grows.
    /** @type {Int32Array} */ #words = new Int32Array(0);
    /** @type {Float64Array} */ #numbers = new Float64Array(0);
    /** @type {BigInt64Array} */ #integers = new BigInt64Array(0);

    /** The pages by context and name. @type {Map<string | undefined, Map<string, number>>} */ #addresses = new Map();
    /** The pages by address in the module. @type {Map<number, Readonly<{ name: string, context?: string }>>} */
    #pages = new Map();
    #pageBytes = 0;

    /** The payloads by number in the module. @type {(Payload | undefined)[]} */ #payloads = [];
    /** The name and the payload of the present call, which the module does not store. */
    #given = { name: "", /** @type {Payload | undefined} */ payload: undefined };

    /** The names of components in identities and traces, by handle. @type {Map<number, { name: string, label: string }>} */
    #names = new Map();
    /** The newest component under each name. @type {Map<string, { handle: number, count: number, isAlive: boolean }>} */
    #owners = new Map();
    /** The destroyed components that have a name. @type {number[]} */ #ended = [];
    #endedLimit = nameLimit;

    /** The pending records with the bits of their kinds. @type {any[]} */ #queue = [];
    #delivered = 0;
    #isDelivering = false;
    /** @type {Receiver[]} */ #receivers = [];

    /** The lines of the trace; nothing if none is recorded. @type {string[] | undefined} */ #lines;
    #isRecording = false;
    /** The time at which the time of the trace is 0. @type {bigint | undefined} */ #origin;
    /** The name of the container that contains nothing, once the trace has one. @type {string | undefined} */ #nothing;
    /** @type {Map<number, string>} */ #sceneNames = new Map();

    /**
     * Creates an engine.
     *
     * @param {import("./pageview").EngineOptions} [options]
     */
    static async create(options) {
        const { wasm = "pageview.wasm" } = optionsOf(options);
        const instance = await WebAssembly.instantiate(await moduleOf(wasm), {});
        return new this(instance, options);
    }

    /** Use `create`. @param {WebAssembly.Instance} instance @param {import("./pageview").EngineOptions} [options] */
    constructor(instance, options) {
        const { policy = "standard", now, recordsTrace = false, title } = optionsOf(options);
        if (now !== undefined && typeof now !== "function") fail("a function as now", now);
        const bits = policyBits(policy);
        const start = now ? 0 : performance.now();
        this.#now = now ?? (() => performance.now() - start);
        this.#module = instance.exports;
        const number = engineCount++ % engineLimit;
        this.#address = this.#module.makeEngine(number, bits);
        this.mainScene = -(number * 2 ** 44 + 1);
        this.#updateViews();
        if (recordsTrace) {
            const choices = Object.keys(policyChoices).filter((_, index) => bits & 1 << index);
            this.#sceneNames.set(this.mainScene, "main");
            this.#isRecording = true;
            this.#lines = [jsonLine({
                trace: 1, title: optionalText("a title", title),
                policy: Object.fromEntries(choices.map(key => [key, "counts"])),
            })];
        }
    }

    // Scenes and components.

    /** Creates a scene. @param {string} [name] @returns {number} */
    makeScene(name) {
        name = optionalText("a name", name);
        const scene = this.#run(this.#module.makeScene);
        if (this.#isRecording) {
            const used = new Set(this.#sceneNames.values());
            this.#sceneNames.set(scene, unusedName(name === undefined ? `scene ${-scene}` : name, text => used.has(text)));
        }
        return scene;
    }

    /** Creates a component. @param {import("./pageview").NewComponent} [options] @param {Time} [at] @returns {number} */
    makeComponent(options, at) {
        const name = optionalText("a name", optionsOf(options).name);
        return this.#declare(0, name, options, at);
    }

    /** Declares a component further. @param {number} component @param {import("./pageview").Declaration} [options] @param {Time} [at] */
    declare(component, options, at) {
        this.#declare(handleOf("a component", component), undefined, options, at);
    }

    /** @param {number} component @param {string | undefined} name @param {any} options @param {Time} [at] */
    #declare(component, name, options, at) {
        const { scene, parent, attached, page, state, payload } = optionsOf(options);
        const isKnownState = state === undefined || state === "ready" || state === "pending";
        if (!isKnownState) fail('"ready" or "pending" as the state', state);
        if (attached !== undefined && typeof attached !== "boolean") fail("a Boolean value as attached", attached);
        const [inScene, container] = [optionalHandle("a scene", scene), optionalHandle("a component", parent)];
        const values = payloadOf("the payload", payload);
        const declared = (attached === undefined ? 0 : attached ? 1 : 2) | (state === undefined ? 0 : state === "ready" ? 4 : 8)
            | (payload === undefined || payload === null ? 0 : 16);
        const [time, address] = [this.#time(at), this.#page(page)];
        const isNew = component === 0;
        const count = this.#apply(this.#module.create, component, inScene, container, declared, address, time);
        if (this.#failure) return 0;
        component = this.#numbers[componentAt];
        if (isNew && name !== undefined) this.#name(component, name);
        if (this.#isRecording) {
            const fields = { scene: this.#sceneName(inScene), attached, page: this.#pages.get(address), state, payload };
            if (container) this.#addContainerLine(component, container, time, fields);
            else this.#addComponentLine("create", component, time, fields);
        }
        this.#finishPage(count, component, values);
        return component;
    }

    /** Reports an event of a component. @param {number} component @param {import("./pageview").ComponentEvent} event @param {Time} [at] */
    report(component, event, at) {
        const number = componentEvents.indexOf(event);
        if (number < 0) fail(`one of ${componentEvents.join(", ")}`, event);
        this.#report(component, number, 0, at);
    }

    /** Reports that a component is in the window of a scene. @param {number} component @param {number} scene @param {Time} [at] */
    attach(component, scene, at) {
        this.#report(component, componentEvents.indexOf("attach"), handleOf("a scene", scene), at);
    }

    /** @param {number} component @param {number} event @param {number} scene @param {Time} [at] */
    #report(component, event, scene, at) {
        handleOf("a component", component);
        const time = this.#time(at);
        const count = this.#apply(this.#module.report, component, event, scene, time);
        if (this.#isRecording) this.#addComponentLine(componentEvents[event], component, time, { scene: this.#sceneName(scene) });
        if (event < 6) return this.#finish(count);
        this.#finishPage(count, component);
        this.#forget(component);
    }

    /** Reports that a component is inside another one from now on, or inside none. @param {number} component @param {number | null} parent @param {Time} [at] */
    move(component, parent, at) {
        handleOf("a component", component);
        const [container, time] = [parent === null ? 0 : handleOf("a component or null", parent), this.#time(at)];
        const count = this.#apply(this.#module.move, component, container, time);
        if (this.#isRecording) this.#addContainerLine(component, container, time, {});
        this.#finish(count);
    }

    /** Reports an event of a scene. @param {number} scene @param {import("./pageview").SceneEvent} event @param {Time} [at] */
    reportScene(scene, event, at) {
        const number = sceneEvents.indexOf(event);
        if (number < 0) fail(`one of ${sceneEvents.join(", ")}`, event);
        const time = this.#time(at);
        const count = this.#apply(this.#module.reportScene, handleOf("a scene", scene), number, time);
        if (this.#isRecording) {
            this.#addLine(`scene${event[0].toUpperCase()}${event.slice(1)}`, time, { scene: this.#sceneName(scene) });
        }
        this.#finish(count);
    }

    // Pages.

    /** Sets a page to pending. @param {number} component @param {Page} [page] @param {Time} [at] */
    pending(component, page, at) {
        handleOf("a component", component);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.pending, component, address, time);
        if (this.#isRecording) this.#addComponentLine("pending", component, time, { page: this.#pages.get(address) });
        this.#finishPage(count, component);
    }

    /** Sets a page to ready. @param {number} component @param {{ page?: Page, payload?: Payload }} [options] @param {Time} [at] */
    ready(component, options, at) {
        handleOf("a component", component);
        const { page, payload } = optionsOf(options);
        const values = payloadOf("the payload", payload);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.ready, component, address, values ? 1 : 0, time);
        if (this.#isRecording) this.#addComponentLine("ready", component, time, { page: this.#pages.get(address), payload: values });
        this.#finishPage(count, component, values);
    }

    /** Records a page view by hand. @param {import("./pageview").ManualPageView} options */
    recordPageView(options) {
        const { component, scene, page, payload, at } = optionsOf(options);
        const [owner, inScene] = [optionalHandle("a component", component), optionalHandle("a scene", scene)];
        const values = payloadOf("the payload", payload);
        const [time, address] = [this.#time(at), this.#page(page)];
        const hasPayload = payload === undefined || payload === null ? 0 : 1;
        const count = this.#apply(this.#module.recordPageView, owner, inScene, address, hasPayload, time);
        if (this.#isRecording) {
            const fields = { scene: this.#sceneName(inScene), page: this.#pages.get(address), payload };
            if (owner) {
                this.#addComponentLine("record", owner, time, fields);
            } else {
                this.#addLine(address ? "record" : "note", time, address ? fields : { text: "record without a page" });
            }
        }
        this.#given.payload = values;
        this.#finish(count);
    }

    // Interactions and deep links.

    /** Records an interaction of the user. @param {string} name @param {Payload} [properties] @param {{ scene?: number, at?: Time }} [options] */
    recordInteraction(name, properties, options) {
        const { scene, at } = optionsOf(options);
        const text = wellFormed(textOf("a name", name));
        const [values, inScene] = [payloadOf("the properties", properties), optionalHandle("a scene", scene)];
        const time = this.#time(at);
        const count = this.#apply(this.#module.recordInteraction, inScene, time);
        if (this.#isRecording) {
            this.#addLine("interaction", time, { name: text, scene: this.#sceneName(inScene), properties: values });
        }
        this.#given = { name: text, payload: properties ?? {} };
        this.#finish(count);
    }

    /**
     * Records that a link opens the app. The page view that the link leads to carries it.
     *
     * @param {string | URL} url
     * @param {{ scene?: number, source?: string, at?: Time }} [options]
     * @returns {PageReference | null} The page the user was on.
     */
    handleDeepLink(url, options) {
        const { scene, source, at } = optionsOf(options);
        const link = textOf("a link", url instanceof URL ? url.href : url);
        const [origin, inScene] = [optionalText("a source", source), optionalHandle("a scene", scene)];
        const time = this.#time(at);
        const [length, originLength] = this.#writeTexts(link, origin);
        const count = this.#apply(this.#module.handleDeepLink, length, originLength, inScene, time);
        if (this.#failure) return null;
        const referrer = this.#reference(referrerPageAt, referrerIDAt);
        if (this.#isRecording) {
            this.#addLine("deepLink", time, { url: link, scene: this.#sceneName(inScene), source: origin });
        }
        this.#finish(count);
        return referrer;
    }

    /** Discards the pending deep link. @param {{ scene?: number, at?: Time }} [options] */
    discardDeepLink(options) {
        const { scene, at } = optionsOf(options);
        const [inScene, time] = [optionalHandle("a scene", scene), this.#time(at)];
        const count = this.#apply(this.#module.discardDeepLink, inScene, time);
        if (this.#isRecording) this.#addLine("discardDeepLink", time, { scene: this.#sceneName(inScene) });
        this.#finish(count);
    }

    // Start, stop and notes.

    /** Starts the engine again after a stop. @param {{ countingVisible?: boolean, at?: Time }} [options] */
    start(options) {
        const { countingVisible = false, at } = optionsOf(options);
        this.#finish(this.#run(this.#module.start, countingVisible ? 1 : 0, this.#time(at)));
    }

    /** Stops the engine, which ends every live appearance and then emits nothing. A trace ends here. @param {Time} [at] */
    stop(at) {
        const time = this.#time(at);
        const count = this.#run(this.#module.stop, time);
        if (this.#isRecording) this.#addLine("sessionEnd", time, {});
        this.#isRecording = false;
        this.#finish(count);
    }

    /** Adds a remark to the trace, and may set the number of the next page view. @param {string} text @param {{ nextPageView?: number }} [options] */
    note(text, options) {
        const { nextPageView } = optionsOf(options);
        textOf("a note", text);
        const isNumber = Number.isSafeInteger(nextPageView) && nextPageView > 0;
        if (nextPageView !== undefined && !isNumber) fail("a whole number from 1 as nextPageView", nextPageView);
        this.#run(this.#module.note, nextPageView ?? 0);
        if (this.#isRecording) this.#addLine("note", this.#time(), { text, nextPageView });
    }

    // Receivers.

    /**
     * Adds a function that receives the records that are emitted from now on.
     *
     * @param {(record: any) => void} receive
     * @param {"all" | readonly string[]} [kinds]
     * @returns {() => void} A function that removes the receiver.
     */
    addReceiver(receive, kinds = ["pageView"]) {
        if (typeof receive !== "function") fail("a function", receive);
        let mask = 0;
        for (const kind of kinds === "all" ? recordKinds : Array.isArray(kinds) ? kinds : [kinds]) {
            const index = recordKinds.indexOf(kind);
            if (index < 0) fail(`"all" or some of ${recordKinds.join(", ")}`, kind);
            mask |= 1 << index;
        }
        const receiver = { receive, mask, after: this.#delivered + this.#queue.length };
        this.#setReceivers([...this.#receivers, receiver]);
        return () => {
            receiver.mask = 0;
            this.#setReceivers(this.#receivers.filter(other => other !== receiver));
        };
    }

    /** @param {Receiver[]} receivers */
    #setReceivers(receivers) {
        this.#receivers = receivers;
        this.#run(this.#module.setWanted, receivers.reduce((mask, receiver) => mask | receiver.mask, 0));
    }

    // Queries.

    /** The page in front of the user, over all scenes, pending or ready. @returns {CurrentPage | null} */
    get currentPage() { return this.#query(0, 0); }

    /** The current page; if there is none, the page that was current last. @returns {CurrentPage | null} */
    get lastPage() { return this.#query(1, 0); }

    /** The page that was counted last. @returns {CurrentPage | null} */
    get lastCountedPage() { return this.#query(2, 0); }

    /** @param {number} scene @returns {CurrentPage | null} */
    currentPageIn(scene) { return this.#query(0, handleOf("a scene", scene)); }

    /** @param {number} scene @returns {CurrentPage | null} */
    lastPageIn(scene) { return this.#query(1, handleOf("a scene", scene)); }

    /** @param {number} scene @returns {CurrentPage | null} */
    lastCountedPageIn(scene) { return this.#query(2, handleOf("a scene", scene)); }

    /** @param {number} question @param {number} scene @returns {CurrentPage | null} */
    #query(question, scene) {
        this.#apply(this.#module.query, question, scene);
        if (this.#failure) return null;
        const [numbers, words] = [this.#numbers, this.#words];
        if (words[pageAt] === 0) return null;
        const id = { id: this.#label(idAt), page: this.#readPage(words[pageAt]) };
        const component = numbers[idAt];
        if (question === 2) return component ? { ...id, component } : id;
        return {
            ...id, component, scene: numbers[sceneAt], counted: words[kindAt] === 1, beganAt: this.#timeAt(appearedAt),
        };
    }

    /** The recorded trace in JSON Lines. */
    trace() { return this.#lines ? `${this.#lines.join("\n")}\n` : ""; }

    // Calls of the module.

    /** Calls the module, unless it has failed. @param {Function} call @param {any[]} values */
    #run(call, ...values) {
        if (this.#failure) return 0;
        try {
            const result = call(this.#address, ...values);
            if (this.#words.length === 0) this.#updateViews();
            return result;
        } catch (error) {
            this.#isRecording = false;
            this.#failure = new Error("expected memory for the engine, found none left; later calls do nothing", { cause: error });
            throw this.#failure;
        }
    }

    /** Applies an input. Returns the number of records; an input that the module rejects is an error. @param {Function} call @param {any[]} values */
    #apply(call, ...values) {
        const result = this.#run(call, ...values);
        if (result < 0) throw new RangeError(callErrors[-1 - result]);
        return result;
    }

    #updateViews() {
        const buffer = this.#module.memory.buffer;
        this.#words = new Int32Array(buffer, this.#address);
        this.#numbers = new Float64Array(buffer, this.#address);
        this.#integers = new BigInt64Array(buffer, this.#address);
    }

    /** Returns a time in nanoseconds. For one that is not exact as a number, it returns NaN. @param {Time} [at] @returns {number} */
    #time(at) {
        if (at === undefined) return this.#latest = Math.max(this.#latest, nanoseconds(this.#now()));
        if (typeof at === "number") {
            const time = nanoseconds(at);
            this.#latest = Math.max(this.#latest, time);
            return time;
        }
        if (typeof at !== "bigint" || BigInt.asIntN(64, at) !== at) fail("a time in milliseconds, or in nanoseconds as a bigint", at);
        this.#latest = Math.max(this.#latest, Number(at));
        this.#exactTime = at;
        this.#run(this.#module.setTime, Number(BigInt.asUintN(32, at)), Number(at >> 32n));
        return NaN;
    }

    /** Returns the address of a page in the module; 0 for none. @param {any} page @returns {number} */
    #page(page) {
        if (page === undefined || page === null) return 0;
        const isName = typeof page === "string";
        const name = isName ? page : page.name;
        const context = isName ? undefined : page.context ?? undefined;
        if (typeof name !== "string" || context !== undefined && typeof context !== "string") {
            fail('a page as "home" or { name: "home", context: "shop" }', page);
        }
        return this.#addresses.get(context)?.get(name) ?? this.#makePage(name, context);
    }

    /** @param {string} name @param {string | undefined} context @returns {number} */
    #makePage(name, context) {
        if (this.#pages.size >= pageLimit || this.#pageBytes >= pageByteLimit) {
            this.#run(this.#module.releasePages);
            this.#addresses.clear();
            this.#pages.clear();
            this.#pageBytes = 0;
        }
        const lengths = this.#writeTexts(name, context);
        const address = this.#run(this.#module.makePage, ...lengths);
        if (this.#failure) return 0;
        const page = { name: wellFormed(name), ...context === undefined ? {} : { context: wellFormed(context) } };
        this.#pages.set(address, Object.freeze(page));
        this.#pageBytes += lengths[0] + lengths[1];
        const names = this.#addresses.get(context) ?? new Map();
        this.#addresses.set(context, names.set(name, address));
        return address;
    }

    /** Writes texts to the module. Returns their lengths; -1 for none. @param {string} first @param {string} [second] */
    #writeTexts(first, second) {
        const texts = [encoder.encode(first), encoder.encode(second ?? "")];
        const address = this.#run(this.#module.reserveText, texts[0].length + texts[1].length);
        if (!this.#failure) {
            const bytes = new Uint8Array(this.#module.memory.buffer);
            bytes.set(texts[0], address >>> 0);
            bytes.set(texts[1], (address >>> 0) + texts[0].length);
        }
        return [texts[0].length, second === undefined ? -1 : texts[1].length];
    }

    /** Reads the texts that the module has written. @returns {(string | undefined)[]} */
    #readTexts() {
        let start = this.#run(this.#module.textAddress) >>> 0;
        return [lengthAt, secondLengthAt].map(index => {
            const length = this.#words[index];
            if (length < 0) return undefined;
            start += length;
            return decoder.decode(new Uint8Array(this.#module.memory.buffer, start - length, length));
        });
    }

    /** @param {number} address @returns {Readonly<{ name: string, context?: string }>} */
    #readPage(address) {
        const known = this.#pages.get(address);
        if (known) return known;
        this.#run(this.#module.readPage, address);
        const [name = "", context] = this.#readTexts();
        return Object.freeze(context === undefined ? { name } : { name, context });
    }

    // Records.

    /** Reads the records of a call, and delivers them unless a delivery is in progress. @param {number} count */
    #finish(count) {
        if (count > 0) {
            this.#read();
            this.#deliver();
        }
    }

    /** Ends a call that may have changed the payload of a component. @param {number} count @param {number} component @param {Payload} [payload] */
    #finishPage(count, component, payload) {
        if (payload) this.#payloads[this.#words[newPayloadAt]] = payload;
        if (count > 0) this.#read();
        const [first, held] = [(component - 1) % componentLimit * 2 + 1, this.#words[heldPayloadAt]];
        if (first < this.#payloads.length) {
            if (first !== held) this.#payloads[first] = undefined;
            if (first + 1 !== held) this.#payloads[first + 1] = undefined;
        }
        if (count > 0) this.#deliver();
    }

    #read() {
        for (let kind; (kind = this.#run(this.#module.nextRecord)) > 0;) this.#queue.push(kind, this.#readRecord(kind));
    }

    /** @param {number} kind */
    #readRecord(kind) {
        const [words, numbers, t] = [this.#words, this.#numbers, this.#timeAt(timeAt)];
        /** @type {any} */
        const record = { event: recordKinds[31 - Math.clz32(kind)] };
        if (kind === 1) record.seq = numbers[sequenceAt];
        record.t = t;
        const scene = numbers[sceneAt];
        switch (kind) {
            case 1: {
                const link = words[lengthAt] < 0 ? undefined : this.#readLink();
                record.id = this.#label(idAt);
                record.page = this.#readPage(words[pageAt]);
                const payload = words[payloadAt] < 0 ? this.#given.payload : this.#payloads[words[payloadAt]];
                if (payload) record.payload = payload;
                record.scene = scene;
                if (numbers[idAt] !== 0) {
                    record.component = numbers[idAt];
                    record.appearance = numbers[idAt + 1];
                    record.appearedAt = this.#timeAt(appearedAt);
                }
                record.cause = causes[words[kindAt]];
                const previous = this.#reference(previousPageAt, previousIDAt);
                if (previous) record.previous = previous;
                if (link) record.deepLink = link;
                break;
            }
            case 2:
                if (numbers[idAt] !== 0) record.id = this.#label(idAt);
                record.page = this.#readPage(words[pageAt]);
                record.scene = scene;
                record.component = numbers[componentAt];
                record.outcome = outcomes[words[kindAt]];
                record.foreground = this.#timeAt(foregroundAt);
                record.background = this.#timeAt(backgroundAt);
                break;
            case 4:
                record.name = this.#given.name;
                record.properties = this.#given.payload;
                record.scene = scene;
                this.#readPosition(record);
                record.pageViewID = record.page && this.#label(idAt);
                break;
            case 8:
                Object.assign(record, this.#readLink(), { scene });
                break;
            case 16:
                record.scene = scene;
                this.#readPosition(record);
                break;
            case 32:
                record.kind = diagnostics[words[kindAt]];
                if (numbers[componentAt] !== 0) record.component = numbers[componentAt];
        }
        return record;
    }

    /** Reads the page and the component in front. @param {any} record */
    #readPosition(record) {
        const address = this.#words[pageAt];
        record.page = address === 0 ? null : this.#readPage(address);
        record.component = address === 0 ? null : this.#numbers[componentAt];
    }

    #readLink() {
        const [url, source] = this.#readTexts();
        return { url, ...source === undefined ? {} : { source }, referrer: this.#reference(referrerPageAt, referrerIDAt) };
    }

    /** @param {number} pageIndex @param {number} idIndex @returns {PageReference | null} */
    #reference(pageIndex, idIndex) {
        const address = this.#words[pageIndex];
        if (address === 0) return null;
        const { name, context } = this.#readPage(address);
        const id = this.#label(idIndex);
        return context === undefined ? { id, name } : { id, name, context };
    }

    /** Returns an identity: the name of the component and the number of its appearance. @param {number} index */
    #label(index) {
        const [component, number] = [this.#numbers[index], this.#numbers[index + 1]];
        return `${component === 0 ? "manual" : this.#names.get(component)?.label ?? component}/${number}`;
    }

    /** @param {number} index @returns {any} */
    #timeAt(index) {
        if (this.timesAsNanoseconds) return this.#integers[index];
        return (this.#words[2 * index + 1] * 2 ** 32 + (this.#words[2 * index] >>> 0)) / 1e6;
    }

    /** Delivers the pending records, one at a time. */
    #deliver() {
        if (this.#isDelivering) return;
        this.#isDelivering = true;
        const queue = this.#queue;
        for (let index = 0; index < queue.length; index += 2) {
            for (const receiver of this.#receivers) {
                // A receiver may remove another one, and gets no record from before it was added.
                if ((receiver.mask & queue[index]) === 0 || this.#delivered + index < receiver.after) continue;
                try {
                    receiver.receive(queue[index + 1]);
                } catch (error) {
                    report(error);
                }
            }
        }
        this.#delivered += queue.length;
        queue.length = 0;
        this.#isDelivering = false;
    }

    // Names.

    /** Names a component in identities and traces. @param {number} component @param {string} text */
    #name(component, text) {
        // A number is the name of a component without one.
        text = wellFormed(/^\d*$/.test(text) ? `#${text}` : text);
        const name = unusedName(text, other => this.#owners.get(other)?.isAlive);
        const count = (this.#owners.get(name)?.count ?? 0) + 1;
        this.#owners.set(name, { handle: component, count, isAlive: true });
        this.#names.set(component, { name, label: count === 1 ? name : `${name}~${count}` });
    }

    /** Notes that a component is destroyed. Its name remains while records refer to it. @param {number} component */
    #forget(component) {
        const owner = this.#owners.get(this.#names.get(component)?.name ?? "");
        if (owner?.handle !== component || !owner.isAlive) return;
        owner.isAlive = false;
        this.#ended.push(component);
        if (this.#ended.length < this.#endedLimit || this.#lines) return;
        this.#ended = this.#ended.filter(ended => {
            if (this.#run(this.#module.isReferenced, ended)) return true;
            const { name = "" } = this.#names.get(ended) ?? {};
            this.#names.delete(ended);
            if (this.#owners.size > nameLimit && !this.#owners.get(name)?.isAlive) this.#owners.delete(name);
            return false;
        });
        this.#endedLimit = nameLimit + 2 * this.#ended.length;
    }

    // The trace.

    /** @param {string} event @param {number} time @param {object} fields */
    #addLine(event, time, fields) {
        const now = Number.isNaN(time) ? this.#exactTime : BigInt(time);
        // The time of a trace begins at 0, or at the first event if the clock is before 0.
        this.#origin ??= now < 0n ? now : 0n;
        const elapsed = now - this.#origin;
        const digits = String(elapsed < 0n ? -elapsed : elapsed).padStart(10, "0");
        const t = `${elapsed < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
        this.#lines?.push(`{"t":${t.replace(/\.?0+$/, "")},${jsonLine({ event, ...fields }).slice(1)}`);
    }

    /** @param {string} event @param {number} component @param {number} time @param {object} fields */
    #addComponentLine(event, component, time, fields) {
        const name = this.#traceName(component);
        if (name === undefined) {
            this.#addLine("note", time, { text: `${event} of ${component}, whose name another component has` });
        } else {
            this.#addLine(event, time, { component: name, ...fields });
        }
    }

    /** Adds the line of a component's new container. @param {number} component @param {number} container @param {number} time @param {object} fields */
    #addContainerLine(component, container, time, fields) {
        let parent = container === 0 ? undefined : this.#traceName(container);
        const isNothing = parent === undefined;
        // A trace has no word for no container. A component that is destroyed contains nothing.
        parent ??= this.#nothing ?? unusedName("nothing", name => this.#owners.has(name));
        this.#addComponentLine("create", component, time, { ...fields, parent });
        if (!isNothing || this.#nothing) return;
        this.#nothing = parent;
        this.#owners.set(parent, { handle: 0, count: 1, isAlive: true });
        this.#addLine("destroy", time, { component: parent });
    }

    /** @param {number} component @returns {string | undefined} */
    #traceName(component) {
        const name = this.#names.get(component)?.name;
        if (name === undefined) return String(component);
        return this.#owners.get(name)?.handle === component ? name : undefined;
    }

    /** @param {number} scene @returns {string | undefined} */
    #sceneName(scene) { return this.#sceneNames.get(scene); }
}
