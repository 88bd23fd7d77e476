// @ts-check
// The engine without a browser: it runs in pages, in workers and in Node. `pageview.wasm` contains the rules.
import {
    timeAt, appearedAt, foregroundAt, backgroundAt, inputTimeAt, resultAt, componentAt, sceneAt, sequenceAt, idAt, previousIDAt,
    referrerIDAt, pageAt, previousPageAt, referrerPageAt, payloadAt, kindAt, lengthAt, linkAt, newPayloadAt, releasedPayloadAt,
    secondReleasedPayloadAt, pageCountAt, textAt, followingAt, sceneInput, createInput, moveInput, pendingInput, readyInput,
    manualInput, interactionInput, deepLinkInput, discardInput, startInput, stopInput, noteInput, restoreInput, declareInput,
    attachInput, attachedBit, readyBit, payloadBit, clockBit, exactTimeBit, textBit, slotMask, expectsComponent, expectsFunction,
    expectsPage, expectsMemory,
} from "./numbers.js";
import {
    decode, encodeInto, fail, instantiate, numberOf, objectOf, optionalText, lines, payloadOf, positionOf, report, setLines,
    textOf,
} from "./values.js";

/** @typedef {import("./pageview").Page} Page */
/** @typedef {import("./pageview").Payload} Payload */
/** @typedef {import("./pageview").Time} Time */
/** @typedef {{ _receive: (record: any) => void, _mask: number }} Receiver */

let engineCount = 0;

/** Creates engines that turn reports of appearances into one page view for each appearance of a ready page. */
export const Engine = {
    /**
     * Creates an engine. Each call compiles the module, unless the options contain a compiled one.
     *
     * @param {import("./pageview").EngineOptions} [options] @returns {Promise<any>}
     */
    async create(options) {
        const { wasm = "pageview.wasm", recordsTrace } = options ?? {};
        const module = await instantiate(wasm);
        const { makeTrace } = recordsTrace ? await import("./trace.js") : /** @type {any} */ ({});
        return makeEngine(module, options, makeTrace);
    },
};

