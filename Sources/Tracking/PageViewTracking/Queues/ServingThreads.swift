#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

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
