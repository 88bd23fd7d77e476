/// A call: where it is in its program, what it has taken along, and what it has to deliver.
struct Call: Hashable {
    /// What a delivery is at.
    enum Stage: Hashable { case next, insideReceiver, discharging }

    let program: [Deed]
    var at = 0
    var isReady = false
    var revision = 0
    var bound: Set<Int> = []
    /// How often the engine had been started when this call stopped it.
    var starts = 0
    /// Whether this call, a stop, has waited for the delivery.
    var hasWaited = false
    var due = ProtocolState.Due.nothing
    var stage = Stage.next
    /// What was decided and has not been put down yet; only a fault leaves it for later.
    var decided: [ProtocolState.Record] = []

    init(_ program: [Deed]) {
        self.program = program
    }

    var isDone: Bool { at >= program.count && due == .nothing }

    // The program is not hashed: it is long, and calls that are at the same place nearly always have the same one.
    func hash(into hasher: inout Hasher) {
        hasher.combine(at)
        hasher.combine(program.count)
        hasher.combine(revision)
        hasher.combine(due)
        hasher.combine(stage)
    }
}

/// What a receiver does when it is called.
struct Answer: Hashable {
    /// What it does.
    enum Kind: Hashable {
        case report(ProtocolState.Report)
        case stop
        /// It reports, and lets go of its engine, which nobody else holds.
        case reportAndLeave(ProtocolState.Report)
    }

    let kind: Kind
    /// The engine whose receiver it is.
    let engine: Int
}

/// A thread: its calls, the innermost last; none when it is done.
struct ThreadState: Hashable {
    var calls: [Call]
    /// What a receiver does when this thread brings it a page view, once.
    var answer: Answer?

    init(_ program: [Deed], answer: Answer? = nil) {
        calls = [Call(program)]
        self.answer = answer
    }

    var isDone: Bool { calls.isEmpty }

    /// The innermost call.
    var call: Call {
        get { calls[calls.count - 1] }
        set { calls[calls.count - 1] = newValue }
    }

    /// Returns from calls that are at their end.
    mutating func returnFromEnded() {
        while let last = calls.last, last.isDone { calls.removeLast() }
    }
}
