#if os(macOS) || APPKIT_STAND_IN
public import AppKit
import PageViewAutomation

/// A view controller that reports its appearance.
///
/// All that a feature team writes is that a controller is a page:
///
///     final class ScannerViewController: BaseViewController, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// Who overrides one of the methods below calls `super`. Controllers that have another base class keep a
/// ``ViewControllerPage`` instead.
open class BaseViewController: NSViewController, ViewControllerPageOwner {
    /// What it reports with.
    public let viewControllerPage = ViewControllerPage()

    /// Reports that a transition has begun that may show the view.
    open override func viewWillAppear() {
        super.viewWillAppear()
        viewControllerPage.report(.willAppear, of: self)
    }

    /// Reports that the view is shown.
    open override func viewDidAppear() {
        super.viewDidAppear()
        viewControllerPage.report(.didAppear, of: self)
    }

    /// Reports that a transition has begun that may take the view away.
    open override func viewWillDisappear() {
        super.viewWillDisappear()
        viewControllerPage.report(.willDisappear, of: self)
    }

    /// Reports that the view is shown no more.
    open override func viewDidDisappear() {
        super.viewDidDisappear()
        viewControllerPage.report(.didDisappear, of: self)
    }

    /// Looks for a window, which a view that appeared without one still waits for.
    open override func viewDidLayout() {
        super.viewDidLayout()
        viewControllerPage.lookForWindow(of: self)
    }
}
#endif
