// @ts-check
// The engine without a browser: it runs in pages, in workers and in Node. `pageview.wasm` contains the rules.
import {
    componentEvents, decode, encode, fail, handleOf, moduleOf, nanoseconds, optionalHandle, optionsOf, payloadOf, policyBits,
    policyOf, positionOf, recordKinds, report, sceneEvents, textOf, wellFormed,
} from "./values.js";

/** @typedef {import("./pageview").Page} Page */
/** @typedef {import("./pageview").Payload} Payload */
/** @typedef {import("./pageview").PageReference} PageReference */
/** @typedef {import("./pageview").CurrentPage} CurrentPage */
/** @typedef {import("./pageview").Time} Time */
/** @typedef {{ receive: (record: any) => void, mask: number, after: number }} Receiver */

// The indices of the fields of records and answers in the module's memory, from the engine's address; see Output.swift. The
// indices of the first two lines are in units of 8 bytes, those of the last line in units of 4 bytes.
const [timeAt, appearedAt, foregroundAt, backgroundAt] = [0, 1, 2, 3];
const [componentAt, sceneAt, sequenceAt, idAt, previousIDAt, referrerIDAt] = [4, 5, 6, 7, 9, 11];
const [pageAt, previousPageAt, referrerPageAt, payloadAt, kindAt, lengthAt, newPayloadAt, heldPayloadAt]
    = [26, 27, 28, 29, 30, 31, 33, 34];

const callErrors = [
    "a component of this engine", "a scene of this engine", "a parent of this engine", "at most 4194304 components",
];

let engineCount = 0;

/**
 * An engine that turns reports of appearances into one page view for each appearance of a ready page.
 *
 * Components and scenes are numbers. Create an engine with `await Engine.create()`.
 */
export class Engine {
    /** Whether times in records are nanoseconds as `bigint`. Otherwise they are milliseconds as `number`. */
    timesAsNanoseconds = false;
    /**
     * The scene of components that are not put into another scene.
     *
     * @type {number}
     */
    mainScene;

    /** @type {any} */ #module;
    /** @type {number} */ #address;
    /** @type {() => number} */ #now;
    /** The latest time, in nanoseconds. */ #latest = -Infinity;
    /** The last time that was given in nanoseconds. */ #exactTime = 0n;
    /**
     * The reason why the module must not be called any more.
     *
     * @type {Error | undefined}
     */
    #failure;

    // Views of the module's memory, which move when the memory grows.
    #words = new Int32Array(0);
    #numbers = new Float64Array(0);
    #integers = new BigInt64Array(0);
    #bytes = new Uint8Array(0);

    /**
     * The addresses of pages in the module, by context and name.
     *
     * @type {Map<string | undefined, Map<string, number>>}
     */
    #addresses = new Map();
    /**
     * The pages by address.
     *
     * @type {Map<number, Readonly<{ name: string, context?: string }>>}
     */
    #pages = new Map();
    #pageBytes = 0;
    /**
     * The names of causes, outcomes and diagnostics.
     *
     * @type {string[]}
     */
    #texts = [];

    /**
     * The payloads by number in the module.
     *
     * @type {(Payload | undefined)[]}
     */
    #payloads = [];
    // The name and the payload of the present call, which the module does not store.
    #givenName = "";
    /** @type {Payload | undefined} */ #givenPayload;

    /**
     * The names of components in identities and traces, by handle.
     *
     * @type {Map<number, string>}
     */
    #labels = new Map();
    /**
     * The number of components of each name, the oldest name first.
     *
     * @type {Map<string, number>}
     */
    #uses = new Map();
    /**
     * The destroyed components that have a name.
     *
     * @type {number[]}
     */
    #ended = [];
    #endedLimit = 1000;

    /**
     * The pending records. The bit of its kind precedes each record.
     *
     * @type {any[]}
     */
    #queue = [];
    /** Twice the number of records that have left the queue. */ #delivered = 0;
    #isDelivering = false;
    /** @type {Receiver[]} */ #receivers = [];
    /** @type {import("./trace.js").Trace | undefined} */ #trace;

