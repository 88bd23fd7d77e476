/** A time of the engine's clock: milliseconds as a `number`, or nanoseconds as a `bigint`. */
export type Time = number | bigint;
/** A length of time: milliseconds as a `number`, or nanoseconds as a `bigint`. */
export type Duration = number | bigint;

/** A page: its name, or its name and the context in which it appears. */
export type Page = string | { name: string; context?: string | null };

/** Named values. A record contains this object, not a copy. */
export type Payload = Record<string, any>;

// names: types
export type ComponentEvent =
    "willAppear" | "didAppear" | "willDisappear" | "didDisappear" | "attach" | "detach" | "destroy" | "select" | "deselect"
    | "focus";
export type SceneEvent =
    "foreground" | "background" | "active" | "inactive" | "close";
export type Cause =
    "appeared" | "ready" | "attached" | "foregrounded" | "revealed" | "manual";
export type Outcome =
    "counted" | "neverReady" | "neverVisible";
export type DiagnosticKind =
    "duplicateDidAppear" | "didDisappearWithoutAppear" | "unexpectedWillAppear" | "unexpectedWillDisappear" |
    "eventAfterDestroy" | "timeWentBack" | "emptyPageName" | "recordWithoutPage" | "sharedNotifier" | "computedNotifier" |
    "replacedNotifier" | "renamedWhileCounted" | "parentCycle" | "foreignIdentity" | "selectWithoutContainer" |
    "commitWithoutBegin" | "duplicateKey" | "deepLinkExpired";
// end of names

/** A policy: choices on which products differ (POL-001). A number is the shortest absence that counts, in seconds. */
export interface Policy {
    // names: choices
    cancelledDisappearance?: "continues" | "counts";
    reveal?: "silent" | "counts";
    foreground?: "silent" | "counts" | number;
    // end of names
}

/** The user's decision about analytics (WB-170). */
export type Consent = "undecided" | "granted" | "denied";

export interface EngineOptions {
    policy?: "standard" | "literal" | "session" | Policy;
    /** The module, or where it is; by default, `pageview.wasm` beside the script. */
    wasm?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response | BufferSource | WebAssembly.Module>;
    /** The clock: returns milliseconds since a fixed moment; by default, `performance.now`. */
    now?: () => number;
    /** Whether the engine records a trace of its inputs; by default, `false`. */
    recordsTrace?: boolean;
    /** The title of the trace. */
    title?: string;
    /** The user's first decision; by default, `"granted"`. */
    consent?: Consent;
}

/** The declared properties of a component. A missing property does not change. */
export interface Declaration {
    scene?: number | null;
    /** The container of the component. */
    parent?: number | null;
    /** Whether the component has a window. */
    attached?: boolean;
    /** Whether the component is a container that shows one part at a time, such as tabs (AP-014). */
    exclusive?: boolean;
    /**
     * The level, a whole number of 32 bits. A page lies over all pages of lower levels, such as a modal dialog over its window
     * (QU-009).
     */
    level?: number | null;
    page?: Page | null;
    state?: "pending" | "ready";
    payload?: Payload | null;
}

export interface NewComponent extends Declaration {
    /** The name in identities and traces. */
    name?: string;
}

/**
 * A page or a container that exists in a scene, for `show` (AP-016). A missing page, state, payload or level does not change. A
 * missing container means none.
 */
export interface ShownEntry {
    /**
     * The identity of the entry in its scene, by which later lists find it. It identifies the content, not the position.
     *
     * A number is a component that the caller made, which the list adopts.
     */
    key: string | number;
    page?: Page | null;
    state?: "pending" | "ready";
    payload?: Payload | null;
    /** Whether the framework shows the entry, also if another one is on top of it; by default, `true`. */
    visible?: boolean;
    /** The key of the entry, or the component, that contains this one. A key that no entry has means none. */
    container?: string | number | null;
    level?: number | null;
}

export interface ManualPageView {
    component?: number | null;
    scene?: number | null;
    page?: Page | null;
    payload?: Payload | null;
    at?: Time;
}

