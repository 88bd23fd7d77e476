import Foundation
import PageViewAutomation
// Only the benchmark, which runs on Linux alone, uses this module: `Mutex` is one of the locks that it compares.
import Synchronization

/// A lock, whichever.
protocol StateLock<State>: Sendable {
    associatedtype State
    init(guarding state: sending State)
    func use<Result: Sendable>(_ body: (inout State) -> Result) -> Result
}

/// What most write: a lock around a dictionary. Events go out outside the lock, in order, by one thread at a time.
final class LockedTable<Lock: StateLock<LockedState>>: PageViewSubject {
    private let lock: Lock
    private let sink: any PageViewSink

    init(_ receiver: some PageViewSink) {
        lock = Lock(guarding: LockedState())
        sink = receiver
    }

    func makePage(_ name: String) -> Int { lock.use { $0.table.makePage(name) } }

    static func values(_ elements: [(String, AnalyticsValue)]) -> [String: AnalyticsValue] {
        Dictionary(elements) { $1 }
    }

    func didAppear(_ page: Int, at time: Int64) { apply { $0.didAppear(page, at: time) } }

    func ready(_ page: Int, _ values: [String: AnalyticsValue], at time: Int64) { apply { $0.ready(page, values) } }

    func pending(_ page: Int, at time: Int64) { apply { $0.pending(page) } }

    func didDisappear(_ page: Int, at time: Int64) { apply { $0.didDisappear(page, at: time) } }

    private func apply(_ change: (inout DictionaryTable) -> Void) {
        let isDue = lock.use { state in
            change(&state.table)
            guard !state.isDelivering, !state.table.waiting.isEmpty else { return false }
            state.isDelivering = true
            return true
        }
        if isDue { deliver() }
    }

    private func deliver() {
        while let batch = lock.use({ $0.takeBatch() }) {
            for event in batch { sink.receive(event) }
        }
    }
}

/// What the lock guards.
struct LockedState: Sendable {
    var table = DictionaryTable()
    var isDelivering = false

    mutating func takeBatch() -> [DictionaryTable.Event]? {
        guard !table.waiting.isEmpty else {
            isDelivering = false
            return nil
        }
        defer { table.waiting = [] }
        return table.waiting
    }
}

/// The lock of Foundation.
///
/// Proof that it can be sent: the state is reached through `use` alone, between lock and unlock.
final class FoundationLock<State>: StateLock, @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(guarding state: sending State) { self.state = state }

    func use<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}

/// The lock of the standard library.
final class StandardLock<State: Sendable>: StateLock {
    private let mutex: Mutex<State>

    init(guarding state: sending State) { mutex = Mutex(state) }

    func use<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { body(&$0) }
    }
}
