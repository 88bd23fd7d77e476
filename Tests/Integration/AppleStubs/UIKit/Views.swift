// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
    /// The next object of the responder chain.
    open var next: UIResponder? { nil }
}

public struct CGRect: Sendable, Hashable {
    public static let zero = CGRect()
    public init() {}
}

@MainActor open class UIView: UIResponder {
    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []
    open var isHidden = false
    open var isUserInteractionEnabled = true
    /// The controller whose view this is.
    weak var controller: UIViewController?
    open override var next: UIResponder? { controller ?? superview }

    public init(frame: CGRect) { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    /// The window at the root of the view hierarchy.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window }

    open func didMoveToWindow() {}

    open func addSubview(_ view: UIView) {
        let before = view.window
        view.superview?.subviews.removeAll { $0 === view }
        view.superview = self
        subviews.append(view)
        if view.window !== before { view.reportWindow() }
    }

    open func removeFromSuperview() {
        let before = window
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        if before != nil { reportWindow() }
    }

    private func reportWindow() {
        didMoveToWindow()
        for view in subviews { view.reportWindow() }
    }
}

public enum NSTextAlignment: Int, Sendable {
    case left
    case center
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var textAlignment = NSTextAlignment.left
}

@MainActor open class UIWindow: UIView {
    open weak var windowScene: UIWindowScene?
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.hide()
            if isShown { rootViewController?.show(in: self) }
        }
    }
    private var isShown = false

    public init(windowScene: UIWindowScene) {
        super.init(frame: .zero)
        self.windowScene = windowScene
        windowScene.windows.append(self)
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func makeKeyAndVisible() {
        isShown = true
        rootViewController?.show(in: self)
    }

    /// Simulates a new size or another layout pass, which calls no controller about its appearance.
    public func resize() { rootViewController?.layOut() }
}
