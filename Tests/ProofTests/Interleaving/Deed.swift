/// One step of a call, during which no other thread does anything.
enum Deed: Hashable {
    /// A framework reports: the report is applied to every engine (`LifecycleNotifier.report`).
    case report
    /// The engine delivers what waits, if nobody does (`EngineCore.deliverPending`).
    case deliverPending(Int)
    /// A page's state is set, under the lock of its notifier (`PageViewNotifier.set`).
    case lockPage
    case setPage(Int)
    case applyPage(Int, engine: Int)
    case unlockPage
    /// The deliverer calls a receiver, the receiver returns, and the deliverer asks for the next call (`EngineCore.deliver`).
    case call(Int, receiver: Int, record: Int)
    case returned(Int)
    case next(Int)
    /// The engine's first receiver is removed (`EngineCore.removeReceiver`).
    case remove(Int)
    /// An engine stops, and waits for a delivery on another thread (`EngineCore.stop`).
    case stop(Int)
    case awaitDelivery(Int)
    case wait(Int)
    case stopped(Int)
    /// Only for a fault: one engine applies a report.
    case reportToOne(Int)
}

/// A fault that the protocol must not have.
enum Fault: CaseIterable {
    /// The deliverer is cleared when it lends its last record, before the call.
    case clearedEarly
    /// The deliverer is never cleared.
    case neverCleared
    /// A record is taken while another thread delivers.
    case takenByAnother
    /// The end of a delivery sends no signal.
    case signalsForgotten
    /// A stop does not wait for a delivery on another thread.
    case stopDoesNotWait
    /// A stop waits inside a delivery.
    case waitsInside
    /// The state of a page is applied to its engines after the lock of its notifier was released.
    case appliedAfterUnlock
    /// A receiver is released when it is removed, whether a thread delivers or not.
    case releasedAtOnce
    /// The list of receivers is read once for each batch.
    case listenersReadOnce
    /// A report is applied to each engine under the lock by itself.
    case reportsNotOrdered
}

/// A call, as the steps of the real code.
enum Program: CaseIterable {
    case report, set, stop, stopLast, remove

    /// The steps of the call, made by a thread or a receiver. `value` is the page's state that it sets.
    func deeds(engines: Int, value: Int, _ fault: Fault?) -> [Deed] {
        switch self {
        case .report:
            return fault == .reportsNotOrdered ? (0..<engines).map { .reportToOne($0) } : [.report]
        case .set:
            let changes = (0..<engines).map { Deed.applyPage(value, engine: $0) }
            return fault == .appliedAfterUnlock
                ? [.lockPage, .setPage(value), .unlockPage] + changes
                : [.lockPage, .setPage(value)] + changes + [.unlockPage]
        case .stop: return [.stop(0), .awaitDelivery(0)]
        case .stopLast: return [.stop(engines - 1), .awaitDelivery(engines - 1)]
        case .remove: return [.remove(0)]
        }
    }
}

/// Walks every interleaving of some threads: from each state, each thread that can take a step takes it.
struct InterleavingExplorer {
    private(set) var transitions = 0
    /// The number of ways from the beginning to an end.
    private(set) var interleavings = 0.0
    /// The faults, each with the threads' steps that lead to it; none if nothing can go wrong.
    private(set) var faults: [String] = []
    private var ways: [DeliveryProtocol: Double] = [:]

    var states: Int { ways.count }

    init(_ start: DeliveryProtocol) {
        interleavings = walk(start, [])
    }

    /// Returns the number of ways from a state to an end.
    private mutating func walk(_ state: DeliveryProtocol, _ steps: [Int]) -> Double {
        if let known = ways[state] { return known }
        let choices = state.choices
        let found = state.faults + (choices.isEmpty ? state.faultsAtTheEnd : [])
        faults += found.map { "\($0) after \(steps)" }
        var count = choices.isEmpty ? 1.0 : 0
        for choice in choices where faults.isEmpty {
            var next = state
            next.step(choice)
            transitions += 1
            count += walk(next, steps + [choice])
        }
        ways[state] = count
        return count
    }
}
