public import NavigationSimulator
public import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

/// A simulated app with pages of the test's own, which reports to the recorded engine (TS-006).
///
///     var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["item": itemScreen])
///     try app.push("item")
///
/// The notifier of the test's own page determines the name, readiness and payload of this page. The simulator determines those
/// of all other pages.
public struct SimulatedNavigation {
    /// The simulated app, with all its reports so far.
    public private(set) var app: SimulatedApp
    private var reporter: TraceReporter
    private let ownPages: OwnPages
    private var reportedLines = 0

    init(_ app: SimulatedApp, _ recorder: PageViewRecorder, _ pages: [String: PageViewNotifier]) {
        self.app = app
        let ownPages = OwnPages(pages)
        self.ownPages = ownPages
        reporter = TraceReporter(recorder) { ownPages.notifiers[$0] }
        report()
    }

    /// The notifiers of the test's own pages, by page name.
    private final class OwnPages {
        var notifiers: [String: PageViewNotifier]
        init(_ notifiers: [String: PageViewNotifier]) { self.notifiers = notifiers }
    }

    /// Performs a user action, and makes the reports that the framework would make.
    ///
    /// - Throws: `SimulationError` if the action is impossible now. The app then reports nothing.
    public mutating func perform(
        _ action: UserAction, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try performInApp(action, TestLocation(fileID: fileID, line: line))
        report()
    }

    /// Performs an action in the app; an error names the location in the test.
    private mutating func performInApp(_ action: UserAction, _ location: TestLocation) throws(SimulationError) {
        do {
            try app.perform(action)
        } catch {
            throw SimulationError("\(location): \(error)")
        }
    }

    /// Pushes a page of the test's own onto the frontmost stack.
    public mutating func push(
        _ page: some AnalyticsPage, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(.push(.page(Self.simulated(page))), of: page, TestLocation(fileID: fileID, line: line))
    }

    /// Presents a page of the test's own above everything else.
    public mutating func present(
        _ page: some AnalyticsPage, as presentation: Presentation = .sheet, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(
            .present(.page(Self.simulated(page)), presentation), of: page, TestLocation(fileID: fileID, line: line))
    }

    private static func simulated(_ page: some AnalyticsPage) -> SimulatedPage {
        SimulatedPage(page.pageViewNotifier.state.pageContext.name.rawValue)
    }

    /// Performs an action that opens a page of the test's own.
    ///
    /// After this action, the page's notifier replaces the simulated one. An impossible action changes nothing.
    private mutating func perform(
        _ action: UserAction, of page: some AnalyticsPage, _ location: TestLocation
    ) throws(SimulationError) {
        try performInApp(action, location)
        ownPages.notifiers[page.pageViewNotifier.state.pageContext.name.rawValue] = page.pageViewNotifier
        report()
    }

    /// Reports the events that the app has added since the last call.
    private mutating func report() {
        for case .event(let event) in app.lines[reportedLines...] { reporter.report(event) }
        reportedLines = app.lines.count
    }

    /// Advances the recorder's clock to the time of the app.
    fileprivate func advance() { reporter.advance(to: app.time) }
}

