#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An operation that is timed in batches.
struct Operation {
    /// The number of rounds in a batch; `nil` lets the stopwatch choose it.
    var rounds: Int?
    /// Prepares a batch. The measured time excludes it.
    var prepare: () -> Void = {}
    /// Performs the given number of rounds.
    let perform: (Int) -> Void

    /// Returns an operation that repeats a body, and keeps an object alive.
    static func repeating(keeping owner: Any, _ body: @escaping () -> Void) -> Operation {
        Operation { rounds in
            for _ in 0..<rounds { body() }
            withExtendedLifetime(owner) {}
        }
    }
}

enum Stopwatch {
    /// Returns samples of nanoseconds per round for several operations. The operations alternate, so a slow machine
    /// slows all of them.
    static func compare(_ operations: [Operation]) -> [[Double]] {
        let rounds = operations.map { $0.rounds ?? chooseRounds($0) }
        var samples = operations.map { _ in [Double]() }
        let start = now
        // An operation that takes seconds gets fewer samples. With an uneven number of samples, the median is a sample.
        for sample in 0..<31 {
            if sample >= 3, sample % 2 == 1, now - start > 4_000_000_000 { break }
            for turn in operations.indices {
                let index = (turn + sample) % operations.count
                samples[index].append(Double(time(operations[index], rounds[index])) / Double(rounds[index]))
            }
        }
        return samples
    }

    /// The CPU time of the calling thread, which excludes other programs on the machine.
    private static var now: Int64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func time(_ operation: Operation, _ rounds: Int) -> Int64 {
        operation.prepare()
        let start = now
        operation.perform(rounds)
        return now - start
    }

    /// Chooses a batch of at least a millisecond, so that the cost of reading the clock is negligible. It also warms up
    /// the caches.
    private static func chooseRounds(_ operation: Operation) -> Int {
        var rounds = 1
        while rounds < 1 << 20, time(operation, rounds) < 1_000_000 { rounds *= 2 }
        return rounds
    }
}

func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension [Double] {
    var median: Double { sorted()[count / 2] }

    /// Returns the median of the ratios of paired samples. A slow moment slows both samples of a pair.
    func ratio(to other: [Double]) -> Double { zip(self, other).map { $0 / $1 }.median }
}
