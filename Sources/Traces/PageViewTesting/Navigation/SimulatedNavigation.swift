public import NavigationSimulator
public import PageViewAutomation
import PageViewLifecycle

/// A simulated app with pages of the test's own, which reports to the recorded engine (TS-006).
///
///     var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["item": itemScreen])
///     try app.push("item")
///
/// The notifier of the test's own page determines the name, readiness and payload of this page. Only the code of the app changes
/// the notifier. The simulator cannot make such a page ready. It determines the state of all other pages.
public struct SimulatedNavigation {
    /// The simulated app, with all its reports so far.
    package private(set) var app: SimulatedApp
    private let recorder: PageViewRecorder
    private var reporter: TraceReporter
    private let ownPages: OwnPages
    private var reportedLines = 0

    init(
        _ app: SimulatedApp, _ recorder: PageViewRecorder, _ pages: [String: PageViewNotifier],
        at location: TestLocation
    ) {
        self.app = app
        self.recorder = recorder
        let ownPages = OwnPages(pages, supplied: recorder.supply(pages.keys, in: "the app", at: location))
        self.ownPages = ownPages
        reporter = TraceReporter(recorder) { ownPages.notifier(for: $0) }
        report()
    }

    /// The test's own pages, by page name. The copies of a navigation share them.
    private final class OwnPages {
        var notifiers: [String: PageViewNotifier]
        /// The index of the pages of the launch in `suppliedPages` of the recorder's ledger.
        let supplied: Int
        /// The names of the pages of the launch that components have used.
        var used: Set<String> = []
        /// The names of the pages that the test has opened. They replace pages of the launch.
        private var opened: Set<String> = []

        init(_ notifiers: [String: PageViewNotifier], supplied: Int) {
            self.notifiers = notifiers
            self.supplied = supplied
        }

        func open(_ name: String, _ notifier: PageViewNotifier) {
            notifiers[name] = notifier
            opened.insert(name)
        }

        func notifier(for name: String) -> PageViewNotifier? {
            if !opened.contains(name) { used.insert(name) }
            return notifiers[name]
        }
    }

