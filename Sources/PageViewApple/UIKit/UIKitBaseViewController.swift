#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import PageViewAutomation
public import UIKit

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
open class BaseViewController: UIViewController, ViewControllerPageOwner {
    /// What it reports with.
    public let viewControllerPage = ViewControllerPage()

    /// Reports that a transition has begun that may show the view.
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        viewControllerPage.report(.willAppear, of: self)
    }

    /// Reports that the view is shown.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        viewControllerPage.report(.didAppear, of: self)
    }

    /// Reports that a transition has begun that may take the view away.
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        viewControllerPage.report(.willDisappear, of: self)
    }

    /// Reports that the view is shown no more.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        viewControllerPage.report(.didDisappear, of: self)
    }

    /// Looks for a window, which a view that appeared without one still waits for.
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        viewControllerPage.lookForWindow(of: self)
    }
}
#endif
