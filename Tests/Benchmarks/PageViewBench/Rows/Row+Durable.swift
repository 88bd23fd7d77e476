import PageViewDelivery
import PageViewTracking

extension Row {
    /// The time of an event that survives a power cut, in a journal and in SQLite.
    ///
    /// Both are providers of trackers, on one disk, and take turns. A batch is long enough for each to reserve space and to move
    /// its log several times.
    static let durable = Row(id: "durable", title: "12. Events that survive a power cut") { context in
        if context.options.isExact { return [] }
        let count = 1_000
        let journal = JournalProvider(directory: context.folder.file("durable"), isPowerCutSafe: true)
        guard let sqlite = try SQLiteProvider(context.folder.file("durable.sqlite")) else {
            return [
                .unmeasured(
                    "durable.ratio", "SQLite, times the journal", "no libsqlite3.so.0", .ratio, target: target,
                    isRequired: context.options.requiresTargets)
            ]
        }
        let subjects = [TrackerSubject([journal]), TrackerSubject([sqlite])]
        let times = try Interleaving.run(
            context.repetitions,
            subjects.map { subject in { Stopwatch.nanoseconds(perRound: count) { subject.track(count) } } })
        // The tracker of the page adds a page view.
        let expected = count * (context.repetitions + 1)
        guard journal.counts.written >= expected, sqlite.count == journal.counts.written else {
            throw ChildProcess.Failure(
                description: "expected \(expected) events in both, found \(journal.counts.written) and \(sqlite.count)")
        }
        return [
            .sampled("durable.journal.ns", "one event to a power-cut-safe journal", times[0], .nanoseconds),
            .sampled("durable.sqlite.ns", "one event to SQLite, WAL with synchronous=FULL", times[1], .nanoseconds),
            .sampled(
                "durable.ratio", "SQLite, times the journal", times[1].ratios(to: times[0]), .ratio, target: target),
        ]
    }

    private static let target = Target.atLeast(1.1)
}
