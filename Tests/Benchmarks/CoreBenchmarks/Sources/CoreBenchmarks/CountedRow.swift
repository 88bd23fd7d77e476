import NavigationTraces
import PageViewAutomation
import PageViewTracking

/// An operation whose instructions and allocations, or whose memory, are counted from outside. The script `run` starts
/// the program with two numbers of rounds and uses the difference, which belongs to the rounds alone. The preparation is
/// therefore the same for every number of rounds.
enum CountedRow: String, CaseIterable {
    case appearance
    case appearanceByEngine = "appearance.by-engine"
    case appearanceForTwoReceivers = "appearance.two-receivers"
    case appearanceRecorded = "appearance.recorded"
    case appearanceByC = "appearance.by-c"
    case appearanceAndPending = "appearance.pending"
    case appearanceOfMany = "appearance.1000"
    case appearanceOfVeryMany = "appearance.10000"
    case update
    case show
    case component
    case duplicate
    case duplicateOfMany = "duplicate.1000"
    case duplicateOfVeryMany = "duplicate.10000"
    case reappearanceOfMany = "reappearance.1000"
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
        case .appearanceForTwoReceivers: "the same, with a second receiver"
        case .appearanceRecorded: "the same, with a recorder of the last 1,000 events"
        case .appearanceByC: "the same by the C functions"
        case .appearanceAndPending: "the same of one page, which becomes pending afterwards"
        case .appearanceOfMany: "the same, with 1,000 live pages"
        case .appearanceOfVeryMany: "the same, with 10,000 live pages"
        case .update: "an update of two reports: a page disappears, and another ready page appears"
        case .show: "a show of three entries with another page at the top"
        case .component: "a component without a page: didAppear, didDisappear"
        case .duplicate: "a duplicate didAppear"
        case .duplicateOfMany: "a duplicate didAppear of one after another of 1,000 live pages"
        case .duplicateOfVeryMany: "a duplicate didAppear of one after another of 10,000 live pages"
        case .reappearanceOfMany: "the oldest of 1,000 live pages disappears and appears again"
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
        case .appearance: .atMost(4_800)
        case .component: .atMost(1_300)
        case .duplicate: .atMost(350)
        case .currentPage: .atMost(450)
        case .track: .atMost(6_000)
        case .appearanceByEngine: .ratioWithin(0.05)
        case .appearanceOfMany, .duplicateOfMany: .ratioAtMost(1.3)
        default: nil
        }
    }

    /// The target for allocations or, in a row of memory, for bytes.
    var allocationTarget: Target? {
        switch self {
        case .track: .atMost(4)
        case .creation, .show, .trackFloor, .memoryOfPage, .memoryOfNotifier: nil
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
        let live = shop.showPages(rawValue.hasSuffix(".1000") ? 999 : rawValue.hasSuffix(".10000") ? 9_999 : 0)
        var expected = live.count + 1
        switch self {
        case .appearance, .appearanceByEngine, .appearanceForTwoReceivers, .appearanceRecorded, .appearanceOfMany,
            .appearanceOfVeryMany:
            let pages = shop.makePages(Self.pageCount)
            let second = addSecond(to: engine)
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
        case .update:
            let pages = (0..<2).map { _ in engine.makePage(.item, isReady: true) }
            for round in 0..<rounds {
                engine.update {
                    pages[round % 2].handle.report(.didDisappear)
                    pages[(round + 1) % 2].handle.report(.didAppear)
                }
            }
            expected += rounds
        case .show:
            let stacks = ["item 7", "item 8"].map { top in
                [("shop", PageContext.home), ("list", .list), (top, .item)].map { key, page in
                    ShownEntry(key, .ready(PageViewEvent(pageContext: page)))
                }
            }
            engine.show(stacks[1])
            for round in 0..<rounds { engine.show(stacks[round % 2]) }
            expected += 3 + rounds
        case .component:
            let container = engine.makeHandle()
            for _ in 0..<rounds {
                container.report(.didAppear)
                container.report(.didDisappear)
            }
        case .duplicate:
            for _ in 0..<rounds { shop.home.handle.report(.didAppear) }
        case .duplicateOfMany, .duplicateOfVeryMany:
            for round in 0..<rounds { live[round % live.count].handle.report(.didAppear) }
        case .reappearanceOfMany:
            for round in 0..<rounds {
                live[round % live.count].handle.report(.didDisappear)
                live[round % live.count].handle.report(.didAppear)
            }
            expected += rounds
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

    /// Adds the row's second receiver or recorder, and returns the object that must live as long as the engine.
    private func addSecond(to engine: PageViewEngine) -> AnyObject? {
        switch self {
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
