import NavigationTraces
import PageViewAutomation
import PageViewTracking

/// An operation whose instructions and allocations, or whose memory, are counted from outside. The script `run` starts
/// the program with two numbers of rounds and uses the difference, which belongs to the rounds alone. The preparation is
/// therefore the same for every number of rounds.
struct CountedRow: Sendable {
    let id: String
    let title: String
    /// The target for instructions.
    var instructions: Target?
    /// The target for allocations or, in a row of memory, for bytes.
    var allocations: Target?
    /// Performs the rounds, and returns the expected and the actual number of results. A difference means that nothing
    /// was measured.
    let perform: @Sendable (Int) -> (expected: Int, found: Int)

    /// The maximum number of rounds.
    static let mostRounds = 10_000
    /// The number of pages, each of which appears at most once.
    private static let pageCount = 2_500

    /// Whether the row counts the bytes that are in use at the exit.
    var isOfMemory: Bool { id.hasPrefix("memory.") }

    static let all: [CountedRow] = [
        appearing(
            "appearance", "an appearance by the handle: didAppear, ready with 3 values, didDisappear",
            instructions: .atMost(4_800)),
        inShop("appearance.by-engine", "the same by engine.report(_:of:)", instructions: .ratioWithin(0.05)) {
            shop, _, rounds in
            for page in shop.makePages(pageCount).prefix(rounds) {
                shop.engine.report(.didAppear, of: page.handle.id)
                page.notifier.markReady(payload: .item)
                shop.engine.report(.didDisappear, of: page.handle.id)
            }
            return rounds
        },
        appearing("appearance.two-receivers", "the same, with a second receiver") { engine in
            engine.addReceiver(RecordCounter())
            return nil
        },
        appearing("appearance.recorded", "the same, with a recorder of the last 1,000 events") { engine in
            TraceRecorder(of: engine)
        },
        CountedRow(id: "appearance.by-c", title: "the same by the C functions", allocations: .atMost(0)) { rounds in
            let shop = CShop(pageCount: pageCount)
            shop.appear(rounds)
            return (rounds + 1, shop.views)
        },
        inShop("appearance.pending", "the same of one page, which becomes pending afterwards") { shop, _, rounds in
            appearOften(in: shop, rounds)
        },
        appearing("appearance.1000", "the same, with 1,000 live pages", live: 1_000, instructions: .ratioAtMost(1.3)),
        appearing("appearance.10000", "the same, with 10,000 live pages", live: 10_000),
        inShop("update", "an update of two reports: a page disappears, and another ready page appears") {
            shop, _, rounds in
            let pages = (0..<2).map { _ in shop.engine.makePage(.item, isReady: true) }
            for round in 0..<rounds {
                shop.engine.update {
                    pages[round % 2].handle.report(.didDisappear)
                    pages[(round + 1) % 2].handle.report(.didAppear)
                }
            }
            return rounds
        },
        inShop("show", "a show of three entries with another page at the top", allocations: nil) { shop, _, rounds in
            let stacks = ["item 7", "item 8"].map { top in
                [("shop", PageContext.home), ("list", .list), (top, .item)].map { key, page in
                    ShownEntry(key, .ready(PageViewEvent(pageContext: page)))
                }
            }
            shop.engine.show(stacks[1])
            for round in 0..<rounds { shop.engine.show(stacks[round % 2]) }
            return 3 + rounds
        },
        inShop(
            "component", "a component without a page: didAppear, didDisappear", instructions: .atMost(1_300)
        ) { shop, _, rounds in
            let container = shop.engine.makeHandle()
            for _ in 0..<rounds {
                container.report(.didAppear)
                container.report(.didDisappear)
            }
            return 0
        },
        inShop("duplicate", "a duplicate didAppear", instructions: .atMost(350)) { shop, _, rounds in
            for _ in 0..<rounds { shop.home.handle.report(.didAppear) }
            return 0
        },
        duplicating("duplicate.1000", live: 1_000, "1,000", instructions: .ratioAtMost(1.3)),
        duplicating("duplicate.10000", live: 10_000, "10,000"),
        inShop(
            "reappearance.1000", "the oldest of 1,000 live pages disappears and appears again", live: 1_000
        ) { _, live, rounds in
            for round in 0..<rounds {
                live[round % live.count].handle.report(.didDisappear)
                live[round % live.count].handle.report(.didAppear)
            }
            return rounds
        },
        inShop("creation", "a page is created, declared and destroyed", allocations: nil) { shop, _, rounds in
            for _ in 0..<rounds { _ = shop.engine.makePage(.item) }
            return 0
        },
        CountedRow(
            id: "current-page", title: "engine.currentPage", instructions: .atMost(450), allocations: .atMost(0)
        ) { rounds in
            let shop = Shop()
            let found = (0..<rounds).count { _ in shop.engine.currentPage?.isCounted == true }
            return withExtendedLifetime(shop) { (rounds, found) }
        },
        CountedRow(
            id: "track", title: "tracker.track of an event with 3 values, to a provider in memory",
            instructions: .atMost(6_000), allocations: .atMost(4)
        ) { rounds in
            let (shop, provider) = (Shop(), InMemoryTrackingProvider())
            let tracker = Tracker(observing: shop.engine, providers: [provider])
            // After the first 5,000 events, the list of the provider has space for those of all rounds.
            let count = rounds + 5_000
            for number in 0..<count { tracker.track(ItemSelected(index: number)) }
            return withExtendedLifetime(shop) { (count, provider.events.count) }
        },
        CountedRow(id: "track.floor", title: "the 3 values of that event alone, created anew") { rounds in
            (3 * rounds, (0..<rounds).reduce(0) { $0 + ItemSelected(index: $1).payload.entries.count })
        },
        inShop("memory.page", "memory of a live page with its notifier, of 10,000", allocations: nil) {
            shop, _, rounds in
            leak(shop)
            return leakNotifiers(of: shop, rounds)
        },
        inShop("memory.notifier", "memory of the notifier alone", allocations: nil) { shop, _, rounds in
            leakNotifiers(of: shop, rounds)
        },
        inShop("memory.growth", "memory that an appearance adds") { shop, _, rounds in
            leak(shop)
            return appearOften(in: shop, rounds)
        },
    ]

