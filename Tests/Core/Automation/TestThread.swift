import Dispatch
import Foundation

/// A dedicated thread for blocking work.
///
/// Tasks share a few threads, and a test must not block those.
struct TestThread {
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts a thread with a stack of `stackSize` bytes.
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
