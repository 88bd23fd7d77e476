// @ts-check
// The engine of a web page. It observes routes, elements and the document, and reports their pages to the engine.
import { expectsName, settlingFrames } from "./numbers.js";
import { Engine } from "./engine.js";
import { fail, isObject, optionalText, payloadOf } from "./values.js";
import { isRendered, isScrolledAway, matcher, scrollOf, valueOf } from "./visits.js";

/**
 * A visit of a route, or an element that is a page, with the readiness of the page.
 *
 * The minified script has short names for the properties that begin with `_`.
 *
 * @typedef {object} Visit
 * @property {any} _options
 * @property {any} _subject The match of a route, or the element.
 * @property {boolean} _isElement
 * @property {string} [_key] The identity of the page.
 * @property {{ name: string, context?: string } | null} [_page]
 * @property {number} [_component] The component of the page while the user sees it, or 0. A component has one appearance.
 * @property {number | null} [_parent] The component that contains this one.
 * @property {boolean} [_isReady]
 * @property {object} [_payload]
 * @property {boolean} [_isSet] Whether an appearance of the page does not read the option `ready` again.
 * @property {number} _reading The number of the newest reading of the option. Results of older readings have no effect.
 * @property {boolean} [_isHeld] Whether a change of readiness is not reported yet, because the user left the page (WB-110).
 * @property {boolean} [_isRemoved] Whether the app removed the declaration of the element.
 * @property {boolean} [_isInView] Whether a part of the element is in the window.
 * @property {number} [_scrolled] How far the element was scrolled when it was last in the window.
 * @property {number} _frames The number of frames at which the page could appear. It appears at `settlingFrames` (WB-102).
 */

/** Creates engines that observe the routes, the elements and the document of a web page. */
export const PageViewEngine = {
    /**
     * Loads the module and starts to observe the document (WB-100).
     *
     * @param {any} [options] @returns {Promise<any>}
     */
    async create(options = {}) {
        const isObserving = window === top || options?.frames;
        const key = isObserving && (options?.storage ?? "pageview");
        // The state is marked as open before the module is loaded, because the page may open another window meanwhile.
        const state = readState(key);
        // A window that a script opens gets a copy of its opener's storage. The document of the opener is still open.
        const isCopy = state?.isOpen && isNavigated() && (history.length === 1 || window.opener);
        if (state) writeState(key, isCopy ? {} : { ...state, isOpen: true });
        const engine = await Engine.create(options);
        if (options.onPageView) engine.addReceiver(options.onPageView);
        observe(engine, options, key, isObserving);
        return engine;
    },
};

/**
 * Makes a function that reports an error instead of throwing it.
 *
 * @param {(...values: any[]) => void} body
 */
const guarded = body => (/** @type {any[]} */ ...values) => valueOf(() => body(...values));

/** Whether the user can see the document. */
const isVisible = () => document.visibilityState === "visible" && !(/** @type {any} */ (document).prerendering);

/** Whether a link or an address loaded the document, not the history or a reload. */
const isNavigated = () =>
    /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate";

/**
 * Returns the stored state of the tab (WB-131); `undefined` without a state of this version.
 *
 * @param {any} key The key of the session storage; `false` for none.
 */
function readState(key) {
    try {
        const text = key && sessionStorage.getItem(key);
        const state = text.length < 10000 && JSON.parse(text);
        if (state.version === 1 && Number.isSafeInteger(state.components)) return state;
    } catch {
        // The storage may be blocked, or another script may have written to it.
    }
}

/** @param {any} key @param {any} state */
function writeState(key, state) {
    try {
        if (key) sessionStorage.setItem(key, JSON.stringify({ version: 1, ...state }));
    } catch {
        // The storage may be blocked or full.
    }
}

/**
 * Makes an engine observe the document.
 *
 * @param {any} engine @param {any} options @param {any} key The key of the session storage.
 * @param {any} isObserving Whether the document is not inside a frame, or the option `frames` is on.
 */
