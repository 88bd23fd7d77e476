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
enum QueueThread {
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
        let result = unsafe pthread_create(&thread, nil, { QueueThread.run($0) }, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil, { unsafe $0.flatMap { unsafe QueueThread.run($0) } }, work.toOpaque())
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

/// Which threads are letting a provider have something right now. Such a thread waits for no other provider: two of them
/// could wait for each other.
enum ServingThreads {
    /// Runs `body`, in which the calling thread serves a provider.
    static func serve(_ body: () -> Void) {
        let depth = depth
        set(depth + 1)
        body()
        set(depth)
    }

    /// Whether the calling thread is serving a provider.
    static var isServing: Bool { depth > 0 }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// A word of each thread's own, in which it counts how deep it is in this; it begins as 0.
    private static let key = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    private static var depth: Int { unsafe Int(bitPattern: pthread_getspecific(key)) }

    private static func set(_ depth: Int) { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth)) }
    #else
    // Where there are no threads of the system nobody waits for anybody.
    private static var depth: Int { 1 }

    private static func set(_ depth: Int) {}
    #endif
}
