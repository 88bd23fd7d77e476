import Glibc

/// The values of a repeated measurement, at least one.
struct Samples: Sendable, Equatable {
    let values: [Double]

    /// Creates samples; `nil` without values.
    init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        self.values = values
    }

    var median: Double { quantile(0.5) }

    /// The range of the middle half of the values.
    var spread: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }

    /// Returns the value that this share of the samples does not exceed, interpolated between two samples.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        let position = share * Double(sorted.count - 1)
        let low = Int(position.rounded(.down))
        let high = Int(position.rounded(.up))
        return sorted[low] + (sorted[high] - sorted[low]) * (position - Double(low))
    }

    /// Returns the ratios pair by pair, because a disturbance affects both values of a pair alike.
    func ratios(to other: Samples) -> Samples? {
        Samples(zip(values, other.values).filter { $1 > 0 }.map { $0 / $1 })
    }
}

/// Runs of alternatives in turns, so that other load on the machine affects all of them alike.
enum Interleaving {
    /// Runs alternatives in turns, each round from another one on; returns the results of each alternative.
    static func turns<Value>(_ repetitions: Int, _ alternatives: [() throws -> Value]) throws -> [[Value]] {
        // Warm-up: the first run maps memory, and arrays grow.
        for alternative in alternatives { _ = try alternative() }
        var values = [[Value]](repeating: [], count: alternatives.count)
        for repetition in 0..<max(1, repetitions) {
            for turn in alternatives.indices {
                let index = (turn + repetition) % alternatives.count
                values[index].append(try alternatives[index]())
            }
        }
        return values
    }

    /// Runs alternatives in turns; returns the samples of each alternative.
    static func run(_ repetitions: Int, _ alternatives: [() throws -> Double]) throws -> [Samples] {
        try turns(repetitions, alternatives).compactMap(Samples.init)
    }
}

/// Clocks for measurements.
enum Stopwatch {
    /// The monotonic time in nanoseconds.
    static var now: Int64 { time(of: CLOCK_MONOTONIC) }

    /// The processor time of all threads of this program, in nanoseconds.
    static var processorNow: Int64 { time(of: CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns the nanoseconds of a body, divided by its number of rounds.
    static func nanoseconds(perRound rounds: Int, _ body: () -> Void) -> Double {
        let start = now
        body()
        return Double(now - start) / Double(max(1, rounds))
    }
}
