package import PageViewLifecycle

/// An input of an engine, and its time: the engine's, or an older one that was reported.
package struct RecordedInput: Sendable {
    package let input: EngineModel.Input
    package let time: Timestamp

    package init(_ input: EngineModel.Input, at time: Timestamp) {
        self.input = input
        self.time = time
    }
}

/// A step of a recording.
package enum RecordedItem: Sendable {
    /// What the engine knows now.
    case snapshot(EngineSnapshot)
    /// What happens then.
    case input(RecordedInput)
}

/// A recorder of an engine's inputs, in the engine's order and with its times (RC-001). Only this package's own code is one.
package protocol InputRecorder: AnyObject, Sendable {
    /// Called once, with what the engine knows. Under the engine's lock.
    func begin(_ model: borrowing EngineModel)
    /// Called with each input before it is applied. Under the engine's lock.
    func willApply(_ recorded: RecordedInput, _ model: borrowing EngineModel)
    /// Called when no more inputs come. Under the engine's lock.
    func end()
    /// Whether ``write()`` has something to do.
    var needsWriting: Bool { get }
    /// Writes what it has recorded. Outside the engine's lock, one thread at a time.
    ///
    /// - Returns: Whether it has ended, and all is written.
    func write() -> Bool
}

/// A recorder that hands all inputs to a writer, outside the engine's lock and in order (RC-005).
package final class InputQueue: InputRecorder {
    private struct State {
        var waiting: [RecordedItem] = []
        /// A component that was made last. It waits for the next input, which often names its page.
        var created: RecordedInput?
        /// Whether the next input is to follow a new snapshot.
        var needsSnapshot = false
        var hasEnded = false

        mutating func flush() {
            if let created { waiting.append(.input(created)) }
            created = nil
        }
    }

    package let needsWriting = true
    private let protected = Protected(State())
    private let sink: @Sendable ([RecordedItem], InputQueue) -> Void

    /// Creates a queue. `sink` gets what has come, and the queue, one thread at a time and under no lock.
    package init(_ sink: @escaping @Sendable ([RecordedItem], InputQueue) -> Void) {
        self.sink = sink
    }

    /// Requests a new snapshot before the next input, because something before it was lost. Any thread.
    package func requestSnapshot() { protected.withLock { $0.needsSnapshot = true } }

    package func begin(_ model: borrowing EngineModel) {
        let snapshot = EngineSnapshot(of: model)
        protected.withLock { $0.waiting.append(.snapshot(snapshot)) }
    }

    package func willApply(_ recorded: RecordedInput, _ model: borrowing EngineModel) {
        let needsSnapshot = protected.withLock { state in
            state.flush()
            defer { state.needsSnapshot = false }
            return state.needsSnapshot
        }
        if needsSnapshot { begin(model) }
        protected.withLock { state in
            if case .create = recorded.input {
                state.created = recorded
            } else {
                state.waiting.append(.input(recorded))
            }
        }
        guard case .start = recorded.input, !model.isRunning else { return }
        // A trace cannot express a start: it begins anew with what the engine knows then.
        var started = model.copy()
        started.wanted = []
        started.apply(recorded.input, at: recorded.time)
        begin(started)
    }

    package func end() {
        protected.withLock { state in
            state.flush()
            state.hasEnded = true
        }
    }

    package func write() -> Bool {
        let (items, hasEnded) = protected.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.hasEnded)
        }
        if !items.isEmpty { sink(items, self) }
        return hasEnded
    }
}

/// A recorder of an engine's last inputs, and of what the engine knew before the oldest of them (RC-003).
///
/// Each input that is pushed out is applied to a model of the ring's own. So that model is always in the state before the oldest
/// kept input.
package final class InputRing: InputRecorder {
    private struct State: ~Copyable, Sendable {
        /// A circular list, once it is full: the oldest input is at `first`.
        var inputs: [RecordedInput] = []
        var first = 0
        var pushedOutCount: UInt64 = 0
        /// What the engine knew when the oldest kept input came.
        var model = EngineModel(policy: .standard, mainScene: SceneID(index: 0, issuer: 0, tag: 0))

        var inputsInOrder: [RecordedInput] { Array(inputs[first...] + inputs[..<first]) }
    }

    /// The kept inputs, and a model of the state before them.
    private struct Kept: ~Copyable, Sendable {
        var model: EngineModel
        let inputs: [RecordedInput]
    }

    /// The number of inputs that it keeps.
    package let capacity: Int
    private let protected: Protected<State>

    /// The number of inputs that have memory from the beginning.
    package static let allocatedFirst = 8_192

    /// Creates a ring for so many inputs, one at least.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
        var state = State()
        state.inputs.reserveCapacity(min(self.capacity, Self.allocatedFirst))
        protected = Protected(state)
    }

    package func begin(_ model: borrowing EngineModel) {
        protected.withLock { state in
            state.model = model.copy()
            state.model.wanted = []
        }
    }

    package func willApply(_ recorded: RecordedInput, _ model: borrowing EngineModel) {
        protected.withLock { state in
            guard state.inputs.count >= capacity else { return state.inputs.append(recorded) }
            let oldest = state.inputs[state.first]
            state.inputs[state.first] = recorded
            state.first = (state.first + 1) % capacity
            state.pushedOutCount += 1
            state.model.apply(oldest.input, at: oldest.time)
        }
    }

    package func end() {}

    // It is read on demand.
    package let needsWriting = false
    package func write() -> Bool { true }

    /// Returns what it keeps: a snapshot, and the inputs since. Inputs are replayed outside the lock, for which reports wait.
    package var contents: [RecordedItem] {
        var kept = protected.withLock { Kept(model: $0.model.copy(), inputs: $0.inputsInOrder) }
        var items = [RecordedItem.snapshot(EngineSnapshot(of: kept.model))]
        for recorded in kept.inputs {
            items.append(.input(recorded))
            kept.model.apply(recorded.input, at: recorded.time)
            // A trace cannot express a start: it begins anew with what the engine knows then.
            if case .start = recorded.input { items.append(.snapshot(EngineSnapshot(of: kept.model))) }
        }
        return items
    }

    /// The number of inputs that came before those that it keeps.
    package var pushedOutCount: UInt64 { protected.withLock { $0.pushedOutCount } }
}
