@testable import PageViewTracking
import TestSupport
import Testing

/// The path of events from an app and an engine to providers.
@Suite(.watched)
struct TrackerTests {
    private let memory = InMemoryTrackingProvider()

    @Test("A page view becomes an event with the engine's details")
    func pageViewsAreEvents() throws {
        let engine = PageViewEngine(clock: ManualClock())
        let tracker = Tracker(observing: engine, providers: [memory])
        let home = engine.makeComponent(page: TestPage("home", context: "shop", payload: ["items": 3]))
        let item = engine.makeComponent(page: TestPage("item"))
        engine.report(.didAppear, of: home, at: Timestamp(nanoseconds: 1_000_000_000))
        engine.report(.didAppear, of: item, at: Timestamp(nanoseconds: 3_500_000_000))
        engine.report(.didDisappear, of: item, at: Timestamp(nanoseconds: 4_000_000_000))

        #expect(memory.events.map(\.kind) == [.pageView, .pageView, .pageLeave])
        let (first, second, leave) = (memory.events[0], memory.events[1], memory.events[2])
        #expect(first.name == "pageView")
        #expect(first.page?.page == PageContext(name: "home", context: "shop"))
        #expect(first.payload == ["items": 3])
        #expect(first.scene == "main")
        #expect(first.timestamp == Timestamp(nanoseconds: 1_000_000_000))
        #expect(second.pageView?.previous == first.page)
        #expect(second.pageView?.cause == .appeared)
        #expect(second.pageView?.ordinal == 1)
        #expect(second.pageView?.sequence == 2)
        #expect(leave.page == second.page)
        #expect(leave.pageLeave?.outcome == .counted)
        #expect(leave.pageLeave?.foregroundNanoseconds == 500_000_000)
        withExtendedLifetime(tracker) {}
    }

    @Test("An event takes the page current at the call, even a pending one, and never a stale one")
    func takesThePageAtTheCall() {
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        tracker.track("before")
        let notifier = PageViewNotifier(.pending(PageContext(name: "loading")))
        let page = engine.makeComponent(page: TestPage(notifier))
        engine.report(.didAppear, of: page)
        tracker.track("on it")
        notifier.state = .ready(PageViewEvent(name: "loaded"))
        tracker.track("counted")
        engine.report(.didDisappear, of: page)
        tracker.track("after")

        let events = memory.events.filter { $0.kind == .custom }
        #expect(events.map { $0.page?.name } == [nil, "loading", "loaded", nil])
        #expect(events[1].page?.id == events[2].page?.id)
        #expect(events[1].page?.id == memory.events.first { $0.kind == .pageView }?.page?.id)
    }

    @Test("An event tracked in a given scene takes the page of that scene")
    func takesThePageOfItsScene() {
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        let window = engine.makeScene()
        let (left, right) = (
            engine.makeComponent(page: TestPage("left")), engine.makeComponent(page: TestPage("right"), in: window)
        )
        engine.report(.didAppear, of: left)
        engine.report(.didAppear, of: right)
        tracker.track("a", in: engine.mainScene)
        tracker.track("b", in: window)
        tracker.track("c", in: engine.makeScene())
        let events = memory.events.filter { $0.kind == .custom }
        #expect(events.map { $0.page?.name } == ["left", "right", nil])
        #expect(events[0].scene == "main")
        #expect(events[1].scene == memory.events.first { $0.page?.name == "right" }?.scene)
    }

    @Test("Interactions and deep links reported to the engine become events")
    func interactionsAreEvents() {
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        let page = engine.makeComponent(page: TestPage("home"))
        engine.report(.didAppear, of: page)
        engine.recordInteraction("tap", ["button": "buy"])
        engine.handle(DeepLink(url: "app://item/42", source: "mail"))
        #expect(memory.events.map(\.kind) == [.pageView, .interaction, .deepLink])
        #expect(memory.events[1].name == "tap")
        #expect(memory.events[1].page?.name == "home")
        #expect(memory.events[2].deepLink?.url == "app://item/42")
        #expect(memory.events[2].deepLink?.source == "mail")
        #expect(memory.events[2].deepLink?.referrer?.name == "home")
        withExtendedLifetime(tracker) {}
    }

    @Test("Each appearance has its own page ID, and all its events share it")
    func appearancesHaveIdentities() {
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        let page = engine.makeComponent(page: TestPage("home"))
        for _ in 1...50 {
            engine.report(.didAppear, of: page)
            tracker.track("tap")
            engine.report(.didDisappear, of: page)
        }
        engine.recordPageView("manual")
        engine.recordPageView("manual")
        let byPage = Dictionary(grouping: memory.events.compactMap(\.page?.id)) { $0 }
        #expect(byPage.count == 52)
        #expect(byPage.values.map(\.count).sorted() == [1, 1] + Array(repeating: 3, count: 50))
    }

