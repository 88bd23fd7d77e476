// @ts-check
// Notes what the user sees until the engine is ready. A classic script inside the head of the document (WB-160).
(() => {
    const page = /** @type {any} */ (window);
    const { navigation } = page;
    /** The key of the storage, and the global function that ends the notes and returns them. */
    const key = "pageview.start";
    // The frames of a document share its session storage.
    if (page !== top || page[key]) return;
    const listening = new AbortController();
    /** A line for each note: the time of `Date.now`, and a URL, 0 for hidden, 1 for shown, or 2 for left. */
    let notes = "";
    /** @type {any} */ let seen;
    /** @type {any} */ let noted;
    /** @type {any} */ let frame;
    /** @type {any} */ let storage = {};
    try {
        // Without consent, the notes stay in the memory (WB-170).
        if ((document.currentScript?.dataset.consent ?? "granted") === "granted") storage = sessionStorage;
    } catch {
        // The storage may be blocked.
    }

    /** @param {any} what */
    const note = what => { notes = (notes + Date.now() + " " + what + "\n").slice(-9999); };
    const noteVisibility = () => note(+!document.hidden);
    /** Notes the URL at its second frame. Firefox has a frame a second in a hidden document. */
    const look = () => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => {
            if (seen !== (seen = location.href) || navigation?.transition || document.hidden) return look();
            if (noted !== seen) note(noted = seen);
            // Without the Navigation API, the script looks at each frame of the first seconds, so it wraps no function.
            if (!navigation && performance.now() < 1e4) look();
        });
    };
    /** Takes the notes of the tab's earlier documents, also of those that ended while this one was in the cache. */
    const take = () => {
        notes = (storage[key] ?? "") + notes;
        delete storage[key];
    };
    /** @param {any} target @param {string} kind @param {(event: any) => void} handler */
    // The controller also serves as the options, because it has the property `signal`.
    const on = (target, kind, handler) => target?.addEventListener(kind, handler, listening);

    noteVisibility();
    take();
    look();
    on(navigation, "currententrychange", look);
    on(document, "visibilitychange", noteVisibility);
    on(page, "pageshow", look);
    on(page, "pagehide", event => {
        if (!event.isTrusted) return;
        note(2);
        take();
        storage[key] = notes;
        notes = seen = noted = "";
    });
    page[key] = () => {
        listening.abort();
        cancelAnimationFrame(frame);
        take();
        return [notes, notes = ""][0];
    };
})();
