public import PageViewAutomation
import PageViewLifecycle

/// Records what an engine emits, for a test to say what it expects of it (rules TS-001 to TS-004).
///
/// `withPageViewRecorder` makes one and sees to it that no page view is left that
/// nobody expected. Hand its ``engine`` to the code under test. Any thread.
public final class PageViewRecorder: Sendable {
    /// The engine that is recorded.
    public let engine: PageViewEngine
    /// The engine's clock, which stands still until the test moves it on.
    public let clock: TestClock

    struct State {
        var ledger: Ledger
        var drawing = Drawing()
    }

    let storage: RecorderStorage

    init(policy: EnginePolicy, exhaustivity: Exhaustivity) {
        clock = TestClock()
        engine = PageViewEngine(policy: policy, clock: clock.engineClock)
        storage = RecorderStorage(engine, exhaustivity)
        engine.addReceiver(storage)
        engine.lifecycle.addObserver(storage)
    }

    /// Every page view there was, in order, expected or not.
    public var pageViews: [PageView] { storage.withLock { $0.ledger.pageViews } }

    /// Everything the engine emitted, in order.
    public var records: [EngineRecord] { storage.withLock { $0.ledger.records } }

    /// The page views that were passed over; always empty where all have to be expected.
    public var skipped: [PageView] { storage.withLock { $0.ledger.skipped } }
}

/// Takes what the engine emits, and looks at it after each report.
final class RecorderStorage: PageViewReceiver, LifecycleObserver {
    private weak let engine: PageViewEngine?
    private let protected: Protected<PageViewRecorder.State>

    init(_ engine: PageViewEngine, _ exhaustivity: Exhaustivity) {
        self.engine = engine
        protected = Protected(PageViewRecorder.State(ledger: Ledger(exhaustivity: exhaustivity)))
    }

    func withLock<Result>(_ body: (inout sending PageViewRecorder.State) -> sending Result) -> sending Result {
        protected.withLock(body)
    }

    func receive(_ record: EngineRecord) {
        let live = engine?.livePages ?? []
        protected.withLock { state in
            state.ledger.add(record)
            state.drawing.add(live, record)
        }
    }

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) {
        let live = engine?.livePages ?? []
        protected.withLock { $0.drawing.add(live, nil) }
    }
}

/// What was emitted, and how far the test has come in it.
struct Ledger {
    let exhaustivity: Exhaustivity
    private(set) var records: [EngineRecord] = []
    private(set) var pageViews: [PageView] = []
    private(set) var leaves: [PageLeave] = []
    private(set) var interactions: [Interaction] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// How many page views have been expected or passed over.
    var expected = 0
    var expectedLeaves = 0
    var expectedInteractions = 0
    var expectedDiagnostics = 0
    var skipped: [PageView] = []

    init(exhaustivity: Exhaustivity) { self.exhaustivity = exhaustivity }

    /// The page views that nobody has said anything about.
    var unexpected: ArraySlice<PageView> { pageViews[expected...] }

    mutating func add(_ record: EngineRecord) {
        records.append(record)
        switch record {
        case .pageView(let pageView): pageViews.append(pageView)
        case .pageLeave(let leave): leaves.append(leave)
        case .interaction(let interaction): interactions.append(interaction)
        case .diagnostic(let diagnostic): diagnostics.append(diagnostic)
        case .deepLink, .currentPage: break
        }
    }
}
