public import PageViewAutomation

/// A framework and its adapter, as the compatibility test drives them (rule TS-009).
///
/// Let each method do what it says by the framework's own means, and return when the transition has ended and the
/// adapter has reported it; one that need not wait for that is written without `async`. What a framework cannot do keeps
/// its default and is passed over. A framework of the main actor conforms as `@MainActor AdapterUnderTest`, and
/// its asynchronous methods say `@MainActor` themselves.
///
///     struct MyFrameworkUnderTest: AdapterUnderTest {
///         let window: MyWindow          // with your adapter, reporting to the engine given
///         func makePage(_ notifier: PageViewNotifier) -> MyScreen { AnalyticsScreen(notifier) }
///         func show(_ page: MyScreen) { window.push(page) }
///         func hide(_ page: MyScreen) { window.pop() }
///     }
///
///     @Test func adapter() async throws {
///         try checkAdapter { engine in MyFrameworkUnderTest(window: MyWindow(engine)) }
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

    /// The page, which may be in front, is gone for good: the framework lets go of it.
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
}

extension AdapterUnderTest {
    /// By default pages go by being hidden.
    public func remove(_ page: Page) async throws { try await hide(page) }
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
}
