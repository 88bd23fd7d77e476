#if os(macOS) || APPKIT_STAND_IN
public import AppKit
import PageViewAutomation

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
open class BaseViewController: NSViewController, ViewControllerPageOwner {
    /// The object that reports for this controller.
    public let viewControllerPage = ViewControllerPage()

    /// Reports that a transition begins that may show the view.
    open override func viewWillAppear() {
        super.viewWillAppear()
        viewControllerPage.report(.willAppear, of: self)
    }

    /// Reports that the view is shown.
    open override func viewDidAppear() {
        super.viewDidAppear()
        viewControllerPage.report(.didAppear, of: self)
    }

    /// Reports that a transition begins that may hide the view.
    open override func viewWillDisappear() {
        super.viewWillDisappear()
        viewControllerPage.report(.willDisappear, of: self)
    }

    /// Reports that the view is hidden.
    open override func viewDidDisappear() {
        super.viewDidDisappear()
        viewControllerPage.report(.didDisappear, of: self)
    }

    /// Checks for a window, because the engine holds a view that appeared without one (AP-002).
    open override func viewDidLayout() {
        super.viewDidLayout()
        viewControllerPage.lookForWindow(of: self)
    }
}
#endif
