extension Row {
    /// The command over a large trace, beside what one would write instead.
    static let replay = Row(id: "replay", title: "7. pageview replay of a large trace") { context in
        if context.options.isExact { return [] }
        do {
            return try measure(ReplayCommand(context.options), context)
        } catch let failure as ChildProcess.Failure {
            let isNamed = context.options.command != nil || context.options.peers != nil
            return [.unmeasured("replay.seconds", "replay", failure.description, .seconds, isOwed: isNamed)]
        }
    }

    private static func measure(_ command: ReplayCommand, _ context: Context) throws -> [Figure] {
        let events = context.options.isQuick ? 200_000 : 1_000_000
        let trace = context.folder.file("trace.jsonl")
        guard BenchmarkTrace(events: events).write(to: trace) else {
            throw ChildProcess.Failure(description: "\(trace) cannot be written")
        }
        let peers = try Peer.all(context.options, context.folder)
        let present = peers.compactMap { try? $0.get() }
        let output = context.folder.file("ours")
        let runs = try Interleaving.turns(
            context.options.isQuick ? 3 : 7,
            [{ try command.replay(trace, to: output) }] + present.map { peer in { try peer.run(trace) } })
        let size = "\(Unit.number(Double(events))) events"
        var figures: [Figure] = []
        let titles = ["replay, \(size)"] + present.map(\.title)
        let ids = ["replay"] + present.map { "replay.\($0.id)" }
        let walls = runs.compactMap { Samples($0.map(\.wallSeconds)) }
        let times = runs.compactMap { Samples($0.map(\.cpuSeconds)) }
        for index in runs.indices {
            figures.append(.sampled("\(ids[index]).wall", "\(titles[index]): time", walls[index], .seconds))
            figures.append(
                .sampled("\(ids[index]).cpu", "\(titles[index]): time of processors", times[index], .seconds))
        }
        for index in runs.indices.dropFirst() {
            figures.append(
                .sampled(
                    "\(ids[index]).wall-ratio", "\(titles[index]): time, times ours",
                    walls[index].ratios(to: walls[0]), .ratio, reach: .atLeast(present[index - 1].reach)
                )
                .missed(
                    because:
                        "A quarter of its instructions scan the bytes of lines, a tenth find the session, the rest are the rules and "
                        + "the writing in small parts; a fifth of the time is the system's."))
            figures.append(
                .sampled(
                    "\(ids[index]).cpu-ratio", "\(titles[index]): time of processors, times ours",
                    times[index].ratios(to: times[0]), .ratio))
            figures.append(
                .exact(
                    "\(ids[index]).difference", "\(titles[index]): page views, more or fewer than ours",
                    abs(Double(lines(in: present[index - 1].output) - lines(in: output))), .count, reach: .atMost(0)))
        }
        for case .failure(let failure) in peers {
            figures.append(Peer.unmeasured(failure, context.options))
        }
        return figures + (try memory(command, context, trace, events))
    }

    /// The most memory, over a trace and over one that is four times as long.
    private static func memory(
        _ command: ReplayCommand, _ context: Context, _ trace: String, _ events: Int
    ) throws -> [Figure] {
        let long = context.folder.file("long.jsonl")
        guard BenchmarkTrace(events: 4 * events).write(to: long) else {
            throw ChildProcess.Failure(description: "\(long) cannot be written")
        }
        let output = context.folder.file("watched")
        let runs = try Interleaving.turns(
            3,
            [
                { try command.replay(trace, to: output, isWatched: true) },
                { try command.replay(long, to: output, isWatched: true) },
            ])
        let peaks = runs.compactMap { Samples($0.map { Double($0.peakBytes) }) }
        let sizes = [events, 4 * events].map { Unit.number(Double($0)) }
        return zip(sizes, peaks).enumerated().map { index, entry in
            .sampled(
                "replay.memory.\(index + 1)", "most memory, \(entry.0) events", entry.1, .bytes,
                reach: .atMost(32 * 1_024 * 1_024))
        } + [
            .sampled("replay.memory.ratio", "the second, times the first", peaks[1].ratios(to: peaks[0]), .ratio)
        ]
    }

    private static func lines(in path: String) -> Int {
        TextFile.read(path)?.utf8.count { $0 == UInt8(ascii: "\n") } ?? 0
    }
}
