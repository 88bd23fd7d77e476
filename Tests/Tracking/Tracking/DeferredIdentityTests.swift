@testable import PageViewTracking
import TestSupport
import Testing

/// A tracker whose store cannot be read at launch knows the identity only later (CO-007).
@Suite(.watched)
struct DeferredIdentityTests {
    private let memory = InMemoryTrackingProvider()
    private let diagnostics = Log<TrackingDiagnostic>()
    private static let ann = UserIdentity(
        anonymousID: EventID(high: 1, low: 2), userID: "ann", properties: ["mail": "ann@example.org", "plan": "gold"])

    /// A store that is unreadable, and that a user has granted and denied before.
    private func store(_ consent: Consent? = .granted, identity: UserIdentity? = ann) -> TestStore {
        TestStore(
            StoredTrackerState(consent: consent, revision: 3, lastDenial: 2, lastPurge: 2, identity: identity),
            isUnreadable: true)
    }

    private func tracker(
        _ store: TestStore, consent: Consent = .granted, holdLimit: Int = 1_000,
        middleware: [any EventMiddleware] = []
    ) -> Tracker {
        let diagnostics = diagnostics
        return Tracker(
            providers: [memory],
            options: TrackerOptions(
                consent: consent, store: store, holdLimit: holdLimit, middleware: middleware,
                onDiagnostic: { diagnostics.append($0) }))
    }

    private var names: [String] { memory.events.map(\.name) }

    @Test(
        "Events held while the store is unreadable get the stored identity, and no event of an earlier denial is lost")
    func storedIdentity() {
        let store = store()
        let tracker = tracker(store)
        tracker.track("a")
        tracker.track("b")
        #expect(memory.events.isEmpty && memory.identities.isEmpty && tracker.counts.held == 2)
        store.isUnreadable = false
        tracker.track("c")
        #expect(names == ["a", "b", "c"])
        #expect(memory.events.map(\.identity) == [Self.ann, Self.ann, Self.ann])
        #expect(memory.identities == [Self.ann])
        #expect(tracker.identity == Self.ann && store.state?.identity == Self.ann)
        #expect(diagnostics.values.map(\.kind) == [.storeFailed])
    }

    @Test(
        "A grant waits for the stored identity, and for a stored denial; without a decision, it is stored",
        arguments: [Consent.granted, .denied, nil])
    func grant(stored: Consent?) {
        let isGranted = stored != .denied
        let store = store(stored, identity: isGranted ? Self.ann : nil)
        let tracker = tracker(store, consent: .undecided)
        tracker.track("a")
        tracker.setConsent(.granted)
        tracker.track("b")
        tracker.flush()
        #expect(memory.events.isEmpty && memory.identities.isEmpty && store.saved.count == 1)
        store.isUnreadable = false
        tracker.track("c")
        #expect(tracker.consent == (isGranted ? .granted : .denied))
        #expect(names == (isGranted ? ["a", "b", "c"] : []))
        #expect(memory.events.allSatisfy { $0.identity == Self.ann })
        #expect(tracker.counts.held == 0 && tracker.counts.droppedByConsent == (isGranted ? 0 : 3))
        #expect(store.state?.consent == tracker.consent)
        #expect(store.state?.identity == (isGranted ? Self.ann : nil))
    }

