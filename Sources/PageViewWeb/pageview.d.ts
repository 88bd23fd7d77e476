/** A time: milliseconds of the engine's clock, or nanoseconds. */
export type Time = number | bigint;

/** A page: its name, or its name and the context in which it appears. */
export type Page = string | { name: string; context?: string | null };

/** Named values. The engine passes the object on and does not copy it. */
export type Payload = Record<string, any>;

export type ComponentEvent =
    "willAppear" | "didAppear" | "willDisappear" | "didDisappear" | "attach" | "detach" | "destroy";
export type SceneEvent = "foreground" | "background" | "active" | "inactive" | "close";

/** The choices on which products differ. */
export interface Policy {
    cancelledDisappearance?: "continues" | "counts";
    reveal?: "silent" | "counts";
    foreground?: "silent" | "counts";
}

export interface EngineOptions {
    policy?: "standard" | "literal" | "session" | Policy;
    /** The module; by default, `pageview.wasm` beside the script. */
    wasm?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response | BufferSource | WebAssembly.Module>;
    /** The clock: the milliseconds since any moment. */
    now?: () => number;
    /** Whether the engine records its inputs. */
    recordsTrace?: boolean;
    /** The title of the trace. */
    title?: string;
}

/** What is declared of a component. What is left out does not change. */
export interface Declaration {
    scene?: number | null;
    /** The container of the component. */
    parent?: number | null;
    attached?: boolean;
    page?: Page | null;
    state?: "pending" | "ready";
    payload?: Payload | null;
}

export interface NewComponent extends Declaration {
    /** The name in identities and traces. */
    name?: string;
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
    /** Left out for a page view by hand without an appearance. */
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
    readonly referrer: PageReference | null;
}

/** One counted appearance of a page. */
export interface PageView {
    readonly event: "pageView";
    readonly seq: number;
    readonly t: number;
    readonly id: string;
    readonly page: PageNames;
    readonly payload?: Payload;
    readonly scene: number;
    readonly component?: number;
    readonly appearance?: number;
    readonly appearedAt?: number;
    readonly cause: "appeared" | "ready" | "attached" | "foregrounded" | "revealed" | "manual";
    readonly previous?: PageReference;
    readonly deepLink?: DeepLink;
}

/** The end of an appearance. Its durations are milliseconds. */
export interface PageLeave {
    readonly event: "pageLeave";
    readonly t: number;
    readonly id?: string;
    readonly page: PageNames;
    readonly scene: number;
    readonly component: number;
    readonly outcome: "counted" | "neverReady" | "neverVisible";
    readonly foreground: number;
    readonly background: number;
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
    readonly kind: string;
    readonly component?: number;
}

/** The records by kind. With `timesAsNanoseconds`, times are `bigint` instead of `number`. */
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

/** An engine that turns reports of appearances into one page view for each appearance of a ready page. */
export class Engine {
    static create<Self extends typeof Engine>(this: Self, options?: EngineOptions): Promise<InstanceType<Self>>;
    /** Use `create`. */
    constructor(instance: WebAssembly.Instance, options?: EngineOptions);

    /** Whether times in records are nanoseconds as `bigint`. Otherwise they are milliseconds as `number`. */
    timesAsNanoseconds: boolean;
    /** The scene of components that are not put into another scene. */
    mainScene: number;

    makeScene(name?: string): number;
    makeComponent(options?: NewComponent, at?: Time): number;
    declare(component: number, options?: Declaration, at?: Time): void;
    report(component: number, event: ComponentEvent, at?: Time): void;
    attach(component: number, scene: number, at?: Time): void;
    /** Moves a component into another one, or into none. */
    move(component: number, parent: number | null, at?: Time): void;
    reportScene(scene: number, event: SceneEvent, at?: Time): void;

    pending(component: number, page?: Page, at?: Time): void;
    ready(component: number, options?: { page?: Page; payload?: Payload }, at?: Time): void;
    recordPageView(options: ManualPageView): void;

    recordInteraction(name: string, properties?: Payload, options?: { scene?: number; at?: Time }): void;
    /** Returns the page the user was on. */
    handleDeepLink(
        url: string | URL, options?: { scene?: number; source?: string; at?: Time }): PageReference | null;
    discardDeepLink(options?: { scene?: number; at?: Time }): void;

    start(options?: { countingVisible?: boolean; at?: Time }): void;
    stop(at?: Time): void;
    note(text: string, options?: { nextPageView?: number }): void;

    /** Returns a function that removes the receiver. */
    addReceiver(receive: (record: PageView) => void): () => void;
    addReceiver<Kind extends RecordKind>(
        receive: (record: EngineRecords[Kind]) => void, kinds: readonly Kind[] | "all"): () => void;

    get currentPage(): CurrentPage | null;
    get lastPage(): CurrentPage | null;
    get lastCountedPage(): CountedPage | null;
    currentPageIn(scene: number): CurrentPage | null;
    lastPageIn(scene: number): CurrentPage | null;
    lastCountedPageIn(scene: number): CountedPage | null;

    /** Returns the recorded trace in JSON Lines. */
    trace(): string;
}
