// @ts-check
// Observes the routes, the elements and the document of a web page, and reports their pages to an engine.
import { expectsName, settlingFrames } from "./numbers.js";
import { Engine } from "./engine.js";
import { attempt, fail, isObject, objectOf, optionalText, payloadOf, report, textOf } from "./values.js";
import { isRendered, isScrolledAway, matcher, namesElement, precedes, scrollOf } from "./visits.js";

/**
 * What the app declares as a page or as pages: a route, an element or a selector.
 *
 * The minified script has short names for the properties that begin with `_`.
 *
 * @typedef {object} Declaration
 * @property {any} _subject The pattern, the element or the selector.
 * @property {any} _options
 * @property {any} _match For a route, the function that matches URLs; for a selector, `null`; for an element, `undefined`.
 * @property {Visit} [_visit] The visit of the element, or the last one of the route.
 * @property {boolean} _isRemoved Whether the app removed the declaration or repeated it.
 */

/**
 * A visit of a route, or an element that is a page, with the readiness of the page.
 *
 * @typedef {object} Visit
 * @property {Declaration} _declaration
 * @property {any} _subject The match of a route, or the element.
 * @property {boolean} _isElement
 * @property {string} [_key] The identity of the page.
 * @property {{ name: string, context?: string } | null} [_page]
 * @property {number} [_component] The component of the page while the user sees it, or 0. A component has one appearance.
 * @property {number | null} [_parent] The component that contains this one.
 * @property {boolean} [_isReady]
 * @property {object} [_payload]
 * @property {boolean} [_isSet] Whether the page keeps its readiness, so its next appearance does not read the option `ready`.
 * @property {number} _reading The number of the newest reading of the option. Results of older readings have no effect.
 * @property {boolean} [_isHeld] Whether a change of readiness is not reported yet, because the user left the page (WB-110).
 * @property {boolean} [_isInView] Whether a part of the element is in the window; `undefined` until the browser reports it.
 * @property {AbortController} [_watcher] The start of the engine since which the browser reports on the element.
 * @property {number} [_scrolled] How far the element was scrolled when it was last in the window.
 * @property {number} _frames The number of frames at which the page of an element could appear. It appears at
 *     `settlingFrames` (WB-120).
 */

/**
 * The engines of the document by their option `storage`, each with the text of its options (WB-104). All copies of this script
 * share them. A stopped engine has no promise.
 *
 * @type {Map<any, any[]>}
 */
const engines = /** @type {any} */ (globalThis)[Symbol.for("pageview")] ??= new Map();

/** Creates engines that observe the routes, the elements and the document of a web page. */
export const PageViewEngine = {
    /**
     * Loads the module and starts to observe the document (WB-100). Returns the running engine if there is one (WB-104).
     *
     * @param {any} [options] @returns {Promise<any>}
     */
    async create(options) {
        options = objectOf(options);
        const slot = options.storage ?? "pageview";
        const { consent, ...others } = options;
        // A function has the same text if the document runs the script again.
        const text = Object.entries({ ...others, storage: slot }).filter(each => each[1] !== undefined).sort().join();
        const [running, runningText] = engines.get(slot) ?? [];
        if (running) {
            if (runningText !== text) report(new TypeError("expected equal options"));
            return running;
        }
        /** @type {any[]} */
        const entry = [, text];
        engines.set(slot, entry);
        return entry[0] = load(options, slot, entry).catch(error => {
            entry[0] = 0;
            throw error;
        });
    },
};

/** @param {any} options @param {any} slot @param {any[]} entry */
async function load(options, slot, entry) {
    const { consent = "granted" } = options;
    const isObserving = window === top || options.frames;
    const key = isObserving && consent === "granted" && slot;
    // The state is marked as open before the module is loaded, because the page may open another window meanwhile.
    const state = readState(key);
    // A window that a script opens gets a copy of its opener's storage. This state is open, because the opener's document is.
    const isCopy = state?.isOpen && isNavigated && (history.length < 2 || opener);
    if (state) writeState(key, !isCopy && { ...state, isOpen: true });
    const front = makeFront(options, isObserving);
    const engine = await Engine.create(options);
    if (options.onPageView) engine.addReceiver(options.onPageView);
    observe(engine, options, slot, entry, isObserving, consent, front);
    return engine;
}

/**
 * Ends the start script. Returns its notes (WB-160).
 *
 * @param {number} now The time of the engine. @param {number} documentStart Its time when the document began.
 * @returns {[number, string][]}
 */
