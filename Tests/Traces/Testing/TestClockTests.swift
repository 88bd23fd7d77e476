import PageViewTesting
import TestSupport
import Testing

/// A clock that stands still until a test advances it (rule TS-005).
@Suite(.watched)
struct TestClockTests {
    @Test("The clock stands still until a test advances it, and the engine's clock follows")
    func standsStill() {
        let clock = TestClock()
        #expect(clock.engineClock.now == .zero)
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.engineClock.now == Timestamp(nanoseconds: 1_500_000_000))
        #expect(clock.now == TestClock.Instant(sinceStart: .milliseconds(1_500)))
    }

    @Test("The clock never goes back, and stops at the largest time")
    func neverGoesBack() {
        let clock = TestClock()
        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(-1))
        clock.advance(to: TestClock.Instant(sinceStart: .seconds(1)))
        #expect(clock.now.sinceStart == .seconds(2))
        clock.advance(by: .seconds(Int64.max / 2))
        #expect(clock.engineClock.now == Timestamp(nanoseconds: .max))
    }

    @Test("Sleepers wake in the order of their deadlines, and not earlier")
    func sleepersWakeInOrder() async throws {
        let clock = TestClock()
        let woken = Locked<[Int]>([])
        try await withThrowingTaskGroup { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await clock.waitForSleepers(3)
            for moment in 1...3 {
                clock.advance(by: .seconds(1))
                #expect(clock.sleeperCount == 3 - moment)
                let seconds = try #require(try await group.next())
                woken.withLock { $0.append(seconds) }
            }
        }
        #expect(woken.withLock { $0 } == [1, 2, 3])
        // A deadline in the past returns at once.
        try await clock.sleep(until: TestClock.Instant(sinceStart: .seconds(1)))
    }

    @Test("A cancelled task throws before and during its sleep")
    func cancelledSleeperWakes() async {
        let clock = TestClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        #expect(clock.sleeperCount == 0)
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("Advances from several threads add up")
    func threads() async {
        let clock = TestClock()
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { clock.advance(by: .milliseconds(1)) } } }
        }
        #expect(clock.now.sinceStart == .seconds(8))
    }
}
