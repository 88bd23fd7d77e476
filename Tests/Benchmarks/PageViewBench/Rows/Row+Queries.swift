import PageViewAutomation

extension Row {
    /// What it costs to ask, and what it costs those who report.
    static let queries = Row(id: "queries", title: "4. The current page of a scene") { context in
        let subject = EngineSubject(Tally())
        let page = subject.makePage("page-name")
        subject.didAppear(page, at: 0)
        // What is made at the first call is not made again.
        ask(subject, 1)
        let exact = [
            context.allocations(
                "queries.allocations", "allocations", rounds: 1_000, reach: .atMost(0)
            ) { ask(subject, 1_000) },
            context.instructions(
                "instructions.queries.current-page", "instructions", .currentPage, reach: .atMost(100)),
        ]
        if context.options.isExact { return exact }
        let times = try Interleaving.run(
            context.repetitions, [{ Stopwatch.nanoseconds(perRound: 10_000) { ask(subject, 10_000) } }])
        return try exact + [.sampled("queries.ns", "one question", times.first, .nanoseconds)]
            + slowdown(context)
    }

    private static func ask(_ subject: EngineSubject, _ count: Int) {
        var found = 0
        for _ in 0..<count where subject.engine.currentPage(in: subject.engine.mainScene) != nil { found += 1 }
        precondition(found == count, "expected a current page")
    }

    /// A thread reports while another one asks without pause, or is merely busy: a core that is shared slows both.
    private static func slowdown(_ context: Context) throws -> [Figure] {
        let rounds = 5_000
        let reporter = Population(EngineSubject.self, pages: 1)
        let runs = try Interleaving.turns(
            2 * context.repetitions,
            [false, true].map { isAsking in
                var reporter = reporter
                return { () -> (nanoseconds: Double, cores: Double) in
                    let other = Neighbour(asks: isAsking ? reporter.subject : nil)
                    defer { other.end() }
                    let start = Stopwatch.processorNow
                    let nanoseconds = Stopwatch.nanoseconds(perRound: rounds) { reporter.appearAgain(rounds) }
                    return (nanoseconds, Double(Stopwatch.processorNow - start) / (nanoseconds * Double(rounds)))
                }
            })
        // Threads that take turns on one core do not meet, and show nothing.
        let pairs = zip(runs[0], runs[1]).filter { $0.0.cores > 1.7 }
        guard pairs.count >= 5, let busy = Samples(pairs.map(\.0.nanoseconds)),
            let asking = Samples(pairs.map(\.1.nanoseconds))
        else { return [.unmeasured("queries.slowdown", "beside a thread that asks", "no two cores were free", .ratio)] }
        return [
            .sampled(
                "queries.beside-busy.ns", "an appearance beside a busy thread", busy, .nanoseconds, note: together),
            .sampled(
                "queries.beside-asking.ns", "an appearance beside one that asks", asking, .nanoseconds, note: together),
            .sampled(
                "queries.slowdown", "the second, times the first", asking.ratios(to: busy), .ratio,
                reach: .atMost(1.2)
            )
            .missed(
                because:
                    "Each change of the page waits until the line of the cache that it is in has come back from the "
                    + "other core, of which there are three in an appearance."),
        ]
    }

    private static let together =
        "Of the runs in which the busy thread and the one that reports had a core each; beside a thread that does "
        + "nothing but ask, without pause."
}

/// A thread that asks without pause, or counts to itself.
private struct Neighbour {
    private final class Flags: Sendable {
        let hasBegun = Protected(false)
        let isOver = Protected(false)
    }

    private let flags = Flags()
    private let thread: WorkThread

    init(asks subject: EngineSubject?) {
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
