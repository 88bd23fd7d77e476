import PageViewAutomation
import PageViewLifecycle
import PageViewTracking

/// A tracker with the provider that is checked, and one in memory beside it: what that gets the other has to get.
struct ProviderStage: Sendable {
    let engine = PageViewEngine()
    let tracker: Tracker
    private let beside = InMemoryTrackingProvider()
    private let told = ToldDiagnostics()

    init(_ provider: any TrackingProvider) {
        tracker = Tracker(
            observing: engine, providers: [provider, beside],
            options: TrackerOptions(
                queueLimit: .max, configuresAtOnce: false,
                onDiagnostic: { [told] in if $0.provider != nil { told.add($0.message) } }))
    }

    /// What the provider threw, for a failure; what it threw often is there once.
    var complaints: [String] { told.messages }

    /// The numbers that have to have arrived, in order, once the provider has been flushed.
    func expected() -> [Int] {
        tracker.configure()
        tracker.flush()
        return beside.events.compactMap { event in
            if case .int(let number)? = event.payload[ProviderChecks.key] { Int(number) } else { nil }
        }
    }

    /// Tracks an event with a number.
    func track(_ number: Int, _ name: String = "event", _ payload: Payload = [:]) {
        var payload = payload
        payload[ProviderChecks.key] = .int(Int64(number))
        tracker.track(name, payload)
    }
}

/// Something that has to hold of every provider.
struct ProviderCheck: Sendable {
    let name: String
    let rule: String
    /// Lets the tracker have events; returns the numbers that have to arrive, in order.
    let run: @Sendable (ProviderStage) async -> [Int]

    static let all = [
        ProviderCheck(name: "one event arrives", rule: "TK-007") { stage in
            stage.track(1)
            return stage.expected()
        },
        ProviderCheck(name: "two thousand events arrive, each once and in order", rule: "TK-007") { stage in
            stage.tracker.configure()
            for number in 1...2_000 { stage.track(number) }
            return stage.expected()
        },
        ProviderCheck(name: "events from before it was ready arrive, in order", rule: "TK-007") { stage in
            for number in 1...50 { stage.track(number) }
            let early = stage.expected()
            for number in 51...60 { stage.track(number) }
            return early + stage.expected().dropFirst(early.count)
        },
        ProviderCheck(name: "events from eight tasks arrive in the order of the tracker", rule: "TK-007") { stage in
            stage.tracker.configure()
            await withTaskGroup { group in
                for task in 0..<8 {
                    group.addTask { for number in 1...50 { stage.track(task * 50 + number) } }
                }
            }
            return stage.expected()
        },
        ProviderCheck(name: "page views and what the user does arrive, with all that they can have", rule: "TK-002") {
            stage in
            let engine = stage.engine
            func number(_ number: Int64) -> Payload { [ProviderChecks.key: .int(number)] }
            let first = engine.makeComponent(
                page: CheckedPage(PageViewEvent(name: "list", context: "shop", payload: number(1))))
            let second = engine.makeComponent(page: CheckedPage(PageViewEvent(name: "item", payload: number(3))))
            engine.report(.didAppear, of: first)
            engine.recordInteraction("tap", number(2))
            engine.handle(DeepLink(url: "app://item?q=\"é\"", source: "mail"))
            engine.report(.didAppear, of: second)
            engine.report(.didDisappear, of: second)
            engine.recordPageView("by hand", payload: number(4))
            stage.track(5, "on the list")
            engine.stop()
            return stage.expected()
        },
        ProviderCheck(name: "whatever is in events, they arrive", rule: "TK-009") { stage in
            let values: [AnalyticsValue] = [
                .double(.nan), "\u{0}\"\\\n\u{2028}🙂", .int(.min), .double(.leastNonzeroMagnitude), nil, [],
                .object([:]),
                ["nested": ["list": [1, 2.5, nil, true]]], .string(String(repeating: "x", count: 1 << 20)),
            ]
            for (index, value) in values.enumerated() {
                stage.track(index + 1, "name \"\(index)\" \n 🙂", ["value": value, "a \"key\"": value])
            }
            return stage.expected()
        },
        ProviderCheck(name: "who the user is, and who they are no more, does no harm", rule: "TK-006") { stage in
            stage.tracker.setUserID("ann \"\u{0}")
            stage.track(1)
            stage.tracker.setUserProperty("plan", value: ["gold", nil])
            stage.track(2)
            stage.tracker.reset()
            stage.track(3)
            return stage.expected()
        },
        ProviderCheck(name: "flushed with nothing to flush, and twice, it sends nothing twice", rule: "TK-007") {
            stage in
            stage.tracker.flush()
            _ = stage.expected()
            stage.track(1)
            stage.tracker.flush()
            stage.tracker.flush()
            stage.track(2)
            return stage.expected()
        },
        ProviderCheck(name: "what came before consent was taken back and is to be delivered arrives", rule: "CO-004") {
            stage in
            stage.tracker.configure()
            for number in 1...20 { stage.track(number) }
            stage.tracker.revoke(.deliver)
            stage.track(21)
            return stage.expected()
        },
        ProviderCheck(name: "what came before the shutdown arrives", rule: "TK-007") { stage in
            stage.tracker.configure()
            for number in 1...20 { stage.track(number) }
            stage.tracker.shutDown()
            stage.track(21)
            return stage.expected()
        },
    ]

    /// Whether nothing arrives that was kept when consent was taken back, and what comes after consent is given again does.
    static func comparePurge(
        before: [Int], after: [Int], first: Int
    ) -> CompatibilityReport.Result {
        let old = after.filter { $0 < first }
        guard old.count <= before.count, zip(old, before).allSatisfy({ $0 == $1 }) else {
            return .failed(
                "expected nothing to arrive that was kept when consent was taken back, found \(old.count - before.count) "
                    + "more of it: purge() forgets what has not been sent")
        }
        return compare(after.filter { $0 >= first }, [first])
    }

    static func compare(_ arrived: [Int], _ expected: [Int]) -> CompatibilityReport.Result {
        for (place, pair) in zip(arrived, expected).enumerated() where pair.0 != pair.1 {
            return .failed("expected the event \(pair.1) in place \(place + 1), found \(pair.0)")
        }
        guard arrived.count == expected.count else {
            return .failed("expected \(expected.count) events to arrive, found \(arrived.count)")
        }
        return .passed
    }
}

/// What was told while a provider was checked.
private final class ToldDiagnostics: Sendable {
    private let state = Protected<[String]>([])

    var messages: [String] { state.withLock { $0 } }

    func add(_ message: String) {
        state.withLock { if !$0.contains(message), $0.count < 5 { $0.append(message) } }
    }
}

/// A page that is ready.
private struct CheckedPage: AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ event: PageViewEvent) {
        pageViewNotifier = PageViewNotifier(event)
    }
}
