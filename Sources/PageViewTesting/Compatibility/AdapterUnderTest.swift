public import PageViewAutomation

/// A framework and its adapter, as the compatibility test drives them (rule TS-009).
///
/// Each method drives the framework by its own means. It returns when the transition has ended and the adapter has reported it; a
/// method that need not wait for that is written without `async`. A method that the framework cannot offer keeps its default, or
/// throws ``CannotBeDone``: then the report names the checks that could not be made, and the method that they need. A framework
/// of the main actor conforms as `@MainActor AdapterUnderTest`, and its asynchronous methods say `@MainActor` themselves.
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
    /// What the framework shows: a view controller, a widget, a screen.
    associatedtype Page

    /// Makes a page with this notifier, which is not shown yet.
    func makePage(_ notifier: PageViewNotifier) async throws -> Page

    /// The user goes to the page, as on a stack: what was in front is no longer, and comes back when the page is hidden.
    func show(_ page: Page) async throws

    /// The user leaves the page, which is in front; it can be shown again.
    func hide(_ page: Page) async throws

    /// The page, which may be in front or below the one that is, is gone for good: the framework lets go of it. By default it
    /// cannot be done.
    func remove(_ page: Page) async throws

    /// The user begins to leave the page, which is in front, and gives it up. `false`: cannot be done.
    func cancelHide(_ page: Page) async throws -> Bool

    /// The user begins to go to a page and gives it up, while another one is in front. `false`: cannot be done.
    func cancelShow(_ page: Page) async throws -> Bool

    /// The user leaves the app. `false`: cannot be done.
    func enterBackground() async throws -> Bool

    /// The user comes back to the app.
    func enterForeground() async throws

    /// The page is shown above the one that is in front, which stays visible, as below a sheet. `false`: cannot be done.
    func cover(with page: Page) async throws -> Bool

    /// The page is shown in a second window, beside the first. `false`: cannot be done.
    func showInSecondWindow(_ page: Page) async throws -> Bool

    /// The user closes the second window. `false`: cannot be done.
    func closeSecondWindow() async throws -> Bool

    /// The page, which is in front in the first window, is taken out of it and shown in a second one. `false`: cannot be done.
    func moveToSecondWindow(_ page: Page) async throws -> Bool

    /// The page becomes a part of another one, as a tab of a tab bar that is a page itself: it is in front of the user when that
    /// one is, which may be now or when it is shown. `false`: cannot be done.
    func insert(_ page: Page, into container: Page) async throws -> Bool

    /// The page is prepared where the user cannot see it, as a pager does with the next one. `false`: cannot be done.
    func prepare(_ page: Page) async throws -> Bool

    /// The user goes to a page for which the framework keeps the view that is in front, if there is one. `false`: cannot be done.
    ///
    /// Declarative frameworks keep a view, or its node, when navigation leads to another view of the same type. The view declares
    /// its page as a feature team does, by its name and its `id:`:
    ///
    ///     func showInPlace(_ page: PageContext, id: String?) -> Bool {
    ///         window.path = [Text("item").analyticsPage(page, id: id)]
    ///         return true
    ///     }
    func showInPlace(_ page: PageContext, id: String?) async throws -> Bool
}

/// The error of a method that the adapter's framework cannot offer: the check is not made, and reported so (rule TS-009).
public struct CannotBeDone: Error, Hashable, Sendable {
    /// The method, such as `remove(_:)`; `nil` if the error does not name it.
    public let method: String?

    /// Creates the error.
    public init(_ method: String? = nil) { self.method = method }
}

extension AdapterUnderTest {
    /// By default it cannot be done.
    public func remove(_ page: Page) async throws { throw CannotBeDone("remove(_:)") }
    /// By default it cannot be done.
    public func cancelHide(_ page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func cancelShow(_ page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func enterBackground() async throws -> Bool { false }
    /// By default there is nothing to come back from.
    public func enterForeground() async throws {}
    /// By default it cannot be done.
    public func cover(with page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func showInSecondWindow(_ page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func closeSecondWindow() async throws -> Bool { false }
    /// By default it cannot be done.
    public func moveToSecondWindow(_ page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func insert(_ page: Page, into container: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func prepare(_ page: Page) async throws -> Bool { false }
    /// By default it cannot be done.
    public func showInPlace(_ page: PageContext, id: String?) async throws -> Bool { false }
}
