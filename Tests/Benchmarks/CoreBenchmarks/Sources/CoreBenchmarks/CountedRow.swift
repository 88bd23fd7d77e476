import PageViewAutomation

/// An operation whose instructions and allocations are counted from outside. The script `run` starts the program with
/// two numbers of rounds and uses the difference, which belongs to the rounds alone. The preparation is therefore the
/// same for every number of rounds.
enum CountedRow: String, CaseIterable {
    case appearance
    case appearanceByEngine = "appearance.by-engine"
    case appearanceObserved = "appearance.observed"
    case appearanceInTwoEngines = "appearance.two-engines"
    case appearanceForTwoReceivers = "appearance.two-receivers"
    case appearanceByC = "appearance.by-c"
    case component
    case duplicate
    case creation
    case currentPage = "current-page"

    /// The maximum number of rounds. Each appearance is the first one of its page.
    static let mostRounds = 2_500

    var title: String {
        switch self {
        case .appearance: "an appearance by the handle: didAppear, ready with 3 values, didDisappear"
        case .appearanceByEngine: "the same by engine.report(_:of:)"
        case .appearanceObserved: "the same by the handle, with an observer of the notifier"
        case .appearanceInTwoEngines: "the same, with a second engine that counts the page as well"
        case .appearanceForTwoReceivers: "the same, with a second receiver"
        case .appearanceByC: "the same by the C functions"
        case .component: "a component without a page: didAppear, didDisappear"
        case .duplicate: "a duplicate didAppear"
        case .creation: "a page is created, declared and destroyed"
        case .currentPage: "engine.currentPage"
        }
    }

    /// The target for instructions.
    var instructionTarget: Target? {
        switch self {
        case .appearance: .atMost(1_500)
        case .component: .atMost(300)
        case .duplicate, .currentPage: .atMost(120)
        case .creation: .atMost(1_500)
        case .appearanceByEngine: .ratioWithin(0.05)
        case .appearanceObserved, .appearanceInTwoEngines, .appearanceForTwoReceivers, .appearanceByC: nil
        }
    }

    /// The target for allocations.
    var allocationTarget: Target? { .atMost(self == .creation ? 2 : 0) }

    /// Performs the rounds, and returns the expected and the actual number of records. A difference means that nothing
    /// was measured.
    func perform(_ rounds: Int) -> (expected: Int, found: Int) {
        if self == .appearanceByC {
            let shop = CShop(pageCount: Self.mostRounds)
            shop.appear(rounds)
            return (rounds + 1, shop.views)
        }
        let shop = Shop()
        let engine = shop.engine
        switch self {
        case .appearance, .appearanceByEngine, .appearanceObserved, .appearanceInTwoEngines, .appearanceForTwoReceivers:
            let pages = shop.makePages(Self.mostRounds)
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
            return withExtendedLifetime(second) { (rounds + 1, shop.counter.views) }
        case .component:
            let container = engine.makeHandle()
            for _ in 0..<rounds {
                container.report(.didAppear)
                container.report(.didDisappear)
            }
        case .duplicate:
            for _ in 0..<rounds { shop.home.handle.report(.didAppear) }
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
        case .appearanceByC: break
        }
        return (1, shop.counter.views)
    }

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
        default: return nil
        }
    }
}

/// Counts reports. It is a minimal observer of a notifier.
///
/// This class is `Sendable` because a notifier calls its observers one at a time, and the benchmark reports from one
/// thread.
private final class ReportCounter: @unchecked Sendable {
    var reports = 0
}