    @Test("A tracked event has the time of its call, and a record the time it happened")
    func timesAreThoseOfTheCall() {
        let calendar = TestCalendar()
        let clock = ManualClock(now: Timestamp(nanoseconds: 10_000_000_000))
        let engine = PageViewEngine(clock: clock)
        let tracker = Tracker(
            observing: engine, providers: [memory], options: TrackerOptions(clock: calendar.clock))
        let page = engine.makeComponent(page: TestPage("home"))
        clock.now = Timestamp(nanoseconds: 12_000_000_000)
        // Reported two seconds late.
        engine.report(.didAppear, of: page, at: Timestamp(nanoseconds: 10_000_000_000))
        tracker.track("tap")
        #expect(memory.events[0].time.description == "2026-03-01T12:30:03.250Z")
        #expect(memory.events[0].pageView?.appearedAt == memory.events[0].time)
        #expect(memory.events[1].time.description == "2026-03-01T12:30:05.250Z")
        #expect(memory.events[1].timestamp == Timestamp(nanoseconds: 12_000_000_000))
    }

    @Test("An engine does not retain its tracker, and each works without the other")
    func livesAreApart() {
        var tracker: Tracker? = Tracker(observing: PageViewEngine(), providers: [memory])
        tracker?.track("without an engine")
        let engine = PageViewEngine()
        tracker = Tracker(observing: engine, providers: [memory])
        let count = memory.events.count
        weak let core = tracker?.core
        tracker = nil
        #expect(core == nil)
        let page = engine.makeComponent(page: TestPage("home"))
        engine.report(.didAppear, of: page)
        #expect(memory.events.count == count)
    }

    @Test("Events, users and pages accept plain variables as property values")
    func variablesNeedNoWrapping() {
        let (price, count, names, note): (Double, Int, [String], String?) = (4.5, 3, ["a"], nil)
        let tracker = Tracker(providers: [memory])
        tracker.track("event", ["price": price, "count": count, "names": names, "note": note, "flag": true])
        tracker.identify("ann", properties: ["age": count])
        tracker.setUserProperty("score", value: price)
        tracker.track("last")
        #expect(memory.events[0].payload == ["price": 4.5, "count": 3, "names": ["a"], "flag": true])
        #expect(memory.events[1].identity.userID == "ann")
        #expect(memory.events[1].identity.properties == ["age": 3, "score": 4.5])
        #expect(PageViewEvent(name: "item", payload: ["price": price]).payload == ["price": 4.5])
    }

    // MARK: Failures of other products in the field

    @Test("An event belongs to the page current at the call, however late the provider receives it")
    func contextIsBoundAtTheCall() {
        let (gate, log, engine) = (Gate(), Log<String>(), PageViewEngine())
        let tracker = Tracker(
            observing: engine,
            providers: [
                TestProvider(onReceive: { event in
                    gate.pass()
                    log.append("\(event.name) \(event.page?.name ?? "nowhere")")
                })
            ])
        for name in ["a", "b", "c"] {
            let page = engine.makeComponent(page: TestPage(PageName(rawValue: name)))
            engine.report(.didAppear, of: page)
            tracker.track("tap")
            engine.report(.destroy, of: page)
        }
        tracker.track("tap")
        gate.open()
        tracker.flush()
        #expect(
            log.values == ["a", "b", "c"].flatMap { ["pageView \($0)", "tap \($0)", "pageLeave \($0)"] } + [
                "tap nowhere"
            ])
    }

    @Test("Many screens that reuse addresses give one page view each")
    func addressesAreUsedAgain() {
        final class Screen: AnalyticsPage {
            let pageViewNotifier: PageViewNotifier
            private let component: ComponentHandle

            init(_ engine: PageViewEngine, _ number: Int) {
                pageViewNotifier = PageViewNotifier(
                    PageViewEvent(name: "screen", payload: ["number": .int(Int64(number))]))
                component = engine.makeHandle()
                engine.declare(pageViewNotifier, for: component.id)
                component.report(.didAppear)
            }
        }
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        let count = TestDepth.number(2_000, proof: 10_000)
        var addresses: Set<ObjectIdentifier> = []
        for number in 0..<count { addresses.insert(ObjectIdentifier(Screen(engine, number))) }
        let views = memory.events.filter { $0.kind == .pageView }
        #expect(addresses.count < count)
        #expect(views.map { $0.payload["number"] } == (0..<Int64(count)).map { .int($0) })
        #expect(Set(views.compactMap(\.page?.id)).count == count)
        #expect(memory.events.filter { $0.kind == .pageLeave }.map { $0.page?.id } == views.map { $0.page?.id })
        withExtendedLifetime(tracker) {}
    }
}