    /**
     * Creates an engine. Each call compiles the module, unless the options contain a compiled one.
     *
     * @param {import("./pageview").EngineOptions} [options]
     */
    static async create(options) {
        const { wasm = "pageview.wasm", policy, recordsTrace, title } = optionsOf(options);
        const bits = policyBits(policy ?? "standard");
        const trace = recordsTrace ? await import("./trace.js") : undefined;
        const engine = new this(await WebAssembly.instantiate(await moduleOf(wasm), {}), options);
        if (trace) {
            engine.#uses.set("nothing", 1);
            engine.#trace = new trace.Trace(engine.mainScene, policyOf(bits), textOf("a title", title));
        }
        return engine;
    }

    /**
     * Use `create`.
     *
     * @param {WebAssembly.Instance} instance @param {import("./pageview").EngineOptions} [options]
     */
    constructor(instance, options) {
        const { policy = "standard", now } = optionsOf(options);
        if (now !== undefined && typeof now !== "function") fail("a function as now", now);
        const start = performance.now();
        this.#now = now ?? (() => performance.now() - start);
        this.#module = instance.exports;
        // The handles of 512 engines differ.
        const number = engineCount++ % 512;
        this.#address = this.#module.makeEngine(number, policyBits(policy));
        this.mainScene = -(number * 2 ** 44 + 1);
        this.#updateViews();
    }

    // Scenes and components.

    /**
     * Creates a scene.
     *
     * @param {string} [name] @returns {number}
     */
    makeScene(name) {
        name = textOf("a name", name);
        const scene = this.#run(this.#module.makeScene);
        this.#trace?.addScene(scene, name);
        return scene;
    }

