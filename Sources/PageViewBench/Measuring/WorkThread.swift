import Glibc
import Synchronization

/// A thread of its own.
struct WorkThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let error = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        precondition(error == 0, "expected a thread, found error \(error)")
        self.thread = thread
    }

    func join() { _ = pthread_join(thread, nil) }

    /// Stops the thread wherever it is, also in the middle of a lock; returns once it stands still. One thread at a time.
    func stop() {
        let stop = ThreadStop.wanted.add(1, ordering: .sequentiallyConsistent).newValue
        signal(SIGUSR1) { _ in ThreadStop.stand() }
        pthread_kill(thread, SIGUSR1)
        while ThreadStop.standing.load(ordering: .acquiring) < stop { usleep(10) }
    }

    /// Lets it go on.
    func release() {
        ThreadStop.released.store(ThreadStop.wanted.load(ordering: .relaxed), ordering: .releasing)
    }
}

/// What a thread that was stopped looks at: the numbers of the last stop that is wanted, has been reached, and is over.
private enum ThreadStop {
    static let wanted = Atomic<Int>(0)
    static let standing = Atomic<Int>(0)
    static let released = Atomic<Int>(0)

    /// Runs inside a signal: nothing but atomics and a call that is allowed there.
    static func stand() {
        let stop = wanted.load(ordering: .acquiring)
        standing.store(stop, ordering: .releasing)
        while released.load(ordering: .acquiring) < stop { usleep(50) }
    }
}
