// @ts-check
// The recorder of an engine's inputs. An engine loads it only if it records a trace.

/** A recorder of inputs, as lines of a trace that `pageview replay` reproduces. */
export class Trace {
    /** @type {string[]} */ #lines = [];
    /**
     * The engine's time that is 0 in the trace.
     *
     * @type {bigint | undefined}
     */
    #origin;
    #sceneNames = new Map();
    /** The name of a destroyed container, which stands for no container. */ #nothing = "nothing";
    #hasNothing = false;
    #hasEnded = false;

    /** @param {number} mainScene @param {object} policy @param {string} [title] */
    constructor(mainScene, policy, title) {
        this.#sceneNames.set(mainScene, "main");
        this.#lines.push(line({ trace: 1, title, policy }));
    }

    /** The trace in JSON Lines. */
    get text() { return `${this.#lines.join("\n")}\n`; }

    /**
     * Gives a scene a name that no other scene has.
     *
     * @param {number} scene @param {string} [name]
     */
    addScene(scene, name = `scene ${-scene}`) {
        const used = new Set(this.#sceneNames.values());
        while (used.has(name)) name += "'";
        this.#sceneNames.set(scene, name);
    }

    /** @param {number} scene @returns {string | undefined} */
    sceneName(scene) { return this.#sceneNames.get(scene); }

    /**
     * Adds an input.
     *
     * @param {string} event @param {bigint} time In nanoseconds. @param {object} fields
     */
    add(event, time, fields) {
        if (this.#hasEnded) return;
        this.#hasEnded = event === "sessionEnd";
        // The time of a trace begins at 0, or at the first event if the clock is before 0.
        this.#origin ??= time < 0n ? time : 0n;
        const elapsed = time - this.#origin;
        const digits = String(elapsed < 0n ? -elapsed : elapsed).padStart(10, "0");
        const t = `${elapsed < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "");
        this.#lines.push(`{"t":${t},${line({ event, ...fields }).slice(1)}`);
    }

    /**
     * Adds a component's new container; none if the container has no name.
     *
     * @param {string} component @param {string | undefined} parent @param {bigint} time @param {object} fields
     */
    move(component, parent, time, fields) {
        this.add("create", time, { component, ...fields, parent: parent ?? this.#nothing });
        if (parent !== undefined || this.#hasNothing) return;
        // A trace cannot express that a component has no container. A destroyed container has the same effect (QU-002).
        this.#hasNothing = true;
        this.add("destroy", time, { component: this.#nothing });
    }
}

/**
 * Returns JSON, in which each integer is exact and no surrogate is alone.
 *
 * @param {any} value @returns {string}
 */
function line(value) {
    let text;
    try {
        text = JSON.stringify(value, (_, item) => typeof item === "bigint" ? `\u0001${item}` : item);
    } catch {
        // A payload may refer to itself, or its code may throw.
        const { payload, properties, ...rest } = value;
        text = JSON.stringify({ ...rest, ...properties === undefined ? {} : { properties: {} } });
    }
    // Each escape is read as a whole, because text before a lone surrogate may end with an escaped backslash.
    return text.replace(/"\\u0001(-?(?:0|[1-9]\d*))"/g, "$1")
        .replace(/\\(?:ud[89a-f]..|.)/g, escape => escape.length > 2 ? "\\ufffd" : escape);
}