function observe(engine, options, key, isObserving) {
    const { routes: observesRoutes = true, elements: observesElements = true, documents: observesDocuments = true } = options;
    const navigation = /** @type {any} */ (window).navigation;
    const { start, stop } = engine;

    /** @type {AbortController | undefined} */ let listening;
    /** @type {IntersectionObserver | undefined} */ let inView;
    /** @type {MutationObserver | undefined} */ let changes;
    let frame = 0;
    /** Whether the document is closed or in the back/forward cache, from `pagehide` to the next `pageshow`. */
    let isOffScreen = false;
    let isForeground = true;
    let hasHandledLink = false;

    /** @type {{ match: any, pattern: string, options: any, visit: Visit | undefined }[]} */
    let routes = [];
    const nothing = makeVisit({}, null);
    /** The URL of `found`; empty if the routes have changed. */ let href = "";
    /** The visit of the current URL. */ let found = nothing;
    /** The visit of the route that the user sees. */ let shown = nothing;

    /**
     * The visits of the declared elements. Weak references, because the engine does not retain elements.
     *
     * @type {Set<WeakRef<Visit>>}
     */
    const declared = new Set();
    /**
     * The newest visit of each declared element.
     *
     * @type {WeakMap<Element, Visit>}
     */
    const visits = new WeakMap();
    /** The visits of the elements that the user sees, in the order of their appearances. @type {Set<Visit>} */
    const live = new Set();

    /** The number of the tab's next page view, and the number of components that its documents have created. */
    let next = 1;
    let components = 0;

    engine.addReceiver((/** @type {any} */ view) => {
        next = view.seq + 1;
        writeState(key, { next, components, isOpen: true, id: view.id, ...view.page });
    });
    restore();

    // Declarations.

    /**
     * Declares a page: a route or an element (WB-101, WB-120).
     *
     * @param {any} subject a pattern of the path (`"/item/:id"`), of the hash (`"#/item/:id"`), a RegExp of the path, a function
     *     of the URL, or an element
     * @param {any} options
     */
    function page(subject, options) {
        if (!/^(string|function)$/.test(typeof options?.name)) {
            fail(expectsName, options?.name);
        }
        const isElement = subject instanceof Element;
        const visit = isElement ? makeVisit(options, subject) : undefined;
        const route = { match: !isElement && matcher(subject), pattern: String(subject), options, visit };
        if (visit) {
            visit._isInView = visits.get(subject)?._isInView;
            visits.set(subject, visit);
            declared.add(new WeakRef(visit));
            watch(visit);
        } else {
            routes.push(route);
        }
        const set = (/** @type {boolean} */ isReady, /** @type {any} */ payload) => {
            const visit = (find(), route.visit);
            // A page that the user left before it was ready is never counted.
            if (!visit || !isElement && visit !== found && !visit._component) return;
            visit._reading++;
            visit._isSet = true;
            setReadiness(visit, isReady, payload);
        };
        href = "";
        scheduleLook();
        return {
            ready: (/** @type {any} */ payload) => set(true, payload),
            pending: () => set(false),
            remove() {
                if (visit) visit._isRemoved = true;
                routes = routes.filter(each => each !== route);
                href = "";
                scheduleLook();
            },
        };
    }

    /** @param {any} options @param {any} subject @returns {any} */
    function makeVisit(options, subject) {
        const isElement = subject instanceof Element;
        return { _options: options, _subject: subject, _isElement: isElement, _reading: 0, _frames: 0 };
    }

    /**
     * Reads the name, the context and the identity of a page. Returns the page; `null` without a name.
     *
     * @param {Visit} visit
     * @param {string} kind the part of the identity that the app does not choose
     * @param {string} [place] the identity of a page without an `id`
     */
    function identify(visit, kind, place) {
        const read = (/** @type {string} */ key) => valueOf(() => valueOf(visit._options[key], visit._subject));
        const name = read("name");
        const id = read("id");
        const context = valueOf(() => optionalText(read("context")));
        visit._page = typeof name === "string" ? { name, context } : null;
        visit._key = JSON.stringify([kind, name, valueOf(() => id?.toString()) ?? place]);
        return visit._page;
    }

    // Readiness.

    /**
     * Reads the readiness of a page from the option, unless the app set it.
     *
     * @param {Visit} visit
     */
    function readReadiness(visit) {
        if (visit._isSet) return;
        // A document that the cache restores keeps the readiness of its route.
        visit._isSet = !visit._isElement;
        const reading = ++visit._reading;
        const ready = valueOf(() => valueOf(visit._options.ready ?? true, visit._subject));
        // The function itself may set the readiness.
        if (reading !== visit._reading) return;
        const isPromise = typeof valueOf(() => ready?.then) === "function";
        setReadiness(visit, !isPromise && Boolean(ready), ready);
        // A page whose promise rejects stays pending. The app handles that error. `resolve` accepts a thenable that throws.
        if (isPromise) {
            Promise.resolve(ready).then(
                guarded(result => reading === visit._reading && result !== false && setReadiness(visit, true, result)),
                () => {},
            );
        }
    }

    /**
     * Sets the readiness of a page, and reports it if the user sees the page.
     *
     * @param {Visit} visit @param {boolean} isReady @param {any} [payload] without an object, the option `payload` applies
     */
    function setReadiness(visit, isReady, payload) {
        visit._isReady = isReady;
        // A payload that the engine rejects must not prevent the page view.
        visit._payload = !isReady ? undefined
            : valueOf(() => payloadOf(isObject(payload) ? payload : valueOf(visit._options.payload, visit._subject)));
        if (visit._component) update(visit);
    }

    /**
     * Reports the readiness of a page that appeared. If the user has left it meanwhile, or the app has removed or replaced its
     * declaration, holds the report back.
     *
     * @param {Visit} visit
     */
    function update(visit) {
        visit._isHeld = visit._isElement ? !isShown(visit) : !navigation?.transition && find() !== visit;
        if (visit._isHeld) return;
        if (visit._isReady) engine.ready(visit._component, { page: visit._page, payload: visit._payload });
        else engine.pending(visit._component, visit._page);
    }

    // The pages that the user sees.

    /**
     * Whether the browser renders the element of a visit, and the app has neither removed nor replaced its declaration.
     *
     * @param {Visit} visit
     */
    function isShown(visit) {
        return !visit._isRemoved && visits.get(visit._subject) === visit && isRendered(visit._subject);
    }

    /** Calls `look` at the next frame. A hidden or prerendered document has no frames. */
    function scheduleLook() {
        if (listening && !frame && !isOffScreen) frame = requestAnimationFrame(guarded(look));
    }

    function cancelLook() {
        cancelAnimationFrame(frame);
        frame = 0;
    }

    /** Returns the visit of the current URL; `nothing` without a page. */
    function find() {
        if (href === location.href) return found;
        href = location.href;
        const last = found;
        found = nothing;
        const url = new URL(href);
        for (const route of routes) {
            const match = route.match(url);
            if (!match) continue;
            const visit = makeVisit(route.options, { url, params: match.params });
            if (!identify(visit, route.pattern, match.place)) continue;
            // A visit of the same page with the same declaration continues, and keeps its readiness.
            const kept = [shown, last].find(each => each._key === visit._key && each._options === route.options);
            found = route.visit = kept ?? visit;
            break;
        }
        if (found !== last) found._frames = 0;
        return found;
    }

    /** Compares the URL and the elements with the pages that the user saw, and reports the differences. */
    function look() {
        frame = 0;
        if (!isVisible()) return;
        let isSettling = false;
        // During an intercepted navigation, the old page stays. The event at its end schedules another look.
        if (observesRoutes && !navigation?.transition) {
            find();
            isSettling = found._key !== shown._key && ++found._frames < settlingFrames;
            if (found._key === shown._key) {
                if (found !== shown) adopt(shown, found);
                else if (shown._isHeld) update(shown);
            } else if (!isSettling) {
                const last = shown;
                shown = found;
                // The new page appears before the old one ends, so no other page is revealed in between.
                if (found._page) appear(found);
                end(last);
            }
        }
        lookAtElements(isSettling);
    }

    /**
     * Compares the elements with those that the user saw. Looks again at the next frame if a page is about to appear.
     *
     * @param {boolean} isSettling whether the page of a route is about to appear; its elements appear after it
     */
    function lookAtElements(isSettling) {
        let isUnsettled = isSettling;
        // The visits of rendered elements that have not appeared yet.
        const coming = /** @type {Visit[]} */ ([]);
        for (const each of declared) {
            const visit = each.deref();
            const element = visit?._subject;
            if (!visit || visits.get(element) !== visit) {
                declared.delete(each);
            } else if (visit._isRemoved) {
                visits.delete(element);
                inView?.unobserve(element);
            } else if (visit._component) {
                followClone(element, visit);
            } else {
                const isComing = isRendered(element) && identify(visit, element.localName);
                visit._frames = isComing && visit._isInView ? visit._frames + 1 : 0;
                if (isComing) coming.push(visit);
            }
        }
        for (const visit of [...live]) {
            const element = visit._subject;
            if (visit._isInView) visit._scrolled = scrollOf(element);
            if (isShown(visit) && (visit._isInView || isScrolledAway(element, visit._scrolled))) {
                if (visit._isHeld) update(visit);
                continue;
            }
            // An element that the browser has observed outside of the window replaces no other one.
            const heir = coming.find(each => !each._component && each._key === visit._key && each._isInView !== false);
            if (heir) adopt(visit, heir);
            else if (!isSettling) end(visit);
        }
        coming.sort((a, b) => a._subject.compareDocumentPosition(b._subject) & 4 /* following */ ? -1 : 1);
        for (const visit of coming) {
            if (visit._component || !visit._frames) continue;
            if (isSettling || visit._frames < settlingFrames) isUnsettled = true;
            else appear(visit);
        }
        for (const visit of live) {
            const parent = parentOf(visit);
            if (parent !== visit._parent) engine.move(visit._component, visit._parent = parent);
        }
        if (isUnsettled) scheduleLook();
    }

    /**
     * Observes the element of a visit, unless the engine is stopped.
     *
     * @param {Visit} visit
     */
    function watch(visit) {
        inView?.observe(visit._subject);
        changes?.observe(document, { subtree: true, childList: true, attributes: true });
    }

    /**
     * Continues a visit with the element that replaced its element, if both have one `id` attribute.
     *
     * @param {Element} element @param {Visit} visit
     */
    function followClone(element, visit) {
        const clone = !element.isConnected && element.id && document.getElementById(element.id);
        if (!clone || clone.localName !== element.localName || visits.has(clone)) return;
        visits.delete(element);
        visits.set(visit._subject = clone, visit);
        watch(visit);
    }

    /**
     * Returns the component of the page around an element: the page of an outer element or of the route.
     *
     * @param {Visit} visit @returns {number | null}
     */
    function parentOf(visit) {
        for (let each = visit._subject.parentElement; each; each = each.parentElement) {
            const component = visits.get(each)?._component;
            if (component) return component;
        }
        return shown._component || null;
    }

    /**
     * Begins the appearance of a page.
     *
     * @param {Visit} visit
     */
    function appear(visit) {
        arrive();
        visit._isHeld = false;
        readReadiness(visit);
        visit._parent = visit._isElement ? parentOf(visit) : null;
        visit._component = engine.makeComponent({
            name: `${/** @type {any} */ (visit._page).name}#${++components}`, parent: visit._parent, page: visit._page,
            state: visit._isReady ? "ready" : "pending", payload: visit._payload,
        });
        if (visit._isElement) live.add(visit);
        engine.report(visit._component, "didAppear");
    }

    /**
     * Continues the appearance of a page with another declaration or element of the same page.
     *
     * @param {Visit} old @param {Visit} visit
     */
    function adopt(old, visit) {
        visit._component = old._component;
        visit._parent = old._parent;
        visit._scrolled = old._scrolled;
        old._component = 0;
        if (live.delete(old)) live.add(visit);
        else shown = visit;
        if (visit._isSet) setReadiness(visit, /** @type {any} */ (visit._isReady), visit._payload);
        else readReadiness(visit);
    }

    /**
     * Ends the appearance of a page, if it has one.
     *
     * @param {Visit} visit
     */
    function end(visit) {
        const component = visit._component;
        visit._component = visit._frames = 0;
        live.delete(visit);
        if (!component) return;
        // A container that disappears hides its content, and what the browser still shows is not hidden (AP-017).
        for (const each of live) {
            if (each._parent === component) engine.move(each._component, each._parent = visit._parent);
        }
        engine.report(component, "didDisappear");
        engine.report(component, "destroy");
    }

    // The document and its tab.

    function updateScene() {
        if (isVisible() !== isForeground) {
            isForeground = !isForeground;
            engine.reportScene(engine.mainScene, isForeground ? "foreground" : "background");
        }
        scheduleLook();
    }

    /** Ends all pages, because the document closes or moves into the browser's back/forward cache. */
    function leave() {
        isOffScreen = true;
        cancelLook();
        // The route ends before its elements, so no page is revealed.
        const last = shown;
        shown = nothing;
        for (const visit of [last, ...live]) end(visit);
        const state = readState(key);
        // The next document must not use the number of a component again, even if its page was never counted.
        if (components && (!state || state.next === next)) writeState(key, { next: 1, ...state, components, isOpen: false });
    }

    /** Prepares an appearance: restores the state of the tab, and handles the link that opened the document. */
    function arrive() {
        restore();
        if (!options.deepLinks || hasHandledLink) return;
        hasHandledLink = true;
        if (isNavigated() && !document.referrer.startsWith(location.origin + "/")) {
            engine.handleDeepLink(location.href, { source: document.referrer || undefined });
        }
    }

    /** Restores the last page of the tab, which an earlier document counted (WB-131). No receiver gets a record of it. */
    function restore() {
        const state = readState(key);
        if (!state) return;
        try {
            if (state.next > next) engine.restore(state);
        } catch {
            // Another script has written a wrong value to the storage.
            return;
        }
        next = Math.max(next, state.next);
        components = Math.max(components, state.components);
        writeState(key, { ...state, isOpen: true });
    }

    // Start and stop.

    function listen() {
        listening = new AbortController();
        const { signal } = listening;
        /** @type {(target: EventTarget, kinds: string, handler: (event: any) => void) => void} */
        const on = (target, kinds, handler) => {
            // With capture, the engine emits its last records before the app handles the event, for example to send them.
            for (const kind of kinds.split(" ")) target.addEventListener(kind, guarded(handler), { signal, capture: true });
        };
        const look = () => scheduleLook();
        if (observesDocuments) {
            on(document, "visibilitychange prerenderingchange", updateScene);
            on(window, "pagehide", event => event.isTrusted && leave());
            on(window, "pageshow", () => {
                isOffScreen = false;
                updateScene();
            });
            updateScene();
        }
        if (observesRoutes) {
            if (navigation) {
                on(navigation, "currententrychange navigatesuccess navigateerror", look);
            } else {
                on(window, "popstate hashchange", look);
                wrapHistory("pushState", signal);
                wrapHistory("replaceState", signal);
            }
        }
        if (observesElements) {
            inView = new IntersectionObserver(guarded(entries => {
                for (const { target, intersectionRatio } of entries) {
                    const visit = visits.get(target);
                    // An element that only touches the edge of the window intersects it, too.
                    if (visit) visit._isInView = intersectionRatio > 0;
                }
                scheduleLook();
            }), { threshold: [0, 1e-7] });
            changes = new MutationObserver(look);
            for (const each of declared) {
                const visit = each.deref();
                if (visit) watch(visit);
            }
            on(document, "transitionend animationend", look);
        }
        scheduleLook();
    }

    /**
     * Detects changes of the URL in a browser without the Navigation API.
     *
     * @param {"pushState" | "replaceState"} name @param {AbortSignal} signal
     */
    function wrapHistory(name, signal) {
        const original = history[name];
        const isOwn = Object.hasOwn(history, name);
        const wrapper = history[name] = function (/** @type {any[]} */ ...values) {
            const result = /** @type {any} */ (original).apply(this, values);
            scheduleLook();
            return result;
        };
        signal.addEventListener("abort", () => {
            // If another script has replaced this wrapper, it may still call it. A stopped engine ignores such a call.
            if (history[name] !== wrapper) return;
            if (isOwn) history[name] = original;
            else delete /** @type {any} */ (history)[name];
        });
    }

    if (isObserving) listen();
    Object.assign(engine, {
        page,
        /**
         * Ends every appearance, removes every listener and restores `history` (WB-140).
         *
         * @param {any} [at]
         */
        stop(at) {
            // A wrong time is an error before anything ends.
            stop(at);
            listening?.abort();
            inView?.disconnect();
            changes?.disconnect();
            listening = inView = changes = undefined;
            cancelLook();
        },
        /**
         * Observes the document again after `stop`.
         *
         * @param {any} [options]
         */
        start(options) {
            start(options);
            if (!listening && isObserving) listen();
        },
    });
}
