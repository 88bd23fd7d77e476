@testable import PageViewTracking
import TestSupport
import Testing

/// Extreme, invalid and badly timed calls of a tracker.
@Suite(.watched)
struct HostileUseTests {
    private let memory = InMemoryTrackingProvider()
    private let diagnostics = Log<TrackingDiagnostic>()

    /// Returns a tracker that logs its diagnostics.
    private func tracker() -> Tracker {
        Tracker(
            providers: [memory], options: TrackerOptions(onDiagnostic: { [diagnostics] in diagnostics.append($0) }))
    }

    // MARK: Time limits

    @Test(
        "A time limit beyond the range of the clock means no limit",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000), .seconds(3_000_000_000)])
    func limitsBeyondAllClocks(limit: Duration) {
        let checkpoint = Checkpoint()
        let tracker = Tracker(providers: [TestProvider(flushInterval: limit, onReceive: { _ in checkpoint.stop() })])
        tracker.track("a")
        checkpoint.waitForArrival()
        let waiter = TestThread { #expect(tracker.flush(within: limit)) }
        for _ in 1...100 { tracker.track("b") }
        checkpoint.open()
        waiter.join()
        #expect(tracker.flush())
        #expect(tracker.providerCounts[0].delivered == 101)
    }

    @Test(
        "A zero or negative time limit does not wait",
        arguments: [Duration.seconds(Int64.min), .seconds(-10_000_000_000), .zero])
    func negativeLimits(limit: Duration) {
        let gate = Gate()
        let tracker = Tracker(providers: [TestProvider(onReceive: { _ in gate.pass() })])
        tracker.track("a")
        #expect(!tracker.flush(within: limit))
        #expect(!tracker.shutDown(within: limit))
        gate.open()
    }

    // MARK: Users, pages and links

    @Test("User IDs and properties are sanitized like events, and the changes are reported")
    func usersAreMadeFit() {
        let tracker = tracker()
        var deep: AnalyticsValue = 1
        for _ in 1...20_000 { deep = .array([deep]) }
        tracker.setUserID("c\0")
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
        #expect(diagnostics.values.allSatisfy { $0.kind == .changedValue && $0.message.hasPrefix("user identity: ") })
        #expect(diagnostics.values.count >= 6)
    }

    @Test("Page names and links are sanitized too")
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

    @Test("A name that is blank after being cut is rejected")
    func nameThatBecomesBlank() {
        let tracker = Tracker(providers: [memory])
        tracker.track(String(repeating: " ", count: 16_384) + "x")
        #expect(memory.events.isEmpty && tracker.counts.rejected == 1)
        let other = Tracker(providers: [memory], options: TrackerOptions(limits: EventLimits(textBytes: -5)))
        other.track("event")
        #expect(memory.events.isEmpty && other.counts.rejected == 1)
    }

    @Test("Keys that become equal when sanitized are merged and reported")
    func keysThatBecomeTheSame() {
        let tracker = tracker()
        tracker.track("event", ["x\0": 1, "x\u{FFFD}": 2])
        #expect(memory.events[0].payload == ["x\u{FFFD}": 2])
        #expect(
            diagnostics.values.map(\.message).contains("keys that became equal were merged, with the last value"))
    }

    // MARK: Consent

    @Test("No provider receives the user's identity after a revocation")
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

    @Test("An event purged while its provider receives the identity is not delivered")
    func purgedWhileTheUserIsTold() {
        let (checkpoint, log) = (Checkpoint(), Log<String>())
        let tracker = Tracker(providers: [
            TestProvider(onReceive: { log.append($0.name) }, onIdentify: { _ in checkpoint.stop() })
        ])
        tracker.track("event")
        checkpoint.waitForArrival()
        tracker.revoke(.purge)
        checkpoint.open()
        tracker.flush()
        #expect(log.values.isEmpty)
        #expect(tracker.providerCounts[0].purged == 1)
    }

    @Test("A purge works after an earlier revocation and on a provider whose configuration failed")
    func purgingLater() {
        let (purges, checkpoint) = (Log<String>(), Checkpoint())
        let tracker = Tracker(providers: [
            TestProvider(onReceive: { _ in checkpoint.stop() }, onPurge: { purges.append("slow") }),
            TestProvider(onConfigure: { throw Refusal(description: "no") }, onPurge: { purges.append("broken") }),
        ])
        for name in ["a", "b"] { tracker.track(name) }
        checkpoint.waitForArrival()
        tracker.revoke(.deliver)
        tracker.revoke(.purge)
        checkpoint.open()
        tracker.flush()
        #expect(purges.values.sorted() == ["broken", "slow"])
        #expect(tracker.providerCounts.map(\.purged)[0] == 1)
    }

    @Test("A decision after shutdown is stored and reaches no provider")
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

    @Test("A denial is saved before any provider is purged")
    func decisionIsSavedFirst() {
        let store = TestStore()
        let seen = Log<Consent?>()
        let tracker = Tracker(
            providers: [TestProvider(delivery: .inline, onPurge: { seen.append(store.saved.last?.consent) })],
            options: TrackerOptions(store: store))
        tracker.revoke(.purge)
        #expect(seen.values == [.denied])
    }

    @Test("A decision that could not be saved is saved when the app repeats it")
    func failedSavesAreMadeUpFor() {
        let store = TestStore(StoredTrackerState(consent: .granted, identity: UserIdentity(anonymousID: .random())))
        let tracker = Tracker(providers: [memory], options: TrackerOptions(store: store))
        store.isFull = true
        tracker.setConsent(.undecided)
        store.isFull = false
        tracker.setConsent(.undecided)
        #expect(store.saved.last == StoredTrackerState(consent: .undecided, revision: 1))
    }

    @Test("Held events do not count against the queue limit when they are released")
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

    @Test("A queued provider receives events while an inline provider blocks")
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
        "A queue flushes its provider at its end and still delivers an event that arrives later",
        arguments: [ProviderDelivery.queued, .inline])
    func endedQueues(delivery: ProviderDelivery) {
        let log = Log<String>()
        let provider = TestProvider(
            delivery: delivery, onReceive: { log.append($0.name) }, onFlush: { log.append("flush") })
        let queue = ProviderQueue.make(
            provider, limit: 10, diagnostics: DiagnosticReporter(nil, privacy: PrivacyPolicy()))
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
        "A provider is flushed after its interval while events keep arriving",
        arguments: [ProviderDelivery.queued, .inline])
    func intervalsUnderLoad(delivery: ProviderDelivery) {
        let flushes = Log<Int>()
        let tracker = Tracker(providers: [
            TestProvider(delivery: delivery, flushInterval: .milliseconds(2), onFlush: { flushes.append(1) })
        ])
        // Keeps the queue busy without a pause.
        while flushes.values.isEmpty { for _ in 1...50 { tracker.track("event") } }
    }
}
