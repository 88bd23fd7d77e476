import Foundation
import PageViewAutomation

/// The common reactive solution: each page publishes its visibility and its readiness, and a listener combines both.
final class ObservablePages: PageViewSubject {
    struct Page: Sendable {
        fileprivate let visibility: Observable<Visibility>
        fileprivate let values: Observable<[String: AnalyticsValue]?>
    }

    fileprivate struct Visibility {
        var isVisible = false
        /// The time since which it is visible or hidden.
        var time: Int64 = 0
    }

    private enum Stage: Equatable {
        case hidden(at: Int64)
        case waiting
        case ready(since: Int64, [String: AnalyticsValue])

        init(_ visibility: Visibility, _ values: [String: AnalyticsValue]?) {
            guard visibility.isVisible else {
                self = .hidden(at: visibility.time)
                return
            }
            self = values.map { .ready(since: visibility.time, $0) } ?? .waiting
        }
    }

    private let queue: PageQueue

    init(_ receiver: some PageViewSink) {
        queue = PageQueue(receiver)
    }

    func makePage(_ name: String) -> Page {
        let index = queue.addPage()
        let page = Page(visibility: Observable(Visibility()), values: Observable(nil))
        page.visibility.combined(with: page.values).map(Stage.init).withoutRepetition().sink { [queue] stage in
            switch stage {
            case .ready(let since, let values): queue.count(index, name, values, since: since)
            case .hidden(let time): queue.leave(index, at: time)
            case .waiting: break
            }
        }
        return page
    }

    static func values(_ elements: [(String, AnalyticsValue)]) -> [String: AnalyticsValue] {
        Dictionary(elements) { $1 }
    }

    func didAppear(_ page: Page, at time: Int64) {
        page.visibility.change { if !$0.isVisible { $0 = Visibility(isVisible: true, time: time) } }
    }

    func ready(_ page: Page, _ values: [String: AnalyticsValue], at time: Int64) { page.values.send(values) }

    func pending(_ page: Page, at time: Int64) { page.values.send(nil) }

    func didDisappear(_ page: Page, at time: Int64) {
        page.visibility.send(Visibility(isVisible: false, time: time))
    }
}

/// The state that all pages share: the last counted page, and the ordered queue of events.
private final class PageQueue: Sendable {
    private struct State: Sendable {
        /// The time since which each counted page is visible, by page index.
        var countedSince: [Int64?] = []
        var previous: String?
        var waiting: [DictionaryTable.Event] = []
        var isDelivering = false
    }

    private let lock = FoundationLock(guarding: State())
    private let sink: any PageViewSink

    init(_ receiver: some PageViewSink) { sink = receiver }

    func addPage() -> Int {
        lock.use { state in
            state.countedSince.append(nil)
            return state.countedSince.count - 1
        }
    }

    func count(_ page: Int, _ name: String, _ values: [String: AnalyticsValue], since time: Int64) {
        apply { state in
            guard state.countedSince[page] == nil else { return }
            state.countedSince[page] = time
            state.waiting.append(.pageView(page: page, name: name, values: values, previous: state.previous))
            state.previous = name
        }
    }

    func leave(_ page: Int, at time: Int64) {
        apply { state in
            guard let since = state.countedSince[page] else { return }
            state.countedSince[page] = nil
            state.waiting.append(.leave(page: page, nanoseconds: time - since))
        }
    }

    private func apply(_ change: (inout State) -> Void) {
        let isDue = lock.use { state in
            change(&state)
            guard !state.isDelivering, !state.waiting.isEmpty else { return false }
            state.isDelivering = true
            return true
        }
        guard isDue else { return }
        while let batch = lock.use({ Self.takeBatch(&$0) }) {
            for event in batch { sink.receive(event) }
        }
    }

    private static func takeBatch(_ state: inout State) -> [DictionaryTable.Event]? {
        guard !state.waiting.isEmpty else {
            state.isDelivering = false
            return nil
        }
        defer { state.waiting = [] }
        return state.waiting
    }
}

/// A minimal reactive value: it can be published, combined, and observed.
///
/// Proof of sendability: all access to mutable state is between lock and unlock.
final class Observable<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value
    private var listeners: [@Sendable (Value) -> Void] = []

    init(_ value: Value) { self.value = value }

    /// Publishes a value.
    func send(_ next: Value) { change { $0 = next } }

    /// Publishes a changed value.
    func change(_ body: (inout Value) -> Void) {
        lock.lock()
        body(&value)
        let (next, listeners) = (value, listeners)
        lock.unlock()
        for listener in listeners { listener(next) }
    }

    /// Calls a listener with the current value and with each later one.
    func sink(_ listener: @escaping @Sendable (Value) -> Void) {
        lock.lock()
        listeners.append(listener)
        let value = value
        lock.unlock()
        listener(value)
    }

    /// Returns an observable of both values, which changes whenever one of them does.
    func combined<Other>(with other: Observable<Other>) -> Observable<(Value, Other)> {
        let both = Observable<(Value, Other)>((current, other.current))
        sink { value in both.change { $0.0 = value } }
        other.sink { value in both.change { $0.1 = value } }
        return both
    }

    /// Returns an observable of the transformed values.
    func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Observable<Other> {
        let mapped = Observable<Other>(transform(current))
        sink { mapped.send(transform($0)) }
        return mapped
    }

    fileprivate var current: Value {
        lock.lock()
        defer { lock.unlock() }
        return value
    }
}

extension Observable where Value: Equatable {
    /// Returns an observable without consecutive equal values.
    func withoutRepetition() -> Observable<Value> {
        let result = Observable(current)
        sink { value in
            if result.current != value { result.send(value) }
        }
        return result
    }
}
