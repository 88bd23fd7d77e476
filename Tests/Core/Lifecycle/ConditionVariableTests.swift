import PageViewLifecycle
import TestSupport
import Testing

/// The sleep of threads.
@Suite(.watched)
final class ConditionVariableTests: Sendable {
    private let change = ConditionVariable()
    private let isDone = Locked(false)

    @Test("A wait ends when its time is over", arguments: [-1, 0, 1_000_000])
    func timeOut(nanoseconds: Int64) {
        let isSignalled = change.wait(atMost: nanoseconds) { false }
        #expect(!isSignalled)
    }

    @Test("A thread that waits sees a change before the signal", arguments: [nil, .max, 1 << 60] as [Int64?])
    func signal(nanoseconds: Int64?) {
        let isStarted = SystemThread.start {
            self.isDone.withLock { $0 = true }
            self.change.signal()
        }
        #expect(isStarted)
        let isSignalled = change.wait(atMost: nanoseconds) { isDone.withLock { $0 } }
        #expect(isSignalled)
    }
}
