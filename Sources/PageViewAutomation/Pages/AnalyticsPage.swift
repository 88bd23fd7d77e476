/// A component that is an analytics page. This is all that a feature team writes:
///
///     final class ScannerScreen: Screen, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// A page of the main actor that creates its notifier lazily conforms in isolation, `@MainActor AnalyticsPage`; with the
/// upcoming feature `InferIsolatedConformances` the compiler adds that by itself. A framework's base class finds out by
/// `self as? any AnalyticsPage` and hands the page to ``PageViewEngine/declare(_:for:)-(AnalyticsPage,_)``.
public protocol AnalyticsPage {
    /// What the page is called, and whether it is ready. Asked for on the thread that hands the page to an engine.
    var pageViewNotifier: PageViewNotifier { get }
}
