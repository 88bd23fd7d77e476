#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
public import PageViewAutomation
#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import UIKit
#else
public import AppKit
#endif

/// What one view controller reports: for base classes of your own; ``BaseViewController`` is such a one.
///
/// Keep one in the controller, and pass on what your framework calls:
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
/// A controller that is no page reports nothing. When the controller goes, this goes with it, and its component is destroyed.
@MainActor
public final class ViewControllerPage {
    private let named: ViewControllerPages?
    private var state = State.undecided
    /// Who speaks for the page; `nil` before it has reported, and if it is none. A page of the catalog that is pending is made
    /// ready by it.
    public private(set) var notifier: PageViewNotifier?

    private enum State {
        /// It has not reported yet, or nobody listened.
        case undecided
        case noPage
        case page(HostedPage, ViewControllerPages)
    }

    /// Creates what a controller keeps.
    ///
    /// - Parameter pages: Where it reports to; left out, to ``ViewControllerPages/shared``.
    public init(reportingTo pages: ViewControllerPages? = nil) {
        named = pages
    }

    /// The component as the engine knows it; `nil` before it has reported, and if it is no page.
    public var component: ComponentID? {
        if case .page(let page, _) = state { page.component } else { nil }
    }

    /// Reports what the framework has called.
    public func report(_ event: ComponentEvent, of controller: PlatformViewController) {
        guard case .page(let page, let pages) = decided(controller) else { return }
        page.report(event, in: Self.scene(of: controller, pages), container: Self.container(of: controller))
    }

    /// Looks whether the controller has come into a window: one that appeared without is counted then. To be called from
    /// `viewDidLayoutSubviews` or `viewDidLayout`.
    public func lookForWindow(of controller: PlatformViewController) {
        guard case .page(let page, let pages) = state else { return }
        page.enter(Self.scene(of: controller, pages))
    }

    private func decided(_ controller: PlatformViewController) -> State {
        guard case .undecided = state, let pages = named ?? ViewControllerPages.shared else { return state }
        notifier = pages.notifier(for: controller)
        state =
            notifier.map { notifier in
                .page(
                    HostedPage(
                        notifier, engine: pages.engine, in: Self.scene(of: controller, pages),
                        container: Self.container(of: controller)), pages)
            } ?? .noPage
        return state
    }

    private static func scene(of controller: PlatformViewController, _ pages: ViewControllerPages) -> SceneID? {
        (controller.viewIfLoaded?.window).map { pages.scenes.scene(of: $0) }
    }

    /// The next page among the controllers that contain this one. It is made known if it has not reported yet: which of the
    /// two appears first is not certain.
    private static func container(of controller: PlatformViewController) -> ComponentID? {
        var ancestor = controller.parent
        while let current = ancestor {
            if let page = ViewControllerPage.of(current), case .page(let container, _) = page.decided(current) {
                return container.component
            }
            ancestor = current.parent
        }
        return nil
    }

    /// What a controller keeps, if it keeps one.
    private static func of(_ controller: PlatformViewController) -> ViewControllerPage? {
        if let owner = controller as? any ViewControllerPageOwner { return owner.viewControllerPage }
        #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
        return AppearanceSwizzle.page(of: controller)
        #else
        return nil
        #endif
    }
}

/// A view controller that reports by itself.
@MainActor
public protocol ViewControllerPageOwner: PlatformViewController {
    /// What it keeps to report with.
    var viewControllerPage: ViewControllerPage { get }
}
#endif
