extension Row {
    /// The command with a large trace, compared with other programs.
    static let replay = Row(id: "replay", title: "7. pageview replay of a large trace") { context in
        if context.options.isExact { return [] }
        do {
            return try replayFigures(ReplayCommand(context.options), context)
        } catch let failure as ChildProcess.Failure {
            let isNamed = context.options.command != nil || context.options.peers != nil
            return [.unmeasured("replay.seconds", "replay", failure.description, .seconds, isRequired: isNamed)]
        }
    }

    private static func replayFigures(_ command: ReplayCommand, _ context: Context) throws -> [Figure] {
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
                    walls[index].ratios(to: walls[0]), .ratio, target: present[index - 1].timeTarget
                )
                .missed(
                    because:
                        "A quarter of its instructions scan the bytes of lines, a tenth find the session, the rest are the rules and "
                        + "the writing in small parts; a fifth of the time is the system's."))
            figures.append(
                .sampled(
                    "\(ids[index]).cpu-ratio", "\(titles[index]): time of processors, times ours",
                    times[index].ratios(to: times[0]), .ratio, target: present[index - 1].processorTarget))
            figures.append(
                .exact(
                    "\(ids[index]).difference", "\(titles[index]): page views that differ from ours",
                    difference(present[index - 1], from: output), .count, target: .atMost(0)))
        }
        for case .failure(let failure) in peers {
            figures.append(Peer.unmeasured(failure, context.options))
        }
        return figures + (try memory(command, context, trace, events))
    }

    /// Measures the peak memory with a trace and with one four times as long.
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
                target: .atMost(32 * 1_024 * 1_024))
        } + [
            .sampled("replay.memory.ratio", "the second, times the first", peaks[1].ratios(to: peaks[0]), .ratio)
        ]
    }

    /// Returns the number of lines that another program wrote differently, or wrote more or fewer.
    private static func difference(_ peer: Peer, from output: String) -> Double {
        let (own, other) = (lines(in: output), lines(in: peer.output))
        let changed = peer.writesSameBytes ? zip(own, other).count { !$0.elementsEqual($1) } : 0
        return Double(changed + abs(own.count - other.count))
    }

    private static func lines(in path: String) -> [Substring.UTF8View] {
        (TextFile.read(path) ?? "")[...].utf8.split(separator: UInt8(ascii: "\n"))
    }
}

extension Row {
    /// One trace with very many sessions.
    static let sessions = Row(id: "sessions", title: "8. Many sessions in one trace") { context in
        if context.options.isExact { return [] }
        do {
            return try sessionFigures(ReplayCommand(context.options), context)
        } catch let failure as ChildProcess.Failure {
            let isNamed = context.options.command != nil
            return [.unmeasured("sessions.wall", "many sessions", failure.description, .seconds, isRequired: isNamed)]
        }
    }

    private static func sessionFigures(_ command: ReplayCommand, _ context: Context) throws -> [Figure] {
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
                target: .atMost(2)
            )
            .missed(
                because:
                    "The state of a session fills a dozen cache lines. Each event reads them from memory, "
                    + "although the lines of 32 events are read together. Their memory must also be allocated."),
            .sampled("sessions.memory", "most memory, \(name)", peaks[1], .bytes),
            .sampled("sessions.memory.each", "the same, for each session", perSession, .bytes),
            .sampled("sessions.one.memory", "most memory, one session", peaks[0], .bytes),
        ]
    }
}

/// The optimised command `pageview`, as a measured process.
struct ReplayCommand {
    let path: String

    /// Finds the command that `--command` names or, without the option, the one beside this program.
    init(_ options: Options) throws {
        path = options.command ?? "\(Program.folder)/pageview"
        guard TextFile.isExecutable(path) else {
            throw ChildProcess.Failure(
                description: "\(path) does not exist: build it with swift build -c release --product pageview")
        }
    }

    func replay(
        _ trace: String, to output: String, options: [String] = [], isWatched: Bool = false
    ) throws -> ChildProcess {
        try Self.succeeding([path, "replay"] + options + [trace], output: output, isWatched: isWatched)
    }

