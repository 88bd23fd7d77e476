/// What threads share when they report, set a page's state and deliver: the page's notifier, and, under the one lock of the
/// `LifecycleNotifier`, the engines that follow it with what waits to be delivered, and who delivers. Small enough that
/// every interleaving can be walked; each step of it stands for a piece of the real code that runs without another thread
/// seeing its middle: a stretch under a lock, or one record handed to a receiver.
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
        /// To those who follow the current page: which appearance is current, or none.
        case news(Int?)
    }

    /// What is delivered in order by itself (`DeliveryLane`).
    enum Lane: Hashable, CaseIterable { case records, news }

    /// What waits in a lane, and who delivers it.
    struct Outbox: Hashable {
        var waiting: [Record] = []
        var drainer: Int?
        /// What the drainer has taken out to deliver.
        var batch: [Record] = []
        /// All that was emitted and delivered, to check the order.
        var emitted: [Record] = []
        var delivered: [Record] = []
        /// The threads that are inside a receiver.
        var inReceiver: Set<Int> = []
    }

    /// An engine that knows one component with one page (`EngineModel`, `EngineState`).
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
        /// Whether somebody follows the current page, and what was put down for them last.
        var isWatched = false
        var told: Int?
        /// Whether it is gone (`EngineCore.abandon`).
        var isGone = false

        var records = Outbox()
        var news = Outbox()

        /// How much had been emitted when a stop had returned, and whether it had waited for the delivery.
        var emittedAtStop: Int?
        var isDeliveredAtStop = false
        /// The reports in the order in which they were applied.
        var applied: [Report] = []

        subscript(lane: Lane) -> Outbox {
            get { lane == .records ? records : news }
            set { if lane == .records { records = newValue } else { news = newValue } }
        }

        var hasWaiting: Bool { !records.waiting.isEmpty || !news.waiting.isEmpty }
    }

    /// What a framework reports.
    enum Report: Hashable { case didAppear, didDisappear }

    /// What a thread has to deliver (`Due`, `Delivery`).
    enum Due: Hashable {
        case nothing
        /// A batch of the engine that the call came by way of.
        case own(Int, Lane)
        /// Perhaps something of somebody else's.
        case others
        /// A batch of any engine.
        case batch(Int, Lane)
    }

    var notifier = Notifier()
    var engines = [Engine()]
    /// The engines that follow, and whether one is alone (`NotifierState.isAlone`).
    var followers = [0]
    var isAlone = true
    /// The threads that deliver (`NotifierState.deliverers`).
    var deliverers: Set<Int> = []
    /// Who holds the lock for longer than a step; only a fault does.
    var holder: Int?
    /// What each thread is at.
    var threads: [ThreadState] = []
    let fault: Fault?

    init(engines: [Engine] = [Engine()], fault: Fault? = nil) {
        self.engines = engines
        self.fault = fault
        followers = Array(engines.indices)
        isAlone = engines.count == 1
    }
}
