// @ts-check
// The engine of a web page: it reports routes, elements and the document by itself.
import { Engine } from "./engine.js";
import { fail, isObject } from "./values.js";
import { Visit, guarded, isRendered, isScrolledAway, matcher } from "./visits.js";

/** The page appears at the animation frame with this number after a change, if it is still the page of the URL (WB-102). */
const settlingFrames = 2;

/** An engine that observes the routes, the elements and the document of a web page. */
export class PageViewEngine extends Engine {
    /** @type {any} */
    #options = {};
    /** @type {AbortController | null} */
    #listening = null;
    #frame = 0;
    /** Whether the document is not on the screen, from `pagehide` to the next `pageshow`. */
    #isOffScreen = false;
    /** Whether the engine has read the state of the tab since this document came to the screen. */
    #hasArrived = false;
    #isForeground = true;
    #hasHandledLink = false;
    /** Whether the engine restores an earlier state, and delivers no records. */
    #isRestoring = false;

    /** @type {{ match: any, pattern: any, options: any, visit: Visit | null }[]} */
    #routes = [];
    /** The URL that `#found` was matched with. */
    #href = "";
    /** @type {Visit | null} The visit of the current URL. */
    #found = null;
    /** @type {Visit | null} The visit that waits for its frames. */
    #next = null;
    #nextFrames = 0;
    /** @type {Visit | null} The visit of a route in front of the user. */
    #shown = null;

    /** @type {Set<WeakRef<Element>>} The elements that are pages. The engine keeps no element alive. */
    #elements = new Set();
    /** @type {WeakMap<Element, { visit: Visit | null, isInView: boolean }>} The state of each of these elements. */
    #states = new WeakMap();
    /** @type {Set<Visit>} The elements in front of the user, in the order in which they appeared. */
    #live = new Set();
    /** @type {IntersectionObserver | null} */
    #inView = null;
    /** @type {MutationObserver | null} */
    #changes = null;

