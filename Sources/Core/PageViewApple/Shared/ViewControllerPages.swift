#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
public import PageViewAutomation
#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import UIKit

/// The view controllers of this platform: those of UIKit.
public typealias PlatformViewController = UIViewController
#else
public import AppKit

/// The view controllers of this platform: those of AppKit.
public typealias PlatformViewController = NSViewController
#endif

/// An adapter that reports the view controllers and the windows of an app to an engine.
///
/// Create one when the app launches, before its first window, and keep it:
///
///     ViewControllerPages.shared = ViewControllerPages(engine: engine)
///
/// From then on, the adapter reports each page among the controllers that use it, such as subclasses of ``BaseViewController``. A
/// controller is a page if it conforms to `AnalyticsPage`, or if its type is in the catalog. The adapter retains no controller.
@MainActor
public final class ViewControllerPages {
    /// The adapter of all controllers that name no other adapter.
    public static var shared: ViewControllerPages?

    let engine: PageViewEngine
    /// The adapter for the scenes or windows of the app.
    public let scenes: WindowScenes
    /// The pages of controllers that do not conform to `AnalyticsPage` (RD-010).
    package let catalog: PageCatalog
    /// The update of each turn; `nil` if the engine decides each report at once.
    let turn: TurnUpdate?

    /// Creates an adapter that observes the app's windows from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the reports.
    ///   - catalog: The pages of controllers that do not conform to `AnalyticsPage`, by type.
    ///   - center: The notification center of the framework.
    ///   - turn: Makes all reports of a turn one update (AP-015). By default, the engine decides each report at once.
    public init(
        engine: PageViewEngine, catalog: PageCatalog = PageCatalog(), center: NotificationCenter = .default,
        turn: TurnUpdate? = nil
    ) {
        (self.engine, self.catalog, self.turn) = (engine, catalog, turn)
        scenes = WindowScenes(engine: engine, center: center)
    }

    func notifier(for controller: PlatformViewController) -> PageViewNotifier? {
        if let page = controller as? any AnalyticsPage { return page.pageViewNotifier }
        return catalog.makeNotifier(for: type(of: controller))
    }
}

/// The reports of one view controller, for base classes of your own.
///
/// Keep one in the controller, and report each call of the framework:
///
///     class ScreenController: SomebodysController, ViewControllerPageOwner {
///         let viewControllerPage = ViewControllerPage()
///
///         override func viewDidAppear(_ animated: Bool) {
///             super.viewDidAppear(animated)
///             viewControllerPage.report(.didAppear, of: self)
///         }
///         // and so on for viewWillAppear, viewWillDisappear and viewDidDisappear
///     }
///
/// ``BaseViewController`` is such a base class. A controller that is no page and has children is a container: while it is hidden,
/// its content is hidden, although many containers do not call their children. When the controller is deallocated, its component
/// is destroyed.
@MainActor
public final class ViewControllerPage {
    private let explicitPages: ViewControllerPages?
    /// The component and its adapter; `nil` before the first report, and if the controller is neither a page nor a container.
    private var hosted: (page: HostedPage, pages: ViewControllerPages)?
    /// The notifier of the page; `nil` before the first report, and if the controller is no page.
    ///
    /// If the page is pending and comes from the catalog, use the notifier to mark it ready.
    public private(set) var notifier: PageViewNotifier?

    /// Creates the object that a controller keeps.
    ///
    /// - Parameter pages: The adapter that receives the reports. The default is ``ViewControllerPages/shared``.
    public init(reportingTo pages: ViewControllerPages? = nil) {
        explicitPages = pages
    }

    /// The component in the engine; `nil` before the first report, and if the controller is neither a page nor a container.
    public var component: ComponentID? { hosted?.page.component }

    /// Reports a call of the framework: now, or in one update when the user sees the scene again.
    public func report(_ event: ComponentEvent, of controller: PlatformViewController) {
        guard let (page, pages) = resolve(controller, isContainer: event == .select) else { return }
        let scene = Self.scene(of: controller, pages)
        #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
        let isHeld = pages.scenes.hold(event, of: self, in: scene ?? page.scene) { [weak self, weak controller] in
            if let controller { self?.report(event, of: controller) }
        }
        if isHeld { return }
        #endif
        pages.turn?.begin()
        page.report(
            event, in: scene, container: Self.container(of: controller), level: controller.presentationDepth)
    }

    /// Checks whether the controller is in a window by now, so that a held appearance can begin.
    ///
    /// Call this from `viewDidLayoutSubviews` or `viewDidLayout`.
    public func lookForWindow(of controller: PlatformViewController) {
        guard let (page, pages) = hosted, let scene = Self.scene(of: controller, pages) else { return }
        if !page.isAttached(to: scene) { report(.attach, of: controller) }
    }

    private func resolve(
        _ controller: PlatformViewController, isContainer: Bool = false
    ) -> (page: HostedPage, pages: ViewControllerPages)? {
        guard hosted == nil, let pages = explicitPages ?? ViewControllerPages.shared else { return hosted }
        notifier = pages.notifier(for: controller)
        guard notifier != nil || isContainer || !controller.children.isEmpty else { return nil }
        let (scene, container) = (Self.scene(of: controller, pages), Self.container(of: controller))
        let level = controller.presentationDepth
        hosted = (HostedPage(notifier, engine: pages.engine, in: scene, container: container, level: level), pages)
        return hosted
    }

    private static func scene(of controller: PlatformViewController, _ pages: ViewControllerPages) -> SceneID? {
        (controller.viewIfLoaded?.window).map { pages.scenes.scene(of: $0) }
    }

    /// Returns the nearest component among the controllers that contain this one, and creates it if this one appears first.
    ///
    /// All these controllers are in the window of their content. They would hide it if their windows were not reported (AP-017).
    private static func container(of controller: PlatformViewController) -> ComponentID? {
        var nearest: ComponentID?
        var ancestor = controller.parent
        while let current = ancestor {
            if let (container, pages) = existing(for: current)?.resolve(current) {
                container.attach(to: scene(of: current, pages))
                nearest = nearest ?? container.component
            }
            ancestor = current.parent
        }
        return nearest
    }

    static func existing(for controller: PlatformViewController) -> ViewControllerPage? {
        if let owner = controller as? any ViewControllerPageOwner { return owner.viewControllerPage }
        #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
        return AppearanceSwizzle.page(of: controller)
        #else
        return nil
        #endif
    }
}

extension PlatformViewController {
    /// The number of controllers that this one is presented over, which is the level of its page (QU-009).
    var presentationDepth: Int {
        var (depth, below) = (0, presentingViewController)
        while let controller = below { (depth, below) = (depth + 1, controller.presentingViewController) }
        #if os(macOS) || APPKIT_STAND_IN
        // An app can also begin a sheet without a presentation.
        var (sheets, window) = (0, viewIfLoaded?.window?.sheetParent)
        while let owner = window { (sheets, window) = (sheets + 1, owner.sheetParent) }
        depth = max(depth, sheets)
        #endif
        return depth
    }
}

/// A view controller that reports its own appearance.
@MainActor
public protocol ViewControllerPageOwner: PlatformViewController {
    /// The object that reports for this controller.
    var viewControllerPage: ViewControllerPage { get }
}
#endif
