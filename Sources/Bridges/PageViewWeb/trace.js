// @ts-check
// The recorder of an engine's inputs. Only an engine that records a trace loads it.
import {
    createInput, declareInput, moveInput, showInput, recordInput, interactionInput, deepLinkInput, startInput, noteInput, attachedBit,
    detachedBit, readyBit, pendingBit, exclusiveBit, inclusiveBit,
} from "./numbers.js";

// The events of a trace, by the numbers of the inputs; see `numbers.js`. A trace has no event for an input without a name.
// names: events
const events = [
    "willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy", "select", "deselect",
    "focus", "sceneForeground", "sceneBackground", "sceneActive", "sceneInactive", "sceneClose", "create", "create", "",
    "attach", "create", "pending", "ready", "show", "begin", "commit", "record", "interaction", "deepLink",
    "discardDeepLink", "", "sessionEnd", "note",
];
// end of names
/** The name of a destroyed container, which stands for no container. The module gives this name to no component. */
const nothing = "nothing~0";

/**
 * Makes a recorder, which writes each input as a line of a trace.
 *
 * @param {object} policy The choices of the policy that count. @param {string | undefined} title @param {number} mainScene
 */
export function makeTrace(policy, title, mainScene) {
    const lines = [line({ trace: 1, title, policy })];
    /** The time of the engine at the time 0 of the trace. @type {bigint | undefined} */
    let origin;
    /** @type {Map<number, string>} */ const sceneNames = new Map([[mainScene, "main"]]);
    /** @type {Map<number, string>} */ const componentNames = new Map();
    let hasNothing = false;
    let hasEnded = false;

    /** @param {string} event @param {bigint} time @param {object} fields */
    function write(event, time, fields) {
        if (hasEnded) return;
        hasEnded = event === "sessionEnd";
        // The times of a trace begin at 0. If the first time is negative, it becomes 0.
        origin ??= time < 0n ? time : 0n;
        const elapsed = time - origin;
        const digits = String(elapsed < 0n ? -elapsed : elapsed).padStart(10, "0");
        const t = `${elapsed < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "");
        // The code of a payload may call the engine, whose later input needs a later line.
        const index = lines.push("") - 1;
        lines[index] = `{"t":${t},${line({ event, ...fields }).slice(1)}`;
    }

    /** @param {number} component */
    const nameOf = component => componentNames.get(component) ?? nothing;

    /**
     * Returns the declared properties of a component, by the bits of `InputFlags`.
     *
     * @param {any} fields @param {number} flags @param {any} level
     */
    const declared = (fields, flags, level) => ({
        ...fields, state: flags & readyBit ? "ready" : flags & pendingBit ? "pending" : undefined,
        level: level ?? undefined,
    });

    return {
        /** Returns the trace in JSON Lines. */
        text: () => `${lines.join("\n")}\n`,

        /**
         * Gives a scene a name that no other scene has.
         *
         * @param {number} scene @param {string} [name]
         */
        addScene(scene, name = `scene ${-scene}`) {
            const used = new Set(sceneNames.values());
            while (used.has(name)) name += "'";
            sceneNames.set(scene, name);
        },

        /**
         * Adds an input.
         *
         * @param {number} input @param {bigint} time In nanoseconds.
         * @param {any} number A component. @param {any} scene
         * @param {any} parent A component or, for a note, the number of the next page view.
         * @param {any} page @param {any} payload For a `show`, its entries. @param {number} flags
         * @param {string[]} texts The texts of the input; for a new component, its name.
         * @param {number} made The new component; 0 for none. @param {any} level
         * @param {bigint} [expires] How long a link waits, in nanoseconds.
         */
        add(input, time, number, scene, parent, page, payload, flags, texts, made, level, expires) {
            if (made) componentNames.set(made, texts[0] ?? String(made));
            const component = componentNames.get(made || number);
            /** @type {any} */
            let fields = { component, scene: sceneNames.get(scene), page: page ?? undefined, payload: payload ?? undefined };
            const isCreate = input === createInput || input === declareInput;
            if (isCreate) {
                fields = declared(fields, flags, level);
                fields.attached = flags & attachedBit ? true : flags & detachedBit ? false : undefined;
                fields.exclusive = flags & exclusiveBit ? true : flags & inclusiveBit ? false : undefined;
            }
            if (input === moveInput || isCreate && parent) fields.parent = nameOf(parent);
            if (input === showInput) {
                fields.payload = undefined;
                fields.entries = payload.map((/** @type {any} */ entry) => declared(
                    {
                        component: nameOf(entry.component), page: entry.page, payload: entry.payload ?? undefined,
                        visible: entry.flags & detachedBit ? false : undefined, parent: entry.parent ? nameOf(entry.parent) : undefined,
                    }, entry.flags, entry.level));
            }
            if (input === interactionInput) [fields.name, fields.properties, fields.payload] = [texts[0], payload ?? {}, undefined];
            if (input === deepLinkInput) {
                [fields.url, fields.source, fields.page] = [...texts, page?.name];
                if (expires !== undefined) fields.expires = Number(expires) / 1e9;
            }
            if (input === noteInput) [fields.text, fields.nextPageView] = [texts[0], parent ?? undefined];
            if (input === recordInput && !component && !page) return write("note", time, { text: "record without a page" });
            // A trace cannot express a start.
            if (input === startInput) return;
            write(events[input], time, fields);
            if (input !== moveInput || parent || hasNothing) return;
            // A trace cannot express that a component has no container. A destroyed container has the same effect (QU-002).
            hasNothing = true;
            write("destroy", time, { component: nothing });
        },
    };
}

/**
 * Returns JSON with exact integers and without lone surrogates.
 *
 * @param {any} value @returns {string}
 */
function line(value) {
    let text;
    try {
        text = JSON.stringify(value, (_, item) => typeof item === "bigint" ? `\u0001${item}` : item);
    } catch {
        // A payload may refer to itself, or its code may throw.
        const { payload, properties, entries, ...rest } = value;
        text = JSON.stringify({
            ...rest, ...properties === undefined ? {} : { properties: {} },
            entries: entries?.map((/** @type {any} */ { payload, ...entry }) => entry),
        });
    }
    // The pattern matches each whole escape, because the text before a lone surrogate may end with an escaped backslash.
    return text.replace(/"\\u0001(-?(?:0|[1-9]\d*))"/g, "$1")
        .replace(/\\(?:ud[89a-f]..|.)/g, escape => escape.length > 2 ? "\\ufffd" : escape);
}
