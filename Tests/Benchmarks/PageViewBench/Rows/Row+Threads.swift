import PageViewAutomation

extension Row {
    /// Many threads that report at the same time, each about its own page.
    static let threads = Row(id: "threads", title: "5. Many threads reporting") { context in
        if context.options.isExact { return [] }
        return try measure("engine", "the engine", EngineSubject.self, context, target: .atLeast(1.0 / 3))
            + measure("foundation-lock", "NSLock", LockedTable<FoundationLock<LockedState>>.self, context)
            + measure("standard-lock", "Mutex", LockedTable<StandardLock<LockedState>>.self, context)
            + measureActor(context)
    }

    private static let counts = [1, 2, 4, 8]
    /// The number of appearances, a multiple of each number of threads.
    private static let work = 16_000
    private static let coreNote =
        "On \(Program.coreCount) cores. The rate of all threads together as a share of the rate of one thread, "
        + "for an appearance with its pending."

    private static func measure<Subject: PageViewSubject>(
        _ id: String, _ title: String, _ type: Subject.Type, _ context: Context, target: Target? = nil
    ) throws -> [Figure] {
        var check = OrderTotals()
        let samples = try Interleaving.run(
            min(9, context.repetitions),
            counts.map { count in
                {
                    let receiver = OrderCheck(pages: count)
                    let subject = Subject(receiver)
                    let pages = (0..<count).map { subject.makePage("page-\($0)") }
                    let values = Subject.values(Population<Subject>.payload)
                    let share = work / count
                    let nanoseconds = Stopwatch.nanoseconds(perRound: work) {
                        let threads = pages.map { page in
                            WorkThread { appear(subject, page, values, share) }
                        }
                        for thread in threads { thread.join() }
                    }
                    check.add(receiver)
                    return nanoseconds
                }
            })
        return figures(id, title, samples, check, target: target)
    }

    private static func appear<Subject: PageViewSubject>(
        _ subject: Subject, _ page: Subject.Page, _ values: Subject.Values, _ count: Int
    ) where Subject.Values: Sendable {
        for round in 0..<count {
            let time = Int64(round) * 3_000
            subject.appear(page, values, at: time)
            subject.pending(page, at: time + 2_000)
        }
    }

    private static func measureActor(_ context: Context) throws -> [Figure] {
        var check = OrderTotals()
        let samples = try Interleaving.run(
            min(9, context.repetitions),
            counts.map { count in
                {
                    let receiver = OrderCheck(pages: count)
                    let table = ActorTable(receiver)
                    let nanoseconds = Stopwatch.nanoseconds(perRound: work) {
                        Waiting.run { await ActorPopulation.appear(table, tasks: count, rounds: work / count) }
                    }
                    check.add(receiver)
                    return nanoseconds
                }
            })
        return figures("actor", "an actor, as many tasks", samples, check)
    }

    /// The totals of the order checks of all runs.
    private struct OrderTotals {
        var faults = 0
        var counted = 0
        var expected = 0

        mutating func add(_ check: OrderCheck) {
            faults += check.faults
            counted += check.counted
            expected += work
        }
    }

    private static func figures(
        _ id: String, _ title: String, _ samples: [Samples], _ totals: OrderTotals, target: Target? = nil
    ) -> [Figure] {
        guard samples.count == counts.count else { return [] }
        let ratios = zip(counts, samples).dropFirst().map { count, own in
            Figure.sampled(
                "threads.\(id).\(count)", "\(title), \(count) threads to one", samples[0].ratios(to: own), .ratio,
                target: target, note: coreNote)
        }
        return [.sampled("threads.\(id).ns", "\(title), one thread", samples[0], .nanoseconds, note: coreNote)] + ratios
            + [
                .exact(
                    "threads.\(id).faults",
                    "\(title), page views missing, doubled or out of order, of \(Unit.number(Double(totals.expected)))",
                    Double(totals.faults + abs(totals.expected - totals.counted)), .count, target: .atMost(0))
            ]
    }
}
