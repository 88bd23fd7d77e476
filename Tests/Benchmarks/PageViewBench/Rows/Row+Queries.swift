import PageViewAutomation

extension Row {
    /// The cost of a query for the current page, and its cost for reporting threads.
    static let queries = Row(id: "queries", title: "4. The current page of a scene") { context in
        let subject = EngineSubject(Counter())
        let page = subject.makePage("page-name")
        subject.didAppear(page, at: 0)
        // Warm-up: the first call allocates.
        query(subject, 1)
        let exact = [
            context.allocations(
                "queries.allocations", "allocations", rounds: 1_000, target: .atMost(0)
            ) { query(subject, 1_000) },
            context.instructions(
                "instructions.queries.current-page", "instructions", .currentPage, target: .atMost(100)),
        ]
        if context.options.isExact { return exact }
        let times = try Interleaving.run(
            context.repetitions, [{ Stopwatch.nanoseconds(perRound: 10_000) { query(subject, 10_000) } }])
        return try exact + [.sampled("queries.ns", "one query", times.first, .nanoseconds)]
            + slowdown(context)
    }

    private static func query(_ subject: EngineSubject, _ count: Int) {
        var found = 0
        for _ in 0..<count where subject.engine.currentPage(in: subject.engine.mainScene) != nil { found += 1 }
        precondition(found == count, "expected a current page")
    }

    /// Measures a reporting thread beside one that queries without pause, and beside one that is only busy.
    ///
    /// The busy thread separates the cost of the queries from the cost of a second running thread.
    private static func slowdown(_ context: Context) throws -> [Figure] {
        let rounds = 5_000
        let reporter = Population(EngineSubject.self, pages: 1)
        let runs = try Interleaving.turns(
            2 * context.repetitions,
            [false, true].map { isQuerying in
                var reporter = reporter
                return { () -> (nanoseconds: Double, cores: Double) in
                    let competitor = CompetingThread(queries: isQuerying ? reporter.subject : nil)
                    defer { competitor.end() }
                    let start = Stopwatch.processorNow
                    let nanoseconds = Stopwatch.nanoseconds(perRound: rounds) { reporter.appearAgain(rounds) }
                    return (nanoseconds, Double(Stopwatch.processorNow - start) / (nanoseconds * Double(rounds)))
                }
            })
        // Threads that take turns on one core do not compete for memory, so such runs are left out.
        let pairs = zip(runs[0], runs[1]).filter { $0.0.cores > 1.7 }
        guard pairs.count >= 5, let busy = Samples(pairs.map(\.0.nanoseconds)),
            let asking = Samples(pairs.map(\.1.nanoseconds))
        else {
            return [.unmeasured("queries.slowdown", "beside a thread that queries", "no two cores were free", .ratio)]
        }
        return [
            .sampled(
                "queries.beside-busy.ns", "an appearance beside a busy thread", busy, .nanoseconds, note: coreNote),
            .sampled(
                "queries.beside-asking.ns", "an appearance beside a thread that queries", asking, .nanoseconds,
                note: coreNote),
            .sampled(
                "queries.slowdown", "the second, times the first", asking.ratios(to: busy), .ratio,
                target: .atMost(1.2)
            )
            .missed(
                because:
                    "Each change of the page waits for its cache line from the other core. An appearance has "
                    + "three changes."),
        ]
    }

    private static let coreNote =
        "Only runs in which both threads had their own core. The other thread queries without pause."
}

/// A thread that queries the current page without pause or, without a subject, is only busy.
private struct CompetingThread {
    private final class Flags: Sendable {
        let hasBegun = Protected(false)
        let isOver = Protected(false)
    }

    private let flags = Flags()
    private let thread: WorkThread

    init(queries subject: EngineSubject?) {
        thread = WorkThread { [flags] in
            flags.hasBegun.withLock { $0 = true }
            var answers = 0
            while !flags.isOver.withLock({ $0 }) {
                guard let subject else { continue }
                if subject.engine.currentPage(in: subject.engine.mainScene) != nil { answers += 1 }
            }
        }
        while !flags.hasBegun.withLock({ $0 }) {}
    }

    func end() {
        flags.isOver.withLock { $0 = true }
        thread.join()
    }
}

extension Row {
    /// The cost of a recorder that keeps the last events.
    static let recording = Row(
        id: "recording", title: "11. Recording: didAppear, ready with 3 values, didDisappear, pending"
    ) { context in
        // More events than the recorder keeps, so that each event removes one.
        let rounds = 1_000
        var population = Population(RecordedSubject.self, pages: 1)
        population.appearAgain(rounds)
        let again = Probe.all.filter { $0.name.hasPrefix("recording.") }.map { probe in
            context.instructions(
                "instructions.\(probe.name)", "instructions, with a recorder of the last 1,000 events", probe,
                note: "Without a recorder it is the row of the engine with pending, above.")
        }
        return [
            context.allocations(
                "recording.allocations", "allocations, with a recorder of the last 1,000 events", rounds: rounds,
                target: .atMost(0)
            ) { population.appearAgain(rounds) }
        ] + again
    }
}
