public import NavigationSimulator
public import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

/// A user who acts on an app whose pages are yours: what the framework would report goes to the recorded engine (rule TS-006).
///
///     var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["item": itemScreen])
///     try app.push("item")
///
/// A page of one of the names given is declared by its own notifier; any other one is as simulated.
public struct SimulatedNavigation {
    /// The app, with everything that was reported of it.
    public private(set) var app: SimulatedApp
    private var reporter: TraceReporter
    private let own: OwnPages
    private var reported = 0

    init(_ app: SimulatedApp, _ recorder: PageViewRecorder, _ pages: [String: PageViewNotifier]) {
        self.app = app
        let own = OwnPages(pages)
        self.own = own
        reporter = TraceReporter(recorder) { own.notifiers[$0] }
        report()
    }

    /// The notifiers of the test's own pages, by the names of the pages.
    private final class OwnPages {
        var notifiers: [String: PageViewNotifier]
        init(_ notifiers: [String: PageViewNotifier]) { self.notifiers = notifiers }
    }

    /// Does what a user does, and reports what the framework would.
    ///
    /// - Throws: `SimulationError` if that is not possible; then nothing was reported.
    public mutating func perform(
        _ action: UserAction, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try act(action, TestLocation(fileID: fileID, line: line))
        report()
    }

    /// Does something; what is not possible says where it was tried.
    private mutating func act(_ action: UserAction, _ location: TestLocation) throws(SimulationError) {
        do {
            try app.perform(action)
        } catch {
            throw SimulationError("\(location): \(error)")
        }
    }

    /// Opens a page of yours on top of the stack in front.
    public mutating func push(
        _ page: some AnalyticsPage, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(.push(.page(Self.simulated(page))), of: page, TestLocation(fileID: fileID, line: line))
    }

    /// Opens a page of yours on top of everything else.
    public mutating func present(
        _ page: some AnalyticsPage, as presentation: Presentation = .sheet, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(
            .present(.page(Self.simulated(page)), presentation), of: page, TestLocation(fileID: fileID, line: line))
    }

    private static func simulated(_ page: some AnalyticsPage) -> SimulatedPage {
        SimulatedPage(page.pageViewNotifier.state.pageContext.name.rawValue)
    }

    /// Does what brings a page of the test's own, which speaks for itself from then on; if it is not possible, it does not.
    private mutating func perform(
        _ action: UserAction, of page: some AnalyticsPage, _ location: TestLocation
    ) throws(SimulationError) {
        try act(action, location)
        own.notifiers[page.pageViewNotifier.state.pageContext.name.rawValue] = page.pageViewNotifier
        report()
    }

    /// Reports what is new.
    private mutating func report() {
        for case .event(let event) in app.lines[reported...] { reporter.report(event) }
        reported = app.lines.count
    }

    /// Moves the recorder's clock on as far as the app's time.
    fileprivate func advance() { reporter.advance(to: app.time) }
}

extension SimulatedNavigation {
    /// Opens a page on top of the stack in front.
    public mutating func push(_ view: SimulatedView, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.push(view), fileID: fileID, line: line)
    }

    /// Goes back by the button.
    public mutating func goBack(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.pop, fileID: fileID, line: line)
    }

    /// Goes back by a swipe.
    public mutating func swipeBack(_ end: GestureEnd = .completed, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.swipeBack(end), fileID: fileID, line: line)
    }

    /// Selects the tab with this page in it.
    public mutating func selectTab(_ page: String, fileID: String = #fileID, line: Int = #line) throws(SimulationError)
    {
        try perform(.selectTab(page), fileID: fileID, line: line)
    }

    /// Opens something on top of everything else.
    public mutating func present(
        _ view: SimulatedView, as presentation: Presentation = .sheet, fileID: String = #fileID, line: Int = #line
    ) throws(SimulationError) {
        try perform(.present(view, presentation), fileID: fileID, line: line)
    }

    /// Closes what is on top of everything else.
    public mutating func close(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.dismiss, fileID: fileID, line: line)
    }

    /// Leaves the app.
    public mutating func leave(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.enterBackground, fileID: fileID, line: line)
    }

    /// Comes back to the app.
    public mutating func comeBack(fileID: String = #fileID, line: Int = #line) throws(SimulationError) {
        try perform(.enterForeground, fileID: fileID, line: line)
    }

    /// The newest page of this name has loaded.
    public mutating func load(_ page: String, payload: Payload? = nil, fileID: String = #fileID, line: Int = #line)
        throws(SimulationError)
    {
        try perform(.load(page, payload), fileID: fileID, line: line)
    }

    /// Lets time pass; the recorder's clock moves on.
    public mutating func wait(_ duration: Duration) {
        try? perform(.wait(nanoseconds: duration.wholeNanoseconds))
        advance()
    }
}

extension PageViewRecorder {
    /// Starts a simulated app whose framework reports to the recorded engine (rule TS-006).
    ///
    /// - Parameters:
    ///   - framework: What the app is made with; it decides the order of the reports.
    ///   - view: What its window shows.
    ///   - pages: Pages of yours, by the names they have in what the window shows.
    ///   - launch: What is special about its start.
    public func launch(
        _ framework: UIFramework = .uiKit, showing view: SimulatedView, pages: [String: any AnalyticsPage] = [:],
        launch: SimulatedApp.Launch = .normal
    ) -> SimulatedNavigation {
        SimulatedNavigation(
            SimulatedApp(framework, showing: view, launch: launch), self, pages.mapValues { $0.pageViewNotifier })
    }

    /// Reports a trace to the recorded engine, such as one that was recorded in the field or a random journey.
    ///
    /// - Parameters:
    ///   - lines: The trace.
    ///   - pages: Makes a page of yours for each component that shows one of this name; its own notifier speaks for it.
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
