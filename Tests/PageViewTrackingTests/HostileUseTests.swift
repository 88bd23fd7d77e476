import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import TestWatch
import Testing

/// What a hostile app, or an unlucky one, does to a tracker.
@Suite(.watched)
struct HostileUseTests {
    private let memory = InMemoryTrackingProvider()

    // MARK: Limits of time

    @Test(
        "Waiting with a limit beyond all clocks is waiting without one",
        arguments: [
            Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000), .seconds(3_000_000_000),
        ])
    func limitsBeyondAllClocks(limit: Duration) {
        let (gate, isServed) = (Gate(), Gate())
        let tracker = Tracker(providers: [
            TestProvider(
                flushInterval: limit,
                onReceive: { _ in
                    isServed.open()
                    gate.pass()
                })
        ])
        tracker.track("a")
        isServed.pass()
        let waiter = TestThread { #expect(tracker.flush(within: limit)) }
        for _ in 1...100 { tracker.track("b") }
        gate.open()
        waiter.join()
        #expect(tracker.flush())
        #expect(tracker.providerCounts[0].delivered == 101)
    }

    @Test(
        "A negative limit is none at all", arguments: [Duration.seconds(Int64.min), .seconds(-10_000_000_000), .zero])
    func negativeLimits(limit: Duration) {
        let gate = Gate()
        let tracker = Tracker(providers: [TestProvider(onReceive: { _ in gate.pass() })])
        tracker.track("a")
        #expect(!tracker.flush(within: limit))
        #expect(!tracker.shutDown(within: limit))
        gate.open()
    }

    // MARK: What is in users, pages and links

    @Test("What is said of users is made fit like what is in events, and told")
    func usersAreMadeFit() {
        let diagnostics = Log<TrackingDiagnostic>()
        let tracker = Tracker(
            providers: [memory], options: TrackerOptions(onDiagnostic: { diagnostics.append($0) }))
        var deep: AnalyticsValue = 1
        for _ in 1...20_000 { deep = .array([deep]) }
        tracker.setUserID("a\0b")
        tracker.setUserProperty("deep", value: deep)
        tracker.setUserProperty("deep", value: deep)
        tracker.setUserProperty(" ", value: 1)
        tracker.setUserProperty("number", value: .double(.nan))
        tracker.identify("c\0", properties: ["long": String(repeating: "x", count: 3_000_000)])
        tracker.track("event")
        let identity = memory.events[0].identity
        #expect(identity.userID == "c\u{FFFD}")
        #expect(identity.properties.entries.map(\.key) == ["deep", "number", "long"])
        #expect(identity.properties["number"] == .null)
        #expect(identity.properties["long"] == .string(String(repeating: "x", count: 16_384)))
        #expect(diagnostics.values.allSatisfy { $0.kind == .changedValue && $0.message.hasPrefix("of the user: ") })
        #expect(diagnostics.values.count >= 6)
    }

    @Test("Names of pages, and links, are made fit too")
    func placesAreMadeFit() {
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        let long = String(repeating: "y", count: 20_000)
        engine.handle(DeepLink(url: "app://\0" + long, source: "mail\0"))
        engine.recordPageView(
            PageContext(name: PageName(rawValue: "p\0" + long), context: ContextName(rawValue: "c\0")))
        engine.recordPageView(PageContext(name: "second"))
        let page = engine.makeComponent(page: TestPage(PageName(rawValue: "live\0")))
        engine.report(.didAppear, of: page)
        tracker.track("on it")
        for event in memory.events {
            let texts = [
                event.page?.name, event.page?.context, event.pageView?.previous?.name, event.pageView?.deepLink?.url,
                event.pageView?.deepLink?.source, event.deepLink?.url,
            ]
            for text in texts.compactMap(\.self) { #expect(!text.utf8.contains(0) && text.utf8.count <= 16_384) }
        }
        #expect(memory.events[1].page?.context == "c\u{FFFD}")
        #expect(memory.events[2].pageView?.previous == memory.events[1].page)
        #expect(memory.events.last?.page?.name == "live\u{FFFD}")
    }

    @Test("A name that is blank once it has been cut is refused")
    func nameThatBecomesBlank() {
        let tracker = Tracker(providers: [memory])
        tracker.track(String(repeating: " ", count: 16_384) + "x")
        #expect(memory.events.isEmpty && tracker.counts.refused == 1)
        var limits = EventLimits.standard
        limits.textBytes = -5
        let other = Tracker(providers: [memory], options: TrackerOptions(limits: limits))
        other.track("event")
        #expect(memory.events.isEmpty && other.counts.refused == 1)
    }

    @Test("Keys that become the same by being cut are told")
    func keysThatBecomeTheSame() {
        let diagnostics = Log<TrackingDiagnostic>()
        let tracker = Tracker(
            providers: [memory], options: TrackerOptions(onDiagnostic: { diagnostics.append($0) }))
        tracker.track("event", ["x\0": 1, "x\u{FFFD}": 2])
        #expect(memory.events[0].payload == ["x\u{FFFD}": 2])
        #expect(
            diagnostics.values.map(\.message).contains("keys that had become the same are one, with the last value"))
    }

    @Test("Identities by a clock that was never set are as random as others")
    func clocksThatWereNeverSet() {
        let ids = (0..<100 as Range<UInt64>).map { seed in
            var generator = EventIDGenerator(seed: RandomBits.mixed(seed))
            return generator.next(at: WallTime(nanoseconds: 0))
        }
        #expect(Set(ids.map { $0.low >> 32 }).count == 100)
        #expect(ids.allSatisfy { $0.milliseconds <= 1 })
    }

    // MARK: Consent

    @Test("Nobody is told who the user is after consent was taken back")
    func userIsNotToldAfterRevoke() {
        let log = Log<String>()
        let tracker = Tracker(
            providers: [
                TestProvider(
                    delivery: .inline, onReceive: { log.append($0.name) },
                    onIdentify: { log.append($0.userID ?? "nobody") }, onPurge: { log.append("purge") })
            ], options: TrackerOptions(configuresAtOnce: false))
        tracker.setUserID("alice")
        tracker.track("event")
        tracker.revoke(.purge)
        tracker.configure()
        #expect(log.values == ["purge"])
    }

    @Test("An event whose provider was still being told of the user when it was purged is not delivered")
    func purgedWhileTheUserIsTold() {
        let (gate, isTelling) = (Gate(), Gate())
        let log = Log<String>()
        let tracker = Tracker(providers: [
            TestProvider(
                onReceive: { log.append($0.name) },
                onIdentify: { _ in
                    isTelling.open()
                    gate.pass()
                })
        ])
        tracker.track("event")
        isTelling.pass()
        tracker.revoke(.purge)
        gate.open()
        tracker.flush()
        #expect(log.values.isEmpty)
        #expect(tracker.providerCounts[0].purged == 1)
    }

    @Test("To purge is possible after consent was taken back, and of a provider that could not be made ready")
    func purgingLater() {
        let (purges, gate, isServed) = (Log<String>(), Gate(), Gate())
        let tracker = Tracker(providers: [
            TestProvider(
                onReceive: { _ in
                    isServed.open()
                    gate.pass()
                }, onPurge: { purges.append("slow") }),
            TestProvider(onConfigure: { throw Refusal(description: "no") }, onPurge: { purges.append("broken") }),
        ])
        for name in ["a", "b"] { tracker.track(name) }
        isServed.pass()
        tracker.revoke(.deliver)
        tracker.revoke(.purge)
        gate.open()
        tracker.flush()
        #expect(purges.values.sorted() == ["broken", "slow"])
        #expect(tracker.providerCounts.map(\.purged)[0] == 1)
    }

    @Test("A decision holds after the shutdown too, and nobody is told of it")
    func decisionAfterShutdown() {
        let (store, log) = (TestStore(), Log<String>())
        let tracker = Tracker(
            providers: [TestProvider(delivery: .inline, onIdentify: { log.append($0.userID ?? "nobody") })],
            options: TrackerOptions(store: store))
        tracker.setConsent(.granted)
        tracker.shutDown()
        let count = log.values.count
        tracker.setUserID("alice")
        tracker.setConsent(.denied)
        #expect(tracker.consent == .denied)
        #expect(store.saved.last == StoredTrackerState(consent: .denied, revision: 2, lastDenial: 2, lastPurge: 2))
        tracker.setConsent(.granted)
        #expect(log.values.count == count)
    }

    @Test("A decision is saved before any provider hears of it")
    func decisionIsSavedFirst() {
        let store = TestStore()
        let seen = Log<Consent?>()
        let tracker = Tracker(
            providers: [TestProvider(delivery: .inline, onPurge: { seen.append(store.saved.last?.consent) })],
            options: TrackerOptions(store: store))
        tracker.revoke(.purge)
        #expect(seen.values == [.denied])
    }

    @Test("What could not be saved is saved with the next chance, also if it is nothing")
    func failedSavesAreMadeUpFor() {
        let store = TestStore(StoredTrackerState(consent: .granted, identity: UserIdentity(anonymousID: .random())))
        let tracker = Tracker(providers: [memory], options: TrackerOptions(store: store))
        store.isFull = true
        tracker.setConsent(.undecided)
        store.isFull = false
        tracker.setConsent(.undecided)
        #expect(store.saved.last == StoredTrackerState(consent: .undecided, revision: 1))
    }

    @Test("What was held does not count as too much when it is released")
    func releasedEventsAreNotTooMany() {
        let log = Log<String>()
        let tracker = Tracker(
            providers: [memory, TestProvider(onReceive: { log.append($0.name) })],
            options: TrackerOptions(consent: .undecided, queueLimit: 10))
        for number in 1...100 { tracker.track("\(number)") }
        tracker.setConsent(.granted)
        tracker.flush()
        #expect(memory.events.count == 100 && log.values.count == 100)
    }

    // MARK: Providers

    @Test("A queued provider is served while an inline one blocks")
    func inlineBlocksNobodyElse() {
        let (gate, log) = (Gate(), Log<String>())
        let tracker = Tracker(providers: [
            TestProvider(name: "inline", delivery: .inline, onReceive: { _ in gate.pass() }),
            TestProvider(name: "queued", onReceive: { log.append($0.name) }),
        ])
        let thread = TestThread { tracker.track("a") }
        while log.values.isEmpty { letOthersRun() }
        #expect(tracker.providerCounts.map(\.provider) == ["inline", "queued"])
        gate.open()
        thread.join()
    }

    @Test(
        "An event that arrives after the end of a queue is delivered, and the provider is flushed at the end",
        arguments: [
            ProviderDelivery.queued, .inline,
        ])
    func endedQueues(delivery: ProviderDelivery) {
        let log = Log<String>()
        let provider = TestProvider(
            delivery: delivery, onReceive: { log.append($0.name) }, onFlush: { log.append("flush") })
        let queue = ProviderQueue.make(provider, limit: 10, diagnostics: DiagnosticReporter(nil, privacy: .none))
        queue.configure()
        queue.end()
        while log.values.isEmpty { letOthersRun() }
        let event = AcceptedEvent(
            TrackedEvent(
                id: .random(), name: "late", time: WallTime(nanoseconds: 0),
                identity: UserIdentity(anonymousID: .random())))
        queue.deliver(.event(event), queue.put(.event(event)))
        while log.values.count < 2 { letOthersRun() }
        #expect(log.values == ["flush", "late"])
    }

    @Test(
        "An interval is kept while events keep coming, and by an inline provider with the next event",
        arguments: [
            ProviderDelivery.queued, .inline,
        ])
    func intervalsUnderLoad(delivery: ProviderDelivery) {
        let isFlushed = Gate()
        let flushes = Log<Int>()
        let tracker = Tracker(providers: [
            TestProvider(
                delivery: delivery, flushInterval: .milliseconds(2),
                onFlush: {
                    flushes.append(1)
                    isFlushed.open()
                })
        ])
        // Without a moment in which nothing waits.
        while flushes.values.isEmpty { for _ in 1...50 { tracker.track("event") } }
        isFlushed.pass()
    }

    @Test("So many events wait as may, and no more, also behind those that were taken out together")
    func limitIsTheLimit() {
        let (gate, isServed) = (Gate(), Gate())
        var options = TrackerOptions()
        options.queueLimit = 100
        let tracker = Tracker(
            providers: [
                TestProvider(onReceive: { _ in
                    isServed.open()
                    gate.pass()
                })
            ], options: options)
        tracker.track("first")
        isServed.pass()
        for _ in 1...500 { tracker.track("event") }
        #expect((tracker.providerCounts[0].waiting, tracker.providerCounts[0].droppedByLimit) == (101, 400))
        for _ in 1...10_000 { tracker.setUserID("\(UInt64.random(in: .min ... .max))") }
        gate.open()
        tracker.flush()
        options.queueLimit = -3
        let inline = Tracker(providers: [memory], options: options)
        inline.track("event")
        #expect(memory.events.count == 1)
    }
}

/// Keeps what was saved, or fails.