function takeNotes(now, documentStart) {
    const time = Date.now();
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    const painted = now - performance.now() + (paint ?? 0);
    /** @type {any[][]} */
    const notes = String(/** @type {any} */ (window)["pageview.start"]?.() ?? "").split("\n").map(line => line.split(" "));
    // The storage from which they come may contain anything, such as a line without its beginning.
    const kept = notes.filter(([at, what]) => at > 1e12 && at <= time && (what < "3" || what?.startsWith(location.origin + "/")))
        .map(([at, what]) => /** @type {[number, string]} */ ([at - time + now, what])).sort(([a], [b]) => a - b)
        // The user has not seen a page that another one replaced before the first paint. The note of that one is two frames late.
        .filter(([at, what], index, all) => what < "3" || at < documentStart || at >= painted
            || !(all[index + 1]?.[1] > "3" && all[index + 1][0] < painted + 50));
    const first = kept.findIndex(([at, what]) => at >= documentStart && what > "3");
    // The first paint comes later than the second frame, or earlier if the frames are slow. A hidden document may be painted, too.
    return kept.map(([at, what], index) => {
        const earliest = paint && index === first ? kept[index - 1]?.[0] ?? 0 : at;
        return [at < documentStart ? at : Math.max(painted, earliest), what];
    });
}

/**
 * What the app states to be in front of the user (WB-107).
 *
 * @typedef {object} Front
 * @property {any[]} [_list] URLs and declarations, from the bottom to the top; without it, the URL of the document applies.
 * @property {(value: any) => void} _show
 * @property {() => void} [_onChange]
 */

/**
 * Calls the option `source`. This happens before the module is loaded, so the engine misses no change.
 *
 * @param {any} options @param {any} isObserving
 */
function makeFront({ source, routes }, isObserving) {
    /** @type {Front} */
    const front = {
        _list: source || routes === false ? [] : undefined,
        _show(value) {
            front._list = [value].flat().filter(Boolean).map(each => {
                if (each.name) return { _subject: "", _options: each, _match: () => ({ _params: {} }) };
                if (typeof each !== "string" && !(each instanceof URL)) throw new TypeError("expected a URL or a page");
                return new URL(each, location.href).href;
            });
            front._onChange?.();
        },
    };
    if (isObserving && source) attempt(() => source((/** @type {any} */ value) => attempt(() => front._show(value))));
    return front;
}

/**
 * Whether a node that is added or removed may change what the user sees.
 *
 * @param {Node} node
 */
const isSeen = node => node instanceof Element ? !node.matches("script,style,link,meta,template,[hidden]") : node.nodeType === 3;

/** How the document was loaded. */
const loading = /** @type {any} */ (performance.getEntriesByType("navigation")[0]);

/** Whether the browser had discarded the document of the tab to save memory, and has loaded it again. */
const wasDiscarded = /** @type {any} */ (globalThis.document)?.wasDiscarded;

/** Whether a link or an address loaded the document, not the history or a reload. */
const isNavigated = loading?.type === "navigate" && !wasDiscarded;

/**
 * Returns the stored state of the tab (WB-131); `undefined` without a state of this version.
 *
 * @param {any} key The key of the session storage; `false` for none.
 */
function readState(key) {
    try {
        const text = key && sessionStorage.getItem(key);
        const state = JSON.parse(text);
        // Another script has written an entry of this length.
        if (text.length < 1e4 && state.version === 1 && Number.isSafeInteger(state.components)) return state;
    } catch {
        // The storage may be blocked, or another script may have written to it.
    }
}

/** @param {any} key @param {any} state Without a state, the entry is removed. */
function writeState(key, state) {
    try {
        if (key) state ? sessionStorage.setItem(key, JSON.stringify({ version: 1, ...state })) : sessionStorage.removeItem(key);
    } catch {
        // The storage may be blocked or full.
    }
}

/**
 * Makes an engine observe the document.
 *
 * @param {any} engine @param {any} options
 * @param {any} slot The key of `engines` and of the session storage; `false` for none.
 * @param {any[]} entry The entry of the engine in `engines`.
 * @param {any} isObserving Whether the document is not inside a frame, or the option `frames` is on.
 * @param {any} firstConsent The user's decision at first. @param {Front} front
 */
