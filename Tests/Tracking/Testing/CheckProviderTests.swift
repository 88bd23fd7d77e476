import PageViewDelivery
import PageViewLifecycle
import PageViewTrackingTesting
import TestSupport
import Testing

/// The compatibility test for providers: correct providers pass, and each kind of mistake fails (rule TS-011).
@Suite(.watched)
struct CheckProviderTests {
    final class Product: ProviderUnderTest, TrackingProvider {
        enum Mistake: CaseIterable {
            case loses, doubles, swaps, keepsUntilFull, onlyTracked, noBigOnes, onlyWhileKnown, needsToBeReadyTwice,
                forgetsAtFlush, keepsInSpite

            /// A part of the report.
            var reason: String {
                switch self {
                case .loses: "expected event 51 at position 51, found 52"
                case .keepsInSpite: "found 20: purge() must remove unsent events"
                default: "expected"
                }
            }
        }

        private let mistake: Mistake?
        private let numbers = Locked<[Int]>([])
        private let kept = Locked<[Int]>([])
        private let isReady = Locked(0)

        init(_ mistake: Mistake? = nil) { self.mistake = mistake }

        var provider: any TrackingProvider { self }

        func configure() { isReady.withLock { $0 += 1 } }

        func identify(_ identity: UserIdentity) {
            if mistake == .onlyWhileKnown, identity.userID == nil { isReady.withLock { $0 = -1 } }
        }

        func receive(_ event: TrackedEvent) {
            guard case .int(let value)? = event.payload[ProviderChecks.key] else { return }
            let number = Int(value)
            let readiness = isReady.withLock { $0 }
            switch mistake {
            case .loses where number == 51, .needsToBeReadyTwice where readiness < 2,
                .onlyWhileKnown where readiness < 0:
                break
            case .onlyTracked where event.kind != .custom: break
            case .noBigOnes where event.properties.values.contains { $0.utf8.count > 10_000 }: break
            case .doubles where number == 2: numbers.withLock { $0 += [2, 2] }
            case .swaps where number == 40: numbers.withLock { $0.insert(number, at: 0) }
            case .keepsInSpite: kept.withLock { $0.append(number) }
            case .keepsUntilFull:
                kept.withLock { kept in
                    kept.append(number)
                    guard kept.count == 10 else { return }
                    numbers.withLock { [kept] in $0 += kept }
                    kept = []
                }
            default: numbers.withLock { $0.append(number) }
            }
        }

        func flush() {
            if mistake == .forgetsAtFlush { numbers.withLock { $0 = [] } }
            guard mistake == .keepsInSpite else { return }
            let sent = kept.withLock { kept in
                defer { kept = [] }
                return kept
            }
            numbers.withLock { $0 += sent }
        }

        func arrived() -> [Int] { numbers.withLock { $0 } }
    }

    @Test("A correct provider passes every check")
    func right() async throws {
        let report = try await checkProvider { Product() }
        #expect(report.checks.count == 11)
        #expect(report.failures.isEmpty)
    }

    @Test(
        "The checks notice each mistake; the report names a lost event, and explains `purge()`",
        arguments: Product.Mistake.allCases)
    func wrong(_ mistake: Product.Mistake) async {
        let failure = await #expect(throws: CompatibilityFailure.self) { try await checkProvider { Product(mistake) } }
        #expect(failure.map { "\($0)".contains(mistake.reason) } == true)
    }

    @Test("The report names the error that the provider threw")
    func throwing() async {
        let provider = ClosureTrackingProvider { _ in throw Refusal(description: "offline") }
        let failure = await #expect(throws: CompatibilityFailure.self) {
            try await checkProvider { Subject(provider: provider) { [] } }
        }
        let reason = "ClosureTrackingProvider threw offline; the tracker does not deliver the event again"
        #expect(failure.map { "\($0)".contains(reason) } == true)
    }

    // MARK: The providers that come with the library

    /// A provider whose output contains the numbers of the events.
    struct Subject: ProviderUnderTest {
        let provider: any TrackingProvider
        let numbers: @Sendable () -> [Int]

        func arrived() -> [Int] { numbers() }
    }

    private func number(_ event: TrackedEvent) -> Int? {
        if case .int(let number)? = event.payload[ProviderChecks.key] { Int(number) } else { nil }
    }

    @Test("The console provider passes every check")
    func console() async throws {
        try await checkProvider {
            let lines = Log<String>()
            return Subject(provider: ConsoleTrackingProvider { lines.append($0) }) {
                lines.values.compactMap { line in
                    line.split(separator: "\(ProviderChecks.key): ").dropFirst().first.flatMap {
                        Int($0.prefix { $0.isNumber })
                    }
                }
            }
        }
    }

    @Test("A closure provider passes, bare and filtered", arguments: [ProviderDelivery.queued, .inline])
    func wrappers(delivery: ProviderDelivery) async throws {
        for isFiltered in [false, true] {
            try await checkProvider {
                let log = Log<Int?>()
                let closure = ClosureTrackingProvider(delivery: delivery) { log.append(number($0)) }
                let provider: any TrackingProvider =
                    isFiltered ? FilteringTrackingProvider(closure) { _ in true } : closure
                return Subject(provider: provider) { log.values.compactMap(\.self) }
            }
        }
    }

    @Test(
        "A journal passes every check in both modes, read back from its folder",
        arguments: [JournalMode.sync, .async(window: .milliseconds(20))])
    func journal(mode: JournalMode) async throws {
        try await checkProvider {
            let folder = TestFolder()
            return Subject(provider: JournalProvider(directory: folder.path, mode: mode)) {
                (try? folder.read().events.compactMap(number)) ?? []
            }
        }
    }
}
