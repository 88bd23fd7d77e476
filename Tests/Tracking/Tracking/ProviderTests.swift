import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// The providers that come with the library.
@Suite(.watched)
struct ProviderTests {
    @Test(
        "The console provider prints the name and the properties, sorted by key",
        arguments: [
            (NamedEvent("opened"), "[opened]"), (NamedEvent("tap", ["b": "x", "a": 1]), "[tap] a: 1, b: x"),
            (
                NamedEvent("order", ["total": 45.5, "items": ["a", "b"], "gift": true, "note": nil]),
                "[order] gift: true, items: [\"a\",\"b\"], note: null, total: 45.5"
            ),
        ])
    func consoleShowsEvents(event: NamedEvent, line: String) {
        let lines = Log<String>()
        let tracker = Tracker(providers: [ConsoleTrackingProvider { lines.append($0) }])
        tracker.track(event)
        #expect(lines.values == [line])
    }

    @Test("The console provider prints pages under their property names")
    func consoleShowsPages() {
        let lines = Log<String>()
        let engine = PageViewEngine(clock: ManualClock())
        let tracker = Tracker(observing: engine, providers: [ConsoleTrackingProvider { lines.append($0) }])
        let page = engine.makeComponent(page: TestPage("home", context: "shop", payload: ["cause": "own"]))
        engine.report(.didAppear, of: page, at: Timestamp(nanoseconds: 0))
        tracker.track("tap", ["id": 42])
        engine.report(.didDisappear, of: page, at: Timestamp(nanoseconds: 1_500_000_000))
        #expect(
            lines.values == [
                "[pageView] cause: own, page: home, page_context: shop", "[tap] id: 42, page: home, page_context: shop",
                "[pageLeave] background_seconds: 0, foreground_seconds: 1.5, outcome: counted, page: home, page_context: shop",
            ])
    }

    @Test("A filter forwards matching events and every call that is not an event")
    func filterPassesOn() throws {
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [FilteringTrackingProvider(memory) { $0.payload["number"] != 2 }])
        tracker.setUserID("ann")
        for number in 1...3 { tracker.track("event", ["number": .int(Int64(number))]) }
        tracker.flush()
        #expect(memory.events.map { $0.payload["number"] } == [1, 3])
        #expect((memory.configurations, memory.flushes, memory.identities.last?.userID) == (1, 1, "ann"))
        tracker.revoke(.purge)
        #expect(memory.events.isEmpty)
    }

    @Test("A filtered provider receives only the identities of its events, and the reset")
    func filterKeepsUsersApart() {
        let log = Log<String>()
        let inner = TestProvider(
            delivery: .inline, onReceive: { log.append($0.name) },
            onIdentify: { log.append("is \($0.userID ?? "nobody")") })
        let tracker = Tracker(providers: [
            FilteringTrackingProvider(inner) { $0.identity.userID == "ann" }
        ])
        tracker.track("a")
        tracker.setUserID("bob")
        tracker.track("b")
        #expect(log.values.isEmpty)
        tracker.setUserID("ann")
        #expect(log.values.isEmpty)
        tracker.track("c")
        tracker.track("d")
        tracker.reset()
        tracker.setUserID("bob")
        tracker.track("e")
        #expect(log.values == ["is ann", "c", "d", "is nobody"])
    }

    @Test("A filter counts the events it rejects under the name of its provider")
    func filtersAreCounted() {
        let tracker = Tracker(providers: [
            FilteringTrackingProvider(memoryNamed("old")) { $0.name == "a" },
            FilteringTrackingProvider(FilteringTrackingProvider(memoryNamed("new")) { $0.name != "b" }) {
                $0.name != "a"
            },
        ])
        for name in ["a", "b", "c"] { tracker.track(name) }
        let counts = tracker.providerCounts
        #expect(counts.map(\.provider) == ["old", "new"])
        #expect(counts.map(\.delivered) == [1, 1])
        #expect(counts.map(\.filtered) == [2, 2])
    }

    private func memoryNamed(_ name: String) -> TestProvider { TestProvider(name: name, delivery: .inline) }
}
