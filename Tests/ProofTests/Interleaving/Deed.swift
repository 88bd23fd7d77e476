/// One atomic step of a call: no other thread acts during it.
enum Deed: Hashable {
    /// Applies a report to every engine (`LifecycleNotifier.report`).
    case report
    /// Delivers the pending records unless another thread delivers (`EngineCore.deliverPending`).
    case deliverPending(Int)
    /// Sets the state of a page under the lock of its notifier (`PageViewNotifier.set`).
    case lockPage
    case setPage(Int)
    case applyPage(Int, engine: Int)
    case unlockPage
    /// The deliverer calls a receiver, the call returns, the deliverer continues (`EngineCore.deliver`).
    case call(Int, receiver: Int, record: Int)
    case returned(Int)
    case next(Int)
    /// Removes the first receiver of the engine (`EngineCore.removeReceiver`).
    case remove(Int)
    /// Stops an engine and waits for a delivery on another thread (`EngineCore.stop`).
    case stop(Int)
    case awaitDelivery(Int)
    case wait(Int)
    case stopped(Int)
    /// Only for a fault: applies a report to one engine.
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
    /// The state of a page is applied to its engines after the release of its notifier's lock.
    case appliedAfterUnlock
    /// A receiver is released when it is removed, even during a delivery.
    case releasedAtOnce
    /// The list of receivers is read once for each batch.
    case listenersReadOnce
    /// A report is applied to each engine under a separate lock.
    case reportsNotOrdered
}

/// A call, as the steps of the real code.
enum Program: CaseIterable {
    case report, set, stop, stopLast, remove

    /// Returns the steps of the call of a thread or a receiver. `value` is the state of the page that the call sets.
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

/// Explores every interleaving of some threads.
///
/// In each state, each thread that can take a step takes it.
struct InterleavingExplorer {
    private(set) var transitions = 0
    /// The number of paths from the start to an end.
    private(set) var interleavings = 0.0
    /// The faults, each with the steps of the threads that lead to it.
    private(set) var faults: [String] = []
    private var paths: [DeliveryProtocol: Double] = [:]

    var states: Int { paths.count }

    init(_ start: DeliveryProtocol) {
        interleavings = walk(start, [])
    }

    /// Returns the number of paths from a state to an end.
    private mutating func walk(_ state: DeliveryProtocol, _ steps: [Int]) -> Double {
        if let known = paths[state] { return known }
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
        paths[state] = count
        return count
    }
}