function observe(engine, options, slot, entry, isObserving, firstConsent, front) {
    /**
     * The key of the session storage; `false` for none.
     *
     * @type {any}
     */
    let key;
    const { elements: observesElements = true, documents: observesDocuments = true } = options;
    const observesURL = !front._list;
    const navigation = observesURL && /** @type {any} */ (window).navigation;
    const { start, stop, show, setConsent } = engine;

    /** @type {AbortController | undefined} */ let listening;
    /** The number of the requested frame, or 0. */
    let frame = 0;
    /** Whether a part of the document is in front of the user. In a frame, the browser must report it first (WB-100). */
    let isInFront = window === top;
    /** Whether the document is closed or in the back/forward cache, from `pagehide` to the next `pageshow`. */
    let isOffScreen = false;
    let isForeground = true;
    let hasHandledLink = false;
    let hasStopped = false;

    /**
     * The routes and the selectors. A declaration that the app repeats has the same key, and keeps its position.
     *
     * @type {Map<any, Declaration>}
     */
    const declarations = new Map();
    /** The URL of `found`; empty if the identity of the page may have changed. */ let href = "";
    /** The last hash that is a route (WB-101). */ let hash = "#";
    /**
     * The visits of what is in front, from the bottom to the top: that of the URL, or those of `front`.
     *
     * @type {Visit[]}
     */
    let found = [];
    /**
     * The visits of the routes that the user sees.
     *
     * @type {Visit[]}
     */
    let shown = [];
    /** The number of frames at which `found` differs from `shown`. */
    let frames = 0;

    /** The visits of the elements in the window, and of those on which the browser has not reported yet. @type {Set<Visit>} */
    const near = new Set();
    /**
     * The newest visit of each declared element.
     *
     * @type {WeakMap<Element, Visit>}
     */
    const visits = new WeakMap();
    /** The visits of the elements that the user sees, in the order of their appearances. @type {Set<Visit>} */
    const live = new Set();
    // What the next look examines: every element, these elements, and the elements inside these nodes (WB-120).
    let isAll = true;
    /** @type {Set<Node>} */ let touched = new Set();
    /** @type {Set<Node>} */ let changed = new Set();

    /** The URL at the last look. */ let lastHref = "";
    /** 0 after a change of the URL, 1 when the document has drawn since then, 2 after a second (WB-106). */ let stage = 1;
    let timer = 0;
    /** When the last look noticed a new URL. */ let changedAt = 0;
    /** When the last page of a route appeared. */ let shownAt = 0;
    // When content changed last, when an attribute that can show content did, and when a dialog opened.
    let drawnAt = 0;
    let toggledAt = 0;
    let openedAt = 0;
    /** Whether the page of the URL waits for drawing. */ let isWaiting = false;
    /** Whether the user went back or forward. */ let isTraversal = false;
    /**
     * Whether the document draws within a second after a change of the URL. If it once does not, the engine never waits again.
     *
     * @type {boolean | undefined}
     */
    let drawsRoutes;
    /** How often the text of a node, such as a clock, has changed without a change of the URL. @type {WeakMap<Node, number>} */
    const clocks = new WeakMap();

    /** The number of the tab's next page view, and the number of components that its documents have created. */
    let next = 1;
    // An engine without consent does not know the tab's earlier numbers. The time is above them.
    let components = firstConsent === "granted" ? 0 : Date.now();
    /**
     * The last page view, until it is stored.
     *
     * @type {any}
     */
    let unsaved;
    /** Whether another document of the tab may have changed the state. */
    let isOutdated = true;
    /** Whether the first page may be the one that the user saw before the browser discarded the document. */
    let isContinued = wasDiscarded;
    let hasLoaded = false;

    /**
     * What the start script noted, by the times of the engine (WB-160).
     *
     * @type {[number, string][]}
     */
    let notes = [];
    /**
     * The time and the URL of the note that is replayed.
     *
     * @type {any}
     */
    let notedTime;
    let notedURL = "";
    /** The time at which the document began. Notes of earlier documents have earlier times. */
    let documentStart = 0;
    if (isObserving && observesDocuments) {
        const clock = engine._setClock(() => notedTime ?? (replay(), clock()));
        notes = attempt(() => {
            // Until the answer of the server, the user sees the earlier document.
            documentStart = clock() - performance.now() + (loading?.responseStart ?? 0);
            return takeNotes(clock(), documentStart);
        }) ?? [];
    }
    if (!notes.length) engine._setClock();

    engine._onCount((/** @type {any} */ view) => {
        if (!hasLoaded && !(notedTime < documentStart)) {
            hasLoaded = true;
            view.load = wasDiscarded ? "discarded" : loading?.activationStart ? "prerender" : loading?.type;
        }
        next = view.seq + 1;
        // Storing takes longer than the rest of an appearance, so a task stores only its last page view.
        if (!unsaved) queueMicrotask(save);
        unsaved = { id: view.id, ...view.page, key: shown.find(each => each._component === view.component)?._key };
    });
    decide(firstConsent);

    const inView = new IntersectionObserver(entries => {
        for (const { target, intersectionRatio } of entries) {
            // An element that only touches the edge of the window intersects it, too.
            const isInView = intersectionRatio > 0;
            const visit = visits.get(target);
            if (target === document.documentElement) {
                isInFront = isInView;
                updateScene();
            }
            if (!visit) continue;
            visit._isInView = isInView;
            near[isInView ? "add" : "delete"](visit);
            touched.add(target);
        }
        requestLook();
    }, { threshold: [0, 1e-7] });
    const changes = new MutationObserver(noteChanges);

    /** Whether the user can see the document, and the engine observes it. */
    const isVisible = () => listening && !isOffScreen
        && isInFront && !document.hidden && !(/** @type {any} */ (document).prerendering);

    // Declarations.

    /**
     * Declares a page: a route or an element (WB-101, WB-120).
     *
     * @param {any} subject a pattern of the path (`"/item/:id"`), of the hash (`"#/item/:id"`), a RegExp of the path, a function
     *     of the URL, or an element
     * @param {any} options
     */
    function page(subject, options) { return declare(subject, options, subject instanceof Element ? undefined : matcher(subject)); }

    /**
     * Declares each element that matches a selector as a page, also those that the document gets later (WB-123).
     *
     * @param {any} selector @param {any} [options]
     */
    function pages(selector, options) {
        // A wrong selector is an error.
        document.querySelector(textOf(selector));
        return declare(selector, { name: (/** @type {HTMLElement} */ element) => element.dataset.page, ...options }, null);
    }

    /** @param {any} subject @param {any} options @param {any} match See `Declaration`. */
    function declare(subject, options, match) {
        if (!/^(string|function)$/.test(typeof options?.name)) {
            fail(expectsName, options?.name);
        }
        /** @type {Declaration} */
        const declaration = { _subject: subject, _options: options, _match: match, _isRemoved: false };
        const isElement = match === undefined;
        // Functions that differ may have one text.
        const key = typeof subject === "function" ? subject
            : attempt(() => [subject, options.name, options.id].join());
        if (isElement) {
            declareElement(declaration, subject);
        } else {
            const repeated = declarations.get(key);
            if (repeated) repeated._isRemoved = true;
            declarations.set(key, declaration);
            isAll = true;
        }
        const set = (/** @type {boolean} */ isReady, /** @type {any} */ payload) => {
            const visit = (find(), declaration._visit);
            // A page that the user left before it was ready is never counted.
            if (!visit || !isElement && !found.includes(visit) && !visit._component) return;
            visit._reading++;
            visit._isSet = true;
            setReadiness(visit, isReady, payload);
        };
        requestLook();
        // The app may make other declarations in this task.
        if (notes.length) setTimeout(replay);
        return {
            ready: (/** @type {any} */ payload) => set(true, payload),
            pending: () => set(false),
            remove() {
                if (!declaration._isRemoved) declarations.delete(key);
                declaration._isRemoved = true;
                if (isElement) near.add(declaration._visit);
                scheduleLook();
            },
        };
    }

    /** @param {Declaration} declaration @param {any} element */
    function declareElement(declaration, element) {
        const visit = declaration._visit = makeVisit(declaration, element);
        visit._isInView = visits.get(element)?._isInView;
        visits.set(element, visit);
        near.add(visit);
        touched.add(element);
        watch(element);
    }

    /** @param {Declaration} declaration @param {any} subject @returns {Visit} */
    function makeVisit(declaration, subject) {
        return { _declaration: declaration, _subject: subject, _isElement: subject instanceof Element, _reading: 0, _frames: 0 };
    }

    /**
     * Returns the value of an option, or the result of an option that is a function; `undefined` if it throws.
     *
     * @param {Visit} visit @param {string} key @param {any} [fallback]
     */
    const read = (visit, key, fallback) => attempt(() => {
        const option = visit._declaration._options[key] ?? fallback;
        return typeof option === "function" ? option(visit._subject) : option;
    });

    /**
     * Reads the name, the context and the identity of a page. Returns the page; `null` without a name.
     *
     * @param {Visit} visit
     * @param {string} kind the part of the identity that the app does not choose
     * @param {string} [place] the identity of a page without an `id`
     */
    function identify(visit, kind, place) {
        const name = read(visit, "name");
        const id = read(visit, "id");
        const context = attempt(() => optionalText(read(visit, "context")));
        visit._page = typeof name === "string" ? { name, context } : null;
        visit._key = JSON.stringify([kind, name, attempt(() => id?.toString()) ?? place]);
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
        const ready = read(visit, "ready", true);
        // The function itself may set the readiness.
        if (reading !== visit._reading) return;
        const isPromise = typeof attempt(() => ready?.then) === "function";
        setReadiness(visit, !isPromise && !!ready, ready);
        // A page whose promise rejects stays pending. The app handles that error. `resolve` accepts a thenable that throws.
        if (isPromise) {
            Promise.resolve(ready).then(
                result => reading === visit._reading && result !== false && setReadiness(visit, true, result),
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
        visit._payload = isReady
            ? attempt(() => payloadOf(isObject(payload) ? payload : read(visit, "payload"))) : undefined;
        if (visit._component) update(visit);
    }

    /**
     * Reports the readiness of a page that appeared. If the user has left it meanwhile, or the app has removed or replaced its
     * declaration, holds the report back.
     *
     * @param {Visit} visit
     */
    function update(visit) {
        visit._isHeld = visit._isElement ? !isShown(visit) : !navigation?.transition && !find().includes(visit);
        if (visit._isHeld) return;
        if (visit._isReady) engine.ready(visit._component, { page: visit._page, payload: visit._payload });
        else engine.pending(visit._component, visit._page);
    }

    // The pages that the user sees.

    /**
     * Whether the declaration of an element still applies to it, and the visit is its newest one.
     *
     * @param {Visit} visit
     */
    function isDeclared(visit) {
        const { _subject: element, _declaration: declaration } = visit;
        return visits.get(element) === visit && !declaration._isRemoved
            && (declaration._match === undefined || element.matches(declaration._subject));
    }

    /**
     * Whether the browser renders the element of a visit, and the app has neither removed nor replaced its declaration.
     *
     * @param {Visit} visit
     */
    const isShown = visit => isDeclared(visit) && isRendered(visit._subject);

    /** Calls `look` at the next frame. A hidden or prerendered document has no frames. */
    function requestLook() {
        href = "";
        if (!frame) frame = requestAnimationFrame(look);
    }

    /** Examines all elements at the next frame. */
    function scheduleLook() {
        isAll = true;
        requestLook();
    }

    /** @param {any} event */
    function noteNavigation({ navigationType }) {
        // An event without this type comes after one with it, or it is one of a browser without the Navigation API.
        if (navigationType || !navigation) isTraversal = (navigationType ?? "traverse") === "traverse";
        scheduleLook();
    }

    /** Examines all elements after a second, because `noteChanges` does not know each effect of a change. */
    function scheduleLateLook() {
        timer ||= setTimeout(() => {
            timer = 0;
            stage = 2;
            if (isWaiting) drawsRoutes = false;
            scheduleLook();
        }, 1000);
    }

    /**
     * Notes which elements a change of the document may concern, and whether it draws the page of a route.
     *
     * @param {MutationRecord[]} records
     */
    function noteChanges(records) {
        const isResting = stage > 1 && location.href === lastHref;
        const now = performance.now();
        // An app replaces nodes of the body, or it adds or removes a dialog, a menu or a bar of progress.
        let hasAdded = false;
        let hasRemoved = false;
        for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
            const isAttribute = type === "attributes";
            const isText = !isAttribute && ![...addedNodes, ...removedNodes].some(each => each instanceof Element);
            const count = isText && clocks.get(target) || 0;
            if (isText && count < 2) clocks.set(target, isResting ? count + 1 : 0);
            const isAdding = [...addedNodes].some(isSeen);
            const isRemoving = [...removedNodes].some(isSeen);
            if (target === document.body) {
                hasAdded ||= isAdding;
                hasRemoved ||= isRemoving;
            } else if (target === document.documentElement) {
                if ([...addedNodes].includes(document.body)) drawnAt = now;
            } else if (document.body?.contains(target)) {
                if (count < 2 && (isAdding || isRemoving || type === "characterData")) drawnAt = now;
                if (/^(hidden|class|style|src)$/.test(attributeName ?? "")) toggledAt = now;
                if (attributeName === "open") openedAt = now;
            }
            if (isAll) continue;
            for (let each = /** @type {Node | null} */ (target); each; each = each.parentNode) {
                if (visits.has(/** @type {any} */ (each))) touched.add(each);
                // A style sheet.
                if (/^(head|style)$/i.test(each.nodeName)) isAll = true;
            }
            if (isText) continue;
            // The attribute may select the next elements. The removed nodes are no longer inside the target.
            const isSibling = isAttribute && attributeName !== "style" && /** @type {Element} */ (target).nextElementSibling;
            changed.add(isSibling ? /** @type {Node} */ (target.parentNode) : target);
            removedNodes.forEach(each => changed.add(each));
            // A hidden document does not look, and must not retain many nodes.
            if (changed.size > 100) isAll = true;
        }
        if (hasAdded && hasRemoved) drawnAt = now;
        scheduleLateLook();
        requestLook();
    }

    /**
     * Whether a change since the last look may concern an element.
     *
     * @param {Element} element
     */
    function isTouched(element) {
        let isFound = isAll || touched.has(element);
        if (changed.size) {
            for (let each = /** @type {any} */ (element); each && !isFound; each = each.parentNode ?? each.host) {
                isFound = changed.has(each);
            }
        }
        return isFound;
    }

    /** Returns the visits of what is in front. */
    function find() {
        const address = notedURL || location.href;
        if (href === address) return found;
        href = address;
        const last = found;
        found = [];
        for (const entry of !notedURL && front._list || [href]) {
            const url = new URL(entry._match ? href : entry);
            const newHash = url.hash.split("?")[0] || "#";
            // A hash that names an element is an anchor, unless the app declares it as a route.
            if (!namesElement(newHash) || [...declarations.values()].some(each => each._subject === newHash)) hash = newHash;
            for (const declaration of entry._match ? [entry] : declarations.values()) {
                const match = declaration._match?.(url, hash);
                if (!match) continue;
                const visit = makeVisit(declaration, { url, params: match._params });
                if (!identify(visit, String(declaration._subject), match._place)) continue;
                // A visit of the same page with the same declaration continues, and keeps its readiness.
                const kept = [...shown, ...last].filter(hasPageOf(visit)).find(each => each._declaration === declaration);
                // The list may repeat a page.
                if (!found.some(hasPageOf(visit))) found.push(declaration._visit = kept ?? visit);
                break;
            }
        }
        if (keysOf(found) !== keysOf(last)) frames = 0;
        return found;
    }

    /** @type {(visit: Visit) => (other: Visit) => boolean} */
    const hasPageOf = visit => other => other._key === visit._key;

    /**
     * Returns the identities of the pages of a list.
     *
     * @param {Visit[]} list
     */
    const keysOf = list => String(list.map(each => each._key));

    /** Compares the URL and the elements with the pages that the user saw, and reports the differences. */
    function look() {
        frame = 0;
        if (!isVisible()) return;
        if (declarations.size) replay();
        let isSettling = false;
        // During an intercepted navigation, the old page stays. The event at its end schedules another look.
        if (!navigation?.transition) {
            const isOther = keysOf(find()) !== keysOf(shown);
            if (lastHref !== href && isOther) {
                stage = lastHref ? 0 : 1;
                changedAt = performance.now();
                clearTimeout(timer);
                timer = 0;
                scheduleLateLook();
            }
            lastHref = href;
            if (!stage) {
                // Some apps draw some frames before they change the URL.
                const since = Math.max(changedAt - 100, shownAt);
                if (drawnAt > since) drawsRoutes ??= true;
                // A dialog that opens when the user goes back may ask whether to go.
                stage = Number(Math.max(drawnAt, toggledAt, isTraversal ? 0 : openedAt) > since);
            }
            isWaiting = isOther && !stage && !front._list && !!drawsRoutes && shown.length > 0;
            if (!isWaiting) {
                isSettling = isOther && ++frames < settlingFrames;
                // The parents of elements change with the page of the route.
                isAll ||= isOther;
                if (!isSettling) {
                    if (isOther) shownAt = performance.now();
                    showFound();
                }
            }
        }
        lookAtElements(isSettling);
    }

    /** Reports the differences between what is in front and the routes that the user saw. */
    function showFound() {
        const last = shown;
        shown = found;
        frames = 0;
        let isRaised = false;
        shown.forEach((visit, index) => {
            const old = last.find(hasPageOf(visit));
            if (!old) appear(visit);
            else if (old !== visit) adopt(old, visit);
            else if (old._isHeld) update(old);
            // What is above a page that appears or moves up stays above it.
            if (old && isRaised) engine.report(visit._component, "focus");
            isRaised ||= !old || last[index] !== old;
        });
        // The new pages appear before the old ones end, so no other page is revealed in between.
        for (const visit of last) if (!shown.includes(visit)) end(visit);
    }

    /** Replays what the start script noted, at its times, as soon as the app has declared its pages (WB-160). */
    function replay() {
        if (!notes.length) return;
        const list = notes;
        notes = [];
        for (const [time, what] of list) {
            attempt(() => {
                notedTime = time;
                if (what === "2") {
                    leave();
                    isOffScreen = false;
                } else {
                    setForeground(what !== "0");
                    // The app knows better than the URL what it shows.
                    if (what < "3" || front._list && time >= documentStart && String(front._list) !== what) return;
                    notedURL = what;
                    if (keysOf(find()) !== keysOf(shown)) showFound();
                }
            });
        }
        notedURL = "";
        notedTime = undefined;
        engine._setClock();
        updateScene();
    }

    /**
     * Compares the elements with those that the user saw. Looks again at the next frame if a page is about to appear.
     *
     * @param {boolean} isSettling whether the page of a route is about to appear; its elements appear after it
     */
    function lookAtElements(isSettling) {
        const roots = /** @type {any[]} */ (isAll ? [document] : [...changed].filter(each => each.isConnected));
        const elementsOf = (/** @type {string} */ selector) => roots.flatMap(root => [
            ...root.matches?.(selector) ? [root] : [], ...root.querySelectorAll?.(selector) ?? [],
        ]);
        // The engine retains no element, so after a stop it finds those that are in the document, or come later.
        if (hasStopped) for (const element of elementsOf("*")) if (visits.has(element)) watch(element);
        for (const declaration of declarations.values()) {
            if (declaration._match) continue;
            for (const element of elementsOf(declaration._subject)) {
                if (visits.get(element)?._declaration._isRemoved ?? true) declareElement(declaration, element);
            }
        }
        const examined = [...new Set([...near, ...live])].filter(each => isTouched(each._subject));
        touched = new Set();
        changed = new Set();
        isAll = isSettling;
        if (isSettling) requestLook();
        if (!examined.length) return;
        // The visits of rendered elements that have not appeared yet.
        const coming = /** @type {Visit[]} */ ([]);
        for (const visit of examined) {
            const element = visit._subject;
            if (!near.has(visit)) continue;
            if (!isDeclared(visit)) {
                near.delete(visit);
                if (visits.get(element) !== visit) continue;
                visits.delete(element);
                inView.unobserve(element);
                // Another selector may match the element.
                changed.add(element);
            } else if (!visit._component) {
                const isComing = isRendered(element) && identify(visit, element.localName);
                visit._frames = isComing && visit._isInView ? visit._frames + 1 : 0;
                if (isComing) coming.push(visit);
            }
        }
        for (const visit of examined) {
            const element = visit._subject;
            if (!live.has(visit)) continue;
            // Only an absolute position needs the value (WB-121), and reading it takes long.
            if (visit._isInView && getComputedStyle(element).position === "absolute") visit._scrolled = scrollOf(element);
            if (isShown(visit) && (visit._isInView || isScrolledAway(element, visit._scrolled))) {
                const renamed = makeVisit(visit._declaration, element);
                identify(renamed, element.localName);
                if (renamed._key === visit._key) {
                    if (visit._isHeld) update(visit);
                    continue;
                }
                // The old page ends when the new one appears, so no other page is revealed in between.
                renamed._isInView = visit._isInView;
                renamed._declaration._visit = renamed;
                visits.set(element, renamed);
                near.add(renamed);
                if (renamed._page) coming.push(renamed);
            }
            // A copy that replaces the element needs no new declaration.
            const copy = !element.isConnected && element.id && document.getElementById(element.id);
            if (copy && copy.localName === element.localName && !visits.has(copy)) {
                declareElement(visit._declaration, copy);
                const visitOfCopy = /** @type {Visit} */ (visits.get(copy));
                if (isShown(visitOfCopy) && identify(visitOfCopy, copy.localName)) coming.push(visitOfCopy);
            }
            // An element that the browser has observed outside of the window replaces no other one.
            const heir = coming.find(each => !each._component && each._key === visit._key && each._isInView !== false);
            if (heir) adopt(visit, heir);
            else if (!isSettling && !coming.includes(/** @type {any} */ (visits.get(element)))) end(visit);
        }
        coming.sort((a, b) => precedes(a._subject, b._subject) ? -1 : 1);
        for (const visit of coming) {
            if (visit._component) continue;
            if (!isSettling && visit._frames >= settlingFrames) appear(visit);
            // The browser reports later when an element comes into the window.
            else if (visit._isInView !== false) touched.add(visit._subject);
        }
        for (const visit of live) {
            const parent = parentOf(visit);
            if (parent !== visit._parent) engine.move(visit._component, visit._parent = parent);
        }
        for (const visit of live) {
            const newest = visits.get(visit._subject);
            if (newest !== visit && newest?._component) end(visit);
        }
        if (touched.size || changed.size) requestLook();
    }

    /**
     * Observes an element, unless the engine is stopped.
     *
     * @param {Element} element
     */
    function watch(element) {
        const visit = /** @type {Visit} */ (visits.get(element));
        if (!listening || !observesElements || visit._watcher === listening) return;
        visit._watcher = listening;
        inView.observe(element);
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
        // An element of a page stays in it when another page appears above.
        return (shown.find(each => each._component === visit._parent) ?? shown.at(-1))?._component || null;
    }

    /**
     * Begins the appearance of a page.
     *
     * @param {Visit} visit
     */
    function appear(visit) {
        visit._parent = visit._isElement ? parentOf(visit) : null;
        visit._isHeld = false;
        prepare(visit);
        if (visit._component) return;
        readReadiness(visit);
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
        // Without declarations, the notes wait, and so does the foreground.
        if (declarations.size || !isVisible()) replay();
        if (!notes.length) setForeground(!!isVisible());
        scheduleLook();
    }

    /** @param {boolean} value */
    function setForeground(value) {
        if (value === isForeground) return;
        isForeground = value;
        engine.reportScene(engine.mainScene, value ? "foreground" : "background");
    }

    /** Ends all pages, because the document closes or moves into the browser's back/forward cache. */
    function leave() {
        replay();
        isOffScreen = true;
        // The route ends before its elements, so no page is revealed.
        const last = shown;
        shown = [];
        for (const visit of [...last, ...live]) end(visit);
        const state = readState(key);
        // The next document must not use the number of a component again, even if its page was never counted.
        if (components && (!state || state.next === next)) writeState(key, { next: 1, ...state, components, isOpen: false });
    }

    /**
     * Prepares an appearance: restores the state of the tab, and handles the link that opened the document.
     *
     * @param {Visit} visit
     */
    function prepare(visit) {
        if (isOutdated) restore(visit);
        isOutdated = isContinued = false;
        if (!options.deepLinks || hasHandledLink || notedTime < documentStart) return;
        hasHandledLink = true;
        if (isNavigated && !document.referrer.startsWith(location.origin + "/")) {
            engine.handleDeepLink(loading.name, { source: document.referrer || undefined });
        }
    }

    /** Stores the last page view, for the next document of the tab. */
    function save() {
        if (!key) return;
        writeState(key, { next, components, isOpen: !isOffScreen, ...unsaved });
        unsaved = undefined;
    }

    /**
     * Restores the last page of the tab, which an earlier document counted (WB-131). No receiver gets a record of it. If the
     * browser discarded that document, the appearance of its page continues as the visit (WB-132).
     *
     * @param {any} [visit]
     */
    function restore(visit) {
        const state = readState(key);
        if (!state) return;
        try {
            if (state.next > next) {
                const isLive = isContinued && visit?._key === state.key;
                const component = engine.restore(state, isLive);
                if (isLive) {
                    visit._component = component;
                    visit._isReady = visit._isSet = true;
                }
                next = state.next;
            }
        } catch {
            // Another script has written a wrong value to the storage.
            return;
        }
        components = Math.max(components, state.components);
        writeState(key, { ...state, isOpen: true });
    }

    /**
     * Applies the user's decision to the storage (WB-170).
     *
     * @param {any} consent
     */
    function decide(consent) {
        key = isObserving && consent === "granted" && slot;
        if (consent === "denied") {
            unsaved = undefined;
            for (const each of [slot, "pageview.start"]) writeState(isObserving && each, null);
        } else if (unsaved) {
            save();
        } else if (!isContinued) {
            // Without `notedTime`, the clock would replay the notes before the state is restored.
            const time = notedTime;
            notedTime ??= notes[0]?.[0];
            restore();
            notedTime = time;
        }
    }

    // Start and stop.

    function listen() {
        if (!isObserving) return;
        listening = new AbortController();
        const { signal } = listening;
        /** @type {(target: EventTarget, kinds: string, handler: (event: any) => void) => void} */
        const on = (target, kinds, handler) => {
            // With capture, the engine emits its last records before the app handles the event, for example to send them.
            for (const kind of kinds.split(" ")) target.addEventListener(kind, handler, { signal, capture: true });
        };
        if (observesDocuments) {
            on(document, "visibilitychange prerenderingchange", updateScene);
            on(window, "pagehide", event => event.isTrusted && leave());
            on(window, "pageshow", event => {
                // In Firefox, a document from the cache sees no change of the session storage since it was left. The time is larger
                // than the numbers that other documents have used meanwhile.
                if (event.persisted && readState(key)?.components === components) components = Date.now();
                isOffScreen = false;
                isOutdated = true;
                updateScene();
            });
            if (!notes.length) updateScene();
        }
        if (observesURL) {
            if (navigation) {
                on(navigation, "currententrychange navigatesuccess navigateerror", noteNavigation);
            } else {
                on(window, "popstate hashchange", noteNavigation);
                // Another script may have replaced the functions of the object, and call those of the prototype.
                for (const object of /** @type {any[]} */ ([History.prototype, history])) {
                    for (const name of ["pushState", "replaceState"]) {
                        if (!Object.hasOwn(object, name)) continue;
                        const original = object[name];
                        const wrapper = object[name] = function (/** @type {any[]} */ ...values) {
                            const result = original.apply(this, values);
                            noteNavigation({ navigationType: name });
                            return result;
                        };
                        signal.addEventListener("abort", () => {
                            // If another script has replaced this wrapper, it may still call it.
                            if (object[name] === wrapper) object[name] = original;
                        });
                    }
                }
            }
        }
        inView.observe(document.documentElement);
        if (observesElements) {
            on(document, "transitionend animationend load", scheduleLook);
        }
        lastHref = "";
        changes.observe(document, { subtree: true, childList: true, attributes: observesElements, characterData: true });
        scheduleLook();
    }

    front._onChange = scheduleLook;
    listen();
    Object.assign(engine, {
        page,
        pages,
        /**
         * States what is in front (WB-107), or what exists in a scene (WB-010).
         *
         * @param {any} scene @param {any} [entries] @param {any} [at]
         */
        show: (scene, entries, at) => entries ? show(scene, entries, at) : front._show(scene),
        /** Reads the names and identities of the pages again, at the next frame (WB-105). */
        refresh: scheduleLook,
        /**
         * Sets the user's decision (WB-170).
         *
         * @param {any} consent
         */
        setConsent(consent) {
            setConsent(consent);
            decide(consent);
        },
        /**
         * Ends every appearance, removes every listener and restores `history` (WB-140).
         *
         * @param {any} [at]
         */
        stop(at) {
            // A wrong time is an error before anything ends.
            stop(at);
            hasStopped = true;
            listening?.abort();
            listening = undefined;
            inView.disconnect();
            changes.disconnect();
            entry[0] = 0;
        },
        /**
         * Observes the document again after `stop`.
         *
         * @param {any} [startOptions]
         */
        start(startOptions) {
            start(startOptions);
            // After another engine has taken its place, the engine observes nothing.
            if (listening || engines.get(slot) !== entry) return;
            entry[0] = Promise.resolve(engine);
            listen();
        },
    });
}
