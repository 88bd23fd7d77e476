#if canImport(Glibc) || canImport(Musl) || canImport(Android)
public import Synchronization

/// A lock of one word, which costs a few instructions while nobody waits for it.
///
/// `Mutex` is slow here when there are more threads than cores, because it passes itself on by way of the kernel; a lock of
/// POSIX threads is ten times as large, must not move, and takes four times the instructions. Who finds it taken sleeps
/// in a ``ParkingLot``.
@usableFromInline
package struct Lock: ~Copyable, Sendable {
    @usableFromInline static var free: UInt32 { 0 }
    @usableFromInline static var taken: UInt32 { 1 }
    /// Taken, and somebody may sleep until it is let go.
    @usableFromInline static var awaited: UInt32 { 2 }

    @usableFromInline let word = Atomic<UInt32>(0)

    @inlinable
    package init() {}

    /// Runs `body` while no other thread is in one of this lock. It must call nothing foreign, and not take the lock again.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body()
    }

    @inlinable
    borrowing func lock() {
        let attempt = word.weakCompareExchange(
            expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed)
        if !attempt.exchanged { wait() }
    }

    @inlinable
    borrowing func unlock() {
        if word.exchange(Self.free, ordering: .releasing) == Self.awaited { wake() }
    }

    /// Takes the lock as soon as it is free.
    @usableFromInline
    borrowing func wait() {
        // What it guards takes less time than falling asleep does, if its owner runs at all.
        for _ in 0..<Self.attempts {
            if word.load(ordering: .relaxed) == Self.free {
                let attempt = word.compareExchange(
                    expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed)
                if attempt.exchanged { return }
            }
        }
        // Taken as awaited, because others may sleep there as well.
        ParkingLot.sleep(at: key) { word.exchange(Self.awaited, ordering: .acquiring) == Self.free }
    }

    private static var attempts: Int { 60 }

    @usableFromInline
    borrowing func wake() { ParkingLot.wake(at: key) }

    /// Where those who wait for this lock sleep; another lock may have the same.
    private var key: UInt {
        unsafe withUnsafePointer(to: self) { UInt(bitPattern: $0) }
    }
}
#else
public import Synchronization

/// A lock; the one that the operating system recommends.
@usableFromInline
package struct Lock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    package init() {}

    /// Runs `body` while no other thread is in one of this lock. It must call nothing foreign, and not take the lock again.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { _ throws(Failure) in try body() }
    }
}
#endif
