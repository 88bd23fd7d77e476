import PageViewLifecycle
import Synchronization

/// Hands all that an engine hears to whoever writes it down, outside the engine's lock and in order (rule RC-005).
@safe package final class InputQueue: EngineTap {
    private let sink: @Sendable ([RecordedItem], InputQueue) -> Void
    /// Whether what the engine knows is to be told once more.
    private let isToBeginAnew = Atomic(false)

    // Proof: reached inside the engine's lock alone, apart from `init`; `batch` also by the writer, of which there is one at a
    // time, between taking it and writing it.
    @exclusivity(unchecked) nonisolated(unsafe) private var waiting: [RecordedItem] = []
    /// A component that was made last: what to call it is known better when more is.
    @exclusivity(unchecked) nonisolated(unsafe) private var held: RecordedItem?
    @exclusivity(unchecked) nonisolated(unsafe) private var batch: [RecordedItem] = []

    /// Creates a queue; `sink` gets what has come, and the queue, one thread at a time and under no lock.
    package init(_ sink: @escaping @Sendable ([RecordedItem], InputQueue) -> Void) {
        self.sink = sink
    }

    package func begin(_ model: borrowing EngineModel) {
        unsafe waiting.append(.snapshot(EngineSnapshot(of: model)))
    }

    /// Has what the engine knows told once more, before what it hears next: something in between was lost. Any thread.
    package func beginAnew() { isToBeginAnew.store(true, ordering: .relaxed) }

    package func hear(_ recorded: RecordedInput, _ model: borrowing EngineModel) {
        if isToBeginAnew.load(ordering: .relaxed), isToBeginAnew.exchange(false, ordering: .relaxed) {
            end()
            begin(model)
        }
        // What a notifier says first comes in two steps, of which the first says nothing of a component that is known.
        if case .declare(_, nil, nil, nil, nil) = recorded.input, unsafe held != nil { return }
        end()
        if case .report(.create) = recorded.input {
            unsafe held = .input(recorded)
            return
        }
        unsafe waiting.append(.input(recorded))
        guard case .start = recorded.input, !model.isRunning else { return }
        // What a trace cannot say: it begins anew with what the engine knows from now on.
        var started = model.copy()
        started.wanted = []
        started.apply(recorded)
        unsafe waiting.append(.snapshot(EngineSnapshot(of: started)))
    }

    package func end() {
        guard let last = unsafe held else { return }
        unsafe waiting.append(last)
        unsafe held = nil
    }

    package var hasWaiting: Bool { unsafe !waiting.isEmpty }

    package func takeWaiting() {
        unsafe swap(&batch, &waiting)
    }

    package func write() {
        unsafe sink(batch, self)
        unsafe batch.removeAll(keepingCapacity: batch.capacity <= Self.kept)
    }

    /// The memory of a burst is given back.
    private static let kept = 4_096
}
