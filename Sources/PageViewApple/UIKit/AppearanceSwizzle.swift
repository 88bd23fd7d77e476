#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import ObjectiveC
import PageViewAutomation
import UIKit

extension ViewControllerPages {
    /// Why controllers cannot be made to report by themselves.
    public enum AutomaticReportingError: Error, Hashable, Sendable {
        /// They do already, to this or to another one.
        case alreadyInstalled
        /// UIKit has no such method.
        case methodNotFound(String)
    }

    /// Makes every view controller that is a page report by itself, whatever its base class.
    ///
    /// It replaces four methods of `UIViewController` for the whole process, and there is no way back. What it costs: each
    /// appearance of each controller, those of the system too, asks whether that is a page. What it risks: others who replace
    /// the same methods may do it in another order or remove what they find; a controller that does not call `super` is
    /// not heard; and UIKit promises nothing about any of it. So it is off unless it is called, and a base class is to be
    /// preferred. Controllers that report by themselves, such as a ``BaseViewController``, are left alone; and so are UIKit's own
    /// containers.
    ///
    /// - Throws: ``AutomaticReportingError`` if it has been called before.
    public func reportAutomatically() throws(AutomaticReportingError) {
        try AppearanceSwizzle.install(self)
    }
}

/// The four methods of `UIViewController` that are replaced, at most once in a process.
@MainActor
enum AppearanceSwizzle {
    private typealias Implementation = @convention(c) (AnyObject, Selector, Bool) -> Void
    private typealias Block = @convention(block) (AnyObject, Bool) -> Void

    private static var pages: ViewControllerPages?
    /// Its address tells what is kept with a controller from what others keep there.
    private static let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    private static let events: [(name: String, event: ComponentEvent)] = [
        ("viewWillAppear:", .willAppear), ("viewDidAppear:", .didAppear), ("viewWillDisappear:", .willDisappear),
        ("viewDidDisappear:", .didDisappear),
    ]

    static func install(_ pages: ViewControllerPages) throws(ViewControllerPages.AutomaticReportingError) {
        guard self.pages == nil else { throw .alreadyInstalled }
        // All are looked for before the first is replaced.
        for (name, _) in events where unsafe method(name) == nil { throw .methodNotFound(name) }
        self.pages = pages
        for (name, event) in events {
            if let method = unsafe method(name) { unsafe replace(method, Selector((name)), event) }
        }
    }

    private static func method(_ name: String) -> Method? {
        unsafe class_getInstanceMethod(UIViewController.self, Selector((name)))
    }

    // On no actor, so that what it makes is not on one either: whoever calls it is not asked where they are.
    nonisolated private static func replace(_ method: Method, _ selector: Selector, _ event: ComponentEvent) {
        let original = unsafe unsafeBitCast(method_getImplementation(method), to: Implementation.self)
        let block: Block = { object, isAnimated in
            original(object, selector, isAnimated)
            // UIKit calls it on the main thread; who does not is not heard, rather than stopped.
            guard Thread.isMainThread, let controller = object as? UIViewController else { return }
            MainActor.assumeIsolated { report(event, of: controller) }
        }
        _ = unsafe method_setImplementation(method, imp_implementationWithBlock(block))
    }

    private static func report(_ event: ComponentEvent, of controller: UIViewController) {
        guard !(controller is any ViewControllerPageOwner), !isSystemContainer(controller) else { return }
        (page(of: controller) ?? makePage(for: controller))?.report(event, of: controller)
    }

    /// What is kept with a controller that does not report by itself.
    static func page(of controller: UIViewController) -> ViewControllerPage? {
        unsafe objc_getAssociatedObject(controller, key) as? ViewControllerPage
    }

    private static func makePage(for controller: UIViewController) -> ViewControllerPage? {
        guard let pages, pages.isPage(controller) else { return nil }
        let page = ViewControllerPage(reportingTo: pages)
        unsafe objc_setAssociatedObject(controller, key, page, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return page
    }

    /// A container of UIKit's own is no page, whatever somebody has made it conform to; one that is derived from it may be.
    private static func isSystemContainer(_ controller: UIViewController) -> Bool {
        let type: UIViewController.Type = type(of: controller)
        return type == UINavigationController.self || type == UITabBarController.self
            || type == UISplitViewController.self || type == UIPageViewController.self
    }
}
#endif