    /// Performs a user action, and makes the reports that the framework would make.
    ///
    /// - Throws: `SimulationError` if the action is impossible now, or if it loads a page of the test's own. The app then reports
    ///   nothing. A recorder with `reportFailure` passes the failure to that closure instead of throwing.
    public mutating func perform(
        _ action: UserAction, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(SimulationError) {
        let location = TestLocation(fileID, filePath, line, column)
        if try performInApp(action, location) { report() }
    }

    /// Performs an action in the app. Returns whether it was possible. An error names the location in the test.
    private mutating func performInApp(
        _ action: UserAction, _ location: TestLocation
    ) throws(SimulationError) -> Bool {
        do {
            try requireSimulatedPage(action)
            try app.perform(action)
            return true
        } catch {
            guard let reportFailure = recorder.reportFailure else { throw SimulationError("\(location): \(error)") }
            reportFailure(PageViewTestFailure("\(error)", at: location))
            return false
        }
    }

    /// Throws if an action would make a page of the test's own ready or pending, because only the app's own code does that.
    private func requireSimulatedPage(_ action: UserAction) throws(SimulationError) {
        let name: String
        switch action {
        case .load(let page, _), .reload(let page): name = page
        default: return
        }
        guard let node = app.newestPage(name) else { return }
        let isOwn = node.component.map { reporter.isOwn($0) } ?? (ownPages.notifiers[name] != nil)
        guard isOwn else { return }
        throw SimulationError(
            """
            expected a page of the simulator, found \(name), which is a page of the test: call the code of the app that loads \
            the page, or its notifier
            """)
    }

    /// Pushes a page of the test's own onto the frontmost stack.
    public mutating func push(
        _ page: some AnalyticsPage, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(SimulationError) {
        let location = TestLocation(fileID, filePath, line, column)
        try perform(.push(.page(Self.simulated(page))), of: page, location)
    }

    /// Presents a page of the test's own above everything else.
    public mutating func present(
        _ page: some AnalyticsPage, as presentation: Presentation = .sheet, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(SimulationError) {
        let location = TestLocation(fileID, filePath, line, column)
        try perform(.present(.page(Self.simulated(page)), presentation), of: page, location)
    }

    private static func simulated(_ page: some AnalyticsPage) -> SimulatedPage {
        SimulatedPage(page.pageViewNotifier.state.pageContext.name.rawValue)
    }

    /// Performs an action that opens a page of the test's own. After this action, the page's notifier replaces the simulated
    /// one. An impossible action changes nothing.
    private mutating func perform(
        _ action: UserAction, of page: some AnalyticsPage, _ location: TestLocation
    ) throws(SimulationError) {
        guard try performInApp(action, location) else { return }
        let notifier = recorder.notifier(of: page)
        ownPages.open(notifier.state.pageContext.name.rawValue, notifier)
        report()
    }

    /// Reports the events that the app has added since the last call.
    private mutating func report() {
        for case .event(let event) in app.lines[reportedLines...] { reporter.report(event) }
        reportedLines = app.lines.count
        let (index, names, used) = (ownPages.supplied, app.pageNames, ownPages.used)
        recorder.storage.withLock { $0.ledger.suppliedPages[index].add(existing: names, used: used) }
    }

    /// Pushes a page onto the frontmost stack.
    public mutating func push(
        _ view: SimulatedView, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(SimulationError) {
        try perform(.push(view), fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Goes back with the back button.
    public mutating func goBack(
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(SimulationError) {
        try perform(.pop, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Goes back with a swipe, which may be cancelled.
    public mutating func swipeBack(
        _ end: GestureEnd = .completed, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(SimulationError) {
        try perform(.swipeBack(end), fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Presents a view above everything else.
    public mutating func present(
        _ view: SimulatedView, as presentation: Presentation = .sheet, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(SimulationError) {
        try perform(.present(view, presentation), fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Dismisses the topmost presentation.
    public mutating func close(
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(SimulationError) {
        try perform(.dismiss, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Advances the time of the app and the recorder's clock.
    public mutating func wait(_ duration: Duration) {
        try? perform(.wait(nanoseconds: duration.saturatingNanoseconds))
        reporter.advance(to: app.time)
    }
}

extension PageViewRecorder {
    /// Starts a simulated app whose framework reports to the recorded engine (TS-006).
    ///
    /// The test fails at its end if one of the `pages` is unused: no page of the app had its name, or that page never appeared.
    ///
    /// - Parameters:
    ///   - framework: The UI framework of the app, which determines the order of the reports.
    ///   - view: The view that the window shows at launch.
    ///   - pages: Pages of the test's own, by their names in the window. The user may also open them later, by name.
    ///   - launch: The kind of launch.
    ///   - fileID: The file of the test, by default the caller's.
    ///   - filePath: The path of the file of the test, by default the caller's.
    ///   - line: The line of the test, by default the caller's.
    ///   - column: The column of the test, by default the caller's.
    public func launch(
        _ framework: UIFramework = .uiKit, showing view: SimulatedView, pages: [String: any AnalyticsPage] = [:],
        launch: SimulatedApp.Launch = .normal, fileID: String = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) -> SimulatedNavigation {
        SimulatedNavigation(
            SimulatedApp(framework, showing: view, launch: launch), self, pages.mapValues(notifier(of:)),
            at: TestLocation(fileID, filePath, line, column))
    }

    /// Adds pages that the test supplies and returns their index. The test must use all of them before its end.
    func supply(_ names: some Sequence<String>, in place: String, at location: TestLocation) -> Int {
        let pages = SuppliedPages(names, in: place, at: location)
        return storage.withLock { state in
            state.ledger.suppliedPages.append(pages)
            return state.ledger.suppliedPages.count - 1
        }
    }
}
