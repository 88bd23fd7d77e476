import PageViewAutomation

extension Row {
    /// The cost of a report depending on the number of live pages.
    static let growth = Row(id: "growth", title: "2. Cost as live pages grow") { context in
        let exact = LoadScenario.Operation.allCases.filter { $0 != .scattered }.flatMap { instructions($0, context) }
        return context.options.isExact ? exact : exact + (try times(context))
    }

    private static func instructions(_ operation: LoadScenario.Operation, _ context: Context) -> [Figure] {
        let figures = LoadScenario.probes.filter { $0.name.hasPrefix("growth.\(operation.rawValue).") }.map { probe in
            let size = probe.name.split(separator: ".").last.flatMap { Double($0) } ?? 0
            return context.instructions(
                "instructions.\(probe.name)", "instructions, \(Unit.number(size)) live: \(operation.title)", probe)
        }
        guard figures.count == 2, let few = figures[0].value, let many = figures[1].value, few > 0 else {
            return figures
        }
        return figures + [
            .exact(
                "growth.ratio.\(operation.rawValue)", "the same, many to one", (many / few * 1_000).rounded() / 1_000,
                .ratio,
                target: .atMost(1.3))
        ]
    }

    private static func times(_ context: Context) throws -> [Figure] {
        let sizes = [1, 10, 100, 1_000, 10_000] + (context.options.isQuick ? [] : [100_000, 1_000_000])
        let scenarios = sizes.map { size in
            context.progress("\(size) live pages")
            return LoadScenario(live: size)
        }
        return try LoadScenario.Operation.allCases.flatMap { operation in
            let samples = try Interleaving.run(
                context.repetitions,
                scenarios.map { scenario in
                    { Stopwatch.nanoseconds(perRound: 1_000) { scenario.perform(operation, 1_000) } }
                })
            return zip(sizes, samples).map { size, own in
                let title = "\(Unit.number(Double(size))) live: \(operation.title)"
                guard size > 1 else {
                    return Figure.sampled(
                        "growth.ns.\(operation.rawValue)", title, own, .nanoseconds, note: operation.note)
                }
                return Figure.sampled(
                    "growth.\(operation.rawValue).\(size)", "\(title), times one live", own.ratios(to: samples[0]),
                    .ratio,
                    target: .atMost(size <= 10_000 ? 1.3 : 4)
                )
                .missed(
                    because:
                        "It waits for one read from memory, because no cache holds the states of all pages. With one "
                        + "page it takes less time than such a read.")
            }
        }
    }
}

extension Row {
    /// The memory of a live page, and of past appearances, which is zero.
    static let memory = Row(id: "memory", title: "3. Memory", needsFreshHeap: true) { context in
        guard let allocations = context.allocations else {
            return [.unmeasured("memory", "memory", "the allocation hook does not count on this system", .bytes)]
        }
        // Exact figures are the same at any size.
        let isSmall = context.options.isQuick || context.options.isExact
        let sizes = isSmall ? [10_000] : [10_000, 100_000, 1_000_000]
        return sizes.flatMap { livePages($0, allocations) } + [growth(allocations, isSmall ? 10_000 : 1_000_000)]
    }

    private static let engineNote =
        "The memory of the engine and its lifecycle: the memory that is free after the engine is deallocated and before "
        + "the pages are. Lists double as they grow, so it depends on the number. Each page is ready, with one of 200 "
        + "shared names."
    private static let pageNote = "The engine and the notifiers of the pages, which belong to the pages."

    private static func livePages(_ count: Int, _ allocations: AllocationCounter) -> [Figure] {
        let contexts = (0..<200).map { PageContext(name: PageName(rawValue: "page-name-\($0)"), context: "shop") }
        var pages: [EngineSubject.Page] = []
        pages.reserveCapacity(count)
        allocations.track()
        defer { allocations.untrack() }
        var subject: EngineSubject? = EngineSubject(Counter())
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
        func figure(_ id: String, _ title: String, _ bytes: Int, target: Target?, note: String) -> Figure {
            .exact(
                "memory.\(id).\(count)", "\(title), \(Unit.number(Double(count))) live",
                (Double(bytes) / Double(pages.count) * 10).rounded() / 10, .bytes, target: target, note: note)
        }
        return [
            figure("engine", "a page in the engine", engine.requested, target: .atMost(128), note: engineNote),
            figure(
                "engine-usable", "a page in the engine, as the C library rounds up", engine.usable, target: nil,
                note: engineNote),
            figure("whole", "a page with its notifier", all.requested, target: .atMost(200), note: pageNote),
            figure(
                "whole-usable", "a page with its notifier, as the C library rounds up", all.usable, target: nil,
                note: pageNote),
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
        // Warm-up: lists grow to their final size.
        appear(1_000)
        let before = allocations.live()
        appear(count / 10)
        // Read before the figure is created, because that allocates.
        let growth = allocations.live() - before
        return .exact(
            "memory.growth", "growth over \(Unit.number(Double(count))) appearances",
            Double(growth.usable), .bytes, target: .atMost(0))
    }
}
