import Glibc

/// Another program, run to its end, and what it took.
struct ChildProcess {
    let status: Int32
    let wallSeconds: Double
    /// In the program and in the system on its behalf.
    let cpuSeconds: Double
    /// The most memory it had at one time. What is below the memory of this program at its start is not seen, unless
    /// it was watched.
    let peakBytes: Int

    /// Where a stream of the program comes from or goes to.
    struct Streams {
        var input = "/dev/null"
        var output = "/dev/null"
        var errors = "/dev/null"
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program, which is looked for on the path, and waits for it.
    ///
    /// - Parameter isWatched: Whether its memory is looked at all the time, which costs it some.
    static func run(
        _ arguments: [String], streams: Streams = Streams(), environment additions: [String: String] = [:],
        isWatched: Bool = false
    ) throws -> ChildProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, streams.output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, streams.errors, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let strings = unsafe arguments.map { unsafe strdup($0) }
        let settings = unsafe (inherited(without: additions) + additions.map { "\($0)=\($1)" })
            .map { unsafe strdup($0) }
        defer { unsafe (strings + settings).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let start = Stopwatch.now
        let error = unsafe posix_spawnp(&process, arguments[0], &actions, nil, strings + [nil], settings + [nil])
        guard error == 0 else {
            throw Failure(description: "\(arguments[0]) cannot be run: \(unsafe String(cString: strerror(error)))")
        }
        return try wait(for: process, since: start, isWatched: isWatched)
    }

    private static func wait(for process: pid_t, since start: Int64, isWatched: Bool) throws -> ChildProcess {
        var status: Int32 = 0
        var usage = rusage()
        var watched = 0
        while true {
            let result = unsafe wait4(process, &status, isWatched ? WNOHANG : 0, &usage)
            if result == process { break }
            guard result == 0 || errno == EINTR else { throw Failure(description: "cannot wait for a process") }
            watched = max(watched, peak(of: "\(process)") ?? 0)
            if isWatched { usleep(1_000) }
        }
        let end = Stopwatch.now
        let resident = usage.ru_maxrss * 1_024
        // The system counts what a process was before it became this program, and that was a copy of us.
        let own = peak(of: "self") ?? 0
        return ChildProcess(
            status: (status & 0x7F) == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
            wallSeconds: Double(end - start) / 1e9, cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
            peakBytes: resident > own || watched == 0 ? resident : watched)
    }

    /// The most memory that a process had at one time, in bytes, as the system shows it.
    private static func peak(of process: String) -> Int? {
        guard let text = TextFile.read("/proc/\(process)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    private static func inherited(without names: [String: String]) -> [String] {
        var result: [String] = []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let setting = unsafe String(cString: text)
            if names[String(setting.prefix { $0 != "=" })] == nil { result.append(setting) }
            unsafe entry += 1
        }
        return result
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
