#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// System threads. Code on them may block, which threads of a shared pool must not do.
package enum SystemThread {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new detached thread. Returns whether the system could create one.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, { SystemThread.run($0) }, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil, { unsafe $0.flatMap { unsafe SystemThread.run($0) } }, work.toOpaque())
        #endif
        guard result == 0 else {
            unsafe work.release()
            return false
        }
        detach(thread)
        return true
    }

    #if canImport(Darwin)
    private static func detach(_ thread: pthread_t?) {
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
    }
    #else
    private static func detach(_ thread: pthread_t) { pthread_detach(thread) }
    #endif

    private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
    #else
    /// Returns `false`: there are no threads.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool { false }
    #endif
}
