#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
import PageViewAutomation
#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import UIKit
#else
public import AppKit
#endif

/// A view controller that reports its appearance.
///
/// A subclass only declares that it is a page:
///
///     final class ScannerViewController: BaseViewController, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// A subclass that overrides one of the methods below must call `super`. A controller with another base class keeps a
/// ``ViewControllerPage`` instead.
open class BaseViewController: PlatformViewController, ViewControllerPageOwner {
    /// The object that reports for this controller.
    public let viewControllerPage = ViewControllerPage()

    #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        viewControllerPage.report(.willAppear, of: self)
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        viewControllerPage.report(.didAppear, of: self)
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        viewControllerPage.report(.willDisappear, of: self)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        viewControllerPage.report(.didDisappear, of: self)
    }

    /// Checks for a window, because the engine holds a view that appeared without one (AP-002).
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        viewControllerPage.lookForWindow(of: self)
    }
    #else
    open override func viewWillAppear() {
        super.viewWillAppear()
        viewControllerPage.report(.willAppear, of: self)
    }

    open override func viewDidAppear() {
        super.viewDidAppear()
        viewControllerPage.report(.didAppear, of: self)
    }

    open override func viewWillDisappear() {
        super.viewWillDisappear()
        viewControllerPage.report(.willDisappear, of: self)
    }

    open override func viewDidDisappear() {
        super.viewDidDisappear()
        viewControllerPage.report(.didDisappear, of: self)
    }

    /// Checks for a window, because the engine holds a view that appeared without one (AP-002).
    open override func viewDidLayout() {
        super.viewDidLayout()
        viewControllerPage.lookForWindow(of: self)
    }
    #endif
}
#endif
