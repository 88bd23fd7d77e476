extension Row {
    /// Very many sessions in one trace.
    static let sessions = Row(id: "sessions", title: "8. Many sessions in one trace") { context in
        if context.options.isExact { return [] }
        do {
            return try measure(ReplayCommand(context.options), context)
        } catch let failure as ChildProcess.Failure {
            let isNamed = context.options.command != nil
            return [.unmeasured("sessions.wall", "many sessions", failure.description, .seconds, isOwed: isNamed)]
        }
    }

    private static func measure(_ command: ReplayCommand, _ context: Context) throws -> [Figure] {
        let count = context.options.isQuick ? 100_000 : 1_000_000
        let traces = [false, true].map { context.folder.file($0 ? "sessions.jsonl" : "session.jsonl") }
        for (trace, isNamed) in zip(traces, [false, true]) {
            guard SessionTrace(sessions: count, isNamed: isNamed).write(to: trace) else {
                throw ChildProcess.Failure(description: "\(trace) cannot be written")
            }
        }
        let output = context.folder.file("sessions")
        let runs = try Interleaving.turns(
            3, traces.map { trace in { try command.replay(trace, to: output, isWatched: true) } })
        let events = Double(count * SessionTrace.eventsPerSession)
        let times = runs.compactMap { Samples($0.map { $0.wallSeconds * 1e9 / events }) }
        let peaks = runs.compactMap { Samples($0.map { Double($0.peakBytes) }) }
        let perSession = Samples(peaks[1].values.map { $0 / Double(count) })
        let name = "\(Unit.number(Double(count))) sessions"
        let note = "All under way at the same time; one session has the same lines without the names of sessions."
        return [
            .sampled("sessions.one.ns", "an event of one session", times[0], .nanoseconds, note: note),
            .sampled("sessions.ns", "an event of \(name)", times[1], .nanoseconds, note: note),
            .sampled(
                "sessions.ratio", "the second, times the first", times[1].ratios(to: times[0]), .ratio,
                reach: .atMost(2)
            )
            .missed(
                because:
                    "What is known of a session lies in a dozen lines of a cache, which come from memory for each event, "
                    + "although those of the next 32 events come together; and its memory has to be had."),
            .sampled("sessions.memory", "most memory, \(name)", peaks[1], .bytes),
            .sampled("sessions.memory.each", "the same, for each session", perSession, .bytes),
            .sampled("sessions.one.memory", "most memory, one session", peaks[0], .bytes),
        ] + jobs(command, traces[1], context)
    }

    /// The same trace with several jobs: the same bytes, and how long it takes.
    private static func jobs(_ command: ReplayCommand, _ trace: String, _ context: Context) -> [Figure] {
        let outputs = ["one-job", "jobs"].map(context.folder.file)
        do {
            // Asked with nothing to do first: a command that has no jobs says so at once.
            let jobs = ["--jobs", "\(max(2, Program.coreCount))"]
            _ = try command.replay("/dev/null", to: outputs[1], options: jobs)
            let runs = try Interleaving.turns(
                3,
                [
                    { try command.replay(trace, to: outputs[0]) },
                    { try command.replay(trace, to: outputs[1], options: jobs) },
                ])
            let times = runs.compactMap { Samples($0.map(\.wallSeconds)) }
            let isSame = try ChildProcess.run(["cmp", "-s"] + outputs).status == 0
            return [
                .exact(
                    "sessions.jobs.difference", "outputs with --jobs that differ", isSame ? 0 : 1, .count,
                    reach: .atMost(0)),
                .sampled(
                    "sessions.jobs.ratio", "time with --jobs, times without", times[1].ratios(to: times[0]), .ratio),
            ]
        } catch {
            return [.unmeasured("sessions.jobs.difference", "outputs with --jobs that differ", "\(error)")]
        }
    }
}
