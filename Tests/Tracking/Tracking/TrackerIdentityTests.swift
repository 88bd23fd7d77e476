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
        #expect(Set(memory.events.map(\.identity.anonymousID)).count == 1)
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
