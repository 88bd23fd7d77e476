#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
public import PageViewAutomation
#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import UIKit
#else
public import AppKit
#endif

/// What the view controllers and the windows of an app report to an engine.
///
/// Make one when the app launches, before its first window, and keep it:
///
///     ViewControllerPages.shared = ViewControllerPages(engine: engine)
///
/// From then on each controller that reports, such as one derived from ``BaseViewController``, is heard if it is a page: if it
/// conforms to `AnalyticsPage`, or its type is in the catalog. It keeps no controller alive.
@MainActor
public final class ViewControllerPages {
    /// The one that controllers report to that name no other.
    public static var shared: ViewControllerPages?

    /// The engine that is told.
    public let engine: PageViewEngine
    /// The app's scenes or windows, as the engine knows them.
    public let scenes: WindowScenes
    /// Pages declared for controllers that do not conform themselves (rule RD-010).
    public let catalog: PageCatalog

    /// Creates an adapter that listens to what happens to the app's windows from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that is told.
    ///   - catalog: Pages declared for controllers that do not conform themselves, by type.
    ///   - center: Where the framework posts what happens to windows.
    public init(engine: PageViewEngine, catalog: PageCatalog = PageCatalog(), center: NotificationCenter = .default) {
        self.engine = engine
        self.catalog = catalog
        scenes = WindowScenes(engine: engine, center: center)
    }

    /// Whether a controller is a page.
    func isPage(_ controller: PlatformViewController) -> Bool {
        controller is any AnalyticsPage || catalog.makeNotifier(for: type(of: controller)) != nil
    }

    /// Who speaks for a controller, or `nil` if it is no page.
    func notifier(for controller: PlatformViewController) -> PageViewNotifier? {
        if let page = controller as? any AnalyticsPage { return page.pageViewNotifier }
        return catalog.makeNotifier(for: type(of: controller))
    }
}
#endif
