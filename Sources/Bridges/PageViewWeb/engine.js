// @ts-check
// The engine without a browser: it runs in pages, in workers and in Node. `pageview.wasm` contains the rules.
import {
    timeAt, appearedAt, foregroundAt, backgroundAt, currentAt, inputTimeAt, expiresAt, resultAt, componentAt, sceneAt, sequenceAt,
    idAt, previousIDAt, referrerIDAt, pageAt, previousPageAt, referrerPageAt, payloadAt, kindAt, lengthAt, linkAt, newPayloadAt,
    releasedPayloadAt, secondReleasedPayloadAt, pageCountAt, textAt, followingAt, levelAt, appearInput, disappearInput, destroyInput, sceneInput, createInput,
    declareInput, entryInput, attachInput, moveInput, pendingInput, readyInput, showInput, beginInput, commitInput, recordInput,
    interactionInput, deepLinkInput, discardDeepLinkInput, startInput, stopInput, noteInput, attachedBit, callBit, readyBit,
    payloadBit, clockBit, exactTimeBit, textBit, exclusiveBit, levelBit, expiresBit, slotMask, expectsComponent,
    expectsNextPageView, expectsPageName, expectsID, expectsFunction, expectsPage, expectsMemory, expectsLevel, expectsEntries,
    expectsKey, expectsContainer,
} from "./numbers.js";
import {
    choiceNames, consentOf, decode, encodeInto, fail, instantiate, numberOf, objectOf, nanosecondsOf, optionalText, lines, payloadOf, policyOf, positionOf, report,
    setLines, textOf,
} from "./values.js";

/** @typedef {import("./pageview").Page} Page */
/** @typedef {import("./pageview").Payload} Payload */
/** @typedef {import("./pageview").Time} Time */
/** @typedef {{ _receive: (record: any) => void, _mask: number }} Receiver */