/** The names of a page. */
export interface PageNames {
    readonly name: string;
    readonly context?: string;
}

/** A page view or an appearance, and the names of its page. */
export interface PageReference extends PageNames {
    readonly id: string;
}

export interface CountedPage {
    readonly id: string;
    readonly page: PageNames;
    /** Missing for a page view that the app recorded by hand without an appearance. */
    readonly component?: number;
}

export interface CurrentPage {
    readonly id: string;
    readonly page: PageNames;
    readonly component: number;
    readonly scene: number;
    readonly counted: boolean;
    readonly beganAt: number;
}

export interface DeepLink {
    readonly url: string;
    readonly source?: string;
    /** The page that the user was on when the link arrived. */
    readonly referrer: PageReference | null;
}

export interface DeepLinkOptions {
    scene?: number | null;
    /** The app that the link came from. */
    source?: string;
    /** The name of the page that the link leads to. Only a page view of this name carries the link; by default, any. */
    target?: string;
    /** How long the link waits for an appearance to begin. By default 30 seconds or, with a target, without limit. */
    expires?: Duration;
    at?: Time;
}

/** One counted appearance of a page. */
export interface PageView {
    readonly event: "pageView";
    /** The number of the page view, from 1. The documents of a tab have one sequence (WB-131). */
    readonly seq: number;
    readonly t: number;
    readonly id: string;
    readonly page: PageNames;
    readonly payload?: Payload;
    readonly scene: number;
    readonly component?: number;
    readonly appearance?: number;
    readonly appearedAt?: number;
    readonly cause: Cause;
    /** The page that was counted before this one in the same scene. */
    readonly previous?: PageReference;
    /** The deep link that led to the page. */
    readonly deepLink?: DeepLink;
    /** How the browser loaded the document; only in the first page view of a document (WB-132). */
    readonly load?: "navigate" | "reload" | "back_forward" | "prerender" | "discarded";
}

/** The end of an appearance, with the time that it was in the foreground and in the background. */
export interface PageLeave {
    readonly event: "pageLeave";
    readonly t: number;
    readonly id?: string;
    readonly page: PageNames;
    readonly scene: number;
    readonly component: number;
    readonly outcome: Outcome;
    readonly foreground: number;
    readonly background: number;
    /** The part of `foreground` in which the page was the current one of its scene. */
    readonly current: number;
}

export interface Interaction {
    readonly event: "interaction";
    readonly t: number;
    readonly name: string;
    readonly properties: Payload;
    readonly scene: number;
    readonly page: PageNames | null;
    readonly pageViewID: string | null;
    readonly component: number | null;
}

export interface DeepLinkVisit extends DeepLink {
    readonly event: "deepLink";
    readonly t: number;
    readonly scene: number;
}

export interface CurrentPageChange {
    readonly event: "currentPage";
    readonly t: number;
    readonly scene: number;
    readonly page: PageNames | null;
    readonly component: number | null;
}

export interface Diagnostic {
    readonly event: "diagnostic";
    readonly t: number;
    readonly kind: DiagnosticKind;
    readonly component?: number;
}

/** The records by kind. With `timesAsNanoseconds`, times and durations are `bigint` instead of `number`. */
export interface EngineRecords {
    pageView: PageView;
    pageLeave: PageLeave;
    interaction: Interaction;
    deepLink: DeepLinkVisit;
    currentPage: CurrentPageChange;
    diagnostic: Diagnostic;
}
export type RecordKind = keyof EngineRecords;
export type EngineRecord = EngineRecords[RecordKind];

/** The last page view of an earlier engine. */
export interface LastPageView extends PageReference {
    /** The number of the next page view. */
    readonly next: number;
}

/** An engine that turns reports of appearances into one page view for each appearance of a ready page. */
export interface Engine {
    /** Whether records contain times as nanoseconds (`bigint`) instead of milliseconds (`number`). */
    timesAsNanoseconds: boolean;
    /** The scene of each component that is in no other scene. */
    readonly mainScene: number;

