import PageViewAutomation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking

/// Prints the requests that a journey makes in each format, with a full context of the app. A line has the name of the format, a
/// space and the body of a request.
@main
struct Samples {
    static func main() {
        let provider = InMemoryTrackingProvider()
        track(to: provider)
        let formats: [(name: String, format: any WireFormat)] = [
            ("segment", SegmentFormat(writeKey: "key")),
            ("snowplow", SnowplowFormat(appID: "shop", namespace: "samples")),
            ("posthog", PostHogFormat(apiKey: "key")), ("otlp", OTLPLogsFormat(serviceName: "shop")),
        ]
        for (name, format) in formats {
            for batch in format.batches(of: provider.events, sentAt: WallClock.system.now).batches {
                print(name, String(decoding: batch.bytes, as: UTF8.self))
            }
        }
    }

    /// Two users visit pages that become ready at once and later, follow a link, and buy something.
    private static func track(to provider: InMemoryTrackingProvider) {
        let context = AppContext(
            system: "macOS", systemVersion: "26.1", appName: "Shop", appVersion: "4.1.0", appBuild: "1187",
            appNamespace: "com.example.shop", locale: "de-CH", timeZone: "Europe/Zurich", deviceManufacturer: "Apple",
            deviceModel: "Mac16,1", deviceType: "desktop", deviceID: "2B9C1B1E")
        let engine = PageViewEngine()
        let tracker = Tracker(
            observing: engine, providers: [provider],
            options: TrackerOptions(middleware: [SessionMiddleware(), ContextMiddleware(context)]))

        let home = engine.makeComponent()
        engine.declare(PageViewNotifier("home"), for: home)
        engine.report(.didAppear, of: home)
        engine.report(.didDisappear, of: home)
        engine.handle(DeepLink(url: "https://example.com/item?n=7", source: "android-app://com.example.mail"))

        let item = engine.makeComponent()
        let notifier = PageViewNotifier(pending: PageContext(name: "item", context: "shop"))
        engine.declare(notifier, for: item)
        engine.report(.didAppear, of: item)
        notifier.markReady(payload: ["price": 10.90, "count": 7, "tags": ["new", nil]])
        engine.recordInteraction("addTapped", ["size": "M"])
        tracker.identify("ann", properties: ["plan": "premium"])
        for name in ["item_bought", "with space", "Größe", "emoji 🛒", "quote\"", "a.b/c"] {
            tracker.track(name, ["revenue": 14.90, "coupon": ["code": "X\"1\"", "percent": 10]])
        }
        engine.report(.didDisappear, of: item)
        tracker.reset()

        engine.report(.didAppear, of: home)
        tracker.identify("bob")
        engine.report(.background, of: engine.mainScene)
        engine.report(.foreground, of: engine.mainScene)
        engine.report(.didDisappear, of: home)
    }
}
