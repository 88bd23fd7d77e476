#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A system thread for a queue. A provider may block it, so it must not be a thread of a shared pool (TK-008).
enum QueueThread {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new detached thread. Returns whether the system could create one.
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

/// The threads that are calling a provider at this moment (TK-008).
///
/// Such a thread never waits for another provider, because two of them could wait for each other.
enum ServingThreads {
    /// Runs `body`, in which the calling thread calls a provider.
    static func serve(_ body: () -> Void) {
        let depth = depth
        set(depth + 1)
        body()
        set(depth)
    }

    /// Whether the calling thread is calling a provider.
    static var isServing: Bool { depth > 0 }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// The key of a thread-local counter: the depth of nested calls of ``serve(_:)``. It starts at 0.
    private static let key = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    private static var depth: Int { unsafe Int(bitPattern: pthread_getspecific(key)) }

    private static func set(_ depth: Int) { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth)) }
    #else
    // Without system threads, no caller may wait for another.
    private static var depth: Int { 1 }

    private static func set(_ depth: Int) {}
    #endif
}
