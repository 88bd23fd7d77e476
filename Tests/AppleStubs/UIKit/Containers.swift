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

    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        let old = topViewController
        addChild(controller)
        guard view.window != nil else { return }
        old?.willDisappear()
        controller.willAppear()
        controller.attach(to: view)
        old?.didDisappear()
        controller.didAppear()
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let old = topViewController else { return nil }
        let new = children[children.count - 2]
        old.willDisappear()
        new.willAppear()
        new.attach(to: view)
        old.didDisappear()
        new.didAppear()
        old.removeFromParent()
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
}

@MainActor open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]? {
        didSet { viewControllers?.forEach { addChild($0) } }
    }
    override var shownChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
    open var selectedViewController: UIViewController? { viewControllers?[selectedIndex] }
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

@MainActor open class UISplitViewController: UIViewController {}

@MainActor open class UIPageViewController: UIViewController {}
