// An app in TypeScript compiles against the declared types.

import { Engine, PageViewEngine, type PageView } from "../../../Sources/Bridges/PageViewWeb/pageview";
import { beaconReceiver } from "../../../Sources/Bridges/PageViewWeb/pageview.beacon";

const engine = await Engine.create({ policy: { reveal: "counts" }, recordsTrace: true, now: () => performance.now() });
const list: number = engine.makeComponent({ name: "list", page: { name: "list", context: "shop" }, state: "pending" });
const remove = engine.addReceiver((view: PageView) => console.log(view.previous?.name, view.deepLink?.referrer?.id));
engine.addReceiver(leave => console.log(leave.outcome, leave.foreground), ["pageLeave"]);
engine.addReceiver(record => { if (record.event === "diagnostic") console.log(record.kind); }, "all");
engine.report(list, "didAppear", 12.5);
engine.ready(list, { page: "list", payload: { items: 3 } }, 13_000_000n);
engine.move(list, null);
engine.recordPageView({ page: "receipt", at: 14 });
console.log(engine.handleDeepLink(new URL("https://example.com"), { scene: engine.mainScene })?.context);
const tabs: number = engine.makeComponent({ exclusive: true, level: 1 });
engine.report(tabs, "select");
const total: number = engine.update(() => 3);
engine.show(null, [{ key: "list", page: "list", level: 1 }, { key: list, visible: false, container: "list" }], 15);
engine.recordInteraction("tap", {}, { component: list });
engine.handleDeepLink("app://item", { target: "item", expires: 1000 });
console.log(engine.isDestroyed(tabs), total, await Engine.create({ policy: { foreground: 1800 } }));
// @ts-expect-error An entry has a key.
engine.show(null, [{ page: "list" }]);
console.log(engine.currentPage?.beganAt, engine.lastCountedPageIn(engine.mainScene)?.page.context, engine.trace());
// @ts-expect-error An event has one of ten names.
engine.report(list, "appear");
// @ts-expect-error A page has a name.
engine.pending(list, { context: "shop" });
remove();

const observer = await PageViewEngine.create({ onPageView: beaconReceiver("/views", { batch: 9 }), routes: false, storage: "views" });
const item = observer.page("/item/:id", { name: "item", id: ({ params }) => params.id, ready: false });
item.ready({ cents: 1 });
observer.page((url) => url.searchParams.get("tab"), { name: ({ url }) => url.pathname, ready: ({ params }) => Promise.resolve(params) });
observer.page(document.createElement("dialog"), { name: "cart", ready: (dialog) => dialog.open }).remove();
observer.pages("[data-page]").remove();
observer.pages(".pane", { name: (pane) => pane.id, ready: false });
observer.refresh();
observer.setConsent("granted");
// @ts-expect-error Consent is one of three decisions.
observer.setConsent("yes");
console.log((await Engine.create({ consent: "undecided" })).addReceiver((view) => view.load === "discarded"));
observer.show(["/feed", observer.currentPage && "/item/3", { name: "login", ready: false }]);
observer.show(null, [{ key: "list", page: "list" }]);
// @ts-expect-error An entry is a URL or a page.
observer.show([3]);
await PageViewEngine.create({ source: (show) => { show(location.href); show(null); show([new URL(location.href), "/item/3"]); } });
// @ts-expect-error A page has a name.
observer.page("/", {});

export {};
