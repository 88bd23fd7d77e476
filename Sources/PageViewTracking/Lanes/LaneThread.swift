#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A thread of the system: what calls a provider may block, and must then not keep others from running.
enum LaneThread {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new thread, which nobody waits for; whether there can be one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, { LaneThread.run($0) }, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil, { unsafe $0.flatMap { unsafe LaneThread.run($0) } }, work.toOpaque())
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
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool { false }
    #endif
}