    @Test("A denial drops the held events at once, and replaces the unreadable store")
    func denial() throws {
        let store = store()
        let tracker = tracker(store)
        tracker.track("a")
        tracker.setConsent(.denied)
        #expect(tracker.counts.droppedByConsent == 1)
        #expect(store.state?.consent == .denied && store.state?.identity == nil)
        tracker.setConsent(.granted)
        tracker.track("b")
        try #require(names == ["b"])
        #expect(
            memory.events[0].identity.userID == nil && memory.events[0].identity.anonymousID != Self.ann.anonymousID)
    }

    @Test("Changes of the identity apply to the stored one, and each event has the changes before it")
    func changes() throws {
        let store = store()
        let tracker = tracker(store)
        tracker.track("1")
        tracker.setUserProperty("plan", value: nil)
        tracker.setUserProperty("tab", value: 1)
        tracker.track("2")
        tracker.identify("ann", properties: ["tab": 2])
        tracker.track("3")
        tracker.identify("bob", properties: ["tab": 3])
        tracker.track("4")
        tracker.setUserID("bob")
        tracker.setUserProperty("tab", value: 4)
        tracker.track("5")
        tracker.reset()
        tracker.track("6")
        store.isUnreadable = false
        tracker.track("7")
        let identities = memory.events.map(\.identity)
        try #require(names == ["1", "2", "3", "4", "5", "6", "7"])
        #expect(identities.map(\.userID) == ["ann", "ann", "ann", "bob", "bob", nil, nil])
        let mail = AnalyticsValue("ann@example.org")
        #expect(
            identities.map(\.properties) == [
                Self.ann.properties, ["mail": mail, "tab": 1], ["mail": mail, "tab": 2], ["tab": 3], ["tab": 4], [:],
                [:],
            ])
        let ids = identities.map(\.anonymousID)
        #expect(ids[..<3].allSatisfy { $0 == Self.ann.anonymousID })
        #expect(ids[3] == ids[4] && ids[5] == ids[6] && Set(ids).count == 3)
        #expect(store.state?.identity == identities[6])
    }

    @Test("A user who is named while another one is stored gets a new anonymous id, and none of the properties")
    func otherUser() {
        for isReset in [false, true] {
            let store = store()
            let tracker = tracker(store)
            tracker.setUserID(nil)
            tracker.track("nobody")
            if isReset { tracker.reset() }
            tracker.identify("bob")
            tracker.track("bob")
            store.isUnreadable = false
            tracker.flush()
            let (nobody, bob) = (memory.events.suffix(2).first?.identity, memory.events.last?.identity)
            #expect(nobody?.userID == nil && nobody?.properties == [:] && nobody?.anonymousID != Self.ann.anonymousID)
            #expect(bob?.userID == "bob" && bob?.properties == [:])
            #expect((bob?.anonymousID == nobody?.anonymousID) == !isReset)
            #expect(tracker.identity == bob && store.state?.identity == bob)
        }
    }

    @Test("A store without an identity leaves the events with the one that the tracker made")
    func nothingStored() {
        let store = store(.granted, identity: nil)
        let tracker = tracker(store)
        tracker.track("a")
        tracker.identify("bob")
        tracker.track("b")
        store.isUnreadable = false
        tracker.track("c")
        #expect(memory.events.map(\.identity.userID) == [nil, "bob", "bob"])
        #expect(Set(memory.events.map(\.identity.anonymousID)).count == 1)
        #expect(store.state?.identity == tracker.identity)
    }

    @Test("A store that stays unreadable: events up to the limit are held, further ones are dropped and reported")
    func neverReadable() {
        let store = store()
        let tracker = tracker(store, holdLimit: 2)
        tracker.setConsent(.granted)
        for number in 1...4 {
            tracker.setUserProperty("number", value: .int(Int64(number)))
            tracker.track("\(number)")
        }
        #expect(tracker.counts.held == 2 && tracker.counts.droppedByHoldLimit == 2)
        #expect(diagnostics.values.map(\.kind) == [.storeFailed, .holdFull, .holdFull])
        tracker.shutDown()
        #expect(memory.events.isEmpty && memory.identities.isEmpty && store.saved.count == 1)
    }

    @Test("A held event keeps the session and the time of its call")
    func sessions() throws {
        let (store, clock) = (store(), ManualClock())
        let sessions = SessionMiddleware(gap: .seconds(60)) { clock.now }
        let tracker = tracker(store, middleware: [sessions])
        tracker.track("a")
        sessions.enterBackground()
        clock.advance(byNanoseconds: 60_000_000_000)
        tracker.track("b")
        store.isUnreadable = false
        tracker.track("c")
        let ids = memory.events.map(\.sessionID)
        try #require(ids.count == 3)
        #expect(ids[0] != nil && ids[0] != ids[1] && ids[1] == ids[2])
    }

    @Test("An event that is in middleware while the store becomes readable gets the stored identity")
    func inMiddleware() {
        let store = store()
        let checkpoint = Checkpoint()
        let middleware = ClosureMiddleware.changing { if $0.name == "slow" { checkpoint.stop() } }
        let tracker = tracker(store, middleware: [middleware])
        let thread = TestThread { tracker.track("slow") }
        checkpoint.waitForArrival()
        tracker.setUserProperty("plan", value: "silver")
        store.isUnreadable = false
        tracker.track("fast")
        checkpoint.open()
        thread.join()
        #expect(names == ["fast", "slow"])
        #expect(memory.events.map(\.identity.userID) == ["ann", "ann"])
        #expect(memory.events.map { $0.identity.properties["plan"] } == ["silver", "gold"])
    }

    @Test("Middleware that changes the temporary identity of an event keeps its change, with the stored anonymous id")
    func middlewareChanges() {
        let store = store()
        let middleware = ClosureMiddleware.changing {
            $0.identity = UserIdentity(anonymousID: $0.identity.anonymousID, userID: "team")
        }
        let tracker = tracker(store, middleware: [middleware])
        tracker.track("a")
        store.isUnreadable = false
        tracker.track("b")
        let team = UserIdentity(anonymousID: Self.ann.anonymousID, userID: "team")
        #expect(memory.events.map(\.identity) == [team, team])
    }

    @Test("Many threads track while the store becomes readable: every event has the stored identity")
    func threads() {
        for _ in 1...20 {
            let (store, memory) = (store(), InMemoryTrackingProvider())
            let tracker = Tracker(providers: [memory], options: TrackerOptions(store: store))
            onThreads(4) { thread in
                for number in 1...50 {
                    if thread == 0, number == 25 { store.isUnreadable = false }
                    tracker.track("event")
                }
            }
            tracker.flush()
            #expect(memory.events.count == 200 && memory.events.allSatisfy { $0.identity == Self.ann })
        }
    }
}
