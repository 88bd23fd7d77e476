import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// The tracker delivers events only with consent, and then loses none of the held events.
@Suite(.watched)
struct ConsentTests {
    private let memory = InMemoryTrackingProvider()

    private func tracker(
        _ consent: Consent = .undecided, store: (any TrackerStore)? = nil, holdLimit: Int = 1_000,
        clock: WallClock = .system, onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)? = nil
    ) -> Tracker {
        Tracker(
            providers: [memory],
            options: TrackerOptions(
                consent: consent, store: store, holdLimit: holdLimit, clock: clock, onDiagnostic: onDiagnostic))
    }

    @Test("Events held before a decision are delivered once, in order, with their original times")
    func heldEventsAreDeliveredOnce() {
        let calendar = TestCalendar()
        let tracker = tracker(clock: calendar.clock)
        tracker.track("a")
        calendar.advance(by: 60)
        tracker.setUserID("ann")
        tracker.track("b")
        #expect(memory.events.isEmpty)
        #expect(memory.identities.isEmpty)
        #expect(tracker.counts.held == 2)
        calendar.advance(by: 3_600)
        tracker.setConsent(.granted)
        tracker.track("c")
        tracker.setConsent(.granted)
        #expect(memory.events.map(\.name) == ["a", "b", "c"])
        #expect(memory.events.map(\.sequence) == [1, 2, 3])
        #expect(memory.events.map(\.identity.userID) == [nil, "ann", "ann"])
        #expect(
            memory.events.map { $0.time.description.prefix(16) } == [
                "2026-03-01T12:30", "2026-03-01T12:31", "2026-03-01T13:31",
            ])
        #expect(memory.events.map(\.id) == memory.events.map(\.id).sorted())
        #expect((tracker.counts.held, tracker.counts.accepted) == (0, 3))
        // Undecided again, the tracker holds events again.
        tracker.setConsent(.undecided)
        tracker.track("d")
        #expect((tracker.counts.held, memory.events.count) == (1, 3))
    }

    @Test("A denial drops and counts the held and the later events")
    func deniedEventsAreDropped() {
        let tracker = tracker()
        tracker.track("a")
        tracker.track("b")
        tracker.setConsent(.denied)
        tracker.track("c")
        tracker.setConsent(.granted)
        tracker.track("d")
        #expect(memory.events.map(\.name) == ["d"])
        #expect((tracker.counts.droppedByConsent, tracker.counts.tracked) == (3, 4))
    }

    @Test("Events beyond the hold limit are dropped, counted and reported; the earliest stay")
    func holdIsBounded() {
        let diagnostics = Log<TrackingDiagnostic>()
        let tracker = tracker(holdLimit: 2) { diagnostics.append($0) }
        for name in ["a", "b", "c", "d"] { tracker.track(name) }
        #expect((tracker.counts.held, tracker.counts.droppedByHoldLimit) == (2, 2))
        #expect(diagnostics.values.map(\.kind) == [.holdFull, .holdFull])
        tracker.setConsent(.granted)
        #expect(memory.events.map(\.name) == ["a", "b"])
    }

    @Test("Page views are held like other events and keep their pages")
    func pageViewsAreHeld() {
        let engine = PageViewEngine()
        let tracker = Tracker(
            observing: engine, providers: [memory], options: TrackerOptions(consent: .undecided))
        let page = engine.makeComponent(page: TestPage("welcome"))
        engine.report(.didAppear, of: page)
        tracker.track("accepted")
        engine.report(.didDisappear, of: page)
        #expect(memory.events.isEmpty)
        tracker.setConsent(.granted)
        #expect(memory.events.map(\.name) == ["pageView", "accepted", "pageLeave"])
        #expect(memory.events.map { $0.page?.name } == ["welcome", "welcome", "welcome"])
    }

    @Test(
        "Revoking consent purges or delivers the queued events, as the caller chooses",
        arguments: [(QueuedEvents.purge, ["a"]), (.deliver, ["a", "b", "c"])])
    func revokeSaysWhatBecomesOfTheQueue(queued: QueuedEvents, delivered: [String]) {
        let (checkpoint, log, purges) = (Checkpoint(), Log<String>(), Log<Int>())
        let tracker = Tracker(providers: [
            TestProvider(
                onReceive: { event in
                    checkpoint.stop()
                    log.append(event.name)
                }, onPurge: { purges.append(1) })
        ])
        tracker.track("a")
        checkpoint.waitForArrival()
        tracker.track("b")
        tracker.track("c")
        tracker.revoke(queued)
        tracker.track("d")
        checkpoint.open()
        tracker.flush()
        #expect(log.values == delivered)
        #expect(purges.values.count == (queued == .purge ? 1 : 0))
        let counts = tracker.providerCounts[0]
        #expect(counts.delivered + counts.purged == 3)
        #expect(tracker.counts.droppedByConsent == 1)
    }

    @Test("The tracker accepts no event from any thread after revoke returns")
    func nothingIsAcceptedAfterRevoke() {
        for _ in 1...50 {
            let accepted = Locked(false)
            let isRevoked = Locked(false)
            let tracker = Tracker(providers: [memory])
            onThreads(4) { thread in
                guard thread > 0 else {
                    tracker.revoke(.deliver)
                    return isRevoked.withLock { $0 = true }
                }
                for _ in 1...200 {
                    let wasRevoked = isRevoked.withLock { $0 }
                    let before = tracker.counts.accepted
                    tracker.track("event")
                    if wasRevoked, tracker.counts.accepted != before { accepted.withLock { $0 = true } }
                }
            }
            #expect(!accepted.withLock { $0 })
            let count = tracker.counts.accepted
            tracker.track("late")
            #expect(tracker.counts.accepted == count)
        }
    }

    @Test("The counters account for every event in any sequence of decisions")
    func countsAddUp() {
        var random = RandomBits(seed: 7)
        for round in 1...200 {
            let tracker = Tracker(
                providers: [memory, TestProvider()],
                options: TrackerOptions(consent: .undecided, holdLimit: 5, middleware: [DropsEveryThird()]))
            for step in 1...60 {
                switch random.next() % 12 {
                case 0: tracker.setConsent(.granted)
                case 1: tracker.setConsent(.denied)
                case 2: tracker.setConsent(.undecided)
                case 3: tracker.revoke(.deliver)
                case 4: tracker.track("  ")
                case 5 where round.isMultiple(of: 5) && step > 50: tracker.shutDown()
                default: tracker.track("event", ["number": .int(Int64(step))])
                }
                #expect(tracker.counts.underWay == 0, "\(tracker.counts)")
            }
            tracker.flush()
            for counts in tracker.providerCounts {
                #expect(counts.waiting == 0)
                #expect(
                    counts.delivered + counts.purged + counts.droppedByLimit + counts.failed == tracker.counts.accepted)
            }
        }
    }

    @Test("The next start restores the decision and the identity before the first event")
    func decisionIsRestored() {
        let store = TestStore()
        let first = tracker(store: store)
        first.setUserID("ann")
        #expect(store.state == nil)
        first.setConsent(.granted)
        first.setUserProperty("plan", value: "gold")
        #expect(store.state == StoredTrackerState(consent: .granted, revision: 1, identity: first.identity))
        let second = tracker(store: store)
        second.track("event")
        #expect(second.consent == .granted)
        #expect(memory.events.last?.identity == first.identity)
        second.revoke(.purge)
        #expect(store.state == StoredTrackerState(consent: .denied, revision: 2, lastDenial: 2, lastPurge: 2))
        let third = tracker(.granted, store: store)
        #expect(third.consent == .denied)
        #expect(third.identity.anonymousID != first.identity.anonymousID)
    }

    @Test("If consent is granted by default, the anonymous ID persists from the first start")
    func anonymousIDIsKept() {
        let store = TestStore()
        let first = tracker(.granted, store: store).identity.anonymousID
        #expect(store.state == StoredTrackerState(consent: nil, identity: UserIdentity(anonymousID: first)))
        #expect(tracker(.granted, store: store).identity.anonymousID == first)
        #expect(tracker(.undecided).consent == .undecided)
    }

    @Test("An unreadable store means undecided, whatever the options; only a decision replaces it")
    func unreadableStoreMeansUndecided() {
        for consent in Consent.allCases {
            let (store, diagnostics) = (TestStore(isUnreadable: true), Log<TrackingDiagnostic>())
            let tracker = tracker(consent, store: store) { diagnostics.append($0) }
            #expect(tracker.consent == .undecided)
            tracker.setUserID("ann")
            tracker.track("event")
            #expect(memory.events.isEmpty && tracker.counts.held == 1)
            #expect(diagnostics.values.map(\.kind) == [.storeFailed])
            #expect(diagnostics.values[0].message.contains("unreadable"))
            #expect(store.saved.isEmpty)
            tracker.setConsent(.denied)
            #expect(store.state?.consent == .denied)
        }
    }

    @Test("The store ends with the latest identity when several threads change it")
    func newestMemoryIsSaved() {
        let store = TestStore()
        let tracker = tracker(.granted, store: store)
        onThreads(4) { thread in
            for number in 1...100 { tracker.setUserID("\(thread).\(number)") }
        }
        tracker.setConsent(.granted)
        #expect(store.state?.identity == tracker.identity)
    }
}

private struct DropsEveryThird: EventMiddleware {
    func process(_ event: TrackedEvent) throws -> TrackedEvent? {
        guard case .int(let number)? = event.payload["number"] else { return event }
        if number % 7 == 3 { throw Refusal(description: "seven") }
        return number % 3 == 0 ? nil : event
    }
}
