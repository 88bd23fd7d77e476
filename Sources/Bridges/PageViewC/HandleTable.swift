import CPageView
import PageViewLifecycle

/// The objects of one kind that C refers to by numbers (CI-001).
///
/// A handle contains the kind, the slot of the object, and the slot's generation. So a handle of an object that has ended, a
/// handle of another kind, and a random number are rejected. A slot whose generations are exhausted stays unused.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct Slot {
        var object: Object?
        var generation: UInt64 = 1
        /// The engine whose end also ends the object; 0 for none.
        var owner: pv_engine = 0
    }

    private struct State {
        var slots: [Slot] = []
        var free: [Int] = []

        /// Returns the slot of a handle of this kind; `nil` if its object has ended or never existed.
        @inline(__always)
        func index(of handle: UInt64, kind: UInt64) -> Int? {
            let index = Int(handle & 0xFFFF_FFFF)
            guard index < slots.count, handle >> 32 == kind << 24 | slots[index].generation,
                slots[index].object != nil
            else { return nil }
            return index
        }

        mutating func free(_ index: Int) -> Object? {
            let object = slots[index].object
            slots[index].object = nil
            if slots[index].generation < 0xFF_FFFF {
                slots[index].generation += 1
                free.append(index)
            }
            return object
        }
    }

    private static var maximumCount: Int { 1 << 27 }

    private let kind: UInt64
    let lock: Lock
    // Proof: only this type's methods access the state, under the lock.
    private let guarded = Locked(State())

    /// Creates an empty table. `kind` is a number from 1 to 255 that no other table has.
    init(kind: UInt64, lock: Lock) {
        self.kind = kind
        self.lock = lock
    }

    /// Runs `body` under the lock. `body` must call no foreign code.
    private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&guarded.value)
    }

    /// Returns the object of a handle. The caller holds ``lock``.
    @inline(__always)
    func objectLocked(_ handle: UInt64) throws(Failure) -> Object {
        guard let index = guarded.value.index(of: handle, kind: kind), let object = guarded.value.slots[index].object
        else { throw .handle }
        return object
    }

    /// Adds an object. `owner` is the engine whose end also ends the object.
    func insert(_ object: Object, owner: pv_engine = 0) throws(Failure) -> UInt64 {
        let handle = withLock { state -> UInt64? in
            if state.free.isEmpty {
                if state.slots.count == Self.maximumCount { return nil }
                state.free.append(state.slots.count)
                state.slots.append(Slot())
            }
            let index = state.free.removeLast()
            state.slots[index].object = object
            state.slots[index].owner = owner
            return kind << 56 | state.slots[index].generation << 32 | UInt64(index)
        }
        guard let handle else { throw .limit }
        return handle
    }

    func object(_ handle: UInt64) throws(Failure) -> Object { try read(handle) { $0 } }

    func contains(_ handle: UInt64) -> Bool { withLock { $0.index(of: handle, kind: kind) != nil } }

    /// Calls `body` with the object of a handle, under the table's lock. `body` must call no foreign code.
    @inline(__always)
    func read<Result>(_ handle: UInt64, _ body: (Object) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(try objectLocked(handle))
    }

    /// Ends a handle, and returns its object. The caller releases the object outside the lock.
    func remove(_ handle: UInt64) throws(Failure) -> Object {
        let object: Object? = withLock { state in
            state.index(of: handle, kind: kind).flatMap { state.free($0) }
        }
        guard let object else { throw .handle }
        return object
    }

    /// Ends the handles of an engine's objects, and returns the objects. The caller releases them outside the lock.
    func removeAll(of owner: pv_engine) -> [Object] {
        withLock { state in
            var removed: [Object] = []
            for index in state.slots.indices where state.slots[index].owner == owner {
                if let object = state.slots[index].object {
                    _ = state.free(index)
                    removed.append(object)
                }
            }
            return removed
        }
    }
}
