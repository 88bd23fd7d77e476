package import PageViewAutomation

/// An item of a recording (RC-001).
package enum RecordedItem: Sendable {
    /// The state of the engine before the next input.
    case snapshot(EngineSnapshot)
    /// The queue has dropped all earlier items, and these policies apply (RC-009).
    case cleared([any RecordingPolicy])
    case input(RecordedInput)
}

/// A recorder that passes all inputs to a writer, in order and outside the engine's lock (RC-005).
package final class InputQueue: InputRecorder {
    private struct State {
        var pending: [RecordedItem] = []
        /// The last input, if it is a `create`. It waits for the next input, which often declares the page (RC-005).
        var created: RecordedInput?
        /// Whether a new snapshot must precede the next input.
        var needsSnapshot = false

        mutating func flush() {
            if let created { pending.append(.input(created)) }
            created = nil
        }
    }

    package let needsWriting = true
    package let obeysTrackers: Bool
    private let locked = Locked(State())
    private let sink: @Sendable ([RecordedItem], InputQueue) -> Void
    private let remover: @Sendable () -> String?

    /// Creates a queue. `sink` is called with the pending items and the queue, outside every lock, on one thread at a time.
    package init(
        _ sink: @escaping @Sendable ([RecordedItem], InputQueue) -> Void,
        remove: @escaping @Sendable () -> String? = { nil }
    ) {
        (self.sink, remover, obeysTrackers) = (sink, remove, true)
    }

    /// Creates a queue that passes each report to a closure at once, and does not obey the trackers.
    package init(reports body: @escaping @Sendable (Rules.Input) -> Void) {
        (obeysTrackers, remover) = (false, { nil })
        sink = { items, _ in
            for case .input(let recorded) in items where recorded.input.isReport { body(recorded.input) }
        }
    }

    package func clear(_ policies: [any RecordingPolicy]) {
        locked.withLock { ($0.pending, $0.created) = ([.cleared(policies)], nil) }
    }

    package func remove() -> String? { remover() }

    /// Requests a new snapshot before the next input, because earlier items were lost. Any thread.
    package func requestSnapshot() { locked.withLock { $0.needsSnapshot = true } }

    package func begin(_ rules: borrowing Rules) {
        let snapshot = EngineSnapshot(of: rules)
        locked.withLock { state in
            state.flush()
            state.pending.append(.snapshot(snapshot))
        }
    }

    package func willApply(_ recorded: RecordedInput, _ rules: borrowing Rules) {
        let needsSnapshot = locked.withLock { state in
            defer { state.needsSnapshot = false }
            return state.needsSnapshot
        }
        if needsSnapshot { begin(rules) }
        locked.withLock { state in
            state.flush()
            if case .create = recorded.input, obeysTrackers {
                state.created = recorded
            } else {
                state.pending.append(.input(recorded))
            }
        }
        guard case .start = recorded.input, !rules.isRunning else { return }
        // A trace cannot express a start, so a snapshot of the state after the start follows.
        var started = copy rules
        started.wanted = []
        started.apply(recorded.input, at: recorded.time)
        begin(started)
    }

    package func end() { locked.withLock { $0.flush() } }

    package func write() {
        let items = locked.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        if !items.isEmpty { sink(items, self) }
    }
}

/// A recorder of an engine's last inputs, and of the engine's state before the oldest of them (RC-003).
///
/// The ring has rules of its own. It applies each evicted input to them, so they are always in the state before the oldest kept
/// input.
package final class InputRing: InputRecorder {
    private struct State {
        /// The kept inputs. Once the list is full, it is circular, and the oldest input is at `first`.
        var inputs: [RecordedInput] = []
        var first = 0
        var evictedCount: UInt64 = 0
        /// The state of the engine before the oldest kept input; `nil` if nothing is recorded.
        var rules: Rules?
        var policies: [any RecordingPolicy] = []
    }

    package let capacity: Int
    private let locked: Locked<State>

    /// The maximum number of inputs for which the initializer allocates memory.
    package static let allocatedFirst = 8_192

    package let obeysTrackers: Bool

    package init(capacity: Int, obeysTrackers: Bool = true) {
        (self.capacity, self.obeysTrackers) = (max(1, capacity), obeysTrackers)
        var state = State()
        state.inputs.reserveCapacity(min(self.capacity, Self.allocatedFirst))
        locked = Locked(state)
    }

    package func begin(_ rules: borrowing Rules) {
        var copy = copy rules
        (copy.wanted, copy.outbox) = ([], [])
        reset(copy)
    }

    package func clear(_ policies: [any RecordingPolicy]) {
        reset(nil)
        locked.withLock { $0.policies = policies }
    }

    package func remove() -> String? {
        reset(nil)
        return nil
    }

    private func reset(_ rules: Rules?) {
        locked.withLock { state in
            state.inputs.removeAll(keepingCapacity: true)
            (state.first, state.evictedCount, state.rules) = (0, 0, rules)
        }
    }

    package func willApply(_ recorded: RecordedInput, _ rules: borrowing Rules) {
        locked.withLock { state in
            guard state.inputs.count >= capacity else { return state.inputs.append(recorded) }
            let oldest = state.inputs[state.first]
            state.inputs[state.first] = recorded
            state.first = (state.first + 1) % capacity
            state.evictedCount += 1
            state.rules?.apply(oldest.input, at: oldest.time)
            _ = state.rules?.takeFreed()
        }
    }

    package func end() {}

    // The engine need not call `write()`, because a caller reads `contents` on demand.
    package let needsWriting = false
    package func write() {}

    /// A snapshot, and the kept inputs after it. The inputs are replayed outside the lock, so that reports do not wait.
    package var contents: [RecordedItem] {
        let (begun, inputs, policies) = locked.withLock {
            ($0.rules, Array($0.inputs[$0.first...] + $0.inputs[..<$0.first]), $0.policies)
        }
        guard var rules = begun else { return [] }
        var items = [RecordedItem.cleared(policies), .snapshot(EngineSnapshot(of: rules))]
        for recorded in inputs {
            items.append(.input(recorded))
            rules.apply(recorded.input, at: recorded.time)
            // A trace cannot express a start, so a snapshot of the state after the start follows.
            if case .start = recorded.input { items.append(.snapshot(EngineSnapshot(of: rules))) }
        }
        return items
    }

    package var evictedCount: UInt64 { locked.withLock { $0.evictedCount } }
}