    /** Creates a scene. Returns its number. */
    makeScene(name?: string): number;
    /** Creates a component. Returns its number. */
    makeComponent(options?: NewComponent, at?: Time): number;
    /** Declares properties of a component that exists. */
    declare(component: number, options?: Declaration, at?: Time): void;
    /** Reports an event of a component. */
    report(component: number, event: ComponentEvent, at?: Time): void;
    /** Reports that a component is in the window of a scene. */
    attach(component: number, scene: number, at?: Time): void;
    /** Moves a component into a container; `null` takes it out of its container. */
    move(component: number, parent: number | null, at?: Time): void;
    /** Reports an event of a scene. */
    reportScene(scene: number, event: SceneEvent, at?: Time): void;

    /** Returns whether a component is destroyed, such as by a list that does not contain it. */
    isDestroyed(component: number): boolean;

    /**
     * Applies the calls of a function as one (AP-015): appearances begin, end and count when the function returns or throws.
     *
     * An update inside another one ends with the outer one. The update of an `async` function ends at its first `await`.
     */
    update<Result>(body: () => Result): Result;
    /** Begins an update, which `commitUpdate` ends. Until then, no appearance begins, ends or counts. */
    beginUpdate(at?: Time): void;
    /** Ends the last update that `beginUpdate` began. */
    commitUpdate(at?: Time): void;
    /** States what exists in a scene, from the bottom to the top (AP-016). `null` is the main scene. */
    show(scene: number | null | undefined, entries: readonly ShownEntry[], at?: Time): void;

    /** Sets the page of a component to pending. */
    pending(component: number, page?: Page, at?: Time): void;
    /** Sets the page of a component to ready. */
    ready(component: number, options?: { page?: Page; payload?: Payload }, at?: Time): void;
    /** Records a page view by hand. */
    recordPageView(options: ManualPageView): void;

    /** Records an interaction of the user, with a component or in a scene. */
    recordInteraction(
        name: string, properties?: Payload, options?: { component?: number | null; scene?: number | null; at?: Time }): void;
    /** Handles a deep link. Returns the page that the user was on. */
    handleDeepLink(url: string | URL, options?: DeepLinkOptions): PageReference | null;
    /** Discards the pending deep link of a scene. */
    discardDeepLink(options?: { scene?: number; at?: Time }): void;

    /** Starts the engine again after a stop. With `countingVisible`, visible pages count again. */
    start(options?: { countingVisible?: boolean; at?: Time }): void;
    /** Ends every appearance. The engine then emits nothing until it starts again. */
    stop(at?: Time): void;
    /** Adds a remark to the trace, and may set the number of the next page view. */
    note(text: string, options?: { nextPageView?: number; at?: Time }): void;
    /** Continues after a page view of an earlier engine: the next page view names that page as the previous one. */
    restore(view: LastPageView): void;

    /**
     * Sets the user's decision. After a grant, the receivers get the held records, in order. After a denial, the engine drops
     * them, and a document removes what it has stored.
     */
    setConsent(consent: Consent): void;

    /** Returns a function that removes the receiver. */
    addReceiver(receive: (record: PageView) => void): () => void;
    addReceiver<Kind extends RecordKind>(
        receive: (record: EngineRecords[Kind]) => void, kinds: readonly Kind[] | "all"): () => void;

    /** The page in front of the user, over all scenes, pending or ready. */
    readonly currentPage: CurrentPage | null;
    /** The current page; if there is none, the page that was current last. */
    readonly lastPage: CurrentPage | null;
    /** The page that was counted last, over all scenes. */
    readonly lastCountedPage: CountedPage | null;
    currentPageIn(scene: number): CurrentPage | null;
    lastPageIn(scene: number): CurrentPage | null;
    lastCountedPageIn(scene: number): CountedPage | null;

    /** Returns the recorded trace in JSON Lines. */
    trace(): string;
}
export const Engine: {
    /** Loads the module and makes an engine. */
    create(options?: EngineOptions): Promise<Engine>;
};

// The browser: routes, elements and the document.