/** @param {any} module @param {any} options @param {Function | undefined} makeTrace */
function makeEngine(module, options, makeTrace) {
    // The numbers of components and scenes contain the number of their engine, which has 9 bits.
    /** @type {number} */
    let address = module.makeEngine(engineCount++ % 512);

    // Views of the module's memory. When the memory grows, they become empty, and the script makes new ones.
    /** @type {Int32Array} */ let words = /** @type {any} */ (undefined);
    /** @type {Float64Array} */ let numbers = /** @type {any} */ (undefined);
    /** @type {BigInt64Array} */ let integers;
    /** @type {Uint8Array} */ let bytes;

    /**
     * A cache of pages: the address of each page by its names, and the names by the address.
     *
     * @type {Map<any, any>}
     */
    const pages = new Map();
    /**
     * The payloads, by their numbers in the module.
     *
     * @type {(Payload | undefined)[]}
     */
    const payloads = [];
    /**
     * The names of components in identities, by slot.
     *
     * @type {(string | undefined)[]}
     */
    const labels = [];
    /**
     * The texts of the input that is being applied.
     *
     * @type {(string | undefined)[]}
     */
    let texts;

    /**
     * The pending records, each with the receivers at its emission.
     *
     * @type {{ _record: any, _bit: number, _receivers: Receiver[] }[]}
     */
    const queue = [];
    let isDelivering = false;
    /** @type {Receiver[]} */
    let receivers = [];

    useMemory(module.memory.buffer);
    setLines(`${readTexts()[0]}`);
    const [componentEvents, sceneEvents, recordKinds, causes, outcomes, diagnostics] = lines.map(list => list.split(" "));
    // A function that reads the global variable `performance` in each call would take 50 ns more.
    const { policy = "standard", now = performance.now.bind(performance), title } = objectOf(options);
    if (typeof now !== "function") fail(expectsFunction, now);
    writeTexts(`${JSON.stringify(policy)}`);
    const policyBits = run(module.setPolicy);
    if (policyBits < 0) fail(expectsComponent + ~policyBits, policy);
    const mainScene = numbers[sceneAt];
    let trace = makeTrace?.(policyBits, optionalText(title), mainScene);

    /** @param {ArrayBuffer} buffer */
    function useMemory(buffer) {
        words = new Int32Array(buffer, address);
        numbers = new Float64Array(buffer, address);
        integers = new BigInt64Array(buffer, address);
        bytes = new Uint8Array(buffer);
    }

    /**
     * Calls a function of the module. If the call fails, the engine ends (WB-009).
     *
     * @param {Function} call @param {any} [a] @param {any} [b] @returns {number}
     */
    function run(call, a, b) {
        try {
            const result = call(address, a, b);
            if (!words.length) useMemory(module.memory.buffer);
            return result;
        } catch (cause) {
            end(cause);
        }
    }

    /**
     * Ends the engine after a call of the module that failed. The call may be incomplete, so no code may use the module again.
     *
     * Every later call of the module returns 0.
     *
     * @param {unknown} cause @returns {never}
     */
    function end(cause) {
        module = new Proxy({}, { get: () => () => 0 });
        trace = undefined;
        address = 0;
        useMemory(new ArrayBuffer(1024));
        // Texts must not overwrite the answers.
        bytes = new Uint8Array();
        throw new Error(`expected ${lines[expectsMemory]}`, { cause });
    }

    /**
     * Applies an input: checks its values, passes them to the module, and delivers its records.
     *
     * @param {number} input @param {Time | undefined} at @param {any} [component] @param {any} [scene] @param {any} [parent]
     * @param {any} [page] @param {any} [payload] @param {number} [flags] @param {string} [text] @param {string} [more]
     * @returns {number} The new component; 0 for none.
     */
    function apply(input, at, component, scene, parent, page, payload, flags = 0, text, more) {
        // Code of the app runs before the module gets anything, because it may call the engine.
        /** @type {any} */
        let time = at === undefined ? now() : at;
        const values = payloadOf(payload);
        const pageAddress = addressOf(page);
        if (payload != null) flags |= payloadBit;
        if (at === undefined) {
            flags |= clockBit;
        } else if (typeof at === "bigint" && BigInt.asIntN(64, at) === at) {
            flags |= exactTimeBit;
            integers[inputTimeAt] = at;
            time = 0;
        }
        if (text !== undefined) {
            flags |= textBit;
            writeTexts(text, more);
        }
        let kind;
        // The same as `run`, which would take 25 ns more, because it calls every function of the module.
        try {
            kind = module.apply(
                address, input, numberOf(component), numberOf(scene), numberOf(parent), pageAddress, flags,
                typeof time === "number" ? time : NaN);
            if (!words.length) useMemory(module.memory.buffer);
        } catch (cause) {
            end(cause);
        }
        if (kind < 0) fail(expectsComponent + ~kind, [component, scene, parent, time, parent, , , page, text][~kind]);
        const result = numbers[resultAt];
        texts = text === undefined ? [] : readTexts();
        if (result) labels[result - 1 & slotMask] = texts[0];
        payloads[words[newPayloadAt]] = values;
        while (kind > 0) {
            queue.push({ _record: readRecord(kind), _bit: 1 << kind - 1, _receivers: receivers });
            kind = words[followingAt] && run(module.nextRecord);
        }
        payloads[words[releasedPayloadAt]] = payloads[words[secondReleasedPayloadAt]] = undefined;
        // The trace calls the code of a payload, which may call the engine.
        trace?.add(
            input, integers[inputTimeAt], component, scene, parent, namesOf(pageAddress), payload, flags, texts, result);
        deliver();
        return result;
    }

    // Texts and pages.

    /**
     * Writes texts to the module, and their lengths; -1 for none.
     *
     * @param {(string | undefined)[]} texts Two texts.
     */
    function writeTexts(...texts) {
        // A UTF-16 unit takes at most three bytes.
        run(module.reserveText, 3 * texts.join("").length);
        let start = words[textAt] >>> 0;
        texts.forEach((text, index) => {
            words[lengthAt + index] = text === undefined ? -1 : encodeInto(text, bytes.subarray(start));
            start += words[lengthAt + index];
        });
    }

    /**
     * Reads the texts that the module has written.
     *
     * @returns {(string | undefined)[]}
     */
    function readTexts() {
        let start = words[textAt] >>> 0;
        return [0, 1].map(index => {
            const length = words[lengthAt + index];
            return length < 0 ? undefined : decode(bytes.subarray(start, start += length));
        });
    }

    /**
     * Returns the address of a page in the module; 0 for none.
     *
     * @param {any} page @returns {number}
     */
    function addressOf(page) {
        if (page == null) return 0;
        const name = page.name ?? page;
        const context = page.context ?? undefined;
        if (typeof name !== "string" || context !== undefined && typeof context !== "string") {
            fail(expectsPage, page);
        }
        const key = `${context?.length}:${context}${name}`;
        return pages.get(key) ?? makePage(key, name, context);
    }

    /** @param {string} key @param {string} name @param {string | undefined} context @returns {number} */
    function makePage(key, name, context) {
        writeTexts(name, context);
        const page = run(module.makePage);
        // With a count of 1, the module has released all other pages; see `makePage` in WebEngine.swift.
        if (words[pageCountAt] === 1) pages.clear();
        pages.set(key, page).set(page, namesOf(page));
        return page;
    }

    /**
     * Returns the names of a page; nothing for the address 0.
     *
     * @param {number} page @returns {Readonly<{ name: string, context?: string }> | null}
     */
    function namesOf(page) {
        if (!page) return null;
        const known = pages.get(page);
        if (known) return known;
        run(module.readPage, page);
        const [name = "", context] = readTexts();
        return Object.freeze({ name, context });
    }

    // Records.

    /** @param {number} kind @returns {any} */
    function readRecord(kind) {
        // The text buffer contains the link only until the names of a page are read.
        const deepLink = words[linkAt] ? readLink() : undefined;
        const event = recordKinds[kind - 1];
        const t = readTime(timeAt);
        const id = identity(idAt);
        const page = namesOf(words[pageAt]);
        const scene = numbers[sceneAt];
        const component = numbers[componentAt] || undefined;
        const ordinal = words[kindAt];
        if (kind === 1) {
            return {
                event, seq: numbers[sequenceAt], t, id, page, payload: payloads[words[payloadAt]], scene, component,
                appearance: component && numbers[idAt + 1], appearedAt: component && readTime(appearedAt), cause: causes[ordinal],
                previous: reference(previousPageAt, previousIDAt) ?? undefined, deepLink,
            };
        }
        if (kind === 2) {
            return {
                event, t, id, page, scene, component, outcome: outcomes[ordinal], foreground: readTime(foregroundAt),
                background: readTime(backgroundAt),
            };
        }
        if (kind === 4) return { event, t, ...deepLink, scene };
        if (kind === 6) return { event, t, kind: diagnostics[ordinal], component };
        const current = { scene, page, component: component ?? null };
        if (kind === 5) return { event, t, ...current };
        return {
            event, t, name: texts[0], properties: payloads[words[newPayloadAt]] ?? {}, ...current, pageViewID: id ?? null,
        };
    }

    function readLink() {
        const [url, source] = readTexts();
        return { url, source, referrer: reference(referrerPageAt, referrerIDAt) };
    }

    /** @param {number} pageIndex @param {number} idIndex */
    function reference(pageIndex, idIndex) {
        const page = namesOf(words[pageIndex]);
        return page && { id: identity(idIndex), name: page.name, context: page.context };
    }

    /**
     * Reads an identity: the name of a component and the number of its appearance.
     *
     * @param {number} index
     */
    function identity(index) {
        const component = numbers[index];
        const ordinal = numbers[index + 1];
        return ordinal ? `${component ? labels[component - 1 & slotMask] ?? component : "manual"}/${ordinal}` : undefined;
    }

    /** @param {number} index @returns {any} */
    function readTime(index) { return engine.timesAsNanoseconds ? integers[index] : numbers[index + 1]; }

    /** Delivers the pending records, one at a time. */
    function deliver() {
        if (isDelivering || !queue.length) return;
        isDelivering = true;
        for (let entry; entry = queue.shift();) {
            for (const receiver of entry._receivers) {
                if (!(receiver._mask & entry._bit)) continue;
                try {
                    receiver._receive(entry._record);
                } catch (error) {
                    report(error);
                }
            }
        }
        isDelivering = false;
    }

    /** @param {Receiver[]} list */
    function setReceivers(list) {
        receivers = list;
        run(module.setWanted, list.reduce((mask, receiver) => mask | receiver._mask, 0));
    }

    /**
     * Answers a query; see Calls.swift.
     *
     * @param {number} question @param {any} [scene] @returns {any}
     */
    function query(question, scene) {
        if (run(module.query, question, numberOf(scene)) < 0) fail(expectsComponent + 1, scene);
        if (question === 3) return reference(pageAt, idAt);
        const page = namesOf(words[pageAt]);
        if (!page) return null;
        const id = identity(idAt);
        const component = numbers[componentAt] || undefined;
        return question % 4 === 2 ? { id, page, component } : {
            id, page, component, scene: numbers[sceneAt], counted: words[kindAt] === 1, beganAt: readTime(appearedAt),
        };
    }

    /**
     * Applies a declaration of a new component or one that exists.
     *
     * @param {number} input @param {any} component @param {any} options @param {Time} [at]
     */
    function applyDeclaration(input, component, options, at) {
        const { name, scene, parent, attached, page, state, payload } = objectOf(options);
        const flags = (attached === undefined ? 0 : attachedBit << positionOf([true, false], attached))
            | (state === undefined ? 0 : readyBit << positionOf(["ready", "pending"], state));
        return apply(input, at, component, scene, parent, page, payload, flags, optionalText(name));
    }

    /** @type {import("./pageview").Engine & { _expressionOf(pattern: string): string }} */
    const engine = {
        /** Whether records contain times as nanoseconds (`bigint`) instead of milliseconds (`number`). */
        timesAsNanoseconds: false,
        /** The scene of each component that is in no other scene. */
        mainScene,

        // Scenes and components.

        /** Creates a scene. */
        makeScene(name) {
            optionalText(name);
            const scene = run(module.makeScene);
            trace?.addScene(scene, name);
            return scene;
        },

        /** Creates a component. */
        makeComponent: (options, at) => applyDeclaration(createInput, null, options, at),

        /** Declares properties of a component that exists. */
        declare(component, options, at) { applyDeclaration(declareInput, component, options, at); },

        /** Reports an event of a component. */
        report(component, event, at) { apply(positionOf(componentEvents, event), at, component); },

        /** Reports that a component is in the window of a scene. */
        attach(component, scene, at) { apply(attachInput, at, component, scene); },

        /** Moves a component into a container; `null` takes it out of its container. */
        move(component, parent = NaN, at) { apply(moveInput, at, component, null, parent); },

        /** Reports an event of a scene. */
        reportScene(scene, event, at) { apply(sceneInput + positionOf(sceneEvents, event), at, null, scene); },

        // Pages.

        /** Sets the page of a component to pending. */
        pending(component, page, at) { apply(pendingInput, at, component, null, null, page); },

        /** Sets the page of a component to ready. */
        ready(component, options, at) {
            const { page, payload } = objectOf(options);
            apply(readyInput, at, component, null, null, page, payload);
        },

        /** Records a page view by hand. */
        recordPageView(options) {
            const { component, scene, page, payload, at } = objectOf(options);
            apply(manualInput, at, component, scene, null, page, payload);
        },

        // Interactions and deep links.

        /** Records an interaction of the user. */
        recordInteraction(name, properties, options) {
            const { scene, at } = objectOf(options);
            apply(interactionInput, at, null, scene, null, null, properties, 0, textOf(name));
        },

        /** Handles a deep link. The page view to which the link leads carries it (PV-006). */
        handleDeepLink(url, options) {
            const { scene, source, at } = objectOf(options);
            const link = textOf(/** @type {any} */ (url)?.href ?? url);
            const origin = optionalText(source);
            const referrer = query(3, scene);
            apply(deepLinkInput, at, null, scene, null, null, null, 0, link, origin);
            return referrer;
        },

        /** Discards the pending deep link. */
        discardDeepLink(options) {
            const { scene, at } = objectOf(options);
            apply(discardInput, at, null, scene);
        },

        // Start, stop and notes.

        /** Starts the engine again after a stop. */
        start(options) {
            const { countingVisible, at } = objectOf(options);
            apply(startInput, at, null, null, null, null, null, countingVisible ? attachedBit : 0);
        },

        /** Ends every live appearance and the trace. The engine then emits nothing until it starts again. */
        stop(at) { apply(stopInput, at); },

        /** Adds a remark to the trace, and may set the number of the next page view. */
        note(text, options) {
            const { nextPageView, at } = objectOf(options);
            apply(noteInput, at, null, null, nextPageView, null, null, 0, textOf(text));
        },

        /** Continues after a page view of an earlier engine: the next page view names that page as the previous one. */
        restore(view) {
            const { id, name, context, next } = objectOf(view);
            // The module removes the number of the appearance from the id.
            const count = Number(textOf(id).split("/").pop());
            apply(restoreInput, undefined, count, null, next, { name, context }, null, 0, id);
        },

        // Receivers.

        /**
         * Adds a receiver of the records that the engine emits from now on. Receivers share each record.
         *
         * @param {(record: any) => void} receive @param {any} [kinds]
         */
        addReceiver(receive, kinds = ["pageView"]) {
            if (typeof receive !== "function") fail(expectsFunction, receive);
            const names = kinds === "all" ? recordKinds : [kinds].flat();
            const mask = names.reduce((mask, name) => mask | 1 << positionOf(recordKinds, name), 0);
            const receiver = { _receive: receive, _mask: mask };
            setReceivers([...receivers, receiver]);
            return () => {
                // The lists of pending records may still contain the receiver.
                receiver._mask = 0;
                setReceivers(receivers.filter(each => each._mask));
            };
        },

        // Queries.

        /** The page in front of the user, over all scenes, pending or ready. */
        get currentPage() { return query(0); },
        /** The current page; if there is none, the page that was current last. */
        get lastPage() { return query(1); },
        /** The page that was counted last. */
        get lastCountedPage() { return query(2); },
        currentPageIn: scene => query(4, scene),
        lastPageIn: scene => query(5, scene),
        lastCountedPageIn: scene => query(6, scene),

        /** Returns the regular expression of a route's pattern (WB-101). Only `browser.js` calls it. */
        _expressionOf(pattern) {
            writeTexts(pattern);
            run(module.makeExpression);
            return `${readTexts()[0]}`;
        },

        /** The recorded trace in JSON Lines. */
        trace: () => trace?.text() ?? "",
    };
    return engine;
}
