// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

public import Foundation
public import ObjectiveC

/// The presentation style of a controller, as far as it affects which controllers receive callbacks.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen
    case pageSheet
    case formSheet
}

@MainActor open class UIViewController: UIResponder, AssociatedObjects {
    nonisolated(unsafe) public var associatedObjects: [UnsafeRawPointer: Any] = [:]
    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []
    open private(set) var presentedViewController: UIViewController?
    private weak var presenter: UIViewController?
    /// The controller that presented this one or, if none did, the nearest container that was presented.
    open var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }
    open var modalPresentationStyle = UIModalPresentationStyle.pageSheet
    private var loadedView: UIView?
    private var isBeginningAppearance = false

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
        set {
            loadedView = newValue
            newValue?.controller = self
        }
    }
    open override var next: UIResponder? { loadedView?.superview }
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

    /// The children whose views are in the view of this controller.
    var shownChildren: [UIViewController] { children }

    /// Whether the children get the callbacks of this controller. Side menus and tab libraries return `false`, and some of them
    /// then call no child, or all of them at launch: https://github.com/romaonthego/RESideMenu/issues/174,
    /// https://github.com/Friend-LGA/LGSideMenuController/issues/27, https://github.com/CosmicMind/Material/issues/919
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
    private var calledChildren: [UIViewController] {
        shouldAutomaticallyForwardAppearanceMethods ? shownChildren : []
    }

    /// Begins a transition that a container calls by hand.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isBeginningAppearance = isAppearing
        if isAppearing { willAppear() } else { willDisappear() }
    }
    open func endAppearanceTransition() { if isBeginningAppearance { didAppear() } else { didDisappear() } }

    // MARK: Presentations

    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = controller
        controller.presenter = self
        let window = view.window
        if controller.coversPresenter { willDisappear() }
        if let window { controller.show(in: window) }
        if controller.coversPresenter { didDisappear() }
    }

    private var coversPresenter: Bool { modalPresentationStyle == .fullScreen }

    /// Dismisses the presented controller and all controllers above it. Each one that is visible gets its callbacks. Their delegates
    /// get no `presentationControllerDidDismiss`: https://github.com/software-mansion/react-native-screens/pull/4016
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard let controller = presentedViewController else { return }
        var all = [controller]
        while let above = all.last?.presentedViewController { all.append(above) }
        let (visible, window) = (all.reversed().filter { $0.view.window != nil }, all.last?.view.window)
        for controller in visible { controller.willDisappear() }
        if controller.coversPresenter, let window {
            willAppear()
            attach(to: window)
            didAppear()
        }
        // The links end before the last callback, as in WinObjC: https://github.com/microsoft/WinObjC/issues/2114
        for controller in all {
            controller.presenter?.presentedViewController = nil
            controller.presenter = nil
        }
        for controller in visible { controller.didDisappear() }
    }

    /// Simulates a sheet that the user drags down and releases.
    public func cancelDismiss() {
        presentedViewController?.willDisappear()
        presentedViewController?.willAppear()
        presentedViewController?.didAppear()
    }

    /// Simulates a presentation that gets another style, such as a form sheet in a window that becomes narrow.
    ///
    /// No log is known. As at the beginning and the end of a presentation, the presenter gets callbacks if its view leaves the
    /// window or returns.
    public func adaptPresentation(to style: UIModalPresentationStyle) {
        let covered = coversPresenter
        modalPresentationStyle = style
        guard covered != coversPresenter, let presenter, let window = view.window else { return }
        if coversPresenter { presenter.hide() } else { presenter.show(in: window) }
    }

    /// Adds a child and its view, as an app does.
    public func embed(_ child: UIViewController) {
        addChild(child)
        if view.window != nil { child.show(in: view) }
    }

    /// Simulates the pictures of a scene in the background, for which the system shows it in other sizes.
    func takePictures() { for child in children { child.takePictures() } }

    /// Simulates a layout pass.
    func layOut() {
        viewDidLayoutSubviews()
        for child in shownChildren { child.layOut() }
        presentedViewController?.layOut()
    }
}

/// The transitions of containers and windows, with UIKit's order of callbacks.
extension UIViewController {
    func willAppear() {
        viewWillAppear(true)
        for child in calledChildren { child.willAppear() }
    }

    /// Children come before their container, as in the log of a real app.
    func didAppear() {
        for child in calledChildren { child.didAppear() }
        viewDidAppear(true)
    }

    func willDisappear() {
        viewWillDisappear(true)
        for child in calledChildren { child.willDisappear() }
    }

    func didDisappear() {
        view.removeFromSuperview()
        for child in calledChildren { child.didDisappear() }
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