    /** Reports the readiness of a page in front of the user, unless the document shows another page already. */
    #apply = (/** @type {Visit} */ visit) => {
        const { component, page, payload } = visit;
        const navigation = /** @type {any} */ (window).navigation;
        visit.isHeld = visit.subject instanceof Element ? !isRendered(visit.subject)
            : !navigation?.transition && this.#find() !== visit;
        if (!component || visit.isHeld || !page) return;
        if (visit.isReady) this.ready(component, { page, payload });
        else this.pending(component, page);
    };

    /** The number of the next page view of the tab, and of the components made in it. */
    #sequence = 1;
    #components = 0;
    /** @type {string | undefined} The id of the last page view of the tab. */
    #lastID;

    /**
     * Loads the module and starts to observe the page (WB-100).
     * @param {any} [options]
     * @returns {Promise<any>}
     */
    static async create(options = {}) {
        const engine = /** @type {PageViewEngine} */ (/** @type {unknown} */ (await super.create(options)));
        engine.#begin(options);
        return engine;
    }

    /** @param {any} options */
    #begin(options) {
        this.#options = options;
        const isObserving = window === top || options.frames;
        if (isObserving) this.addReceiver((/** @type {any} */ view) => this.#remember(view));
        if (options.onPageView) this.addReceiver(options.onPageView);
        if (!isObserving) return;
        guarded(() => this.#restore(true))();
        this.#listen();
    }

    /**
     * Declares a page: a route or an element (WB-101, WB-120).
     * @param {any} subject a pattern of the path (`"/item/:id"`), of the hash (`"#/item/:id"`), a RegExp of the path, a function
     *     of the URL, or an element
     * @param {any} options
     */
    page(subject, options) {
        const named = typeof options?.name;
        if (named !== "string" && named !== "function") {
            fail("options with a string or a function as the name", options?.name);
        }
        if (subject instanceof Element) return this.#watch(subject, options);
        if (typeof subject !== "string" && typeof subject !== "function" && !(subject instanceof RegExp)) {
            fail("a pattern or an element", subject);
        }
        const visit = /** @type {Visit | null} */ (null);
        const route = { match: matcher(subject), pattern: String(subject), options, visit };
        const set = (/** @type {boolean} */ isReady, /** @type {any} */ payload) => {
            this.#find();
            // A page that the user left before it was ready is never counted.
            if (route.visit && (route.visit === this.#found || route.visit.component)) route.visit.setByApp(isReady, payload);
        };
        this.#routes.push(route);
        this.#href = "";
        this.#scheduleLook();
        return {
            ready: (/** @type {any} */ payload) => set(true, payload),
            pending: () => set(false),
            remove: () => {
                this.#routes = this.#routes.filter((each) => each !== route);
                this.#href = "";
                this.#scheduleLook();
            },
        };
    }

    /**
     * @param {Element} element
     * @param {any} options
     */
    #watch(element, options) {
        const visit = new Visit(this.#apply, options, element);
        this.#setVisit(element, visit);
        this.#changes?.observe(document, { subtree: true, childList: true, attributes: true });
        this.#scheduleLook();
        return {
            ready: (/** @type {any} */ payload) => visit.setByApp(true, payload),
            pending: () => visit.setByApp(false),
            remove: () => {
                const state = this.#states.get(visit.subject);
                if (state?.visit === visit) state.visit = null;
                this.#scheduleLook();
            },
        };
    }

    /**
     * @param {Element} element
     * @param {Visit} visit
     */
    #setVisit(element, visit) {
        const state = this.#states.get(element);
        if (state) state.visit = visit;
        else {
            this.#states.set(element, { visit, isInView: false });
            this.#elements.add(new WeakRef(element));
            this.#inView?.observe(element);
        }
    }

    /**
     * Adds a receiver. It gets no records of earlier documents.
     * @param {(record: any) => void} receive
     * @param {any} [kinds]
     */
    addReceiver(receive, kinds) {
        const isFunction = typeof receive === "function";
        return super.addReceiver(!isFunction ? receive : (/** @type {any} */ record) => {
            if (!this.#isRestoring) receive(record);
        }, kinds);
    }

    /**
     * Ends every appearance, removes every listener and restores `history` (WB-140).
     * @param {any} [at]
     */
    stop(at) {
        this.#listening?.abort();
        this.#listening = null;
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        return super.stop(at);
    }

    /**
     * Observes the page again after `stop`.
     * @param {any} [options]
     */
    start(options) {
        const result = super.start(options);
        if (!this.#listening && (window === top || this.#options.frames)) this.#listen();
        return result;
    }

    #listen() {
        const { routes = true, elements = true, documents = true } = this.#options;
        const listening = (this.#listening = new AbortController());
        const { signal } = listening;
        const scheduleLook = () => this.#scheduleLook();
        /** @type {(target: EventTarget, kinds: string, handler: (event: any) => void) => void} */
        const on = (target, kinds, handler) => {
            for (const kind of kinds.split(" ")) target.addEventListener(kind, guarded(handler), { signal, capture: true });
        };
        if (documents) {
            on(document, "visibilitychange", () => this.#updateScene());
            on(document, "prerenderingchange", () => {
                this.#hasArrived = false;
                this.#updateScene();
            });
            // Captures, so that the last records exist before the receivers of the app listen.
            on(window, "pagehide", (event) => event.isTrusted && this.#leave());
            on(window, "pageshow", (event) => {
                this.#isOffScreen = false;
                if (event.persisted) this.#hasArrived = false;
                this.#updateScene();
            });
            this.#updateScene();
        }
        if (routes) {
            const navigation = /** @type {any} */ (window).navigation;
            if (navigation) on(navigation, "currententrychange navigatesuccess navigateerror", scheduleLook);
            else {
                on(window, "popstate hashchange", scheduleLook);
                this.#wrapHistory(signal);
            }
        }
        if (elements) {
            this.#inView = new IntersectionObserver(guarded((entries) => {
                for (const { target, intersectionRatio } of entries) {
                    const state = this.#states.get(target);
                    // An element that only touches the edge of the window intersects it, too.
                    if (state) state.isInView = intersectionRatio > 0;
                }
                scheduleLook();
            }), { threshold: [0, 1e-7] });
            this.#changes = new MutationObserver(scheduleLook);
            signal.addEventListener("abort", () => {
                this.#inView?.disconnect();
                this.#changes?.disconnect();
            });
            for (const each of this.#elements) {
                const element = each.deref();
                if (element) this.#inView.observe(element);
            }
            if (this.#elements.size) this.#changes.observe(document, { subtree: true, childList: true, attributes: true });
            on(document, "transitionend animationend", scheduleLook);
        }
        scheduleLook();
    }

    /**
     * Notices changes of the URL in a browser without the Navigation API.
     * @param {AbortSignal} signal
     */
    #wrapHistory(signal) {
        for (const name of /** @type {("pushState" | "replaceState")[]} */ (["pushState", "replaceState"])) {
            const original = history[name];
            const isOwn = Object.hasOwn(history, name);
            const scheduleLook = () => this.#scheduleLook();
            /**
             * @this {History}
             * @param {any[]} values
             */
            const wrapper = function (...values) {
                const result = /** @type {any} */ (original).apply(this, values);
                scheduleLook();
                return result;
            };
            history[name] = wrapper;
            signal.addEventListener("abort", () => {
                // If another script has wrapped this wrapper, both stay, and this one has no effect.
                if (history[name] !== wrapper) return;
                if (isOwn) history[name] = original;
                else Reflect.deleteProperty(history, name);
            });
        }
    }

    // Deciding what is in front of the user

    /** Looks at the page at the next frame. A hidden or prerendered document has no frames. */
    #scheduleLook() {
        if (this.#listening && !this.#frame && !this.#isOffScreen) {
            this.#frame = requestAnimationFrame(guarded(() => this.#look()));
        }
    }

    /** Returns the visit of the current URL. */
    #find() {
        if (this.#href === location.href) return this.#found;
        this.#href = location.href;
        const last = this.#found;
        this.#found = null;
        const url = new URL(location.href);
        for (const route of this.#routes) {
            const match = route.match(url);
            if (!match) continue;
            const visit = new Visit(this.#apply, route.options, { url, params: match.params });
            visit.describe(route.pattern, match.place);
            if (!visit.page) continue;
            // The same page of the same declaration keeps its readiness.
            const kept = [this.#shown, last].find((each) => each?.key === visit.key && each.options === route.options);
            this.#found = route.visit = kept ?? visit;
            break;
        }
        return this.#found;
    }

    #look() {
        this.#frame = 0;
        if (document.visibilityState !== "visible" || /** @type {any} */ (document).prerendering) return;
        let isSettling = false;
        // A navigation that the app intercepts ends with an event, and the engine looks again at that event.
        if ((this.#options.routes ?? true) && !(/** @type {any} */ (window).navigation?.transition)) {
            const found = this.#find();
            if (found === this.#shown) {
                this.#next = null;
                if (found?.isHeld) this.#apply(found);
            }
            else if (found && found.key === this.#shown?.key) this.#adopt(/** @type {Visit} */ (this.#shown), found);
            else {
                if (!this.#nextFrames || found?.key !== this.#next?.key) this.#nextFrames = 0;
                this.#next = found;
                isSettling = ++this.#nextFrames < settlingFrames;
                if (!isSettling) this.#showRoute(found);
            }
            if (!isSettling) this.#nextFrames = 0;
        }
        if (this.#lookAtElements(isSettling) || isSettling) this.#scheduleLook();
    }

    /** @param {Visit | null} visit */
    #showRoute(visit) {
        const last = this.#shown;
        this.#next = null;
        // The new page appears before the old one ends, so that no other page is revealed in between.
        this.#shown = visit;
        if (visit) this.#appear(visit, null);
        if (last) this.#end(last);
    }

    /**
     * Updates the elements, and returns whether it has to look again.
     * @param {boolean} isSettling whether a route is about to change; its elements appear after it
     */
    #lookAtElements(isSettling) {
        let isUnsettled = false;
        // The rendered elements that are not in front of the user yet.
        const coming = /** @type {Visit[]} */ ([]);
        for (const each of [...this.#elements]) {
            const element = each.deref();
            const state = element && this.#states.get(element);
            const visit = state?.visit;
            if (!element || !visit) {
                this.#elements.delete(each);
                if (element) {
                    this.#states.delete(element);
                    this.#inView?.unobserve(element);
                }
                continue;
            }
            if (visit.component && !element.isConnected) this.#followClone(element, visit);
            const isComing = !visit.component && isRendered(element);
            visit.frames = isComing && state.isInView ? visit.frames + 1 : 0;
            if (isComing && visit.describe(element.localName, "").page) coming.push(visit);
        }
        for (const visit of [...this.#live]) {
            const state = this.#states.get(visit.subject);
            if (state?.visit === visit && isRendered(visit.subject) && (state.isInView || isScrolledAway(visit.subject))) {
                if (visit.isHeld) this.#apply(visit);
                continue;
            }
            const heir = coming.find((each) => !each.component && each.key === visit.key);
            if (heir) this.#adopt(visit, heir);
            else if (!isSettling) this.#end(visit);
        }
        coming.sort((a, b) => (a.subject.compareDocumentPosition(b.subject) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
        for (const visit of coming) {
            if (visit.component || !visit.frames) continue;
            if (visit.frames < settlingFrames || isSettling) isUnsettled = true;
            else this.#appear(visit, this.#parentOf(visit));
        }
        this.#placeElements();
        return isUnsettled;
    }

    /**
     * Continues with an element that replaced another one of the same `id`.
     * @param {Element} element
     * @param {Visit} visit
     */
    #followClone(element, visit) {
        const clone = element.id && document.getElementById(element.id);
        if (!clone || clone.localName !== element.localName || this.#states.has(clone)) return;
        this.#states.delete(element);
        visit.subject = clone;
        this.#setVisit(clone, visit);
    }

    /** @param {Visit} visit */
    #parentOf(visit) {
        for (let each = visit.subject.parentElement; each; each = each.parentElement) {
            const component = this.#states.get(each)?.visit?.component;
            if (component) return component;
        }
        return this.#shown?.component || null;
    }

    #placeElements() {
        for (const visit of this.#live) {
            const parent = this.#parentOf(visit);
            if (parent === visit.parent) continue;
            visit.parent = parent;
            this.move(visit.component, parent);
        }
    }

    /**
     * @param {Visit} visit
     * @param {number | null} parent
     */
    #appear(visit, parent) {
        this.#arrive();
        visit.isHeld = false;
        // A document that comes back from the cache continues with the readiness of its route.
        if (visit.subject instanceof Element || !visit.hasBegun) visit.readReadiness();
        visit.parent = parent;
        visit.component = this.makeComponent({
            name: `${visit.page?.name}#${++this.#components}`,
            parent: parent ?? undefined,
            page: visit.page ?? undefined,
            state: visit.isReady ? "ready" : "pending",
            payload: visit.payload,
        });
        // An engine without memory makes no component.
        if (!visit.component) return;
        if (visit.subject instanceof Element) this.#live.add(visit);
        this.report(visit.component, "didAppear");
    }

    /**
     * Continues the appearance of a page with another declaration or element of the same page.
     * @param {Visit} old
     * @param {Visit} visit
     */
    #adopt(old, visit) {
        visit.component = old.component;
        visit.parent = old.parent;
        old.component = 0;
        if (this.#live.delete(old)) this.#live.add(visit);
        else this.#shown = visit;
        if (visit.isSet) visit.set(visit.isReady, visit.payload);
        else visit.readReadiness();
    }

    /** @param {Visit} visit */
    #end(visit) {
        const { component } = visit;
        visit.component = 0;
        visit.frames = 0;
        this.#live.delete(visit);
        if (!component) return;
        this.report(component, "didDisappear");
        this.report(component, "destroy");
    }

    // The document and its tab

    #updateScene() {
        const isForeground = document.visibilityState === "visible" && !(/** @type {any} */ (document).prerendering);
        if (isForeground !== this.#isForeground) {
            this.#isForeground = isForeground;
            this.reportScene(this.mainScene, isForeground ? "foreground" : "background");
        }
        this.#scheduleLook();
    }

    /** Ends all pages, because the document closes or moves into the browser's back/forward cache. */
    #leave() {
        this.#isOffScreen = true;
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        const shown = this.#shown;
        this.#shown = this.#next = null;
        this.#nextFrames = 0;
        // From the bottom to the top, so that no page is revealed.
        if (shown) this.#end(shown);
        for (const visit of [...this.#live]) this.#end(visit);
        const saved = this.#saved();
        // The next document must not use the number of a component again, not even of a page that was never counted.
        const components = Math.max(this.#components, saved?.components ?? 0);
        if (components && (!saved || saved.id === this.#lastID)) {
            this.#save({ version: 1, next: 1, ...saved, components, isOpen: false });
        }
    }

    /** Reads the state of the tab, once each time that this document comes to the screen. */
    #arrive() {
        if (this.#hasArrived) return;
        this.#hasArrived = true;
        this.#restore(false);
        if (!this.#options.deepLinks || this.#hasHandledLink) return;
        this.#hasHandledLink = true;
        if (navigationType() === "navigate" && !document.referrer.startsWith(location.origin + "/")) {
            this.handleDeepLink(location.href, document.referrer ? { source: document.referrer } : {});
        }
    }

    /**
     * Restores the last page of the tab, which an earlier document counted (WB-131). No receiver gets a record of it.
     * @param {boolean} isNew whether this document was just loaded
     */
    #restore(isNew) {
        const saved = this.#saved();
        if (!saved) return;
        // A window that a script opened starts with a copy of the storage of its opener, whose document is still open.
        const isCopy = isNew && saved.isOpen && navigationType() === "navigate" && (history.length === 1 || window.opener);
        if (isCopy) return this.#save(null);
        if (saved.next > this.#sequence) {
            const slash = saved.id.lastIndexOf("/");
            this.#isRestoring = true;
            try {
                const component = this.makeComponent({
                    name: saved.id.slice(0, slash), page: { name: saved.name, context: saved.context },
                });
                // The id contains the number of the appearance. So the loop repeats the appearance until it has that number.
                for (let count = Math.min(Number(saved.id.slice(slash + 1)), 99); count > 0; count -= 1) {
                    this.report(component, "didAppear");
                    this.report(component, "didDisappear");
                }
                this.report(component, "destroy");
                this.note("the events above restore the last page of the tab", { nextPageView: saved.next });
            } finally {
                this.#isRestoring = false;
            }
            this.#sequence = saved.next;
            this.#lastID = saved.id;
        }
        this.#components = Math.max(this.#components, saved.components);
        this.#save({ ...saved, isOpen: true });
    }

    /** @param {any} view */
    #remember(view) {
        this.#sequence = Number(view.seq) + 1;
        this.#lastID = view.id;
        this.#save({
            version: 1, next: this.#sequence, components: this.#components, isOpen: true,
            id: view.id, name: view.page.name, context: view.page.context,
        });
    }

    /** Returns the state of the tab; null without one of this version. Other scripts may write to the storage, too. */
    #saved() {
        try {
            const text = sessionStorage.getItem(this.#storageKey) ?? "";
            const saved = text.length < 10000 ? JSON.parse(text) : null;
            const isValid = isObject(saved) && saved.version === 1 && Number.isSafeInteger(saved.next) && saved.next > 0
                && Number.isSafeInteger(saved.components) && saved.components >= 0
                // Before the first page view of the tab, there is no last page.
                && (saved.next === 1 || typeof saved.name === "string" && saved.name.trim()
                && /^[^]*\/[1-9]\d*$/.test(String(saved.id))
                && (saved.context === undefined || typeof saved.context === "string"));
            return isValid ? { ...saved, id: saved.next > 1 ? String(saved.id) : undefined } : null;
        } catch {
            return null;
        }
    }

    /** @param {any} state */
    #save(state) {
        try {
            if (state) sessionStorage.setItem(this.#storageKey, JSON.stringify(state));
            else sessionStorage.removeItem(this.#storageKey);
        } catch {
            // Without storage, the previous page of another document is unknown.
        }
    }

    get #storageKey() {
        const { storage = "pageview" } = this.#options;
        if (storage === false) throw new Error("no storage");
        return storage;
    }
}

/** How the document was loaded: "navigate", "reload", "back_forward" or "prerender". */
function navigationType() {
    const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return entry?.type;
}
