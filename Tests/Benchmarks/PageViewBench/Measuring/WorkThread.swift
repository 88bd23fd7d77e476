import Glibc

/// A system thread, which another thread can suspend anywhere.
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

    /// Suspends the thread wherever it is, even while it holds a lock; returns when it is suspended.
    ///
    /// Only one thread may be suspended at a time.
    func stop() {
        // Opens the pipes here: the signal handler must not initialize a global.
        let standing = ThreadStop.standing
        _ = ThreadStop.released
        signal(SIGUSR1) { _ in ThreadStop.stand() }
        pthread_kill(thread, SIGUSR1)
        standing.receive()
    }

    /// Resumes the suspended thread.
    func release() {
        ThreadStop.released.send()
    }
}

/// The pipes by which a suspended thread and the suspending thread wait for each other.
///
/// A signal handler may call `read` and `write`, but must not acquire a lock.
private enum ThreadStop {
    static let standing = SignalPipe()
    static let released = SignalPipe()

    /// Runs inside the signal handler.
    static func stand() {
        standing.send()
        released.receive()
    }
}

/// A pipe that carries one byte a message.
private struct SignalPipe: Sendable {
    private let reader: CInt
    private let writer: CInt

    init() {
        var ends: (CInt, CInt) = (0, 0)
        let error = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe pipe(bytes.bindMemory(to: CInt.self).baseAddress)
        }
        precondition(error == 0, "expected a pipe, found error \(errno)")
        (reader, writer) = ends
    }

    func send() {
        var byte: UInt8 = 1
        unsafe _ = write(writer, &byte, 1)
    }

    /// Waits for a message. Another signal may interrupt `read`.
    func receive() {
        var byte: UInt8 = 0
        while unsafe read(reader, &byte, 1) != 1 {}
    }
}
