public import PageViewAutomation

/// A framework and its adapter under test (TS-009).
///
/// - Each method drives the framework through the framework's own API. It returns when the transition has ended and the framework
///   has called the adapter, at the end of a turn of the run loop. Omit `async` from a method that need not wait.
/// - A method must not wait for the adapter itself, because the checks then cannot find an adapter that delays its reports.
/// - A method that the framework cannot offer keeps its default, returns `false` if it returns a value, or throws
///   ``CannotBeDone``. The report then names the skipped checks and the method that each of them needs.
/// - A framework of the main actor conforms as `@MainActor AdapterUnderTest`. Its asynchronous methods are also `@MainActor`.
///
///     struct MyFrameworkUnderTest: AdapterUnderTest {
///         let window: MyWindow          // Its adapter reports to the given engine.
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

    /// Shows the page as on a stack. It hides the frontmost page until the check calls `hide(_:)`.
    func show(_ page: Page) async throws

    /// Leaves the frontmost page. A check may show this page again.
    func hide(_ page: Page) async throws

    /// Removes the page permanently, so that the framework releases it. Release it here too. The page is the frontmost page or
    /// a page below it. The default throws ``CannotBeDone``.
    func remove(_ page: Page) async throws

    /// Begins to leave the frontmost page, and cancels the transition. Drive the whole gesture, because the framework may also
    /// call the page below.
    func cancelHide(_ page: Page) async throws -> Bool

    /// Begins a transition from another page to this page, and cancels it.
    func cancelShow(_ page: Page) async throws -> Bool

    /// Sends the app to the background.
    func enterBackground() async throws -> Bool

    /// Brings the app to the foreground.
    func enterForeground() async throws

    /// Shows the page above the frontmost one, as a sheet. The page below stays visible.
    func cover(with page: Page) async throws -> Bool

    /// Shows the page above the frontmost one, on the full screen. The page below is hidden until `dismiss(_:)`.
    func coverFully(with page: Page) async throws -> Bool

    /// Closes the sheet or the full-screen page above the frontmost page. The default calls `remove(_:)`.
    func dismiss(_ page: Page) async throws

    /// Begins to close the sheet, as by dragging it down, and cancels.
    func cancelDismiss(_ page: Page) async throws -> Bool

    /// Runs one more update pass in which nothing changes. A declarative framework evaluates its views again. Others may lay
    /// out the window, or reload its content.
    func update() async throws -> Bool

    /// Replaces the frontmost page by another one, without a way back to it.
    func replace(_ page: Page, with other: Page) async throws -> Bool

    /// Shows the page in a second window. All methods without "second window" in their names act on the first window, even
    /// while the second one is open.
    func showInSecondWindow(_ page: Page) async throws -> Bool

    /// Goes to the page in the open second window, as `show(_:)` does in the first one.
    func pushInSecondWindow(_ page: Page) async throws -> Bool

    /// Closes the second window.
    func closeSecondWindow() async throws -> Bool

    /// Moves the page to a second window. The page is the frontmost one of the first window.
    func moveToSecondWindow(_ page: Page) async throws -> Bool

    /// Inserts the page into another page, as a tab of a tab bar.
    ///
    /// The inner page is in front of the user as long as the container is. The container may be shown already or later, and may be
    /// inside another page. Views that are no pages may lie between both pages.
    func insert(_ page: Page, into container: Page) async throws -> Bool

    /// Selects a page in a container, as a tab of a tab bar.
    ///
    /// The page replaces the page of the container that was selected before. A page becomes a tab at its first selection. If
    /// `push(_:in:)` has shown the page, this call selects the tab that contains it.
    func select(_ page: Page, in container: Page) async throws -> Bool

    /// Shows a container with these pages as its tabs, the first one selected, as at the launch. Let the framework make its
    /// calls for the other tabs too.
    func showTabs(_ pages: [Page], in container: Page) async throws -> Bool

    /// Goes to a page inside a container, above the page that it shows now, as a stack inside a tab does.
    func push(_ page: Page, in container: Page) async throws -> Bool

    /// Goes back from the page inside the container to the page below it.
    func pop(_ page: Page, in container: Page) async throws -> Bool

    /// Selects a new tab and goes on to another page in it, in one turn, as a link to an item does. The user does not see the
    /// tab's own page.
    func select(_ page: Page, showing other: Page, in container: Page) async throws -> Bool

    /// Shows these pages in one turn, one above the other, as the handler of a link does. Call for each page what `show(_:)`
    /// calls, and then wait for the end of the turn. The user sees only the last page.
    func showInOneTurn(_ pages: [Page]) async throws -> Bool

    /// Leaves these pages in one turn, the frontmost first, as a return to the root does. The user sees none of the pages in
    /// between.
    func hideInOneTurn(_ pages: [Page]) async throws -> Bool

    /// Leaves the frontmost page and shows it again in one turn. The user sees no change. If the framework makes its call about
    /// the end late, wait for that call, and not for the adapter.
    func hideAndShowInOneTurn(_ page: Page) async throws -> Bool

    /// Replaces the objects that show what is in front by new ones, as a rotation or a resized window does. The pages of the
    /// check remain valid.
    func recreate() async throws -> Bool

    /// Covers everything in the first window by a screen that is no page, such as the lock of an app. An adapter reports it as
    /// the background of the scene.
    func lock() async throws -> Bool

    /// Removes the screen of `lock()`.
    func unlock() async throws

    /// Replaces the page below the open sheet by another one. The sheet stays in front.
    func replaceBelowSheet(_ page: Page, with other: Page) async throws -> Bool

    /// Shows a page beside the frontmost one, as in a second pane. Both are visible, and the user turns to the new one.
    func showBeside(_ page: Page) async throws -> Bool

    /// Turns the user's attention to a visible page beside another one.
    func focus(_ page: Page) async throws -> Bool

    /// Prepares the page out of sight, as a pager does. Let the framework call everything that it calls for such a page.
    func prepare(_ page: Page) async throws -> Bool

    /// Replaces the page in a view that the framework keeps.
    ///
    /// Declarative frameworks keep a view or its node when navigation leads to another view of the same type. If no view is in
    /// front, show a new one. A sheet may cover the view later. The view declares its page by its name and its `id:`, as app code
    /// does:
    ///
    ///     func showInPlace(_ page: PageContext, id: String?) -> Bool {
    ///         window.path = [Text("item").analyticsPage(page, id: id)]
    ///         return true
    ///     }
    func showInPlace(_ page: PageContext, id: String?) async throws -> Bool

    /// Shows a state of a page in the view that the framework keeps, as `showInPlace(_:id:)` does for a ready page.
    ///
    /// The same page may become ready, or get another payload. The view declares its state in each pass, as app code does:
    /// `.analyticsPage(page, isReady: item != nil, payload: …)`.
    func showInPlace(_ state: PageState, id: String?) async throws -> Bool
}

