@testable import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct TrackerIdentityTests {
    private let memory = InMemoryTrackingProvider()

    @Test("An event keeps the identity that was current when it was tracked")
    func eventsKeepTheirIdentity() {
        let tracker = Tracker(providers: [memory])
        tracker.track("nobody")
        tracker.setUserID("ann")
        tracker.setUserProperty("plan", value: "gold")
        tracker.track("ann")
        tracker.setUserProperty("plan", value: nil)
        tracker.setUserID("bob")
        tracker.track("bob")
        tracker.setUserID(nil)
        tracker.track("nobody again")
        #expect(memory.events.map(\.identity.userID) == [nil, "ann", "bob", nil])
        #expect(memory.events.map(\.identity.properties) == [[:], ["plan": "gold"], [:], [:]])
        #expect(memory.events[0].identity.anonymousID == memory.events[1].identity.anonymousID)
        #expect(memory.events[1].identity.distinctID == "ann")
        #expect(memory.events[0].identity.distinctID == memory.events[0].identity.anonymousID.description)
    }

    @Test("A reset removes the user and renews the anonymous ID")
    func resetForgets() {
        let tracker = Tracker(providers: [memory])
        tracker.setUserID("ann")
        tracker.setUserProperty("plan", value: "gold")
        tracker.track("before")
        tracker.reset()
        tracker.track("after")
        let (before, after) = (memory.events[0].identity, memory.events[1].identity)
        #expect((after.userID, after.properties) == (nil, [:]))
        #expect(before.anonymousID != after.anonymousID)
        #expect(tracker.identity == after)
    }

    @Test("Another user without a reset gets a new anonymous ID and none of the properties, also after a restart")
    func anotherUser() {
        for isRestarted in [false, true] {
            let (memory, store) = (InMemoryTrackingProvider(), TestStore())
            let diagnostics = Log<TrackingDiagnostic>()
            let options = TrackerOptions(store: store, onDiagnostic: { diagnostics.append($0) })
            var tracker = Tracker(providers: [memory], options: options)
            tracker.track("before")
            tracker.identify("ann", properties: ["mail": "ann@example.org"])
            tracker.identify("ann", properties: ["plan": "gold"])
            tracker.track("ann")
            if isRestarted { tracker = Tracker(providers: [memory], options: options) }
            tracker.identify("ann")
            tracker.track("ann again")
            #expect(diagnostics.values.isEmpty)
            tracker.identify("bob", properties: ["tab": 1])
            tracker.track("bob")
            tracker.setUserID(nil)
            tracker.track("nobody")
            tracker.identify("ann")
            tracker.track("ann later")
            let identities = memory.events.map(\.identity)
            #expect(identities.map(\.userID) == [nil, "ann", "ann", "bob", nil, "ann"])
            let properties: Payload = ["mail": "ann@example.org", "plan": "gold"]
            #expect(identities.map(\.properties) == [[:], properties, properties, ["tab": 1], [:], [:]])
            let ids = identities.map(\.anonymousID)
            #expect(ids[0] == ids[1] && ids[1] == ids[2] && ids[4] == ids[5] && Set(ids).count == 3)
            #expect(store.state?.identity == identities[5])
            #expect(diagnostics.values.map(\.kind.rawValue) == ["missingReset"])
        }
    }

    @Test("Two users whose IDs the privacy policy removes share neither an anonymous ID nor properties")
    func removedUserIDs() {
        let tracker = Tracker(providers: [memory], options: TrackerOptions(privacy: PrivacyPolicy(patterns: .all)))
        for user in ["ann@example.org", "ann@example.org", "bob@example.org"] {
            tracker.identify(user)
            tracker.track("event")
            tracker.setUserProperty("plan", value: "gold")
        }
        let identities = memory.events.map(\.identity)
        #expect(identities.map(\.userID) == [nil, nil, nil])
        #expect(identities.map(\.properties) == [[:], ["plan": "gold"], [:]])
        #expect(identities[0].anonymousID == identities[1].anonymousID)
        #expect(identities[1].anonymousID != identities[2].anonymousID)
    }

    @Test("A user whom a failing store does not know yet leaves nothing to the next user")
    func unsavedUser() {
        let store = TestStore(isFull: true)
        let tracker = Tracker(providers: [memory], options: TrackerOptions(store: store))
        tracker.setUserProperty("tab", value: 1)
        tracker.identify("ann", properties: ["mail": "ann@example.org"])
        tracker.identify("bob")
        store.isFull = false
        tracker.track("bob")
        tracker.flush()
        #expect(memory.events[0].identity.properties == [:])
        #expect(store.state?.identity == memory.events[0].identity)
    }

    @Test(
        "Providers receive an identity once, before its first event",
        arguments: [ProviderDelivery.queued, .inline])
    func providersHearOfIt(delivery: ProviderDelivery) {
        let log = Log<String>()
        let tracker = Tracker(providers: [
            TestProvider(
                delivery: delivery, onReceive: { log.append($0.name) },
                onIdentify: { log.append("is " + ($0.userID ?? "nobody")) })
        ])
        tracker.track("a")
        tracker.track("b")
        tracker.setUserID("ann")
        tracker.setUserID("ann")
        tracker.track("c")
        tracker.reset()
        tracker.flush()
        #expect(log.values == ["is nobody", "a", "b", "is ann", "c", "is nobody"])
    }

    @Test("An event tracked during identity changes carries one consistent identity")
    func identitiesAreWhole() {
        let tracker = Tracker(providers: [memory])
        onThreads(4) { thread in
            for number in 1...200 {
                if thread == 0 {
                    tracker.setUserID("\(number)")
                    tracker.setUserProperty("number", value: .int(Int64(number)))
                } else {
                    tracker.track("event")
                }
            }
        }
        for event in memory.events {
            guard let user = event.identity.userID.flatMap({ Int64($0) }) else { continue }
            let number = event.identity.properties["number"]
            #expect(number == nil || number == .int(user) || number == .int(user - 1))
        }
    }
}
