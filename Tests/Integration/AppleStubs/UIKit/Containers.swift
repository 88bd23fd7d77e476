// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

@MainActor open class UINavigationController: UIViewController {
    open var viewControllers: [UIViewController] { children }
    open var topViewController: UIViewController? { children.last }
    override var shownChildren: [UIViewController] { children.suffix(1) }

    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
    }

    /// Replaces the stack. Only the old and the new top controller get callbacks. New controllers come last.
    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
        let (old, removed) = (topViewController, children.filter { child in !controllers.contains { $0 === child } })
        for new in controllers where !children.contains(where: { $0 === new }) { addChild(new) }
        if let old, let new = controllers.last, old !== new, view.window != nil {
            old.willDisappear()
            new.willAppear()
            new.attach(to: view)
            old.didDisappear()
            new.didAppear()
        }
        for old in removed { old.removeFromParent() }
    }

    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        setViewControllers(children + [controller], animated: animated)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let old = topViewController else { return nil }
        setViewControllers(children.dropLast(), animated: animated)
        return old
    }

    /// Simulates a swipe back that the user cancels.
    public func cancelSwipe() {
        guard children.count > 1, let top = topViewController else { return }
        let below = children[children.count - 2]
        top.willDisappear()
        below.willAppear()
        below.attach(to: view)
        below.willDisappear()
        below.didDisappear()
        top.willAppear()
        top.didAppear()
    }

    /// Simulates a transition forward that the user cancels, in the order of a `UIPageViewController` that scrolls:
    /// http://wangling.me/2014/02/the-inconsistent-order-of-view-transition-events.html
    public func cancelPush(of new: UIViewController) {
        guard let top = topViewController else { return }
        addChild(new)
        new.willAppear()
        new.attach(to: view)
        top.willDisappear()
        top.willAppear()
        top.didAppear()
        new.willDisappear()
        new.didDisappear()
        new.removeFromParent()
    }

    /// Simulates a zoom push that the user interrupts. UIKit never cancels a push but converts it into a pop. In one turn, the new
    /// controller has appeared and is about to disappear. The user may cancel the pop in turn. WWDC 2024, session 10145, 4:15:
    /// https://github.com/guitaripod/wwdc-sessions/blob/9cb5a211284291af0e07f00d8700161b89d2d593/sessions/wwdc2024/10145/transcript.json
    public func interruptPush(of new: UIViewController, cancelsPop: Bool = false) {
        guard let below = topViewController else { return }
        pushViewController(new, animated: true)
        new.willDisappear()
        below.willAppear()
        below.attach(to: view)
        if cancelsPop {
            below.hide()
            new.willAppear()
            new.didAppear()
        } else {
            new.didDisappear()
            below.didAppear()
            new.removeFromParent()
        }
    }
}

@MainActor open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]? {
        didSet {
            let old = children
            for new in viewControllers ?? [] where !old.contains(where: { $0 === new }) { addChild(new) }
            if old.isEmpty, view.window != nil { selectedViewController?.show(in: view) }
        }
    }
    override var shownChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
    open var selectedViewController: UIViewController? {
        viewControllers.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil }
    }
    open var selectedIndex = 0 {
        willSet {
            guard newValue != selectedIndex, view.window != nil, let tabs = viewControllers else { return }
            let (old, new) = (tabs[selectedIndex], tabs[newValue])
            new.willAppear()
            new.attach(to: view)
            old.willDisappear()
            old.didDisappear()
            new.didAppear()
        }
    }
}

/// A split view of two columns. Collapsed, it shows only the second one.
@MainActor open class UISplitViewController: UIViewController {
    /// The callbacks of content that leaves its window and returns to it.
    public enum MoveCallbacks {
        case willOnly
        case all
    }

    /// Logs name `viewWillDisappear`, `viewWillAppear` "and other functions":
    /// https://github.com/wordpress-mobile/WordPress-iOS/pull/23643, https://github.com/instructure/canvas-ios/pull/3118
    public var moveCallbacks = MoveCallbacks.all
    open private(set) var isCollapsed = false
    override var shownChildren: [UIViewController] { isCollapsed ? children.suffix(1) : children }

    public convenience init(_ primary: UIViewController, _ secondary: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        addChild(primary)
        addChild(secondary)
    }

    /// Simulates a window that becomes narrow. The system reports no order of the callbacks.
    public func collapse() {
        leave(children[0])
        isCollapsed = true
        leave(children[1])
        enter(children[1])
    }

    /// Simulates a window that becomes wide.
    public func expand() {
        isCollapsed = false
        enter(children[0])
        leave(children[1])
        enter(children[1])
    }

    private func leave(_ child: UIViewController) {
        if moveCallbacks == .all { return child.hide() }
        child.willDisappear()
        child.view.removeFromSuperview()
    }

    private func enter(_ child: UIViewController) {
        child.willAppear()
        child.attach(to: view)
        if moveCallbacks == .all { child.didAppear() }
    }

    /// A split view collapses and expands whenever its app goes to the background; see ``moveCallbacks``.
    override func takePictures() {
        collapse()
        expand()
        super.takePictures()
    }
}

@MainActor open class UIPageViewController: UIViewController {}
