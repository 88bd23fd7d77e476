import NavigationTraces
import PageViewAutomation
import PageViewTracking

/// An operation whose instructions and allocations, or whose memory, are counted from outside. The script `run` starts
/// the program with two numbers of rounds and uses the difference, which belongs to the rounds alone. The preparation is
/// therefore the same for every number of rounds.
enum CountedRow: String, CaseIterable {
    case appearance
    case appearanceByEngine = "appearance.by-engine"
    case appearanceObserved = "appearance.observed"
    case appearanceInTwoEngines = "appearance.two-engines"
    case appearanceForTwoReceivers = "appearance.two-receivers"
    case appearanceRecorded = "appearance.recorded"
    case appearanceByC = "appearance.by-c"
    case appearanceAndPending = "appearance.pending"
    case appearanceOfMany = "appearance.10000"
    case component
    case duplicate
    case duplicateOfMany = "duplicate.10000"
    case reappearanceOfMany = "reappearance.10000"
    case unknownOfMany = "unknown.10000"
    case creation
    case currentPage = "current-page"
    case track
    case trackFloor = "track.floor"
    case memoryOfPage = "memory.page"
    case memoryOfNotifier = "memory.notifier"
    case memoryGrowth = "memory.growth"

    /// The maximum number of rounds.
    static let mostRounds = 10_000
    /// The number of pages, each of which appears at most once.
    private static let pageCount = 2_500

    /// Whether the row counts the bytes that are in use at the exit.
    var isOfMemory: Bool { rawValue.hasPrefix("memory.") }

    var title: String {
        switch self {
        case .appearance: "an appearance by the handle: didAppear, ready with 3 values, didDisappear"
        case .appearanceByEngine: "the same by engine.report(_:of:)"
        case .appearanceObserved: "the same by the handle, with an observer of the notifier"
        case .appearanceInTwoEngines: "the same, with a second engine that counts the page as well"
        case .appearanceForTwoReceivers: "the same, with a second receiver"
        case .appearanceRecorded: "the same, with a recorder of the last 1,000 events"
        case .appearanceByC: "the same by the C functions"
        case .appearanceAndPending: "the same of one page, which becomes pending afterwards"
        case .appearanceOfMany: "the same, with 10,000 live pages"
        case .component: "a component without a page: didAppear, didDisappear"
        case .duplicate: "a duplicate didAppear"
        case .duplicateOfMany: "a duplicate didAppear of one after another of 10,000 live pages"
        case .reappearanceOfMany: "the oldest of 10,000 live pages disappears and appears again"
        case .unknownOfMany: "didDisappear of a component that never appeared, with 10,000 live pages"
        case .creation: "a page is created, declared and destroyed"
        case .currentPage: "engine.currentPage"
        case .track: "tracker.track of an event with 3 values, to a provider in memory"
        case .trackFloor: "the 3 values of that event alone, created anew"
        case .memoryOfPage: "memory of a live page with its notifier, of 10,000"
        case .memoryOfNotifier: "memory of the notifier alone"
        case .memoryGrowth: "memory that an appearance adds"
        }
    }

    /// The target for instructions.
    var instructionTarget: Target? {
        switch self {
        case .appearance: .atMost(1_500)
        case .component: .atMost(300)
        case .duplicate, .duplicateOfMany, .currentPage: .atMost(120)
        case .creation: .atMost(1_500)
        case .track: .atMost(6_000)
        case .appearanceByEngine: .ratioWithin(0.05)
        case .appearanceOfMany: .ratioAtMost(1.3)
        default: nil
        }
    }

    /// The target for allocations or, in a row of memory, for bytes.
    var allocationTarget: Target? {
        switch self {
        case .creation: .atMost(2)
        case .track: .atMost(4)
        case .memoryOfPage: .atMost(200)
        case .trackFloor, .memoryOfNotifier: nil
        default: .atMost(0)
        }
    }

