import PageViewLifecycle

/// The last inputs of an engine, and what the engine knew before the oldest of them (rule RC-003).
///
/// The memory of the first inputs is there from the beginning; it grows when more are to be kept and have come. What is pushed out is applied to a model of its own, which so stays where the
/// oldest kept input begins.
@safe package final class InputRing: EngineTap {
    /// How many inputs it keeps.
    package let capacity: Int

    // Proof: all that follows is reached inside the engine's lock alone, apart from `init` and `deinit`, which nobody shares.

    @exclusivity(unchecked) nonisolated(unsafe) private var inputs: UnsafeMutablePointer<RecordedInput>
    /// For how many there is memory.
    @exclusivity(unchecked) nonisolated(unsafe) private var allocated: Int
    /// Where the oldest one is, and how many there are.
    @exclusivity(unchecked) nonisolated(unsafe) private var first = 0
    @exclusivity(unchecked) nonisolated(unsafe) private var count = 0
    /// How many have been pushed out.
    @exclusivity(unchecked) nonisolated(unsafe) private var pushedOut: UInt64 = 0
    /// What the engine knew when the oldest one came.
    nonisolated(unsafe) private let model: UnsafeMutablePointer<EngineModel?>

    /// For how many inputs there is memory from the beginning.
    package static let allocatedFirst = 8_192

    /// Creates one that keeps so many inputs, one at least.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
        let allocated = min(self.capacity, Self.allocatedFirst)
        unsafe self.allocated = allocated
        unsafe inputs = .allocate(capacity: allocated)
        unsafe model = .allocate(capacity: 1)
        unsafe model.initialize(to: nil)
    }

    deinit {
        unsafe model.deinitialize(count: 1)
        unsafe model.deallocate()
        for index in unsafe 0..<count { unsafe (inputs + place(of: index)).deinitialize(count: 1) }
        unsafe inputs.deallocate()
    }

    private func place(of index: Int) -> Int {
        let place = unsafe first + index
        return place < capacity ? place : place - capacity
    }

    package func begin(_ model: borrowing EngineModel) {
        var copy = model.copy()
        copy.wanted = []
        copy.records.removeAll()
        unsafe self.model.pointee = consume copy
    }

    package func hear(_ recorded: RecordedInput, _ engine: borrowing EngineModel) {
        if unsafe count < capacity {
            if unsafe count == allocated { grow() }
            unsafe (inputs + place(of: count)).initialize(to: recorded)
            unsafe count += 1
            return
        }
        let oldest = unsafe (inputs + first).move()
        unsafe (inputs + first).initialize(to: recorded)
        unsafe model.pointee?.apply(oldest)
        unsafe first = place(of: 1)
        unsafe pushedOut += 1
    }

    /// Makes room for as many again. Nothing has been pushed out yet, so the oldest one is the first.
    private func grow() {
        let more = unsafe min(capacity - allocated, allocated)
        let larger = unsafe UnsafeMutablePointer<RecordedInput>.allocate(capacity: allocated + more)
        unsafe larger.moveInitialize(from: inputs, count: count)
        unsafe inputs.deallocate()
        unsafe inputs = larger
        unsafe allocated += more
    }

    // It is read when somebody asks, and writes nothing by itself.
    package func end() {}
    package var hasWaiting: Bool { false }
    package func takeWaiting() {}
    package func write() {}

    /// What it keeps: where it begins, and the inputs since; and how many came before.
    package func contents(of core: EngineCore) -> (items: [RecordedItem], pushedOut: UInt64) {
        core.withState { _ in unsafe (items(), pushedOut) }
    }

    private func items() -> [RecordedItem] {
        guard var model = unsafe model.pointee?.copy() else { return [] }
        var items = [RecordedItem.snapshot(EngineSnapshot(of: model))]
        var kept: [RecordedInput] = []
        for index in unsafe 0..<count { unsafe kept.append(inputs[place(of: index)]) }
        // Only where the engine was started again does somebody ask what it knew in between.
        let hasStart = kept.contains { if case .start = $0.input { true } else { false } }
        for recorded in kept {
            items.append(.input(recorded))
            guard hasStart else { continue }
            model.apply(recorded)
            if case .start = recorded.input { items.append(.snapshot(EngineSnapshot(of: model))) }
        }
        return items
    }
}

/// A step of what was recorded.
package enum RecordedItem: Sendable {
    /// What the engine knows now.
    case snapshot(EngineSnapshot)
    /// What it hears then.
    case input(RecordedInput)
}
