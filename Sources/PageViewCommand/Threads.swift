#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Threads of the system.
enum Threads {
    /// How many can run at the same time.
    static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Runs `body` on so many threads, or as many as there can be, the calling one among them; returns when all have ended.
    ///
    /// - Parameters:
    ///   - ready: Called on the calling thread with how many threads there are, before `body` runs on it.
    ///   - body: Called on each thread with its number, from 0.
    static func run(_ count: Int, ready: (Int) -> Void, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        while threads.count + 1 < count {
            let number = threads.count + 1
            guard let thread = start({ body(number) }) else { break }
            threads.append(thread)
        }
        ready(threads.count + 1)
        body(0)
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, { unsafe Threads.run($0) }, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil, { unsafe $0.flatMap { unsafe Threads.run($0) } }, work.toOpaque())
        #endif
        guard result == 0 else {
            unsafe work.release()
            return nil
        }
        return thread
    }

    private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}
