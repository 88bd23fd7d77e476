// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

@_exported public import Foundation

@MainActor open class NSResponder: NSObject {
    open weak var nextResponder: NSResponder?
}

public struct NSRect: Sendable, Hashable {
    public static let zero = NSRect()
    public init() {}
}

@MainActor open class NSView: NSResponder {
    open private(set) weak var superview: NSView?
    open private(set) var subviews: [NSView] = []
    /// The window that has this controller as its content.
    weak var ownWindow: NSWindow?

    public init(frame frameRect: NSRect) { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    open var window: NSWindow? { ownWindow ?? superview?.window }

    open func viewDidMoveToWindow() {}

    open func addSubview(_ view: NSView) {
        view.superview = self
        if !(view.nextResponder is NSViewController) { view.nextResponder = self }
        subviews.append(view)
        if window != nil { view.reportWindow() }
    }

    open func removeFromSuperview() {
        let before = window
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        if before != nil { reportWindow() }
    }

    func reportWindow() {
        viewDidMoveToWindow()
        for view in subviews { view.reportWindow() }
    }
}

@MainActor open class NSApplication: NSResponder {
    nonisolated public static let didHideNotification = NSNotification.Name("NSApplicationDidHideNotification")
    nonisolated public static let didUnhideNotification = NSNotification.Name("NSApplicationDidUnhideNotification")
    public static let shared = NSApplication()
    open private(set) var windows: [NSWindow] = []
    open private(set) var isHidden = false

    func add(_ window: NSWindow) { windows.append(window) }
    func remove(_ window: NSWindow) { windows.removeAll { $0 === window } }

    open func hide(_ sender: Any?) {
        isHidden = true
        NotificationCenter.default.post(name: Self.didHideNotification, object: self)
    }

    open func unhide(_ sender: Any?) {
        isHidden = false
        NotificationCenter.default.post(name: Self.didUnhideNotification, object: self)
    }
}
