import Glibc

/// The time that something takes.
enum Stopwatch {
    /// Nanoseconds on the clock of the wall.
    static var now: Int64 { time(of: CLOCK_MONOTONIC) }

    /// Nanoseconds that this program has had of processors, all threads together.
    static var processorNow: Int64 { time(of: CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// How many nanoseconds a body takes, for each of so many rounds.
    static func nanoseconds(perRound rounds: Int, _ body: () -> Void) -> Double {
        let start = now
        body()
        return Double(now - start) / Double(max(1, rounds))
    }
}
