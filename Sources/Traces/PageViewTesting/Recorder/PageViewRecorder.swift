package import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

/// Runs a test with a recorded engine, and fails the test if an unexpected page view or mistake is left (TS-002).
///
///     @Test func itemWaitsForItsPrice() throws {
///         try withPageViewRecorder { recorder in
///             let screen = ItemScreen(engine: recorder.engine)
///             screen.viewDidAppear()
///             try recorder.expectNothing()
///             screen.model.price = 89
///             try recorder.expect("item")
///         }
///     }
///
/// - Parameters:
///   - policy: The engine's policy.
///   - exhaustivity: Whether the test must expect each page view.
///   - reportFailure: Receives each failure, so that it can mark the line of the expectation. The test then continues, and the
///     recorder throws no failure. Any thread may call it. Without it, the recorder throws.
///   - fileID: The file of the test, by default the caller's.
///   - filePath: The path of the file of the test, by default the caller's.
///   - line: The line of the test, by default the caller's.
///   - column: The column of the test, by default the caller's.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: The body's error, or ``PageViewTestFailure`` if a page view or a mistake remains, or if a supplied page is unused.
@discardableResult
public func withPageViewRecorder<Result>(
    policy: EnginePolicy = .standard, exhaustivity: Exhaustivity = .on,
    reportFailure: (@Sendable (PageViewTestFailure) -> Void)? = nil, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: (PageViewRecorder) throws -> Result
) throws -> Result {
    let recorder = PageViewRecorder(policy: policy, exhaustivity: exhaustivity, reportFailure: reportFailure)
    let result = try PagesWithoutTree.$current.withValue(recorder.pagesWithoutTree) { try body(recorder) }
    try recorder.finish(at: TestLocation(fileID, filePath, line, column))
    return result
}

/// Runs an asynchronous test with a recorded engine, on the caller's actor (TS-002).
///
/// The parameters, the result and the errors are those of the synchronous function.
@discardableResult
public nonisolated(nonsending) func withPageViewRecorder<Result>(
    policy: EnginePolicy = .standard, exhaustivity: Exhaustivity = .on,
    reportFailure: (@Sendable (PageViewTestFailure) -> Void)? = nil, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: nonisolated(nonsending) (PageViewRecorder) async throws -> Result
) async throws -> Result {
    let recorder = PageViewRecorder(policy: policy, exhaustivity: exhaustivity, reportFailure: reportFailure)
    // A task-local value would move an asynchronous body off the caller's actor, so the body has no list of pages without a tree.
    let result = try await body(recorder)
    try recorder.finish(at: TestLocation(fileID, filePath, line, column))
    return result
}

/// Whether a test must expect every page view (TS-002).
public enum Exhaustivity: Hashable, Sendable {
    /// The test must expect each page view, in order, and each diagnostic of a mistake. Any other one fails the test.
    case on
    /// The test may skip page views. ``PageViewRecorder/skipped`` keeps the skipped ones.
    case off
    /// The test may skip page views. The recorder prints the skipped ones at the end of the test.
    case offShowingSkipped
}

/// A recorder of an engine's records, which a test compares with its expectations (TS-001 to TS-004).
///
/// Create a recorder with `withPageViewRecorder`, which also checks at the end that no unexpected page view is left. Pass the
/// recorder's ``engine`` to the code under test. Any thread may use a recorder.
public final class PageViewRecorder: Sendable {
    /// The recorded engine.
    public let engine: PageViewEngine
    /// The engine's clock, which stands still until the test advances it.
    public let clock: TestClock

    struct State {
        var ledger: Ledger
        var drawing = Drawing()
    }

    let storage: RecorderStorage
    /// All inputs of the engine, with which another tracker is compared (TS-013).
    package let inputs: TraceRecorder
    /// The pages that a synchronous test updates in an environment without a tree.
    let pagesWithoutTree = PagesWithoutTree()
    /// Receives the failures; `nil` if the recorder throws them.
    let reportFailure: (@Sendable (PageViewTestFailure) -> Void)?

