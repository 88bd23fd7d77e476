import Glibc
import PageViewAutomation
import Synchronization

/// Whether a question is answered while the thread that reports stands still in the middle of whatever it was doing, as a
/// thread does whose core somebody else has.
enum StoppedReporter {
    private final class World: Sendable {
        let subject = EngineSubject(Tally())
        let isOver = Atomic<Bool>(false)
        /// How many questions there are, and how many have been answered.
        let asked = Atomic<Int>(0)
        let answered = Atomic<Int>(0)
    }

    /// How long an answer is waited for.
    private static let patience: Int64 = 100_000_000

    static func figure(trials: Int) -> Figure {
        let world = World()
        let reporter = WorkThread {
            let subject = world.subject
            let page = subject.makePage("page-name")
            let values = Payload(Population<EngineSubject>.payload)
            while !world.isOver.load(ordering: .relaxed) {
                subject.appear(page, values, at: 0)
                subject.pending(page, at: 0)
            }
        }
        let asker = WorkThread {
            while !world.isOver.load(ordering: .relaxed) {
                let asked = world.asked.load(ordering: .acquiring)
                guard asked > world.answered.load(ordering: .relaxed) else { continue }
                _ = world.subject.engine.currentPage(in: world.subject.engine.mainScene)
                world.answered.store(asked, ordering: .releasing)
            }
        }
        var inTime = 0
        for trial in 1...trials {
            // At another place each time; the work of a round takes microseconds.
            usleep(UInt32(trial * 37 % 100))
            reporter.stop()
            world.asked.store(trial, ordering: .releasing)
            if hasAnswer(trial, world, within: patience) { inTime += 1 }
            reporter.release()
            while !hasAnswer(trial, world, within: patience) {}
        }
        world.isOver.store(true, ordering: .relaxed)
        reporter.join()
        asker.join()
        return .sampled(
            "queries.stopped", "answered while a thread that reports stands still, of \(trials)",
            Samples([Double(inTime)]), .count, reach: .atLeast(Double(trials)),
            note: "It is stopped by a signal wherever it is; an answer is waited for 0.1 s.")
    }

    private static func hasAnswer(_ trial: Int, _ world: World, within nanoseconds: Int64) -> Bool {
        let end = Stopwatch.now + nanoseconds
        while Stopwatch.now < end {
            if world.answered.load(ordering: .acquiring) >= trial { return true }
            sched_yield()
        }
        return world.answered.load(ordering: .acquiring) >= trial
    }
}
