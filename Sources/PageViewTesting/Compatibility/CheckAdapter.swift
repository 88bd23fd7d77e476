public import PageViewAutomation

/// Checks that an adapter reports what its framework shows (TS-009).
///
/// An adapter that passes counts every appearance exactly once.
///
/// - Parameters:
///   - fileID: The file of the test, by default the caller's.
///   - line: The line of the test, by default the caller's.
///   - make: Makes the framework, with an adapter that reports to the given engine. Called for each check.
/// - Returns: The report of all checks, including the checks that the framework cannot do.
/// - Throws: ``CompatibilityFailure`` if a check fails.
@discardableResult
public nonisolated(nonsending) func checkAdapter<Adapter: AdapterUnderTest>(
    fileID: String = #fileID, line: Int = #line,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in AdapterChecks<Adapter>.all {
        let (result, missing) = await result(of: check, make)
        checks.append(CompatibilityReport.Check(name: check.name, rule: check.rule, result: result, missing: missing))
    }
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}

/// Returns the result of a check and, if the framework cannot do the check, the missing method.
private nonisolated(nonsending) func result<Adapter>(
    of check: AdapterChecks<Adapter>.Check,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async -> (CompatibilityReport.Result, missing: String?) {
    let reports = ReportLog()
    do {
        try await withPageViewRecorder { recorder in
            recorder.engine.lifecycle.addObserver(reports)
            try await check.run(make(recorder.engine), recorder)
        }
        return (.passed, nil)
    } catch let error as CannotBeDone {
        return (.notApplicable, error.method)
    } catch let failure as PageViewTestFailure {
        // Without the advice, which is about a wrong test. Here the adapter is wrong.
        return (.failed(failure.finding + hint(reports)), nil)
    } catch {
        return (.failed("\(error)" + hint(reports)), nil)
    }
}

/// Returns the likely reasons if no report has reached the engine; otherwise an empty text.
private func hint(_ reports: ReportLog) -> String {
    reports.count > 0
        ? ""
        : """


          The engine of this check has received no report. There are two likely reasons:

          - The adapter reports to another engine, such as a global one. Report to the engine that the check passes.
          - The views of a declarative framework are in an environment without a tree, `PageEnvironment.none`, which is the default.
            Pass `PageTree.environment` down from the root of each window, and do not replace it below.
        """
}

/// A framework and its adapter under test (TS-009).
///
/// - Each method drives the framework by the framework's own means. It returns when the transition has ended and the adapter
///   has reported the transition. Write a method that need not wait without `async`.
/// - A method that the framework cannot offer keeps its default or throws ``CannotBeDone``. The report then names the skipped
///   checks and the method that each of them needs.
/// - A framework of the main actor conforms as `@MainActor AdapterUnderTest`. Its asynchronous methods are also `@MainActor`.
///
///     struct MyFrameworkUnderTest: AdapterUnderTest {
///         let window: MyWindow          // with your adapter, reporting to the engine given
///         func makePage(_ notifier: PageViewNotifier) -> MyScreen { AnalyticsScreen(notifier) }
///         func show(_ page: MyScreen) { window.push(page) }
///         func hide(_ page: MyScreen) { window.pop() }
///     }
///
///     @Test func adapter() async throws {
///         try await checkAdapter { engine in MyFrameworkUnderTest(window: MyWindow(engine)) }
///     }
public protocol AdapterUnderTest<Page> {
    /// A component of the framework: a view controller, a widget, a screen.
    associatedtype Page

    /// Makes a page with this notifier, without showing it.
    func makePage(_ notifier: PageViewNotifier) async throws -> Page

    /// Goes to the page as on a stack: the page hides the frontmost page until `hide(_:)` leaves the page.
    func show(_ page: Page) async throws

    /// Leaves the frontmost page. A check may show this page again.
    func hide(_ page: Page) async throws

    /// Removes the page for good, so that the framework releases it.
    ///
    /// The page is the frontmost one or below it. The default throws ``CannotBeDone``.
    func remove(_ page: Page) async throws

    /// Begins to leave the frontmost page, and cancels the transition.
    ///
    /// Returns `false` if that is impossible.
    func cancelHide(_ page: Page) async throws -> Bool

    /// Begins to go to the page from another one, and cancels the transition.
    ///
    /// Returns `false` if that is impossible.
    func cancelShow(_ page: Page) async throws -> Bool

    /// Sends the app to the background; returns `false` if that is impossible.
    func enterBackground() async throws -> Bool

    /// Brings the app to the foreground.
    func enterForeground() async throws

    /// Shows the page above the frontmost one, as a sheet; returns `false` if that is impossible.
    ///
    /// The page below stays visible.
    func cover(with page: Page) async throws -> Bool

    /// Shows the page in a second window; returns `false` if that is impossible.
    func showInSecondWindow(_ page: Page) async throws -> Bool

    /// Closes the second window; returns `false` if that is impossible.
    func closeSecondWindow() async throws -> Bool

    /// Moves the page to a second window; returns `false` if that is impossible.
    ///
    /// The page is the frontmost one of the first window.
    func moveToSecondWindow(_ page: Page) async throws -> Bool

    /// Inserts the page into another page, as a tab of a tab bar; returns `false` if that is impossible.
    ///
    /// The inner page is in front of the user as long as the container is. The container may already be shown or not.
    func insert(_ page: Page, into container: Page) async throws -> Bool

    /// Prepares the page out of sight, as a pager does; returns `false` if that is impossible.
    func prepare(_ page: Page) async throws -> Bool

    /// Goes to a page in the view that the framework keeps; returns `false` if that is impossible.
    ///
    /// Declarative frameworks keep a view or its node when navigation leads to another view of the same type. If no view is in
    /// front, show a new one. The view declares its page by its name and its `id:`, as app code does:
    ///
    ///     func showInPlace(_ page: PageContext, id: String?) -> Bool {
    ///         window.path = [Text("item").analyticsPage(page, id: id)]
    ///         return true
    ///     }
    func showInPlace(_ page: PageContext, id: String?) async throws -> Bool
}

/// The error of a method that the framework cannot offer; the report names the skipped check (TS-009).
public struct CannotBeDone: Error, Hashable, Sendable {
    /// The method, such as `remove(_:)`; `nil` if the error does not name it.
    public let method: String?

    /// Creates the error of a method.
    public init(_ method: String? = nil) { self.method = method }
}

extension AdapterUnderTest {
    /// Throws ``CannotBeDone``.
    public func remove(_ page: Page) async throws { throw CannotBeDone("remove(_:)") }
    /// Returns `false`.
    public func cancelHide(_ page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func cancelShow(_ page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func enterBackground() async throws -> Bool { false }
    /// Does nothing.
    public func enterForeground() async throws {}
    /// Returns `false`.
    public func cover(with page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func showInSecondWindow(_ page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func closeSecondWindow() async throws -> Bool { false }
    /// Returns `false`.
    public func moveToSecondWindow(_ page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func insert(_ page: Page, into container: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func prepare(_ page: Page) async throws -> Bool { false }
    /// Returns `false`.
    public func showInPlace(_ page: PageContext, id: String?) async throws -> Bool { false }
}