    init(
        policy: EnginePolicy, exhaustivity: Exhaustivity, reportFailure: (@Sendable (PageViewTestFailure) -> Void)?
    ) {
        self.reportFailure = reportFailure
        clock = TestClock()
        engine = PageViewEngine(policy: policy, clock: clock.engineClock)
        storage = RecorderStorage(engine, exhaustivity)
        var options = RecordingOptions()
        options.obeysTrackers = false
        inputs = TraceRecorder(of: engine, last: .max, options: options)
        engine.addReceiver(storage)
        engine.core.add(InputQueue(reports: { [storage] _ in storage.drawLivePages() }))
    }

    /// Reports a failure, or throws it if the test has no `reportFailure`.
    func fail(_ failure: PageViewTestFailure) throws(PageViewTestFailure) {
        guard let reportFailure else { throw failure }
        reportFailure(failure)
    }

    func fail(
        _ finding: String, advice: String? = nil, at location: TestLocation
    ) throws(PageViewTestFailure) {
        try fail(PageViewTestFailure(finding, advice: advice, at: location))
    }

    /// Returns the notifier of a page of the test, and notes a page that returns another notifier at each access (RD-007).
    func notifier(of page: any AnalyticsPage) -> PageViewNotifier {
        let notifier = page.pageViewNotifier
        if notifier !== page.pageViewNotifier {
            let name = notifier.state.pageContext.name
            storage.withLock { _ = $0.ledger.computedNotifiers.insert(name) }
        }
        return notifier
    }

    /// All page views so far, in order, expected or not.
    public var pageViews: [PageView] { storage.withLock { $0.ledger.pageViews } }

    /// All records that the engine has emitted, in order.
    public var records: [EngineRecord] { storage.withLock { $0.ledger.records } }

    /// The skipped page views; always empty with ``Exhaustivity/on``.
    public var skipped: [PageView] { storage.withLock { $0.ledger.skipped } }
}

/// A receiver that stores the engine's records, and draws the live pages after each report (TS-001, TS-004).
final class RecorderStorage: PageViewReceiver {
    private weak let engine: PageViewEngine?
    private let protected: Locked<PageViewRecorder.State>

    init(_ engine: PageViewEngine, _ exhaustivity: Exhaustivity) {
        self.engine = engine
        protected = Locked(PageViewRecorder.State(ledger: Ledger(exhaustivity: exhaustivity)))
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

    func drawLivePages() {
        let live = engine?.livePages ?? []
        protected.withLock { $0.drawing.add(live, nil) }
    }
}

/// The emitted records, and the test's position in them (TS-001).
struct Ledger {
    let exhaustivity: Exhaustivity
    private(set) var records: [EngineRecord] = []
    private(set) var pageViews: [PageView] = []
    private(set) var leaves: [PageLeave] = []
    private(set) var interactions: [Interaction] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// The number of page views that the test has expected or skipped.
    var expected = 0
    var expectedLeaves = 0
    var expectedInteractions = 0
    /// The diagnostics that the test has not expected.
    var unexpectedDiagnostics: [Diagnostic] = []
    var skipped: [PageView] = []
    /// The names of the test's own pages whose notifier is another object at each access.
    var computedNotifiers: Set<PageName> = []
    /// The pages that the test has supplied by name, with one element for each launch and each replay (TS-006).
    var suppliedPages: [SuppliedPages] = []

    init(exhaustivity: Exhaustivity) { self.exhaustivity = exhaustivity }

    /// The page views that the test has neither expected nor skipped.
    var unexpected: ArraySlice<PageView> { pageViews[expected...] }

    /// The diagnostics of mistakes that the test has not expected.
    var mistakes: [Diagnostic] { unexpectedDiagnostics.filter { $0.kind.remedy != nil } }

    mutating func add(_ record: EngineRecord) {
        records.append(record)
        switch record {
        case .pageView(let pageView): pageViews.append(pageView)
        case .pageLeave(let leave): leaves.append(leave)
        case .interaction(let interaction): interactions.append(interaction)
        case .diagnostic(let diagnostic):
            diagnostics.append(diagnostic)
            unexpectedDiagnostics.append(diagnostic)
        case .deepLink, .currentPage: break
        }
    }
}
