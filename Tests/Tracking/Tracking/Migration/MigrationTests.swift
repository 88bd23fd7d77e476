import Foundation
import PageViewTracking
import TestSupport
import Testing

/// The migration from one provider to another. The specification contains the same code.
@Suite(.watched)
struct MigrationTests {
    private let old = InMemoryTrackingProvider()
    private let new = InMemoryTrackingProvider()

    /// Tracks two events for each of a hundred users, one user after another.
    private func use(_ tracker: Tracker) {
        for _ in 0..<100 {
            tracker.track("opened")
            tracker.track("closed")
            tracker.reset()
        }
    }

    private func users(of provider: InMemoryTrackingProvider) -> Set<EventID> {
        Set(provider.events.map(\.identity.anonymousID))
    }

    @Test("Each step of the migration sends events of the expected users to each provider")
    func steps() {
        do {
            let pilot = UserShare(percent: 0, salt: "new-provider")
            let tracker = Tracker(providers: [
                old, FilteringTrackingProvider(new) { pilot.contains($0) },
            ])
            use(tracker)
            #expect(users(of: old).count == 100 && users(of: new).isEmpty)
            #expect(new.configurations == 1)
        }
        forget()
        do {
            let pilot = UserShare(percent: 10, salt: "new-provider")
            let tracker = Tracker(providers: [
                old, FilteringTrackingProvider(new) { pilot.contains($0) },
            ])
            use(tracker)
            #expect(users(of: old).count == 100)
            #expect(users(of: new) == users(of: old).filter { pilot.contains(id: $0.description) })
            #expect(users(of: new).count < 40)
            // The new provider has all events of each included user.
            #expect(new.events == old.events.filter { pilot.contains($0) } && !new.events.isEmpty)

            let problems = tracker.providerCounts.map(\.failed)
            #expect(problems == [0, 0])
            let counts = tracker.providerCounts
            #expect(counts.map(\.provider) == [old.name, new.name])
            #expect(counts.map(\.filtered) == [0, UInt64(200 - new.events.count)])
            #expect(counts.map { $0.delivered + $0.filtered } == [200, 200])
        }
        forget()
        do {
            let everybody = UserShare(percent: 100, salt: "new-provider")
            let compared = UserShare(percent: 5, salt: "comparison")
            let tracker = Tracker(providers: [
                FilteringTrackingProvider(old) { compared.contains($0) },
                FilteringTrackingProvider(new) { everybody.contains($0) },
            ])
            use(tracker)
            #expect(users(of: new).count == 100)
            #expect(users(of: old) == users(of: new).filter { compared.contains(id: $0.description) })
        }
        forget()
        do {
            let tracker = Tracker(providers: [new])
            use(tracker)
            #expect(new.events.count == 200 && old.events.isEmpty)
        }
    }

    private func forget() {
        old.removeAll()
        new.removeAll()
    }

    @Test("A share by user ID begins at the login, and a share by anonymous ID ignores the login")
    func logins() {
        let byUser = UserShare(percent: 100, salt: "s", of: .userID)
        let tracker = Tracker(providers: [old, FilteringTrackingProvider(new) { byUser.contains($0) }])
        tracker.track("opened")
        tracker.setUserID("bob")
        tracker.track("bought")
        tracker.reset()
        tracker.track("closed")
        #expect(new.events.map(\.name) == ["bought"])

        for number in 0..<50 {
            forget()
            let byAnonymous = UserShare(percent: 50, salt: "s\(number)")
            let tracker = Tracker(providers: [old, FilteringTrackingProvider(new) { byAnonymous.contains($0) }])
            tracker.track("opened")
            tracker.setUserID("bob")
            tracker.track("bought")
            #expect(new.events.count == 0 || new.events.count == 2)
        }
    }

    @Test("These tests contain the code of the specification")
    func code() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        func plain(_ code: String) -> String {
            code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let blocks = blocks("swift", of: try chapter("Migration"))
        #expect(blocks.count == 5)
        for block in blocks { #expect(plain(source).contains(plain(block)), "\(block)") }
    }
}
