import Dispatch
import Foundation

/// A thread of its own, for what blocks: tasks share a few threads, which a test must not keep from each other.
struct TestThread {
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let isDone = isDone
        Thread {
            body()
            isDone.signal()
        }.start()
    }

    /// Waits until the body has returned.
    func join() { isDone.wait() }
}
