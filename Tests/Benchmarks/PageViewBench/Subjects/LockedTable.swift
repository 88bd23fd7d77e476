import Foundation
import PageViewAutomation
// Only the benchmark uses this module, for `Mutex`, one of the compared locks. The benchmark runs on Linux only.
import Synchronization

/// A lock around a state.
protocol StateLock<State>: Sendable {
    associatedtype State
    init(guarding state: sending State)
    func use<Result: Sendable>(_ body: (inout State) -> Result) -> Result
}

/// The common solution: a lock around a dictionary.
///
/// One thread at a time delivers the events, in order and outside the lock.
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

/// The state that the lock guards.
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
/// Proof of sendability: only `use` accesses the state, between lock and unlock.
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

/// The state of a handwritten page-view counter: a dictionary of pages. Its owner guards it by a lock or an actor.
struct DictionaryTable: Sendable {
    /// A page view or a leave.
    enum Event: Sendable {
        case pageView(page: Int, name: String, values: [String: AnalyticsValue], previous: String?)
        case leave(page: Int, nanoseconds: Int64)
    }

    private struct Entry {
        let name: String
        /// The payload of a ready page; `nil` while it is pending.
        var values: [String: AnalyticsValue]?
        var appearedAt: Int64?
        var isCounted = false
    }

    private var pages: [Int: Entry] = [:]
    private var previous: String?
    /// The pending events, in order.
    var waiting: [Event] = []

    mutating func makePage(_ name: String) -> Int {
        pages[pages.count] = Entry(name: name)
        return pages.count - 1
    }

    // Each method copies an entry, changes it, and stores it again: a change in place would cost three allocations.

    mutating func didAppear(_ page: Int, at time: Int64) {
        guard var entry = pages[page], entry.appearedAt == nil else { return }
        entry.appearedAt = time
        countIfReady(page, &entry)
        pages[page] = entry
    }

    mutating func ready(_ page: Int, _ values: [String: AnalyticsValue]) {
        guard var entry = pages[page] else { return }
        entry.values = values
        countIfReady(page, &entry)
        pages[page] = entry
    }

    mutating func pending(_ page: Int) {
        guard var entry = pages[page] else { return }
        entry.values = nil
        pages[page] = entry
    }

    mutating func didDisappear(_ page: Int, at time: Int64) {
        guard var entry = pages[page], let start = entry.appearedAt else { return }
        if entry.isCounted { waiting.append(.leave(page: page, nanoseconds: time - start)) }
        entry.appearedAt = nil
        entry.isCounted = false
        pages[page] = entry
    }

    private mutating func countIfReady(_ page: Int, _ entry: inout Entry) {
        guard entry.appearedAt != nil, !entry.isCounted, let values = entry.values else { return }
        entry.isCounted = true
        waiting.append(.pageView(page: page, name: entry.name, values: values, previous: previous))
        previous = entry.name
    }
}

extension PageViewSink {
    func receive(_ event: DictionaryTable.Event) {
        switch event {
        case .pageView(let page, let name, let values, let previous):
            pageView(page: page, name: name, previous: previous, valueCount: values.count)
        case .leave(let page, let nanoseconds): leave(page: page, nanoseconds: nanoseconds)
        }
    }
}