/// The error of a method that the framework cannot offer; the report names the skipped check (TS-009).
public struct CannotBeDone: Error, Hashable, Sendable {
    /// The method, such as `remove(_:)`; `nil` if the error does not name it.
    let method: String?

    /// Creates the error of a method.
    public init(_ method: String? = nil) { self.method = method }
}

/// By default, the framework offers no optional method.
// The requirements have the documentation.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AdapterUnderTest {
    public func remove(_ page: Page) async throws { throw CannotBeDone("remove(_:)") }
    public func cancelHide(_ page: Page) async throws -> Bool { false }
    public func cancelShow(_ page: Page) async throws -> Bool { false }
    public func enterBackground() async throws -> Bool { false }
    public func enterForeground() async throws {}
    public func cover(with page: Page) async throws -> Bool { false }
    public func coverFully(with page: Page) async throws -> Bool { false }
    public func replace(_ page: Page, with other: Page) async throws -> Bool { false }
    public func pushInSecondWindow(_ page: Page) async throws -> Bool { false }
    public func select(_ page: Page, in container: Page) async throws -> Bool { false }
    public func showInPlace(_ state: PageState, id: String?) async throws -> Bool { false }
    public func dismiss(_ page: Page) async throws { try await remove(page) }
    public func cancelDismiss(_ page: Page) async throws -> Bool { false }
    public func update() async throws -> Bool { false }
    public func showInSecondWindow(_ page: Page) async throws -> Bool { false }
    public func closeSecondWindow() async throws -> Bool { false }
    public func moveToSecondWindow(_ page: Page) async throws -> Bool { false }
    public func insert(_ page: Page, into container: Page) async throws -> Bool { false }
    public func prepare(_ page: Page) async throws -> Bool { false }
    public func showInPlace(_ page: PageContext, id: String?) async throws -> Bool { false }
    public func showTabs(_ pages: [Page], in container: Page) async throws -> Bool { false }
    public func push(_ page: Page, in container: Page) async throws -> Bool { false }
    public func pop(_ page: Page, in container: Page) async throws -> Bool { false }
    public func select(_ page: Page, showing other: Page, in container: Page) async throws -> Bool { false }
    public func showInOneTurn(_ pages: [Page]) async throws -> Bool { false }
    public func hideInOneTurn(_ pages: [Page]) async throws -> Bool { false }
    public func hideAndShowInOneTurn(_ page: Page) async throws -> Bool { false }
    public func recreate() async throws -> Bool { false }
    public func lock() async throws -> Bool { false }
    public func unlock() async throws {}
    public func replaceBelowSheet(_ page: Page, with other: Page) async throws -> Bool { false }
    public func showBeside(_ page: Page) async throws -> Bool { false }
    public func focus(_ page: Page) async throws -> Bool { false }
}
