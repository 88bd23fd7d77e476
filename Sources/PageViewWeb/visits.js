// @ts-check
// The visits of pages: what an app declares about routes and elements, and when the user can see an element.
import { fail, isObject, payloadOf, report, textOf, wellFormed } from "./values.js";

/**
 * Returns the value of an option: a value, or a function of the match or the element. A function that throws has no value.
 * @param {any} option
 * @param {any} [subject]
 */
function valueOf(option, subject) {
    try {
        return typeof option === "function" ? option(subject) : option;
    } catch (error) {
        report(error);
    }
}

/**
 * Makes a function that never throws.
 * @param {(...values: any[]) => void} body
 */
const guarded = (body) => (/** @type {any[]} */ ...values) => {
    try {
        body(...values);
    } catch (error) {
        report(error);
    }
};

/** A visit of a route, or an element that is a page. It keeps the readiness of the page. */
class Visit {
    /** The component while the page is in front of the user, or 0. One component has one appearance of the page. */
    component = 0;
    /** @type {number | null} The component that contains this one. */
    parent = null;
    /** @type {{ name: string, context?: string } | null} The page's name and context. */
    page = null;
    key = "";
    isReady = false;
    /** @type {object | undefined} */
    payload = undefined;
    /** Whether `ready` or `pending` was called, which replaces the option. */
    isSet = false;
    /** Whether the readiness was read from the option at least once. */
    hasBegun = false;
    /** The number of frames for which an element that was hidden has been visible again. */
    frames = 0;
    /** The number of the newest promise of the option. */
    promiseNumber = 0;

    /** Whether the engine does not know the readiness yet, because the user has left the page (WB-110). */
    isHeld = false;

    /**
     * @param {(visit: Visit) => void} apply reports the readiness to the engine
     * @param {any} options
     * @param {any} subject the match of a route, or the element
     */
    constructor(apply, options, subject) {
        this.apply = apply;
        this.options = options;
        this.subject = subject;
    }

    /**
     * Reads the name, the context and the identity.
     * @param {string} kind the part of the identity that the app does not choose
     * @param {string} place the identity of a page without an `id`
     */
    describe(kind, place) {
        const { options, subject } = this;
        const name = valueOf(options.name, subject);
        const id = valueOf(options.id, subject);
        const context = valueOf(() => textOf("a context", valueOf(options.context, subject)));
        this.page = typeof name === "string" ? { name, context } : null;
        const identity = id === undefined ? undefined : valueOf(() => String(id));
        this.key = JSON.stringify([kind, identity ?? [place, this.page?.name]]);
        return this;
    }

    /** Reads the readiness from the option, unless the app set it. */
    readReadiness() {
        if (this.isSet) return;
        const { ready: option = true } = this.options;
        const ready = valueOf(option, this.subject);
        const number = ++this.promiseNumber;
        this.hasBegun = true;
        if (valueOf(() => typeof ready?.then) !== "function") {
            this.set(Boolean(ready), ready);
            return;
        }
        this.set(false);
        // A page whose promise rejects stays pending. The app handles the error of its own promise.
        // A foreign promise may throw in its own `then`.
        Promise.resolve(ready).then(
            guarded((result) => number === this.promiseNumber && result !== false && this.set(true, result)),
            () => {},
        );
    }

    /**
     * Sets the readiness, also of a page in front of the user.
     * @param {boolean} isReady
     * @param {any} [payload] without an object, the option `payload` applies
     */
    set(isReady, payload) {
        this.isReady = isReady;
        // A payload that the engine rejects must not prevent the page view.
        this.payload = !isReady ? undefined
            : valueOf(() => payloadOf(isObject(payload) ? payload : valueOf(this.options.payload, this.subject)));
        if (this.component) this.apply(this);
    }

    /**
     * @param {boolean} isReady
     * @param {any} [payload]
     */
    setByApp(isReady, payload) {
        this.promiseNumber += 1;
        this.isSet = true;
        this.set(isReady, payload);
    }
}

/**
 * Returns the function that matches a URL against a pattern: the identity of the place and its parameters, or null.
 * @param {any} pattern
 * @returns {(url: URL) => { place: string, params: any } | null}
 */
function matcher(pattern) {
    if (typeof pattern === "function") {
        return (url) => {
            const result = valueOf(pattern, url);
            if (result === null || result === undefined || result === false) return null;
            const isPlace = result !== true && !isObject(result);
            return { place: isPlace ? String(result) : url.pathname, params: isObject(result) ? result : {} };
        };
    }
    // A path begins with "/", so any other pattern never matches.
    if (typeof pattern === "string" && !/^([/#*]|$)/.test(pattern)) fail('a pattern that begins with "/", "#" or "*"', pattern);
    const ofHash = pattern[0] === "#";
    const expression = pattern instanceof RegExp
        ? new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""))
        // The browser encodes every character of a URL outside of ASCII.
        : new RegExp("^" + wellFormed(pattern).replace(/[^!-~]/gu, encodeURIComponent)
            .replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\/$/, "").replace(/\*/g, ".*")
            .replace(/:([a-z_]\w*)/gi, "(?<$1>[^/]+)") + "/?$");
    return (url) => {
        const place = ofHash ? url.hash.split("?")[0] || "#" : url.pathname;
        const found = expression.exec(place);
        return found && { place: place.replace(/\/$/, ""), params: found.groups ?? {} };
    };
}

/**
 * Whether the browser renders an element, in the window or outside of it (WB-120).
 * @param {Element} element
 */
function isRendered(element) {
    const options = { opacityProperty: true, visibilityProperty: true };
    return element.isConnected && element.ownerDocument === document
        && (/** @type {any} */ (element).checkVisibility?.(options) ?? element.getClientRects().length > 0)
        && getComputedStyle(element).getPropertyValue("content-visibility") !== "hidden";
}

/**
 * Whether a rendered element is out of sight only because the user scrolled up or down, which ends no appearance (WB-121).
 * @param {Element} element
 */
function isScrolledAway(element) {
    const { left, right } = element.getBoundingClientRect();
    let frame = { left: 0, right: innerWidth };
    for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
        const { position, overflowX } = getComputedStyle(each);
        if (each !== element && overflowX !== "visible") frame = each.getBoundingClientRect();
        if (position === "fixed" || right <= frame.left || left >= frame.right) return false;
    }
    return true;
}

export { Visit, guarded, isRendered, isScrolledAway, matcher };
