/// What threads share when they report, set a page's state and deliver: locks, a page's notifier, engines with their
/// outboxes, and who delivers for them. Small enough that every interleaving can be walked; each step of it stands for
/// a piece of the real code that runs without another thread seeing its middle.
struct ProtocolState: Hashable {
    /// A page's notifier (`PageViewNotifier`).
    struct Notifier: Hashable {
        var isReady = false
        var revision = 1
        /// The engines that listen.
        var bound: Set<Int> = []
    }

    /// What an engine tells (`EngineRecord`).
    enum Record: Hashable {
        case pageView(appearance: Int, sequence: Int)
        case leave(appearance: Int, isCounted: Bool)
    }

    /// An engine that knows one component with one page (`EngineModel`), and its outbox (`Outbox`).
    struct Engine: Hashable {
        var isRunning = true
        var isReady = false
        /// Whether it knows who speaks for the page, and the newest change heard.
        var isExpecting = false
        var heard = 0
        /// Whether the framework shows the component, which is followed in a stopped engine too.
        var isShown = false
        var appearances = 0
        var isLive = false
        var isCounted = false
        var sequence = 0
        /// How often it has been started again.
        var starts = 0

        var waiting: [Record] = []
        var drainer: Int?

        /// All that was emitted and delivered, to check the order.
        var emitted: [Record] = []
        var delivered: [Record] = []
        /// The threads that are inside a receiver.
        var inReceiver: Set<Int> = []
        /// How much had been emitted when a stop had returned, and whether it had waited for the delivery.
        var emittedAtStop: Int?
        var isDeliveredAtStop = false
        /// The reports in the order in which they were applied.
        var applied: [Report] = []
    }

    /// What a framework reports.
    enum Report: Hashable { case didAppear, didDisappear }

    var notifier = Notifier()
    var engines = [Engine()]
    /// The threads that deliver for all engines, and whether one has more to deliver by now
    /// (`LifecycleNotifier.deliverers`).
    var deliverers: [Int: Bool] = [:]
    /// Which thread holds each lock.
    var holders: [Lock: Int] = [:]
    /// What each thread is at.
    var threads: [ThreadState] = []
}

/// A lock of the protocol. They are taken in this order.
enum Lock: Hashable {
    /// That of the `LifecycleNotifier`.
    case reports
    /// That of a page's notifier.
    case notifier
    /// That of an engine.
    case engine(Int)
}

/// A call: where it is in its program, and what it has taken along.
struct Call: Hashable {
    let program: [Instruction]
    var at = 0
    var isReady = false
    var revision = 0
    var bound: Set<Int> = []
    /// Whether something waits that it may have to deliver.
    var isDue = false
    /// How often the engine had been started when this call stopped it.
    var starts = 0
    /// What an input has to tell and has not been put down yet.
    var told: [ProtocolState.Record] = []
    var batch: [ProtocolState.Record] = []

    init(_ program: [Instruction]) {
        self.program = program
    }

    // The program is not hashed: it is long, and calls that are at the same place nearly always have the same one.
    func hash(into hasher: inout Hasher) {
        hasher.combine(at)
        hasher.combine(program.count)
        hasher.combine(revision)
        hasher.combine(batch)
    }
}

/// What a receiver does when it is called.
struct Answer: Hashable {
    enum Deed: Hashable { case report(ProtocolState.Report), stop }

    let deed: Deed
    /// The engine whose receiver it is.
    let engine: Int
}

/// A thread: its calls, the innermost last; none when it is done.
struct ThreadState: Hashable {
    var calls: [Call]
    /// What a receiver does when this thread brings it a page view, once.
    var answer: Answer?
    /// The fault of what it does then, as of all its calls.
    let fault: Program.Fault?

    init(_ program: [Instruction], answer: Answer? = nil, _ fault: Program.Fault? = nil) {
        calls = [Call(program)]
        self.answer = answer
        self.fault = fault
    }

    var isDone: Bool { calls.isEmpty }

    /// The innermost call.
    var call: Call {
        get { calls[calls.count - 1] }
        set { calls[calls.count - 1] = newValue }
    }

    /// Returns from calls that are at their end.
    mutating func returnFromEnded() {
        while let last = calls.last, last.at >= last.program.count { calls.removeLast() }
    }
}