    /// Performs the rounds, and returns the expected and the actual number of records. A difference means that nothing
    /// was measured.
    func perform(_ rounds: Int) -> (expected: Int, found: Int) {
        if self == .appearanceByC {
            let shop = CShop(pageCount: Self.pageCount)
            shop.appear(rounds)
            return (rounds + 1, shop.views)
        }
        let shop = Shop()
        let engine = shop.engine
        // The home page is one of them.
        let live = shop.showPages(rawValue.hasSuffix(".10000") ? 9_999 : 0)
        var expected = live.count + 1
        switch self {
        case .appearance, .appearanceByEngine, .appearanceObserved, .appearanceInTwoEngines, .appearanceForTwoReceivers,
            .appearanceRecorded, .appearanceOfMany:
            let pages = shop.makePages(Self.pageCount)
            let second = addSecond(to: engine, pages)
            if self == .appearanceByEngine {
                for page in pages.prefix(rounds) {
                    engine.report(.didAppear, of: page.handle.id)
                    page.notifier.markReady(payload: .item)
                    engine.report(.didDisappear, of: page.handle.id)
                }
            } else {
                for page in pages.prefix(rounds) { page.appear() }
            }
            expected += rounds
            withExtendedLifetime(second) {}
        case .appearanceAndPending, .memoryGrowth:
            let page = engine.makePage(.item)
            // In the first round, lists grow to their size.
            for _ in 0...rounds {
                page.appear()
                page.notifier.markPending()
            }
            expected += rounds + 1
        case .component:
            let container = engine.makeHandle()
            for _ in 0..<rounds {
                container.report(.didAppear)
                container.report(.didDisappear)
            }
        case .duplicate:
            for _ in 0..<rounds { shop.home.handle.report(.didAppear) }
        case .duplicateOfMany:
            for handle in live.map(\.handle).prefix(rounds) { handle.report(.didAppear) }
        case .reappearanceOfMany:
            for page in live.prefix(rounds) {
                page.handle.report(.didDisappear)
                page.handle.report(.didAppear)
            }
            expected += rounds
        case .unknownOfMany:
            let unknown = engine.makeHandle()
            for _ in 0..<rounds { unknown.report(.didDisappear) }
        case .creation:
            for _ in 0..<rounds {
                let handle = engine.makeHandle()
                let notifier = PageViewNotifier(pending: .item)
                engine.declare(notifier, for: handle.id)
            }
        case .currentPage:
            var found = 1
            for _ in 0..<rounds where engine.currentPage?.isCounted == true { found += 1 }
            return (rounds + 1, found)
        case .track:
            let provider = InMemoryTrackingProvider()
            let tracker = Tracker(observing: engine, providers: [provider])
            // After the first 5,000 events, the list of the provider has space for those of all rounds.
            let count = rounds + 5_000
            for number in 0..<count { tracker.track(ItemSelected(index: number)) }
            return (count, provider.events.count)
        case .trackFloor:
            let found = (0..<rounds).reduce(0) { $0 + ItemSelected(index: $1).payload.entries.count }
            return (3 * rounds, found)
        case .memoryOfPage, .memoryOfNotifier:
            for _ in 0..<rounds {
                let notifier = PageViewNotifier(pending: .item)
                notifier.markReady()
                let page = engine.makeComponent()
                engine.declare(notifier, for: page)
                engine.report(.didAppear, of: page)
                leak(notifier)
            }
            expected += rounds
        case .appearanceByC: break
        }
        if isOfMemory, self != .memoryOfNotifier { leak(shop) }
        return withExtendedLifetime(live) { (expected, shop.counter.views) }
    }

    /// Keeps an object until the exit, without memory of its own.
    private func leak(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }

    /// Adds the row's extra observer, engine or receiver, and returns the object that must live as long as the engine.
    private func addSecond(to engine: PageViewEngine, _ pages: [Page]) -> AnyObject? {
        switch self {
        case .appearanceObserved:
            let counter = ReportCounter()
            engine.lifecycle.addObserver { _, _ in counter.reports &+= 1 }
            return counter
        case .appearanceInTwoEngines:
            let second = PageViewEngine(observing: engine.lifecycle, receivers: [RecordCounter()])
            for page in pages { second.declare(page.notifier, for: page.handle.id) }
            return second
        case .appearanceForTwoReceivers:
            let second = RecordCounter()
            engine.addReceiver(second)
            return second
        case .appearanceRecorded: return TraceRecorder(of: engine)
        default: return nil
        }
    }
}

/// A typed event, as an app defines it.
private struct ItemSelected: TrackingEvent {
    let index: Int

    var name: String { "item_selected" }
    var payload: Payload { ["index": .int(Int64(index)), "list": "search results", "isSale": true] }
}

/// Counts reports. It is a minimal observer of a notifier.
///
/// This class is `Sendable` because a notifier calls its observers one at a time, and the benchmark reports from one
/// thread.
private final class ReportCounter: @unchecked Sendable {
    var reports = 0
}