let engineCount = 0;
/** A time before all others. The module replaces it by the latest time. */
const earliest = -(2n ** 63n);
/** The maximum number of records that an engine holds while consent is undecided (WB-170). */
const heldRecords = 1000;

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
    /** The number of records of the queue that the engine has delivered. */
    let position = 0;
    /** @type {((view: any) => void) | undefined} */
    let counted;
    /** Whether the update of `update` has begun and not ended. A stop ends it. */
    let isInUpdate = false;
    let isUpdating = false;
    /**
     * The components that the last `show` of each scene listed, by their keys.
     *
     * @type {Map<number, Map<string, number>>}
     */
    const shown = new Map();
    /** @type {Receiver[]} */
    let receivers = [];

    useMemory(module.memory.buffer);
    setLines(`${readTexts()[0]}`);
    const [componentEvents, sceneEvents, recordKinds, causes, outcomes, diagnostics] = lines.map(list => list.split(" "));
    // Reading the global variable `performance` in each call would take 50 ns more.
    const {
        policy = "standard", now: clock = performance.now.bind(performance), title, consent: firstConsent = "granted",
    } = objectOf(options);
    if (typeof clock !== "function") fail(expectsFunction, clock);
    let now = clock;
    /** The index of the decision (WB-170): 0 undecided, 1 granted, 2 denied. */
    let consent = consentOf(firstConsent);
    const choices = policyOf(policy);
    for (const name in choices)
        run(module.setPolicy, choiceNames.indexOf(name), choices[name] === "counts" ? 0 : choices[name] * 1e9);
    const mainScene = numbers[sceneAt];
    let trace = makeTrace?.(choices, optionalText(title), mainScene);

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
     * @param {Function} call @param {any[]} values @returns {number}
     */
    function run(call, ...values) {
        try {
            const result = call(address, ...values);
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
     * @param {number | null} [level] @param {bigint} [expires]
     * @returns {any} The new component; 0 for none. For a deep link, its referrer.
     */
    function apply(input, at, component, scene, parent, page, payload, flags = 0, text, more, level, expires) {
        // The code of the app may call the engine. So it runs before the module gets anything.
        const time = at === undefined ? now() : at;
        const values = payloadOf(payload);
        const pageAddress = addressOf(checkedPage(page));
        if (payload != null) flags |= payloadBit;
        if (at === undefined) flags |= clockBit;
        return send(input, time, component, scene, parent, pageAddress, values, flags, payload, text, more, level, expires);
    }

    /**
     * Passes an input with checked values to the module, and delivers its records. No code of the app runs before the module.
     *
     * @param {number} input @param {any} time @param {any} component @param {any} scene @param {any} parent
     * @param {number} pageAddress @param {Payload | undefined} values The payload; `undefined` for an empty one.
     * @param {number} flags @param {any} [given] For the trace: the payload as the caller gave it or, for a `show`, its entries.
     * @param {string} [text] @param {string} [more] @param {number | null} [level] @param {bigint} [expires]
     * @returns {any} The new component; 0 for none. For a deep link, its referrer.
     */
    function send(
        input, time, component, scene, parent, pageAddress, values, flags, given, text, more, level, expires,
    ) {
        if (typeof time === "bigint" && BigInt.asIntN(64, time) === time) {
            flags |= exactTimeBit;
            integers[inputTimeAt] = time;
            time = 0;
        }
        if (level != null) {
            flags |= levelBit;
            words[levelAt] = level;
        }
        if (expires !== undefined) {
            flags |= expiresBit;
            integers[expiresAt] = expires;
        }
        if (text !== undefined) {
            flags |= textBit;
            writeTexts(text, more);
        }
        let kind = run(
            module.apply, input, numberOf(component), numberOf(scene), numberOf(parent), pageAddress, flags,
            typeof time === "number" ? time : NaN);
        if (kind < 0) fail(expectsComponent + ~kind, [component, scene, parent, time, parent][~kind]);
        // Set at once, because the rest of the call may fail on a full stack.
        if (flags & callBit) isInUpdate = input === beginInput;
        const result = numbers[resultAt];
        texts = text === undefined ? [] : readTexts();
        if (result) labels[result - 1 & slotMask] = texts[0];
        payloads[words[newPayloadAt]] = values;
        if (input === entryInput) return;
        const answer = input === deepLinkInput ? reference(referrerPageAt, referrerIDAt) : result;
        while (kind > 0) {
            const record = readRecord(kind);
            if (kind === 1) counted?.(record);
            if (consent < 2) queue.push({ _record: record, _bit: 1 << kind - 1, _receivers: receivers });
            if (!consent && queue.length > heldRecords) queue.shift();
            kind = words[followingAt] && run(module.nextRecord);
        }
        payloads[words[releasedPayloadAt]] = payloads[words[secondReleasedPayloadAt]] = undefined;
        // The trace calls the code of a payload, which may call the engine.
        trace?.add(
            input, integers[inputTimeAt], component, scene, parent, namesOf(pageAddress), given, flags, texts, result, level, expires);
        deliver();
        return answer;
    }

    /**
     * Applies an input at the latest time of the engine.
     *
     * @param {number} input @param {any} component @param {any} [scene] @param {any} [parent]
     * @param {any} [entries] Those of a `show`, for the trace. @param {string} [text]
     */
    const sendAtLatestTime = (input, component, scene, parent, entries, text) =>
        send(input, earliest, component, scene, parent, 0, undefined, clockBit, entries, text);

    /**
     * Applies several inputs. Their records are delivered after the last one.
     *
     * @param {() => void} body
     */
    function atOnce(body) {
        const wasDelivering = isDelivering;
        isDelivering = true;
        try {
            body();
        } finally {
            isDelivering = wasDelivering;
            deliver();
        }
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
     * Returns the names of a page that the caller gave; `undefined` for none.
     *
     * @param {any} page @returns {{ name: string, context?: string } | undefined}
     */
    function checkedPage(page) {
        if (page == null) return;
        const name = page.name ?? page;
        const context = page.context ?? undefined;
        if (typeof name !== "string" || context !== undefined && typeof context !== "string") {
            fail(expectsPage, page);
        }
        return { name, context };
    }

    /**
     * Returns the address of a page in the module; 0 for none.
     *
     * @param {{ name: string, context?: string } | undefined} page @returns {number}
     */
    function addressOf(page) {
        if (!page) return 0;
        const { name, context } = page;
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
        let deepLink;
        if (words[linkAt]) {
            const [url, source] = readTexts();
            deepLink = { url, source, referrer: reference(referrerPageAt, referrerIDAt) };
        }
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
                background: readTime(backgroundAt), current: readTime(currentAt),
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
        if (isDelivering || consent !== 1 || !queue.length) return;
        isDelivering = true;
        // A receiver may add records. In a long queue, `shift` would take linear time.
        position = 0;
        while (consent === 1 && position < queue.length) {
            const entry = queue[position++];
            for (const receiver of entry._receivers) {
                if (!(receiver._mask & entry._bit) || consent > 1) continue;
                try {
                    receiver._receive(entry._record);
                } catch (error) {
                    report(error);
                }
            }
        }
        if (!consent) queue.splice(0, position);
        // A new length would release the memory of the queue.
        else while (queue.length) queue.pop();
        isDelivering = false;
    }

    /** @param {Receiver[]} list */
    function setReceivers(list) {
        receivers = list;
        run(module.setWanted, list.reduce((mask, receiver) => mask | receiver._mask, counted ? 1 : 0));
    }

    /**
     * Continues after a page view of an earlier engine, or continues its appearance itself.
     *
     * @param {any} view @param {boolean} [isLive] Whether the appearance continues. @returns {number} Its component.
     */
    function restore(view, isLive) {
        const { id, name, context, next } = objectOf(view);
        const [, label, count] = /^([^]*)\/([1-9]\d*)$/.exec(textOf(id)) ?? fail(expectsID, id);
        const page = checkedPage({ name, context });
        // The same characters are blank for the rules (RD-009).
        if (!/[^\s\x85]|\ufeff/.test(textOf(name))) fail(expectsPageName, name);
        if (!Number.isSafeInteger(next) || next < 1) fail(expectsNextPageView, next);
        let component = 0;
        atOnce(() => {
            component = apply(createInput, undefined, null, null, null, page, null, 0, label);
            run(module.setWanted, 0);
            // The identity of a page view contains the number of the appearance, so the component appears that many times.
            for (let number = Math.min(+count, 99); number > 0; number--) {
                sendAtLatestTime(appearInput, component);
                if (number > 1 || !isLive) sendAtLatestTime(disappearInput, component);
            }
            if (!isLive) sendAtLatestTime(destroyInput, component);
            sendAtLatestTime(noteInput, null, null, next, null, "restored");
            setReceivers(receivers);
        });
        return component;
    }

    /**
     * Answers a query; see Calls.swift.
     *
     * @param {number} question @param {any} [scene] @returns {any}
     */
    function query(question, scene) {
        if (run(module.query, question, numberOf(scene)) < 0) fail(expectsComponent + 1, scene);
        const page = namesOf(words[pageAt]);
        if (!page) return null;
        const id = identity(idAt);
        const component = numbers[componentAt] || undefined;
        const answer = { id, page, component };
        // Only the answer about a page that was counted last has no scene.
        return !numbers[sceneAt] ? answer : {
            ...answer, scene: numbers[sceneAt], counted: words[kindAt] === 1, beganAt: readTime(appearedAt),
        };
    }

    /**
     * Returns the flags of declared properties.
     *
     * @param {any} attached @param {any} state @param {any} [exclusive]
     */
    function flagsOf(attached, state, exclusive) {
        return (attached === undefined ? 0 : attachedBit << positionOf([true, false], attached))
            | (state === undefined ? 0 : readyBit << positionOf(["ready", "pending"], state))
            | (exclusive === undefined ? 0 : exclusiveBit << positionOf([true, false], exclusive));
    }

    /** @param {any} level @returns {number | null | undefined} */
    const checkedLevel = level => level == null || typeof level === "number" && level === (level | 0) ? level : fail(expectsLevel, level);

    /**
     * Returns whether a component is destroyed.
     *
     * @param {any} component @param {number} [expected]
     */
    function isDestroyed(component, expected = expectsComponent) {
        const answer = run(module.isDestroyed, numberOf(component));
        return answer < 0 ? fail(expected, component) : answer > 0;
    }

    /**
     * Checks an entry of a list.
     *
     * @param {any} entry
     */
    function checkedEntry(entry) {
        const { key, page, state, payload, visible, container, level } = objectOf(entry);
        if (typeof key !== "string") isDestroyed(key, expectsKey);
        if (container != null && typeof container !== "string") isDestroyed(container, expectsContainer);
        return {
            key, page: checkedPage(page), payload, values: payloadOf(payload), flags: flagsOf(visible, state), container,
            level: checkedLevel(level), component: 0, parent: 0,
        };
    }

    /**
     * Applies a declaration of a new component or one that exists.
     *
     * @param {number} input @param {any} component @param {any} options @param {Time} [at]
     */
    function applyDeclaration(input, component, options, at) {
        const { name, scene, parent, attached, exclusive, level, page, state, payload } = objectOf(options);
        const flags = flagsOf(attached, state, exclusive);
        return apply(
            input, at, component, scene, parent, page, payload, flags, optionalText(name), undefined, checkedLevel(level));
    }

    /** @type {import("./pageview").Engine & Record<string, any>} */
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
        reportScene(scene, event, at) {
            const input = sceneInput + positionOf(sceneEvents, event);
            atOnce(() => {
                apply(input, at, null, scene);
                if (event !== "close") return;
                // `show` created these components, so no other report ends them.
                for (const component of shown.get(scene)?.values() ?? []) sendAtLatestTime(destroyInput, component);
                shown.delete(scene);
            });
        },

        /** Returns whether a component is destroyed. */
        isDestroyed: component => isDestroyed(component),

        // Updates and lists.

        /** Applies the calls of a function as one. The update also ends if the function throws. */
        update(body) {
            if (typeof body !== "function") fail(expectsFunction, body);
            // A call of the module for each update inside another one could fail on a full stack, and end the engine.
            if (isUpdating) return body();
            isUpdating = true;
            try {
                apply(beginInput, undefined, null, null, null, null, null, callBit);
                return body();
            } finally {
                isUpdating = false;
                // `body` or a receiver may have stopped the engine.
                // At the latest time, because the clock may throw.
                if (isInUpdate) send(commitInput, earliest, null, null, null, 0, undefined, clockBit | callBit);
            }
        },

        /** Begins an update, which `commitUpdate` ends. */
        beginUpdate(at) { apply(beginInput, at); },

        /** Ends the last update that `beginUpdate` began. */
        commitUpdate(at) { apply(commitInput, at); },

        /** States what exists in a scene, from the bottom to the top. */
        show(scene, entries, at) {
            // The code of the app may call the engine. So all of it runs before the module gets anything.
            const list = Array.isArray(entries) ? Array.from(entries, checkedEntry) : fail(expectsEntries, entries);
            const time = at === undefined ? now() : at;
            atOnce(() => {
                send(beginInput, time, null, scene, null, 0, undefined, at === undefined ? clockBit : 0);
                const known = shown.get(scene ?? mainScene) ?? new Map();
                /** @type {Map<string, number>} */
                const listed = new Map();
                shown.set(scene ?? mainScene, listed);
                try {
                    for (const entry of list) {
                        const { key } = entry;
                        entry.component = listed.get(key) ?? (typeof key === "string" ? known.get(key) : key);
                        if (typeof key === "string") {
                            if (!entry.component || isDestroyed(entry.component)) {
                                entry.component = sendAtLatestTime(createInput, null, scene, null, null, key);
                            }
                            listed.set(key, entry.component);
                        }
                    }
                    const isListed = new Set();
                    for (const entry of list) {
                        const { component, container, page, values, flags, payload, level } = entry;
                        entry.parent = typeof container === "string" ? listed.get(container) : container;
                        // The module ignores an entry that repeats a key, so that entry has no payload.
                        const payloadFlag = payload == null || isListed.has(component) ? 0 : payloadBit;
                        isListed.add(component);
                        send(
                            entryInput, earliest, component, null, entry.parent, addressOf(page), values,
                            flags | clockBit | payloadFlag, null, undefined, undefined, level);
                    }
                    sendAtLatestTime(showInput, null, scene, null, list);
                } finally {
                    sendAtLatestTime(commitInput, null);
                }
                for (const component of [...known.values(), ...list.map(entry => entry.component)]) {
                    run(module.releasePayloads, component);
                    payloads[words[releasedPayloadAt]] = payloads[words[secondReleasedPayloadAt]] = undefined;
                }
            });
        },

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
            apply(recordInput, at, component, scene, null, page, payload);
        },

        // Interactions and deep links.

        /** Records an interaction of the user. */
        recordInteraction(name, properties, options) {
            const { component, scene, at } = objectOf(options);
            apply(interactionInput, at, component, scene, null, null, properties, 0, textOf(name));
        },

        /** Handles a deep link. The page view to which the link leads carries it (PV-006). */
        handleDeepLink(url, options) {
            const { scene, source, target, expires, at } = objectOf(options);
            const link = textOf(/** @type {any} */ (url)?.href ?? url);
            const name = optionalText(target);
            return apply(
                deepLinkInput, at, null, scene, null, name && { name }, null, 0, link, optionalText(source),
                null, expires == null ? undefined : nanosecondsOf(expires));
        },

        /** Discards the pending deep link. */
        discardDeepLink(options) {
            const { scene, at } = objectOf(options);
            apply(discardDeepLinkInput, at, null, scene);
        },

        // Start, stop and notes.

        /** Starts the engine again after a stop. */
        start(options) {
            const { countingVisible, at } = objectOf(options);
            apply(startInput, at, null, null, null, null, null, countingVisible ? attachedBit : 0);
        },

        /** Ends every live appearance and the trace. The engine then emits nothing until it starts again. */
        stop(at) {
            apply(stopInput, at);
            isInUpdate = false;
        },

        /** Adds a remark to the trace, and may set the number of the next page view. */
        note(text, options) {
            const { nextPageView, at } = objectOf(options);
            apply(noteInput, at, null, null, nextPageView, null, null, 0, textOf(text));
        },

        /** Continues after a page view of an earlier engine: the next page view names that page as the previous one. */
        restore,

        // Consent.

        /** Sets the user's decision (WB-170). Delivers the held records after a grant, and drops them after a denial. */
        setConsent(value) {
            consent = consentOf(value);
            if (consent > 1) position = queue.length = 0;
            deliver();
        },

        // For the script of the browser.

        /** Calls a function with each page view when it is counted, before the receivers get it. */
        _onCount(/** @type {any} */ handler) {
            counted = handler;
            setReceivers(receivers);
        },
        /** Replaces the clock; without a function, restores it. Returns the clock of the options. */
        _setClock(/** @type {any} */ replacement) {
            now = replacement ?? clock;
            return clock;
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

        // names: Query
        /** The page in front of the user. */
        get currentPage() { return query(0); },
        /** The current page or, if there is none, the one that was current last. */
        get lastPage() { return query(1); },
        /** The page that was counted last. */
        get lastCountedPage() { return query(2); },
        currentPageIn: scene => query(64, scene),
        lastPageIn: scene => query(65, scene),
        lastCountedPageIn: scene => query(66, scene),
        // end of names

        /** The recorded trace in JSON Lines. */
        trace: () => trace?.text() ?? "",
    };
    return engine;
}