    /**
     * Creates a component.
     *
     * @param {import("./pageview").NewComponent} [options] @param {Time} [at] @returns {number}
     */
    makeComponent(options, at) { return this.#declare(0, textOf("a name", optionsOf(options).name), options, at); }

    /**
     * Declares properties of a component that exists.
     *
     * @param {number} component @param {import("./pageview").Declaration} [options] @param {Time} [at]
     */
    declare(component, options, at) { this.#declare(handleOf("a component", component), undefined, options, at); }

    /** @param {number} component @param {string | undefined} name @param {any} options @param {Time} [at] */
    #declare(component, name, options, at) {
        const { scene, parent, attached, page, state, payload } = optionsOf(options);
        if (attached !== undefined && typeof attached !== "boolean") fail("a Boolean value as attached", attached);
        const [inScene, container] = [optionalHandle("a scene", scene), optionalHandle("a component", parent)];
        const values = payloadOf(payload);
        const declared = (attached === undefined ? 0 : attached ? 1 : 2) | (payload == null ? 0 : 16)
            | (state === undefined ? 0 : positionOf(["ready", "pending"], state) + 1 << 2);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.create, component, inScene, container, declared, address, time);
        if (this.#failure) return 0;
        if (component === 0) {
            component = this.#numbers[componentAt];
            if (name !== undefined) this.#name(component, name);
        }
        if (this.#trace) {
            const fields = { scene: this.#trace.sceneName(inScene), attached, page: this.#pages.get(address), state, payload };
            if (container) this.#trace.move(this.#label(component), this.#label(container), this.#exact(time), fields);
            else this.#record("create", component, time, fields);
        }
        this.#finishPage(count, component, values);
        return component;
    }

    /**
     * Reports an event of a component.
     *
     * @param {number} component @param {import("./pageview").ComponentEvent} event @param {Time} [at]
     */
    report(component, event, at) { this.#report(component, positionOf(componentEvents, event), 0, at); }

    /**
     * Reports that a component is in the window of a scene.
     *
     * @param {number} component @param {number} scene @param {Time} [at]
     */
    attach(component, scene, at) { this.#report(component, 4, handleOf("a scene", scene), at); }

    /** @param {number} component @param {number} event @param {number} scene @param {Time} [at] */
    #report(component, event, scene, at) {
        handleOf("a component", component);
        const time = this.#time(at);
        const count = this.#apply(this.#module.report, component, event, scene, time);
        if (this.#trace) this.#record(componentEvents[event], component, time, { scene: this.#trace.sceneName(scene) });
        if (event < 6) return this.#finish(count);
        this.#finishPage(count, component);
        this.#forget(component);
    }

    /**
     * Reports that a component is inside another one from now on, or inside none.
     *
     * @param {number} component @param {number | null} parent @param {Time} [at]
     */
    move(component, parent, at) {
        const content = handleOf("a component", component);
        const container = parent === null ? 0 : handleOf("a component or null", parent);
        const time = this.#time(at);
        const count = this.#apply(this.#module.move, content, container, time);
        this.#trace?.move(this.#label(content), container ? this.#label(container) : undefined, this.#exact(time), {});
        this.#finish(count);
    }

    /**
     * Reports an event of a scene.
     *
     * @param {number} scene @param {import("./pageview").SceneEvent} event @param {Time} [at]
     */
    reportScene(scene, event, at) {
        const [position, time] = [positionOf(sceneEvents, event), this.#time(at)];
        const count = this.#apply(this.#module.reportScene, handleOf("a scene", scene), position, time);
        if (this.#trace) {
            const name = `scene${event[0].toUpperCase()}${event.slice(1)}`;
            this.#record(name, 0, time, { scene: this.#trace.sceneName(scene) });
        }
        this.#finish(count);
    }

    // Pages.

    /**
     * Sets a page to pending.
     *
     * @param {number} component @param {Page} [page] @param {Time} [at]
     */
    pending(component, page, at) {
        handleOf("a component", component);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.pending, component, address, time);
        if (this.#trace) this.#record("pending", component, time, { page: this.#pages.get(address) });
        this.#finishPage(count, component);
    }

    /**
     * Sets a page to ready.
     *
     * @param {number} component @param {{ page?: Page, payload?: Payload }} [options] @param {Time} [at]
     */
    ready(component, options, at) {
        handleOf("a component", component);
        const { page, payload } = optionsOf(options);
        const values = payloadOf(payload);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.ready, component, address, values ? 1 : 0, time);
        if (this.#trace) this.#record("ready", component, time, { page: this.#pages.get(address), payload: values });
        this.#finishPage(count, component, values);
    }

    /**
     * Records a page view by hand.
     *
     * @param {import("./pageview").ManualPageView} options
     */
    recordPageView(options) {
        const { component, scene, page, payload, at } = optionsOf(options);
        const [owner, inScene] = [optionalHandle("a component", component), optionalHandle("a scene", scene)];
        const values = payloadOf(payload);
        const [time, address] = [this.#time(at), this.#page(page)];
        const count = this.#apply(this.#module.recordPageView, owner, inScene, address, payload == null ? 0 : 1, time);
        if (this.#trace) {
            const fields = { scene: this.#trace.sceneName(inScene), page: this.#pages.get(address), payload };
            if (owner || address) this.#record("record", owner, time, fields);
            else this.#record("note", 0, time, { text: "record without a page" });
        }
        this.#givenPayload = values;
        this.#finish(count);
    }

    // Interactions and deep links.

    /**
     * Records an interaction of the user.
     *
     * @param {string} name @param {Payload} [properties] @param {{ scene?: number, at?: Time }} [options]
     */
    recordInteraction(name, properties, options) {
        const { scene, at } = optionsOf(options);
        this.#givenName = wellFormed(textOf("a name", name) ?? fail("a name as a string", name));
        const values = this.#givenPayload = payloadOf(properties) ?? {};
        const fields = { name: this.#givenName, properties: values };
        this.#recordInScene("interaction", this.#module.recordInteraction, scene, at, fields);
    }

    /**
     * Discards the pending deep link.
     *
     * @param {{ scene?: number, at?: Time }} [options]
     */
    discardDeepLink(options) {
        const { scene, at } = optionsOf(options);
        this.#recordInScene("discardDeepLink", this.#module.discardDeepLink, scene, at, {});
    }

    /** @param {string} event @param {Function} call @param {any} scene @param {any} at @param {object} fields */
    #recordInScene(event, call, scene, at, fields) {
        const [inScene, time] = [optionalHandle("a scene", scene), this.#time(at)];
        const count = this.#apply(call, inScene, time);
        if (this.#trace) this.#record(event, 0, time, { ...fields, scene: this.#trace.sceneName(inScene) });
        this.#finish(count);
    }

    /**
     * Handles a deep link that arrived. The page view that the link leads to carries it (PV-006).
     *
     * @param {string | URL} url
     * @param {{ scene?: number, source?: string, at?: Time }} [options]
     * @returns {PageReference | null} The page the user was on.
     */
    handleDeepLink(url, options) {
        const { scene, source, at } = optionsOf(options);
        const link = textOf("a link", url instanceof URL ? url.href : url) ?? fail("a link as a string", url);
        const [origin, inScene] = [textOf("a source", source), optionalHandle("a scene", scene)];
        const time = this.#time(at);
        const [length, originLength] = this.#writeTexts(link, origin);
        const count = this.#apply(this.#module.handleDeepLink, length, originLength, inScene, time);
        if (this.#failure) return null;
        const referrer = this.#reference(referrerPageAt, referrerIDAt);
        if (this.#trace) {
            this.#record("deepLink", 0, time, { url: link, scene: this.#trace.sceneName(inScene), source: origin });
        }
        this.#finish(count);
        return referrer;
    }

    // Start, stop and notes.

    /**
     * Starts the engine again after a stop.
     *
     * @param {{ countingVisible?: boolean, at?: Time }} [options]
     */
    start(options) {
        const { countingVisible, at } = optionsOf(options);
        this.#finish(this.#run(this.#module.start, countingVisible ? 1 : 0, this.#time(at)));
    }

    /**
     * Stops the engine, which ends every live appearance and then emits nothing. A trace ends here.
     *
     * @param {Time} [at]
     */
    stop(at) {
        const time = this.#time(at);
        const count = this.#run(this.#module.stop, time);
        this.#record("sessionEnd", 0, time, {});
        this.#finish(count);
    }

    /**
     * Adds a remark to the trace, and may set the number of the next page view.
     *
     * @param {string} text @param {{ nextPageView?: number }} [options]
     */
    note(text, options) {
        const { nextPageView } = optionsOf(options);
        if (nextPageView !== undefined && !(Number.isSafeInteger(nextPageView) && nextPageView > 0)) {
            fail("a whole number from 1 as nextPageView", nextPageView);
        }
        const note = textOf("a note", text) ?? fail("a note as a string", text);
        this.#run(this.#module.note, nextPageView ?? 0);
        if (this.#trace) this.#record("note", 0, this.#time(), { text: note, nextPageView });
    }

    // Receivers.

    /**
     * Adds a function that receives the records that are emitted from now on. Receivers share each record.
     *
     * @param {(record: any) => void} receive
     * @param {"all" | readonly string[]} [kinds]
     * @returns {() => void} A function that removes the receiver.
     */
    addReceiver(receive, kinds = ["pageView"]) {
        if (typeof receive !== "function") fail("a function", receive);
        const names = kinds === "all" ? recordKinds : kinds;
        if (!Array.isArray(names)) fail('"all" or an array of kinds', kinds);
        const mask = names.reduce((mask, name) => mask | 1 << positionOf(recordKinds, name), 0);
        const receiver = { receive, mask, after: this.#delivered + this.#queue.length };
        this.#setReceivers([...this.#receivers, receiver]);
        return () => {
            // A delivery in progress may still have the receiver in its list.
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

    /**
     * The page in front of the user, over all scenes, pending or ready.
     *
     * @returns {CurrentPage | null}
     */
    get currentPage() { return this.#query(0, 0); }

    /**
     * The current page; if there is none, the page that was current last.
     *
     * @returns {CurrentPage | null}
     */
    get lastPage() { return this.#query(1, 0); }

    /**
     * The page that was counted last.
     *
     * @returns {import("./pageview").CountedPage | null}
     */
    get lastCountedPage() { return this.#query(2, 0); }

    /** @param {number} scene @returns {CurrentPage | null} */
    currentPageIn(scene) { return this.#query(0, handleOf("a scene", scene)); }

    /** @param {number} scene @returns {CurrentPage | null} */
    lastPageIn(scene) { return this.#query(1, handleOf("a scene", scene)); }

    /** @param {number} scene @returns {import("./pageview").CountedPage | null} */
    lastCountedPageIn(scene) { return this.#query(2, handleOf("a scene", scene)); }

    /** @param {number} question @param {number} scene @returns {any} */
    #query(question, scene) {
        this.#apply(this.#module.query, question, scene);
        const address = this.#failure ? 0 : this.#words[pageAt];
        if (address === 0) return null;
        const [id, page, component] = [this.#readID(idAt), this.#readPage(address), this.#numbers[idAt]];
        if (question === 2) return component === 0 ? { id, page } : { id, page, component };
        const [inScene, counted] = [this.#numbers[sceneAt], this.#words[kindAt] === 1];
        return { id, page, component, scene: inScene, counted, beganAt: this.#timeAt(appearedAt) };
    }

    /** The recorded trace in JSON Lines. */
    trace() { return this.#trace?.text ?? ""; }

    /** @param {string} event @param {number} component @param {number} time @param {object} fields */
    #record(event, component, time, fields) {
        this.#trace?.add(event, this.#exact(time), component === 0 ? fields : { component: this.#label(component), ...fields });
    }

    // Calls of the module.

    /**
     * Calls the module, unless it has failed.
     *
     * @param {Function} call
     * @param {any} [a] @param {any} [b] @param {any} [c] @param {any} [d] @param {any} [e] @param {any} [f]
     */
    // Rest parameters would cost 100 ns in each call.
    #run(call, a, b, c, d, e, f) {
        if (this.#failure) return 0;
        try {
            const result = call(this.#address, a, b, c, d, e, f);
            if (this.#words.length === 0) this.#updateViews();
            return result;
        } catch (error) {
            // The call may have ended in the middle, so nothing may read the module again.
            this.#trace = undefined;
            this.#failure = new Error(
                "expected memory for the engine, found none left; later calls do nothing", { cause: error });
            throw this.#failure;
        }
    }

    /**
     * Applies an input. Returns the number of records. An input that the module rejects is an error.
     *
     * @param {Function} call
     * @param {any} [a] @param {any} [b] @param {any} [c] @param {any} [d] @param {any} [e] @param {any} [f]
     */
    #apply(call, a, b, c, d, e, f) {
        const result = this.#run(call, a, b, c, d, e, f);
        if (result < 0) throw new RangeError(`expected ${callErrors[-1 - result]}, found another number`);
        return result;
    }

    #updateViews() {
        const buffer = this.#module.memory.buffer;
        this.#words = new Int32Array(buffer, this.#address);
        this.#numbers = new Float64Array(buffer, this.#address);
        this.#integers = new BigInt64Array(buffer, this.#address);
        this.#bytes = new Uint8Array(buffer);
    }

    /**
     * Returns a time in nanoseconds; NaN for a time that a number cannot express exactly.
     *
     * @param {Time} [at] @returns {number}
     */
    #time(at) {
        if (at === undefined) return this.#latest = Math.max(this.#latest, nanoseconds(this.#now()));
        if (typeof at !== "bigint") {
            const time = nanoseconds(at);
            this.#latest = Math.max(this.#latest, time);
            return time;
        }
        if (BigInt.asIntN(64, at) !== at) fail("a time in nanoseconds that fits into 64 bits", at);
        this.#latest = Math.max(this.#latest, Number(at));
        this.#exactTime = at;
        this.#run(this.#module.setTime, Number(BigInt.asUintN(32, at)), Number(at >> 32n));
        return NaN;
    }

    /** @param {number} time */
    #exact(time) { return Number.isNaN(time) ? this.#exactTime : BigInt(time); }

    /**
     * Returns the address of a page in the module; 0 for none.
     *
     * @param {any} page @returns {number}
     */
    #page(page) {
        if (page == null) return 0;
        const [name, context] = typeof page === "string" ? [page] : [page.name, page.context ?? undefined];
        if (typeof name !== "string" || context !== undefined && typeof context !== "string") {
            fail('a page as "home" or { name: "home", context: "shop" }', page);
        }
        return this.#addresses.get(context)?.get(name) ?? this.#makePage(name, context);
    }

    /** @param {string} name @param {string | undefined} context @returns {number} */
    #makePage(name, context) {
        // The cache is limited, because an app can name any number of pages.
        if (this.#pages.size >= 1000 || this.#pageBytes >= 1e6) {
            this.#run(this.#module.releasePages);
            this.#addresses.clear();
            this.#pages.clear();
            this.#pageBytes = 0;
        }
        const [length, contextLength] = this.#writeTexts(name, context);
        const address = this.#run(this.#module.makePage, length, contextLength);
        if (this.#failure) return 0;
        this.#pages.set(address, Object.freeze(
            context === undefined ? { name: wellFormed(name) } : { name: wellFormed(name), context: wellFormed(context) }));
        this.#pageBytes += length + contextLength;
        const names = this.#addresses.get(context) ?? new Map();
        this.#addresses.set(context, names.set(name, address));
        return address;
    }

    /**
     * Writes texts to the module. Returns their lengths; -1 for none.
     *
     * @param {string} first @param {string} [second]
     */
    #writeTexts(first, second) {
        const [bytes, more] = [encode(first), encode(second ?? "")];
        const address = this.#run(this.#module.reserveText, bytes.length + more.length) >>> 0;
        if (!this.#failure) {
            this.#bytes.set(bytes, address);
            this.#bytes.set(more, address + bytes.length);
        }
        return [bytes.length, second === undefined ? -1 : more.length];
    }

    /**
     * Reads the texts that the module has written.
     *
     * @returns {(string | undefined)[]}
     */
    #readTexts() {
        let start = this.#run(this.#module.textAddress) >>> 0;
        return [0, 1].map(index => {
            const length = this.#words[lengthAt + index];
            return length < 0 ? undefined : decode(this.#bytes.subarray(start, start += length));
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

    /** @param {number} kind @returns {string} */
    #readName(kind) {
        const ordinal = this.#words[kindAt];
        const known = this.#texts[kind * 16 + ordinal];
        if (known !== undefined) return known;
        this.#run(this.#module.readName, kind, ordinal);
        return this.#texts[kind * 16 + ordinal] = this.#readTexts()[0] ?? "";
    }

    // Records.

    /**
     * Reads the records of a call, and delivers them unless a delivery is in progress.
     *
     * @param {number} count
     */
    #finish(count) {
        this.#read(count);
        this.#deliver();
    }

    /**
     * Ends a call that may have changed the payload of a component.
     *
     * @param {number} count @param {number} component @param {Payload} [payload]
     */
    #finishPage(count, component, payload) {
        if (payload) this.#payloads[this.#words[newPayloadAt]] = payload;
        const held = this.#words[heldPayloadAt];
        this.#read(count);
        // In the module, each slot of a component has two numbers for payloads.
        const first = (component - 1) % 2 ** 22 * 2 + 1;
        for (let number = first; number < first + 2 && number < this.#payloads.length; number++) {
            if (number !== held) this.#payloads[number] = undefined;
        }
        this.#deliver();
    }

    /**
     * Reads the records of a call, in order.
     *
     * @param {number} count
     */
    #read(count) {
        for (; count > 0; count--) {
            const kind = this.#run(this.#module.nextRecord);
            this.#queue.push(kind, this.#readRecord(kind));
        }
    }

    /** @param {number} kind */
    #readRecord(kind) {
        const [t, scene] = [this.#timeAt(timeAt), this.#numbers[sceneAt]];
        const [component, address] = [this.#numbers[componentAt], this.#words[pageAt]];
        // Texts are read before pages, whose names pass through the same memory.
        const link = kind === 8 || kind === 1 && this.#words[lengthAt] >= 0 ? this.#readLink() : undefined;
        const event = recordKinds[31 - Math.clz32(kind)];
        if (kind === 1) {
            const [seq, id] = [this.#numbers[sequenceAt], this.#readID(idAt)];
            const [page, cause] = [this.#readPage(address), this.#readName(kind)];
            const number = this.#words[payloadAt];
            const payload = number < 0 ? this.#givenPayload : this.#payloads[number];
            const previous = this.#reference(previousPageAt, previousIDAt);
            const [owner, appearance, appearedTime] = [this.#numbers[idAt], this.#numbers[idAt + 1], this.#timeAt(appearedAt)];
            if (payload && previous && !link && owner !== 0) {
                // The most frequent record. V8 builds it faster than the spread properties below.
                return {
                    event, seq, t, id, page, payload, scene, component: owner, appearance, appearedAt: appearedTime, cause,
                    previous,
                };
            }
            return {
                event, seq, t, id, page, ...payload && { payload }, scene,
                ...owner !== 0 && { component: owner, appearance, appearedAt: appearedTime }, cause,
                ...previous && { previous }, ...link && { deepLink: link },
            };
        }
        /** @type {any} */
        const record = { event, t };
        if (kind === 2) {
            if (this.#numbers[idAt] !== 0) record.id = this.#readID(idAt);
            record.page = this.#readPage(address);
            record.scene = scene;
            record.component = component;
            record.outcome = this.#readName(kind);
            record.foreground = this.#timeAt(foregroundAt);
            record.background = this.#timeAt(backgroundAt);
        } else if (kind === 8) {
            return Object.assign(record, link, { scene });
        } else if (kind === 32) {
            record.kind = this.#readName(kind);
            if (component !== 0) record.component = component;
        } else {
            if (kind === 4) {
                record.name = this.#givenName;
                record.properties = this.#givenPayload;
            }
            record.scene = scene;
            record.page = address === 0 ? null : this.#readPage(address);
            if (kind === 4) record.pageViewID = address === 0 ? null : this.#readID(idAt);
            record.component = address === 0 ? null : component;
        }
        return record;
    }

    #readLink() {
        const [url, source] = this.#readTexts();
        const referrer = this.#reference(referrerPageAt, referrerIDAt);
        return source === undefined ? { url, referrer } : { url, source, referrer };
    }

    /** @param {number} pageIndex @param {number} idIndex @returns {PageReference | null} */
    #reference(pageIndex, idIndex) {
        const address = this.#words[pageIndex];
        if (address === 0) return null;
        const { name, context } = this.#readPage(address);
        const id = this.#readID(idIndex);
        return context === undefined ? { id, name } : { id, name, context };
    }

    /**
     * Reads an identity: the name of a component and the number of its appearance.
     *
     * @param {number} index
     */
    #readID(index) {
        const component = this.#numbers[index];
        return `${component === 0 ? "manual" : this.#label(component)}/${this.#numbers[index + 1]}`;
    }

    /** @param {number} index @returns {any} */
    #timeAt(index) {
        if (this.timesAsNanoseconds) return this.#integers[index];
        return (this.#words[2 * index + 1] * 2 ** 32 + (this.#words[2 * index] >>> 0)) / 1e6;
    }

    /** Delivers the pending records, one at a time. */
    #deliver() {
        const queue = this.#queue;
        if (this.#isDelivering || queue.length === 0) return;
        this.#isDelivering = true;
        for (let index = 0; index < queue.length; index += 2) {
            for (const receiver of this.#receivers) {
                // A receiver gets no record from before it was added, and none after it is removed.
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

    /**
     * Returns the name of a component in identities and traces.
     *
     * @param {number} component
     */
    #label(component) { return this.#labels.get(component) ?? `${component}`; }

    /**
     * Gives a component a name that no other component has: `row`, then `row~2`.
     *
     * @param {number} component @param {string} text
     */
    #name(component, text) {
        // A component without a name uses its number as its name. So another name must not be a number.
        const name = wellFormed(text).replace(/^\d*$/, "#$&");
        const count = (this.#uses.get(name) ?? 0) + 1;
        // The newest name comes last. Above the limit, the oldest name is removed.
        this.#uses.delete(name);
        this.#uses.set(name, count);
        const [oldest] = this.#uses.size > 10_000 ? this.#uses.keys() : [];
        if (oldest !== undefined) this.#uses.delete(oldest);
        this.#labels.set(component, count === 1 && !/~\d+$/.test(name) ? name : `${name}~${count}`);
    }

    /**
     * Forgets the names of destroyed components, except those that a record may still refer to.
     *
     * @param {number} component
     */
    #forget(component) {
        if (!this.#labels.has(component) || this.#trace) return;
        this.#ended.push(component);
        if (this.#ended.length < this.#endedLimit) return;
        const isNeeded = (/** @type {number} */ ended) => this.#run(this.#module.isReferenced, ended) !== 0;
        this.#ended = [...new Set(this.#ended)].filter(ended => isNeeded(ended) || !this.#labels.delete(ended));
        this.#endedLimit = 2 * this.#ended.length + 1000;
    }
}