/** The argument of the functions of a route: a URL that matches the pattern. */
export interface RouteMatch {
    readonly url: URL;
    /** The encoded values of the named parts; for a function as the pattern, the object that it returned. */
    readonly params: Record<string, any>;
}

/** A value, or a function that returns it for a match of a route or for an element. */
export type ValueOrFunction<Value, Subject> = Value | ((subject: Subject) => Value);

/** The readiness of a page (WB-110). An object, or the object of a promise, is the payload of a ready page. */
export type Readiness = boolean | object | null | undefined | Promise<unknown>;

/** The declaration of a page (WB-101). */
export interface PageOptions<Subject> {
    /** The name of the page. If a function does not return a string, the route or the element is not a page. */
    name: ValueOrFunction<string | undefined, Subject>;
    context?: ValueOrFunction<string | undefined, Subject>;
    /** Another name or another `id` is another page. Without an `id`, another path is another page, too (WB-101, WB-122). */
    id?: ValueOrFunction<string | number | undefined, Subject>;
    /** Whether the page is ready; by default, `true`. The engine calls a function when the page appears. */
    ready?: ValueOrFunction<Readiness, Subject>;
    payload?: ValueOrFunction<Payload | undefined, Subject>;
}

/**
 * What is in front of the user, from the bottom to the top (WB-107): URLs or paths, which the engine compares with the declared
 * patterns, and pages. The engine ignores `null`, `undefined` and `false`.
 */
export type Front = FrontEntry | readonly FrontEntry[];
type FrontEntry = string | URL | PageOptions<RouteMatch> | null | undefined | false;

/** A declared page. */
export interface PageHandle {
    /** Makes the page ready. Without a payload, the option `payload` applies. */
    ready(payload?: Payload): void;
    /** Makes the page pending. */
    pending(): void;
    /** Removes the declaration. */
    remove(): void;
}

export interface BrowserOptions extends EngineOptions {
    /** Receives every page view. */
    onPageView?: (view: PageView) => void;
    /** Whether the engine observes the URL; by default, `true`. With `false`, `show` states what is in front. */
    routes?: boolean;
    /** A function that states what is in front, instead of the URL of the document (WB-107). The engine calls it once. */
    source?: (show: (front: Front) => void) => unknown;
    /** Whether the engine observes elements; by default, `true`. */
    elements?: boolean;
    /** Whether the engine observes when the document is shown, hidden and left; by default, `true`. */
    documents?: boolean;
    /**
     * The session-storage key of the last page of the tab; by default, `"pageview"`. With `false`, the engine stores nothing. A
     * document has one engine for each value.
     */
    storage?: string | false;
    /** Whether an engine inside a frame observes its document; by default, `false`. */
    frames?: boolean;
    /** Whether the first URL is a deep link, unless the user came from a page of this origin (WB-141); by default, `false`. */
    deepLinks?: boolean;
}

/** An engine that observes the routes, the elements and the document of a web page. */
export interface PageViewEngine extends Engine {
    /** Declares an element as a page, such as a dialog, a popover or a tab. */
    page<Subject extends Element>(element: Subject, options: PageOptions<Subject>): PageHandle;
    /** Declares a route as a page: by a pattern of the path or of the hash, a RegExp of the path, or a function of the URL. */
    page(pattern: string | RegExp | ((url: URL) => unknown), options: PageOptions<RouteMatch>): PageHandle;
    /**
     * Declares each element that matches a selector as a page, also those that the document gets later (WB-123). The default name
     * is the attribute `data-page`.
     */
    pages(selector: string, options?: Partial<PageOptions<Element>>): { remove(): void };
    /** States what is in front, from the bottom to the top (WB-107). */
    show(front: readonly FrontEntry[]): void;
    show(scene: number | null | undefined, entries: readonly ShownEntry[], at?: Time): void;
    /** Reads the names and identities of the pages again, at the next frame (WB-105). */
    refresh(): void;
}
export const PageViewEngine: {
    /** Loads the module and starts to observe the document. Returns its running engine if there is one (WB-104). */
    create(options?: BrowserOptions): Promise<PageViewEngine>;
};
