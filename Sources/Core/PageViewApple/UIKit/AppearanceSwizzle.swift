#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import ObjectiveC
import PageViewAutomation
public import UIKit

extension ViewControllerPages {
    enum AutomaticReportingError: Error {
        case alreadyInstalled
        case methodNotFound(String)
    }

    /// Makes every view controller that is a page, or has children, report itself, whatever its base class.
    ///
    /// This function replaces four methods of `UIViewController` for the whole process. It cannot be undone, so prefer a base
    /// class where you can have one.
    ///
    /// Cost: each appearance of each controller, including those of the system, checks whether the controller is a page.
    ///
    /// Risks:
    ///
    /// - Other libraries may replace the same methods in another order, or remove the replacement.
    /// - A controller that does not call `super` is not reported.
    /// - UIKit makes no promises about replaced methods.
    ///
    /// Controllers that report themselves, such as a ``BaseViewController``, and UIKit's own containers are not affected.
    ///
    /// - Throws: An error if the function has been called before, or if UIKit lacks one of the methods.
    public func reportAutomatically() throws {
        try AppearanceSwizzle.install(self)
    }

    /// Reports that a container shows one of its children, and no other (AP-014).
    ///
    /// Call it for libraries of tabs, menus and pagers that call all children at launch, or none at a selection: before the
    /// container appears, and at each selection. A child without a container is ignored. UIKit's own containers need no call.
    public func select(_ child: UIViewController) {
        guard let container = child.parent else { return }
        engine.update {
            for controller in [container, child] { AppearanceSwizzle.keepPage(of: controller, self) }
            // The content may have appeared before its containers were known.
            container.children.forEach(reportContainers)
            ViewControllerPage.existing(for: child)?.report(.select, of: child)
        }
    }

    private func reportContainers(of controller: UIViewController) {
        ViewControllerPage.existing(for: controller)?.report(.attach, of: controller)
        controller.children.forEach(reportContainers)
    }
}

/// The replacement of four methods of `UIViewController`, at most once in a process.
@MainActor
enum AppearanceSwizzle {
    private typealias Implementation = @convention(c) (AnyObject, Selector, Bool) -> Void
    private typealias Block = @convention(block) (AnyObject, Bool) -> Void

    private static var pages: ViewControllerPages?
    /// An address that identifies the associated object of this library.
    private static let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    private static let events: [(name: String, event: ComponentEvent)] = [
        ("viewWillAppear:", .willAppear), ("viewDidAppear:", .didAppear), ("viewWillDisappear:", .willDisappear),
        ("viewDidDisappear:", .didDisappear),
    ]

    static func install(_ pages: ViewControllerPages) throws(ViewControllerPages.AutomaticReportingError) {
        guard self.pages == nil else { throw .alreadyInstalled }
        // All methods are checked before the first one is replaced, so that a failure replaces none.
        for (name, _) in events where unsafe method(name) == nil { throw .methodNotFound(name) }
        self.pages = pages
        for (name, event) in events {
            if let method = unsafe method(name) { unsafe replace(method, Selector((name)), event) }
        }
    }

    private static func method(_ name: String) -> Method? {
        unsafe class_getInstanceMethod(UIViewController.self, Selector((name)))
    }

    // The function is not isolated, so that the block is not isolated either, because any thread may call the block.
    nonisolated private static func replace(_ method: Method, _ selector: Selector, _ event: ComponentEvent) {
        let original = unsafe unsafeBitCast(method_getImplementation(method), to: Implementation.self)
        let block: Block = { object, isAnimated in
            original(object, selector, isAnimated)
            // UIKit calls the methods on the main thread. A call on another thread is ignored; it does not crash.
            guard Thread.isMainThread, let controller = object as? UIViewController else { return }
            MainActor.assumeIsolated { report(event, of: controller) }
        }
        _ = unsafe method_setImplementation(method, imp_implementationWithBlock(block))
    }

    private static func report(_ event: ComponentEvent, of controller: UIViewController) {
        guard !(controller is any ViewControllerPageOwner), !isSystemContainer(controller) else { return }
        guard let pages, !controller.children.isEmpty || pages.notifier(for: controller) != nil else { return }
        keepPage(of: controller, pages).report(event, of: controller)
    }

    static func page(of controller: UIViewController) -> ViewControllerPage? {
        unsafe objc_getAssociatedObject(controller, key) as? ViewControllerPage
    }

    /// Returns the object of a controller, which the controller keeps from now on.
    @discardableResult
    static func keepPage(of controller: UIViewController, _ pages: ViewControllerPages) -> ViewControllerPage {
        if let page = ViewControllerPage.existing(for: controller) { return page }
        let page = ViewControllerPage(reportingTo: pages)
        unsafe objc_setAssociatedObject(controller, key, page, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return page
    }

    /// Returns whether a controller is one of UIKit's own containers, which are no pages. A subclass of one may be a page.
    private static func isSystemContainer(_ controller: UIViewController) -> Bool {
        let type: UIViewController.Type = type(of: controller)
        return type == UINavigationController.self || type == UITabBarController.self
            || type == UISplitViewController.self || type == UIPageViewController.self
    }
}
#endif
