// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

public import Foundation
public import ObjectiveC

/// The presentation style of a controller, as far as it affects which controllers receive callbacks.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen
    case pageSheet
}

@MainActor open class UIViewController: UIResponder, AssociatedObjects {
    nonisolated(unsafe) public var associatedObjects: [UnsafeRawPointer: Any] = [:]
    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []
    open private(set) var presentedViewController: UIViewController?
    open var modalPresentationStyle = UIModalPresentationStyle.pageSheet
    private var loadedView: UIView?

    private static let appearanceMethods = [
        "viewWillAppear:", "viewDidAppear:", "viewWillDisappear:", "viewDidDisappear:",
    ]

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
        Self.appearanceMethods.forEach { ReplaceableMethods.add($0) }
    }
    public required init?(coder: NSCoder) { super.init() }

    open var viewIfLoaded: UIView? { loadedView }
    open var view: UIView! {
        get {
            if loadedView == nil { loadView() }
            return loadedView
        }
        set { loadedView = newValue }
    }
    open func loadView() { view = UIView(frame: .zero) }

    // As in Objective-C, a call runs the implementation that the class has for the selector at that time.
    open func viewWillAppear(_ animated: Bool) { ReplaceableMethods.call("viewWillAppear:", self, animated) }
    open func viewDidAppear(_ animated: Bool) { ReplaceableMethods.call("viewDidAppear:", self, animated) }
    open func viewWillDisappear(_ animated: Bool) { ReplaceableMethods.call("viewWillDisappear:", self, animated) }
    open func viewDidDisappear(_ animated: Bool) { ReplaceableMethods.call("viewDidDisappear:", self, animated) }
    open func viewDidLayoutSubviews() {}

    open func addChild(_ child: UIViewController) {
        child.parent = self
        children.append(child)
    }

    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    /// The children that appear together with this controller.
    var shownChildren: [UIViewController] { children }

    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = controller
        let covers = controller.modalPresentationStyle == .fullScreen
        let window = view.window
        if covers { willDisappear() }
        if let window { controller.show(in: window) }
        if covers { didDisappear() }
    }

    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard let controller = presentedViewController else { return }
        presentedViewController = nil
        let (covers, window) = (controller.modalPresentationStyle == .fullScreen, controller.view.window)
        controller.willDisappear()
        if covers { willAppear() }
        if covers, let window { attach(to: window) }
        if covers { didAppear() }
        controller.didDisappear()
    }
}

/// The transitions of containers and windows, with UIKit's order of callbacks.
extension UIViewController {
    func willAppear() {
        viewWillAppear(true)
        for child in shownChildren { child.willAppear() }
    }

    /// Children come before their container, as in the log of a real app.
    func didAppear() {
        for child in shownChildren { child.didAppear() }
        viewDidAppear(true)
    }

    func willDisappear() {
        viewWillDisappear(true)
        for child in shownChildren { child.willDisappear() }
    }

    func didDisappear() {
        view.removeFromSuperview()
        for child in shownChildren { child.didDisappear() }
        viewDidDisappear(true)
    }

    func attach(to superview: UIView) {
        superview.addSubview(view)
        for child in shownChildren { child.attach(to: view) }
        viewDidLayoutSubviews()
    }

    func show(in superview: UIView) {
        willAppear()
        attach(to: superview)
        didAppear()
    }

    func hide() {
        willDisappear()
        didDisappear()
    }
}
