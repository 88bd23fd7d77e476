import PageViewAutomation
import PageViewLifecycle
public import PageViewTesting
public import PageViewTracking

/// A provider under test, which sends a tracker's events to a back end (TS-011).
public protocol ProviderUnderTest: Sendable {
    /// The provider that the test gives to a tracker.
    var provider: any TrackingProvider { get }

    /// Returns the numbers of the events that arrived at the back end, in the order of arrival.
    ///
    /// An event has its number under ``ProviderChecks/key``. Omit events without a number. Wait for events that are on their way.
    ///
    /// The test calls this method after a flush. It also calls it once before a flush, when the provider may still keep events.
    /// The test compares only the numbers. Check names, values and users in a separate test of your provider.
    func arrived() async throws -> [Int]
}

/// The names that the compatibility test for providers uses in its events.
public enum ProviderChecks {
    /// The property that numbers the events: 1, 2, 3 and so on.
    public static let key = "check_number"
}

/// Checks that a provider sends each event to its back end exactly once and in order (TS-011).
///
/// The closure makes a new provider for each check. The other parameters are the place of the call.
///
/// - Returns: The report of all checks.
/// - Throws: ``CompatibilityFailure`` if a check fails.
@discardableResult
public func checkProvider<Provider: ProviderUnderTest>(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ make: () throws -> Provider
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in ProviderFixture.checks {
        checks.append(
            await CompatibilityReport.Check(name: check.name, rule: check.rule) {
                let subject = try make()
                let fixture = ProviderFixture(subject.provider)
                await check.run(fixture)
                fixture.configureAndFlush()
                return fixture.compare(try await subject.arrived(), fixture.expected)
            })
    }
    checks.append(await checkPurge(make))
    return try CompatibilityReport(of: checks, at: TestLocation(fileID, filePath, line, column))
}

/// Checks that a provider sends no kept event after a revocation with a purge (CO-004).
private func checkPurge<Provider: ProviderUnderTest>(_ make: () throws -> Provider) async -> CompatibilityReport.Check {
    await CompatibilityReport.Check(
        name: "a revocation with purge removes the unsent events", rule: "CO-004"
    ) {
        let subject = try make()
        let fixture = ProviderFixture(subject.provider)
        fixture.tracker.configure()
        fixture.track(1...20)
        // Waits until the provider has received all events. Without a flush, the provider may still keep them.
        while fixture.tracker.providerCounts.contains(where: { $0.waiting > 0 }) { await Task.yield() }
        let before = try await subject.arrived()
        fixture.tracker.revoke(.purge)
        fixture.tracker.setConsent(.granted)
        fixture.track(21)
        fixture.tracker.flush()
        let after = try await subject.arrived()
        let old = after.filter { $0 < 21 }
        guard old.count <= before.count, zip(old, before).allSatisfy({ $0 == $1 }) else {
            return fixture.failed(
                "expected no event from before the revocation, found \(old.count - before.count): "
                    + "purge() must remove unsent events")
        }
        return fixture.compare(after.filter { $0 >= 21 }, [21])
    }
}

/// A tracker with the provider under test, and with a reference provider in memory (TS-011).
///
/// The provider under test must send each event that the reference provider receives.
private struct ProviderFixture: Sendable {
    let engine = PageViewEngine()
    let tracker: Tracker
    private let reference = InMemoryTrackingProvider()
    private let errors = ProviderErrors()

    init(_ provider: any TrackingProvider) {
        tracker = Tracker(
            observing: engine, providers: [provider, reference],
            options: TrackerOptions(
                queueLimit: .max, configuresAtOnce: false,
                onDiagnostic: { [errors] in if $0.provider != nil { errors.add($0.message) } }))
    }

    func configureAndFlush() {
        tracker.configure()
        tracker.flush()
    }

    /// The numbers that the back end must have after a flush, in order.
    var expected: [Int] {
        reference.events.compactMap { event in
            if case .int(let number)? = event.payload[ProviderChecks.key] { Int(number) } else { nil }
        }
    }

    func track(_ numbers: ClosedRange<Int>) {
        for number in numbers { track(number) }
    }

