// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

public import Foundation

@MainActor open class NSWindow: NSResponder {
    nonisolated public static let didBecomeKeyNotification = NSNotification.Name("NSWindowDidBecomeKeyNotification")
    nonisolated public static let didResignKeyNotification = NSNotification.Name("NSWindowDidResignKeyNotification")
    nonisolated public static let didMiniaturizeNotification = NSNotification.Name("NSWindowDidMiniaturizeNotification")
    nonisolated public static let didDeminiaturizeNotification = NSNotification.Name(
        "NSWindowDidDeminiaturizeNotification")
    nonisolated public static let willCloseNotification = NSNotification.Name("NSWindowWillCloseNotification")

    open private(set) var isMiniaturized = false
    open private(set) var isKeyWindow = false
    open private(set) var isVisible = false
    open var contentViewController: NSViewController?

    public convenience init(contentViewController: NSViewController) {
        self.init()
        self.contentViewController = contentViewController
    }

    open func makeKeyAndOrderFront(_ sender: Any?) {
        if !isVisible {
            isVisible = true
            NSApplication.shared.add(self)
            contentViewController?.show(in: self)
        }
        for window in NSApplication.shared.windows where window !== self && window.isKeyWindow {
            window.isKeyWindow = false
            window.post(Self.didResignKeyNotification)
        }
        isKeyWindow = true
        post(Self.didBecomeKeyNotification)
    }

    open func miniaturize(_ sender: Any?) {
        isMiniaturized = true
        post(Self.didMiniaturizeNotification)
    }

    open func deminiaturize(_ sender: Any?) {
        isMiniaturized = false
        post(Self.didDeminiaturizeNotification)
    }

    open func close() {
        post(Self.willCloseNotification)
        isVisible = false
        NSApplication.shared.remove(self)
        contentViewController?.hide()
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

@MainActor open class NSViewController: NSResponder {
    open private(set) weak var parent: NSViewController?
    open private(set) var children: [NSViewController] = []
    private var loadedView: NSView?

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    open var isViewLoaded: Bool { loadedView != nil }
    open var viewIfLoaded: NSView? { loadedView }
    open var view: NSView {
        get {
            if let loadedView { return loadedView }
            let view = NSView(frame: .zero)
            loadedView = view
            return view
        }
        set { loadedView = newValue }
    }

    open func viewWillAppear() {}
    open func viewDidAppear() {}
    open func viewWillDisappear() {}
    open func viewDidDisappear() {}
    open func viewDidLayout() {}

    open func addChild(_ child: NSViewController) {
        child.parent = self
        children.append(child)
    }

    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    func show(in window: NSWindow) {
        viewWillAppear()
        view.ownWindow = window
        view.reportWindow()
        viewDidLayout()
        viewDidAppear()
        for child in children { child.show(in: window) }
    }

    func hide() {
        for child in children { child.hide() }
        viewWillDisappear()
        view.ownWindow = nil
        view.reportWindow()
        viewDidDisappear()
    }
}
