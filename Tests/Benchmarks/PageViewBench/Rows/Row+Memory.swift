import PageViewAutomation

extension Row {
    /// What a live page takes, and that past appearances take nothing.
    static let memory = Row(id: "memory", title: "3. Memory", needsFreshHeap: true) { context in
        guard let allocations = context.allocations else {
            return [.unmeasured("memory", "memory", "the hook does not count right here", .bytes)]
        }
        // What repeats exactly does so at any size.
        let isSmall = context.options.isQuick || context.options.isExact
        let sizes = isSmall ? [10_000] : [10_000, 100_000, 1_000_000]
        return sizes.flatMap { livePages($0, allocations) } + [growth(allocations, isSmall ? 100_000 : 1_000_000)]
    }

    private static let share =
        "Taken by the engine with what its lifecycle keeps: what is free again once the engine is gone and the pages are "
        + "not. Lists double as they grow, so it depends on the number. Each page is ready, with a name out of 200 that "
        + "pages share."
    private static let whole = "The engine and the notifiers of the pages, which belong to the pages."

    private static func livePages(_ count: Int, _ allocations: AllocationCounter) -> [Figure] {
        let contexts = (0..<200).map { PageContext(name: PageName(rawValue: "page-name-\($0)"), context: "shop") }
        var pages: [EngineSubject.Page] = []
        pages.reserveCapacity(count)
        allocations.track()
        defer { allocations.untrack() }
        var subject: EngineSubject? = EngineSubject(Tally())
        for index in 0..<count {
            guard let subject else { break }
            let event = PageViewEvent(pageContext: contexts[index % contexts.count])
            let page = subject.makePage(PageViewNotifier(event))
            subject.didAppear(page, at: Int64(index))
            pages.append(page)
        }
        let all = allocations.live()
        subject = nil
        let left = allocations.live()
        let engine = all - left
        func figure(_ id: String, _ title: String, _ bytes: Int, reach: Reach?, note: String) -> Figure {
            .exact(
                "memory.\(id).\(count)", "\(title), \(Unit.number(Double(count))) live",
                (Double(bytes) / Double(pages.count) * 10).rounded() / 10, .bytes, reach: reach, note: note)
        }
        return [
            figure("engine", "a page in the engine", engine.requested, reach: .atMost(128), note: share),
            figure(
                "engine-usable", "a page in the engine, as the C library rounds up", engine.usable, reach: nil,
                note: share),
            figure("whole", "a page with its notifier", all.requested, reach: .atMost(200), note: whole),
            figure(
                "whole-usable", "a page with its notifier, as the C library rounds up", all.usable, reach: nil,
                note: whole),
        ]
    }

    private static func growth(_ allocations: AllocationCounter, _ count: Int) -> Figure {
        var population = Population(EngineSubject.self, pages: 10)
        func appear(_ rounds: Int) {
            for _ in 0..<rounds {
                population.appear(10)
                population.reset(10)
            }
        }
        allocations.track()
        defer { allocations.untrack() }
        // Lists grow to what they need once.
        appear(1_000)
        let before = allocations.live()
        appear(count / 10)
        // Before anything is made to tell of it.
        let growth = allocations.live() - before
        return .exact(
            "memory.growth", "growth over \(Unit.number(Double(count))) appearances",
            Double(growth.usable), .bytes, reach: .atMost(0))
    }
}