    /// Makes a row whose body performs the rounds in a shop with live pages, and returns the number of page views.
    /// The home page is one of the live pages. The body gets the others.
    private static func inShop(
        _ id: String, _ title: String, live count: Int = 1, instructions: Target? = nil,
        allocations: Target? = .atMost(0), _ body: @escaping @Sendable (Shop, [Page], Int) -> Int
    ) -> CountedRow {
        CountedRow(id: id, title: title, instructions: instructions, allocations: allocations) { rounds in
            let shop = Shop()
            let live = shop.showPages(count - 1)
            let expected = count + body(shop, live, rounds)
            return withExtendedLifetime(live) { (expected, shop.counter.views) }
        }
    }

    /// Makes a row of one appearance of each page. An object that `prepare` returns lives as long as the engine.
    private static func appearing(
        _ id: String, _ title: String, live count: Int = 1, instructions: Target? = nil,
        _ prepare: @escaping @Sendable (PageViewEngine) -> AnyObject? = { _ in nil }
    ) -> CountedRow {
        inShop(id, title, live: count, instructions: instructions) { shop, _, rounds in
            let pages = shop.makePages(pageCount)
            let kept = prepare(shop.engine)
            for page in pages.prefix(rounds) { page.appear() }
            return withExtendedLifetime(kept) { rounds }
        }
    }

    private static func duplicating(
        _ id: String, live count: Int, _ countText: String, instructions: Target? = nil
    ) -> CountedRow {
        let title = "a duplicate didAppear of one after another of \(countText) live pages"
        return inShop(id, title, live: count, instructions: instructions) { _, live, rounds in
            for round in 0..<rounds { live[round % live.count].handle.report(.didAppear) }
            return 0
        }
    }

    private static func appearOften(in shop: Shop, _ rounds: Int) -> Int {
        let page = shop.engine.makePage(.item)
        // In the first round, lists grow to their size.
        for _ in 0...rounds {
            page.appear()
            page.notifier.markPending()
        }
        return rounds + 1
    }

    private static func leakNotifiers(of shop: Shop, _ rounds: Int) -> Int {
        for _ in 0..<rounds {
            let notifier = PageViewNotifier(pending: .item)
            notifier.markReady()
            let page = shop.engine.makeComponent()
            shop.engine.declare(notifier, for: page)
            shop.engine.report(.didAppear, of: page)
            leak(notifier)
        }
        return rounds
    }

    /// Keeps an object until the exit, without memory of its own.
    private static func leak(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }
}

/// A typed event, as an app defines it.
private struct ItemSelected: TrackingEvent {
    let index: Int

    var name: String { "item_selected" }
    var payload: Payload { ["index": .int(Int64(index)), "list": "search results", "isSale": true] }
}
