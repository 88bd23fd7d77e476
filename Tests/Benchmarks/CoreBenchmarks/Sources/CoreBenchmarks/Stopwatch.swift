#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Work that is timed in batches.
struct Operation {
    /// How many rounds a batch has; `nil` lets the stopwatch choose.
    var rounds: Int?
    /// Prepares a batch, outside of the time.
    var prepare: () -> Void = {}
    /// Performs so many rounds.
    let perform: (Int) -> Void
}

enum Stopwatch {
    /// The nanoseconds per round of operations that take turns, in samples: whatever slows the machine slows all of them.
    static func compare(_ operations: [Operation]) -> [[Double]] {
        let rounds = operations.map { $0.rounds ?? chooseRounds($0) }
        var samples = operations.map { _ in [Double]() }
        let start = now
        // What takes seconds has fewer samples. An odd number has a median of its own.
        for sample in 0..<31 {
            if sample >= 3, sample % 2 == 1, now - start > 4_000_000_000 { break }
            for turn in operations.indices {
                let index = (turn + sample) % operations.count
                samples[index].append(Double(time(operations[index], rounds[index])) / Double(rounds[index]))
            }
        }
        return samples
    }

    /// The time of the calling thread: a machine that runs something else in between does not count.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func time(_ operation: Operation, _ rounds: Int) -> Int64 {
        operation.prepare()
        let start = now
        operation.perform(rounds)
        return now - start
    }

    /// A batch takes a millisecond or more, so that reading the clock does not matter; it warms up as well.
    private static func chooseRounds(_ operation: Operation) -> Int {
        var rounds = 1
        while rounds < 1 << 20, time(operation, rounds) < 1_000_000 { rounds *= 2 }
        return rounds
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }

    /// The median of the ratios of neighbours: what slowed one of a pair slowed the other one too.
    func ratio(to other: [Double]) -> Double { zip(self, other).map { $0 / $1 }.median }
}
