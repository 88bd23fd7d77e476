import Foundation

/// As much of a reactive library as the usual style needs: values that are published, combined, and listened to.
///
/// Proof that it can be sent: what varies is reached between lock and unlock alone.
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

    /// Listens to the value that is, and to all that come.
    func sink(_ listener: @escaping @Sendable (Value) -> Void) {
        lock.lock()
        listeners.append(listener)
        let value = value
        lock.unlock()
        listener(value)
    }

    /// Both values, whenever one of them changes.
    func combined<Other>(with other: Observable<Other>) -> Observable<(Value, Other)> {
        let both = Observable<(Value, Other)>((current, other.current))
        sink { value in both.change { $0.0 = value } }
        other.sink { value in both.change { $0.1 = value } }
        return both
    }

    /// What becomes of each value.
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
    /// Each value that is not the one before.
    func withoutRepetition() -> Observable<Value> {
        let result = Observable(current)
        sink { value in
            if result.current != value { result.send(value) }
        }
        return result
    }
}
