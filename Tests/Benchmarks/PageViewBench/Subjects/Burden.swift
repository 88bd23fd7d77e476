import PageViewAutomation

/// An engine with many live pages, to see what their number does to what costs next to nothing with one.
final class Burden {
    /// What is done beside them, or to them.
    enum Act: String, CaseIterable {
        case appearance
        case duplicate
        case scattered
        case reappearance
        case unknown
        // The last one, because there are containers from then on.
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

        /// What makes it another work with one live page than with many.
        var note: String? {
            switch self {
            case .reappearance: "With one page alone there is no current page in between, which is told too."
            case .scattered:
                "Each is far from the one before, so that caches do not know it; who reports has its token at hand."
            case .appearance, .duplicate, .unknown, .inside: nil
            }
        }
    }

    private let subject: EngineSubject
    /// The notifiers are apart, or what is done to a component would touch them too.
    private let live: [ComponentID]
    /// The same in an order in which each is far from the one before.
    private let scattered: [ComponentID]
    private let notifiers: [PageViewNotifier]
    private let other: EngineSubject.Page
    private let stranger: ComponentID
    /// A page that the oldest one contains; it is there once it is asked for.
    private lazy var inner = subject.engine.makeComponent(page: InnerPage(), parent: live[0])
    private let values = Payload(Population<EngineSubject>.payload)
    private var oldest = 0
    private var time: Int64 = 0

    init(live count: Int) {
        let subject = EngineSubject(Tally())
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
        stranger = subject.engine.makeComponent()
    }

    /// Does it so many times.
    func perform(_ act: Act, _ count: Int) {
        switch act {
        case .appearance:
            repeated(count) {
                subject.pending(other, at: $0)
                subject.appear(other, values, at: $0)
            }
        case .duplicate: repeated(count) { report(.didAppear, of: next(), at: $0) }
        case .scattered: repeated(count) { report(.didAppear, of: next(of: scattered), at: $0) }
        case .reappearance:
            repeated(count) {
                // What has appeared last is the newest, so the next one is the oldest.
                let component = next()
                report(.didDisappear, of: component, at: $0)
                report(.didAppear, of: component, at: $0 + 1_000)
            }
        case .unknown:
            repeated(count) { report(.didDisappear, of: stranger, at: $0) }
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

extension Burden {
    static let probedSizes = [1, 10_000]

    /// Each act with one live page, and with many.
    static let probes: [Probe] = Act.allCases.filter { $0 != .scattered }.flatMap { act in
        probedSizes.map { size in
            Probe(name: "growth.\(act.rawValue).\(size)", rounds: 500) { count in
                Burden(live: size).perform(act, count)
            }
        }
    }
}