    /// Runs a command; throws an error if its exit status is not 0.
    static func succeeding(
        _ arguments: [String], output: String, isWatched: Bool = false
    ) throws -> ChildProcess {
        let errors = output + ".errors"
        let run = try ChildProcess.run(
            arguments, streams: .init(output: output, errors: errors), isWatched: isWatched)
        guard run.status == 0 else {
            let text = (TextFile.read(errors) ?? "").split(separator: "\n").first ?? ""
            let name = arguments[0].split(separator: "/").last ?? ""
            throw ChildProcess.Failure(description: "\(name) ended with \(run.status): \(text)")
        }
        return run
    }
}

/// Another program that computes page views from a trace.
struct Peer {
    let id: String
    let title: String
    let output: String
    /// The targets for the ratios of its times to those of the command.
    let timeTarget: Target?
    let processorTarget: Target?
    /// Whether it writes all that the command writes, byte for byte. Others write the time, component, scene and page.
    let writesSameBytes: Bool
    private let arguments: [String]
    private let options: [String]

    /// Returns the programs in the folder of `--peers`, or an error for each that cannot run.
    static func all(
        _ options: Options, _ folder: TemporaryFolder
    ) throws -> [Result<Peer, ChildProcess.Failure>] {
        guard let scripts = options.peers else {
            return [.failure(.init(description: "needs --peers and the folder of the programs to compare with"))]
        }
        let cores = Program.coreCount
        return [
            python("duckdb", "DuckDB, \(cores) threads", ["\(cores)"], .atLeast(5), scripts, folder),
            python("polars", "polars, \(cores) threads", ["\(cores)"], .atLeast(4), scripts, folder),
            python("orjson", "Python with orjson", [], .atLeast(10), scripts, folder),
            simdjson(scripts, folder),
        ]
    }

    /// Returns a script that uses a package of Python.
    private static func python(
        _ id: String, _ title: String, _ options: [String], _ target: Target, _ scripts: String,
        _ folder: TemporaryFolder
    ) -> Result<Peer, ChildProcess.Failure> {
        let script = "\(scripts)/peer_\(id).py"
        guard TextFile.size(script) != nil else { return .failure(.init(description: "\(script) does not exist")) }
        guard (try? ChildProcess.run(["python3", "-c", "import \(id)"]).status) == 0 else {
            return .failure(.init(description: "python3 cannot import \(id)"))
        }
        return .success(
            Peer(
                id: id, title: title, output: folder.file(id), timeTarget: target, processorTarget: nil,
                writesSameBytes: false, arguments: ["python3", script], options: options))
    }

    /// Compiles the program that uses simdjson.
    private static func simdjson(_ scripts: String, _ folder: TemporaryFolder) -> Result<Peer, ChildProcess.Failure> {
        let (source, program) = ("\(scripts)/peer_simdjson.cpp", folder.file("peer_simdjson"))
        let compiler = ["c++", "-O3", "-march=native", "-std=c++17", source, "-lsimdjson", "-o", program]
        guard (try? ChildProcess.run(compiler).status) == 0 else {
            return .failure(.init(description: "c++ cannot compile \(source); install libsimdjson-dev"))
        }
        return .success(
            Peer(
                id: "simdjson", title: "C++ with simdjson", output: folder.file("simdjson"), timeTarget: nil,
                processorTarget: .atLeast(1.5), writesSameBytes: true, arguments: [program], options: []))
    }

    private init(
        id: String, title: String, output: String, timeTarget: Target?, processorTarget: Target?,
        writesSameBytes: Bool, arguments: [String], options: [String]
    ) {
        (self.id, self.title, self.output, self.writesSameBytes) = (id, title, output, writesSameBytes)
        (self.timeTarget, self.processorTarget, self.arguments, self.options) =
            (timeTarget, processorTarget, arguments, options)
    }

    /// Returns the figure of a program that cannot run; it is required if `--peers` names a folder.
    static func unmeasured(_ failure: ChildProcess.Failure, _ options: Options) -> Figure {
        .unmeasured(
            "replay.peer", "another program", failure.description, .seconds, isRequired: options.peers != nil)
    }

    func run(_ trace: String) throws -> ChildProcess {
        try ReplayCommand.succeeding(arguments + [trace, output] + options, output: output + ".log")
    }
}
