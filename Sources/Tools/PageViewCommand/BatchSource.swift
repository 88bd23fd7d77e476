import NavigationTraces
import PageViewLifecycle

/// The parsed lines of an input, one batch after another (TR-005).
struct BatchSource: Sendable {
    private let input: Input
    private let file: OpenInput
    private var followed: FollowedFile?
    private var chunks = ChunkReader()
    private var reader: BatchReader
    private var progress = Progress()

    init(_ input: Input, follows: Bool) throws(SystemError) {
        self.input = input
        let file = try OpenInput(input)
        self.file = file
        followed = follows ? input.path.map { FollowedFile(file.descriptor, at: $0) } : nil
        reader = BatchReader(notation: input.notation)
    }

    /// Whether the followed file was truncated, rewritten or replaced. No more batches follow.
    var hasRestarted: Bool { followed?.hasRestarted == true }
    /// Whether a second thread can read further batches while the replay applies this one.
    ///
    /// The next line of a followed file is not there yet.
    var canReadAhead: Bool { !chunks.isAtEnd && followed == nil && System.processorCount > 1 }

    /// Replaces a batch by the next one, and reuses its memory. Returns `false` at the end of the input.
    mutating func read(into batch: inout EventBatch) throws(SystemError) -> Bool {
        chunks.recycle(batch.takeBytes())
        while true {
            // After a restart, `chunks` contains a line that the writer never finished.
            if hasRestarted { return false }
            if let chunk = chunks.next() {
                reader.read(chunk, into: &batch)
                return true
            }
            if chunks.isAtEnd { return false }
            try chunks.read { buffer, range throws(SystemError) in
                let count: Int
                if followed == nil {
                    count = try file.read(into: &buffer, range)
                } else {
                    count = try followed?.read(into: &buffer, range) ?? 0
                }
                progress.advance(by: count, of: input.size, in: input.name)
                return count
            }
        }
    }
}

/// The batches of an input, which a second thread reads and parses while the replay applies earlier ones (TR-005).
final class BatchQueue: Sendable {
    private struct State {
        var batches: [EventBatch] = []
        /// Applied batches, whose memory the thread reuses.
        var applied: [EventBatch] = []
        /// The result of the last read: the end of the input, or an error.
        var end: Result<Void, SystemError>?
        var isStopped = false
    }

    /// The maximum number of batches that wait for the replay. More would only take memory.
    private static let limit = 4

    private let state = Monitor(State())

    /// Starts the thread. Returns `nil` if the system cannot create one.
    init?(_ source: BatchSource) {
        guard SystemThread.start({ [self] in fill(from: source) }) else { return nil }
    }

    private func fill(from source: BatchSource) {
        var source = source
        while var batch = takeApplied() {
            do throws(SystemError) {
                guard try source.read(into: &batch) else { return state.update { $0.end = .success(()) } }
            } catch {
                return state.update { $0.end = .failure(error) }
            }
            let parsed = batch
            state.update { $0.batches.append(parsed) }
        }
    }

    /// Waits until the queue has space. Returns a batch whose memory is free, or `nil` if the replay has stopped.
    private func takeApplied() -> EventBatch? {
        state.wait { state -> EventBatch?? in
            if state.isStopped { return .some(nil) }
            guard state.batches.count < Self.limit else { return .none }
            return .some(state.applied.popLast() ?? EventBatch())
        }
    }

    /// Waits for the next batch, which replaces an applied one. Returns `false` at the end of the input.
    func read(into batch: inout EventBatch) throws(SystemError) -> Bool {
        // Moves the batch to the thread. A second reference here would make the thread copy the batch.
        state.update { state in
            state.applied.append(EventBatch())
            swap(&state.applied[state.applied.count - 1], &batch)
        }
        let next: Result<EventBatch?, SystemError> = state.wait { state in
            if !state.batches.isEmpty { return .success(state.batches.removeFirst()) }
            return state.end.map { $0.map { nil } }
        }
        guard let next = try next.get() else { return false }
        batch = next
        return true
    }

    /// Ends the thread after its present read. The rest of the input is not needed.
    func stop() { state.update { $0.isStopped = true } }
}

/// State behind a lock, with a condition variable for threads that wait for it to change.
final class Monitor<State: Sendable>: Sendable {
    private let protected: Locked<State>
    private let change = ConditionVariable()

    init(_ state: State) {
        protected = Locked(state)
    }

    /// Changes the state under the lock, and wakes all waiting threads.
    func update(_ body: (inout State) -> Void) {
        protected.withLock { body(&$0) }
        change.signal()
    }

    /// Waits until `condition` returns a value for the state, and returns this value.
    func wait<Value: Sendable>(_ condition: (inout State) -> Value?) -> Value {
        while true {
            var value: Value?
            change.wait {
                value = protected.withLock { condition(&$0) }
                return value != nil
            }
            if let value { return value }
        }
    }
}
