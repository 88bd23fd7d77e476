import Dispatch
import Foundation

/// A thread of its own, for what blocks: tasks share a few threads, which a test must not keep from each other.
struct TestThread {
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts a thread; its stack has so many bytes.
    init(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) {
        let isDone = isDone
        let thread = Thread {
            body()
            isDone.signal()
        }
        thread.stackSize = stackSize
        thread.start()
    }

    /// Waits until the body has returned.
    func join() { isDone.wait() }
}
