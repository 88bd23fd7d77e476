#if canImport(Glibc) || canImport(Musl) || canImport(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Android
#endif

/// Where threads sleep that wait for a ``Lock``, so that a lock itself needs no more than a word.
///
/// A few places serve all locks of a process. Two that share one wake each other's sleepers, which look and sleep again.
enum ParkingLot {
    /// A place: what the operating system needs to let threads sleep. Never moved, never given back.
    @safe private struct Place {
        let mutex: UnsafeMutablePointer<pthread_mutex_t>
        let condition: UnsafeMutablePointer<pthread_cond_t>

        init() {
            unsafe mutex = .allocate(capacity: 1)
            unsafe condition = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            unsafe condition.initialize(to: pthread_cond_t())
            unsafe pthread_mutex_init(mutex, nil)
            unsafe pthread_cond_init(condition, nil)
        }
    }

    private static let count = 64
    // Proof: written once, before anybody can reach it; what it points to is made for many threads.
    nonisolated(unsafe) private static let places = (0..<count).map { _ in Place() }

    /// Lets the calling thread sleep until `isDone` says so. It is asked at once, and whenever somebody wakes this place.
    static func sleep(at key: UInt, until isDone: () -> Bool) {
        let place = place(of: key)
        unsafe pthread_mutex_lock(place.mutex)
        // Who wakes takes the place's mutex after it has let go of the lock, so that it cannot come between question and
        // sleep.
        while !isDone() { unsafe pthread_cond_wait(place.condition, place.mutex) }
        unsafe pthread_mutex_unlock(place.mutex)
    }

    /// Wakes those who sleep in this place.
    static func wake(at key: UInt) {
        let place = place(of: key)
        unsafe pthread_mutex_lock(place.mutex)
        unsafe pthread_cond_broadcast(place.condition)
        unsafe pthread_mutex_unlock(place.mutex)
    }

    private static func place(of key: UInt) -> Place {
        // Multiplied by the golden ratio of words, so that neighbours are told apart by the highest bits.
        unsafe places[Int((UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 58)]
    }
}
#endif
