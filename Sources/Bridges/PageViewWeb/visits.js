// @ts-check
// The options of pages, the patterns of URLs, and the visibility of elements.
import { expectsPattern, expectsSubject } from "./numbers.js";
import { attempt, fail, isObject } from "./values.js";

/**
 * Returns the regular expression of a route's pattern (WB-101).
 *
 * @param {string} pattern
 */
const expressionOf = pattern => `^${
    pattern.replace(/\/$/, "").replace(/:([A-Za-z_]\w*)|\W/gu, (text, name) => name ? `(?<${name}>[^/]+)`
        // The browser encodes every character of a URL outside of ASCII.
        : text === "*" ? ".*" : /[!-~]/.test(text) ? `\\${text}` : encodeURIComponent(text.replace(/\p{Cs}/u, "\ufffd")))
}/?$`;

/**
 * Returns a function that matches URLs against a pattern. For a match, it returns the place and the parameters.
 *
 * The place is a part of the page's identity: the path, the hash, or the result of a function (WB-101).
 *
 * @param {any} pattern
 * @returns {(url: URL, hash: string) => { _place: string, _params: any } | null | undefined}
 */
export function matcher(pattern) {
    if (typeof pattern === "function") {
        return url => attempt(() => {
            const result = pattern(url);
            if (result == null || result === false) return;
            const params = isObject(result) ? result : {};
            return { _place: result === params || result === true ? url.pathname : String(result), _params: params };
        });
    }
    /** @type {RegExp} */ let expression;
    if (pattern instanceof RegExp) {
        expression = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
    } else {
        // A path begins with "/" and a hash with "#", so a pattern that begins with another character never matches.
        // The selector of an element is no pattern.
        if (typeof pattern !== "string" || !/^([/#*]|$)/.test(pattern) || namesElement(pattern)) fail(expectsSubject, pattern);
        try {
            expression = new RegExp(expressionOf(pattern));
        } catch {
            // The regular expression has two groups with one name.
            fail(expectsPattern, pattern);
        }
    }
    return (url, hash) => {
        const place = /** @type {any} */ (pattern)[0] === "#" ? hash : url.pathname;
        const found = expression.exec(place);
        return found && { _place: place.replace(/\/$/, ""), _params: found.groups ?? {} };
    };
}

/**
 * Returns the element that a hash names.
 *
 * @param {string} hash @returns {Element | false | null | undefined}
 */
export function namesElement(hash) {
    try {
        return hash[0] === "#" && document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
        // The text ends within an encoded character.
        return null;
    }
}

/**
 * Whether the browser renders an element, in the window or outside of it (WB-120).
 *
 * @param {Element} element
 */
export function isRendered(element) {
    const options = { opacityProperty: true, visibilityProperty: true };
    return element.ownerDocument === document
        && (/** @type {any} */ (element).checkVisibility?.(options) ?? true)
        && /** @type {any} */ (getComputedStyle(element)).contentVisibility !== "hidden";
}

/**
 * Whether a rendered element is outside of the window only because the user scrolled up or down (WB-121).
 *
 * @param {Element} element @param {number} scrolled How far it was scrolled when it was last in the window.
 */
export function isScrolledAway(element, scrolled) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    let frame = { left: 0, right: innerWidth };
    for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
        const { position, overflowX } = getComputedStyle(each);
        if (each !== element && overflowX !== "visible") frame = each.getBoundingClientRect();
        if (position === "fixed" || right <= frame.left || left >= frame.right) return false;
    }
    // A script may move an element with an absolute position out of the window. Scrolling back would not show it.
    const distance = scrollOf(element) - scrolled;
    return getComputedStyle(element).position !== "absolute" || bottom + distance > 0 && top + distance < innerHeight;
}

/**
 * Returns how far the containers of an element are scrolled down.
 *
 * @param {Element | null} element @returns {number}
 */
export function scrollOf(element) { return element ? element.scrollTop + scrollOf(element.parentElement) : 0; }

/**
 * Whether an element is before another one in the document. The content of a shadow root follows its host.
 *
 * @param {Element} element @param {Element} other
 */
export function precedes(element, other) {
    const [path, otherPath] = [element, other].map(pathOf);
    // Browsers order elements of different trees differently.
    const index = path.findIndex((each, index) => each !== otherPath[index]);
    return index < 0 || otherPath[index] && path[index].compareDocumentPosition(otherPath[index]) & 4 /* following */;
}

/**
 * Returns the hosts of the shadow roots around an element, and the element.
 *
 * @param {any} element @returns {Element[]}
 */
function pathOf(element) { return element ? [...pathOf(element.getRootNode().host), element] : []; }
