import PageViewAutomation

/// An engine with many live pages, whose number may change the cost of an operation.
final class LoadScenario {
    /// A measured operation on the live pages or beside them.
    enum Operation: String, CaseIterable {
        case appearance
        case duplicate
        case scattered
        case reappearance
        case unknown
        // The last case, because it leaves a container in the engine.
        case inside

        var title: String {
            switch self {
            case .appearance: "an appearance: pending, didAppear, ready, didDisappear"
            case .duplicate: "a duplicate didAppear, of one after another"
            case .scattered: "a duplicate didAppear, of any of them"
            case .reappearance: "the oldest disappears and appears again"
            case .unknown: "didDisappear of a component that never appeared"
            case .inside: "a page inside the oldest one appears and disappears"
            }
        }

        /// The reason why one live page is other work than many, if there is one.
        var note: String? {
            switch self {
            case .reappearance: "With one page there is no current page in between, which the engine also emits."
            case .scattered:
                "Each component is far from the one before, so no cache holds it. The caller has its token."
            case .appearance, .duplicate, .unknown, .inside: nil
            }
        }
    }

    private let subject: EngineSubject
    /// The components, apart from the notifiers, so that an operation on one does not load its notifier.
    private let live: [ComponentID]
    /// The components in an order in which each is far from the previous one.
    private let scattered: [ComponentID]
    private let notifiers: [PageViewNotifier]
    private let other: EngineSubject.Page
    private let unknownComponent: ComponentID
    /// A page inside the oldest one, created on first use.
    private lazy var inner = subject.engine.makeComponent(page: InnerPage(), parent: live[0])
    private let values = Payload(Population<EngineSubject>.payload)
    private var oldest = 0
    private var time: Int64 = 0

    init(live count: Int) {
        let subject = EngineSubject(Counter())
        self.subject = subject
        let contexts = (0..<200).map { PageContext(name: PageName(rawValue: "page-name-\($0)"), context: "shop") }
        let pages = (0..<count).map { index in
            let page = subject.makePage(PageViewNotifier(PageViewEvent(pageContext: contexts[index % contexts.count])))
            subject.didAppear(page, at: 0)
            return page
        }
        live = pages.map(\.component)
        scattered = pages.indices.map { pages[($0 + 1) * 611_953 % count].component }
        notifiers = pages.map(\.notifier)
        other = subject.makePage("another-page-name")
        unknownComponent = subject.engine.makeComponent()
    }

    /// Performs an operation `count` times.
    func perform(_ operation: Operation, _ count: Int) {
        switch operation {
        case .appearance:
            repeated(count) {
                subject.pending(other, at: $0)
                subject.appear(other, values, at: $0)
            }
        case .duplicate: repeated(count) { report(.didAppear, of: next(), at: $0) }
        case .scattered: repeated(count) { report(.didAppear, of: next(of: scattered), at: $0) }
        case .reappearance:
            repeated(count) {
                // The page that reappeared is now the newest, so the next one is the oldest.
                let component = next()
                report(.didDisappear, of: component, at: $0)
                report(.didAppear, of: component, at: $0 + 1_000)
            }
        case .unknown:
            repeated(count) { report(.didDisappear, of: unknownComponent, at: $0) }
        case .inside:
            repeated(count) {
                report(.didAppear, of: inner, at: $0)
                report(.didDisappear, of: inner, at: $0 + 1_000)
            }
        }
    }

    private func report(_ event: ComponentEvent, of component: ComponentID, at time: Int64) {
        subject.engine.report(event, of: component, at: Timestamp(nanoseconds: time))
    }

    private func repeated(_ count: Int, _ body: (Int64) -> Void) {
        for _ in 0..<count {
            body(time)
            time += 3_000
        }
    }

    private func next() -> ComponentID { next(of: live) }

    private func next(of components: [ComponentID]) -> ComponentID {
        defer { oldest = oldest + 1 == live.count ? 0 : oldest + 1 }
        return components[oldest]
    }
}

private struct InnerPage: AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "inner-page-name"))
}

extension LoadScenario {
    static let probedSizes = [1, 10_000]

    /// Probes of each operation with one live page, and with many.
    static let probes: [Probe] = Operation.allCases.filter { $0 != .scattered }.flatMap { operation in
        probedSizes.map { size in
            Probe(name: "growth.\(operation.rawValue).\(size)", rounds: 500) { count in
                LoadScenario(live: size).perform(operation, count)
            }
        }
    }
}
