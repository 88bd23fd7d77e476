import Glibc

/// The result of another program that has ended: its exit status, times and memory.
struct ChildProcess {
    let status: Int32
    let wallSeconds: Double
    /// The processor time in the program and in the system on its behalf.
    let cpuSeconds: Double
    /// The peak memory in bytes.
    ///
    /// A peak below the memory of this program at the start is not visible, unless the run was watched.
    let peakBytes: Int

    /// The paths of the program's standard streams.
    struct Streams {
        var input = "/dev/null"
        var output = "/dev/null"
        var errors = "/dev/null"
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program, which the system finds by the search path, and waits for its end.
    ///
    /// - Parameter isWatched: Whether to sample its memory every millisecond, which slows it down slightly.
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
        // The system includes the process before it became the program, when it was a copy of this one.
        let own = peak(of: "self") ?? 0
        return ChildProcess(
            status: (status & 0x7F) == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
            wallSeconds: Double(end - start) / 1e9, cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
            peakBytes: resident > own || watched == 0 ? resident : watched)
    }

    /// Returns the peak memory of a process in bytes, from `/proc`.
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

/// This program.
enum Program {
    /// The path of this program.
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe readlink("/proc/self/exe", $0, bytes.count) } ?? -1
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }()

    /// The folder of this program and of the others from the same build.
    static var folder: String { path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } }

    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
