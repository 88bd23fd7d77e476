import PageViewDelivery
@testable import PageViewTracking
import TestSupport
import Testing

/// The privacy policy sees texts before anything cuts, stores or logs them (PR-012).
@Suite(.watched)
struct WholeTextTests {
    private let memory = InMemoryTrackingProvider()
    private static let secrets = ["4808 9647 2516 5008", "ann.example@example.com", "+49 170 1234567"]

    private func tracker(
        store: (any TrackerStore)? = nil, middleware: [any EventMiddleware] = [], limits: EventLimits = EventLimits(),
        onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)? = nil
    ) -> Tracker {
        Tracker(
            providers: [memory],
            options: TrackerOptions(
                store: store, middleware: middleware, privacy: PrivacyPolicy(patterns: .all), limits: limits,
                onDiagnostic: onDiagnostic))
    }

    /// Whether a text contains six consecutive letters or digits of a secret.
    private func leaks(_ text: String, _ secret: String) -> Bool {
        let signs = secret.filter { $0.isLetter || $0.isNumber }
        let found = text.filter { $0.isLetter || $0.isNumber }
        return (0...(signs.count - 6)).contains { start in
            found.contains(signs.dropFirst(start).prefix(6))
        }
    }

    @Test("A secret at the limit of a text is removed completely, wherever the limit cuts it", arguments: secrets)
    func secretsAtTheLimit(secret: String) {
        let tracker = tracker(limits: EventLimits(textBytes: 1_024))
        for offset in stride(from: 1_024 - secret.utf8.count - 8, through: 1_030, by: TestDepth.number(5, proof: 1)) {
            let text = String(repeating: "x ", count: offset / 2) + (offset.isMultiple(of: 2) ? "" : " ") + secret
            tracker.track(text, ["value": .string(text), text: 1, "list": .array([.string(text)])])
            tracker.setUserID(text)
            tracker.setUserProperty("about", value: .string(text))
            tracker.setUserProperty(text, value: 1)
        }
        tracker.track("last")
        for event in memory.events {
            #expect(!leaks("\(event)", secret))
            #expect(!leaks("\(event.identity.properties) \(event.identity.userID ?? "")", secret))
        }
        #expect(!leaks("\(tracker.identity.properties)", secret))
    }

    @Test("A secret at the limit of all texts together is removed completely", arguments: secrets)
    func secretsAtTheTotalLimit(secret: String) {
        let options = TrackerOptions(
            privacy: PrivacyPolicy(patterns: .all), limits: EventLimits(textBytes: 100, totalBytes: 300))
        let tracker = Tracker(providers: [memory], options: options)
        for length in stride(from: 0, through: 320, by: TestDepth.number(3, proof: 1)) {
            tracker.track(
                "event", ["a": .string(String(repeating: " ", count: length) + secret), "b": .string(secret)])
        }
        for event in memory.events { #expect(!leaks("\(event.payload)", secret)) }
    }

    @Test("A secret added by middleware is removed", arguments: secrets)
    func middleware(secret: String) {
        let tracker = tracker(middleware: [
            ClosureMiddleware.changing { $0.payload["added"] = .string(String(repeating: "x ", count: 8_188) + secret) }
        ])
        tracker.track("event")
        #expect(!leaks("\(memory.events[0].payload)", secret))
    }

    @Test("A tracker's file contains no secret, even if an earlier version wrote one", arguments: secrets)
    func storedIdentity(secret: String) throws {
        let folder = TestFolder()
        let store = FileTrackerStore(path: folder.path + "/tracker.json")
        let raw = UserIdentity(anonymousID: .random(), userID: secret, properties: ["contact": .string(secret)])
        try store.save(StoredTrackerState(consent: .granted, identity: raw))
        for _ in 1...2 {
            let tracker = tracker(store: store)
            tracker.setUserID(secret)
            tracker.setUserProperty(secret, value: .string(secret))
            tracker.track("event")
            for name in try folder.names {
                #expect(!leaks(String(decoding: try folder.bytes(name), as: UTF8.self), secret))
            }
            #expect(tracker.identity.anonymousID == raw.anonymousID)
        }
        for event in memory.events { #expect(!leaks("\(event.identity.properties)", secret)) }
    }

    @Test("A diagnostic contains no secret", arguments: secrets)
    func diagnostics(secret: String) {
        let diagnostics = Log<TrackingDiagnostic>()
        let tracker = tracker(middleware: [ClosureMiddleware { _ in throw Refusal(description: "no \(secret)") }]) {
            diagnostics.append($0)
        }
        tracker.track("bought with \(secret)")
        #expect(diagnostics.values.map(\.kind) == [.middlewareFailed])
        #expect(!leaks("\(diagnostics.values)", secret))
    }
}