    func track(_ number: Int, _ name: String = "event", _ payload: Payload = [:]) {
        var payload = payload
        payload[ProviderChecks.key] = .int(Int64(number))
        tracker.track(name, payload)
    }

    func compare(_ arrived: [Int], _ expected: [Int]) -> CompatibilityReport.Result {
        for (index, pair) in zip(arrived, expected).enumerated() where pair.0 != pair.1 {
            return failed("expected event \(pair.1) at position \(index + 1), found \(pair.0)")
        }
        guard arrived.count == expected.count else {
            return failed("expected \(expected.count) events to arrive, found \(arrived.count)")
        }
        return .passed
    }

    func failed(_ reason: String) -> CompatibilityReport.Result {
        .failed(([reason] + errors.messages).joined(separator: "\n"))
    }

    static let checks = [
        ProviderCheck(name: "one event arrives", rule: "TK-007") { $0.track(1) },
        ProviderCheck(name: "two thousand events arrive, each once and in order", rule: "TK-007") { fixture in
            fixture.tracker.configure()
            fixture.track(1...2_000)
        },
        ProviderCheck(name: "events from before the configuration arrive in order", rule: "TK-007") { fixture in
            fixture.track(1...50)
            fixture.configureAndFlush()
            fixture.track(51...60)
        },
        ProviderCheck(name: "events from eight tasks arrive in the order of the tracker", rule: "TK-007") { fixture in
            fixture.tracker.configure()
            await withTaskGroup { group in
                for task in 0..<8 {
                    group.addTask { fixture.track((task * 50 + 1)...(task * 50 + 50)) }
                }
            }
        },
        ProviderCheck(name: "events of all kinds arrive with all their details", rule: "TK-002") { fixture in
            let engine = fixture.engine
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
            fixture.track(5, "on the list")
            engine.stop()
        },
        ProviderCheck(name: "events with any names and values arrive", rule: "TK-009") { fixture in
            let values: [AnalyticsValue] = [
                .double(.nan), "\u{0}\"\\\n\u{2028}🙂", .int(.min), .double(.leastNonzeroMagnitude), nil, [],
                .object([:]), ["nested": ["list": [1, 2.5, nil, true]]],
                .string(String(repeating: "x", count: 1 << 20)),
            ]
            for (index, value) in values.enumerated() {
                fixture.track(index + 1, "name \"\(index)\" \n 🙂", ["value": value, "a \"key\"": value])
            }
        },
        ProviderCheck(name: "changes of the user's identity lose no events", rule: "TK-006") { fixture in
            fixture.tracker.setUserID("ann \"\u{0}")
            fixture.track(1)
            fixture.tracker.setUserProperty("plan", value: ["gold", nil])
            fixture.track(2)
            fixture.tracker.reset()
            fixture.track(3)
        },
        ProviderCheck(name: "empty and repeated flushes send no event twice", rule: "TK-007") { fixture in
            fixture.tracker.flush()
            fixture.configureAndFlush()
            fixture.track(1)
            fixture.tracker.flush()
            fixture.tracker.flush()
            fixture.track(2)
        },
        ProviderCheck(name: "events before a revocation with delivery arrive", rule: "CO-004") { fixture in
            fixture.tracker.configure()
            fixture.track(1...20)
            fixture.tracker.revoke(.deliver)
            fixture.track(21)
        },
        ProviderCheck(name: "events before the shutdown arrive", rule: "TK-007") { fixture in
            fixture.tracker.configure()
            fixture.track(1...20)
            fixture.tracker.shutDown()
            fixture.track(21)
        },
    ]
}

/// A check that tracks events, which must all arrive.
private struct ProviderCheck: Sendable {
    let name: String
    let rule: String
    let run: @Sendable (ProviderFixture) async -> Void
}

private final class ProviderErrors: Sendable {
    private let state = Locked<[String]>([])

    var messages: [String] { state.withLock { $0 } }

    func add(_ message: String) {
        state.withLock { if !$0.contains(message), $0.count < 5 { $0.append(message) } }
    }
}

private struct CheckedPage: AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ event: PageViewEvent) {
        pageViewNotifier = PageViewNotifier(event)
    }
}