extension SimulatedNavigation {
    /// Pushes a page onto the frontmost stack.
    public mutating func push(_ view: SimulatedView, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.push(view), fileID: fileID, line: line)
    }

    /// Goes back with the back button.
    public mutating func goBack(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.pop, fileID: fileID, line: line)
    }

    /// Goes back with a swipe, which may be cancelled.
    public mutating func swipeBack(_ end: GestureEnd = .completed, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.swipeBack(end), fileID: fileID, line: line)
    }

    /// Selects the tab that contains this page.
    public mutating func selectTab(_ page: String, fileID: String = #fileID, line: Int = #line) throws(SimulationError)
    {
        try perform(.selectTab(page), fileID: fileID, line: line)
    }

    /// Presents a view above everything else.
    public mutating func present(
        _ view: SimulatedView, as presentation: Presentation = .sheet, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(.present(view, presentation), fileID: fileID, line: line)
    }

    /// Dismisses the topmost presentation.
    public mutating func close(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.dismiss, fileID: fileID, line: line)
    }

    /// Sends the app to the background.
    public mutating func leave(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.enterBackground, fileID: fileID, line: line)
    }

    /// Brings the app to the foreground.
    public mutating func comeBack(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.enterForeground, fileID: fileID, line: line)
    }

    /// Marks the newest page of this name as ready, with an optional payload.
    public mutating func load(_ page: String, payload: Payload? = nil, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.load(page, payload), fileID: fileID, line: line)
    }

    /// Advances the time of the app and the recorder's clock.
    public mutating func wait(_ duration: Duration) {
        try? perform(.wait(nanoseconds: duration.wholeNanoseconds))
        advance()
    }
}

extension PageViewRecorder {
    /// Starts a simulated app whose framework reports to the recorded engine (TS-006).
    ///
    /// - Parameters:
    ///   - framework: The UI framework of the app, which determines the order of the reports.
    ///   - view: The view that the window shows at launch.
    ///   - pages: Pages of the test's own, by their names in the window.
    ///   - launch: The kind of launch.
    public func launch(
        _ framework: UIFramework = .uiKit, showing view: SimulatedView, pages: [String: any AnalyticsPage] = [:],
        launch: SimulatedApp.Launch = .normal
    ) -> SimulatedNavigation {
        SimulatedNavigation(
            SimulatedApp(framework, showing: view, launch: launch), self, pages.mapValues { $0.pageViewNotifier })
    }

    /// Reports the events of a trace to the recorded engine (TS-006).
    ///
    /// The trace can be a field recording or a random journey.
    ///
    /// - Parameters:
    ///   - lines: The trace.
    ///   - pages: For each page name, a function that makes a page of the test's own for each component with this page.
    public func replay(_ lines: [TraceLine], pages: [String: () -> any AnalyticsPage] = [:]) {
        var kept: [any AnalyticsPage] = []
        var reporter = TraceReporter(self) { name in
            guard let page = pages[name]?() else { return nil }
            kept.append(page)
            return page.pageViewNotifier
        }
        for case .event(let event) in lines { reporter.report(event) }
    }
}

/// A reporter of trace events to the recorded engine (TS-006).
///
/// Notifiers of the test's own pages replace the notifiers of the pages with the same names in the trace.
struct TraceReporter {
    private let session: ReplaySession
    /// Returns the notifier of the test's own page with this name; `nil` if the test has no such page.
    private let notifier: (String) -> PageViewNotifier?
    /// The notifiers of the test's own pages, by component.
    private var ownNotifiers: [String: PageViewNotifier] = [:]

    init(_ recorder: PageViewRecorder, notifier: @escaping (String) -> PageViewNotifier?) {
        let clock = recorder.clock
        session = ReplaySession(name: nil, engine: recorder.engine, startingAt: clock.time) {
            clock.advance(to: $0)
            return clock.time
        }
        self.notifier = notifier
    }

    mutating func report(_ event: TraceEvent) {
        switch event.action {
        case .create(let component, _, let declaration):
            if let name = declaration.page?.name.rawValue, let own = notifier(name) {
                session.notifiers = [name: own]
                ownNotifiers[component] = own
            }
            session.apply(event)
            session.notifiers = [:]
        case .ready(let component, _, _, let payload) where ownNotifiers[component] != nil:
            if let time = event.time { session.advance(to: time) }
            ownNotifiers[component]?.markReady(payload: payload ?? [:])
        case .pending(let component, _, _) where ownNotifiers[component] != nil:
            if let time = event.time { session.advance(to: time) }
            ownNotifiers[component]?.markPending()
        default:
            session.apply(event)
        }
    }

    /// Advances the time of the recorded engine without an event.
    func advance(to time: Timestamp) { session.advance(to: time) }
}
