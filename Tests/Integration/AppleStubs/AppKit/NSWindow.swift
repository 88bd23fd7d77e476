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
    /// The window that this sheet belongs to.
    open private(set) weak var sheetParent: NSWindow?
    /// The window that this child window belongs to, such as the window of a popover.
    open private(set) weak var parent: NSWindow?

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

    open func beginSheet(_ sheet: NSWindow, completionHandler handler: ((Int) -> Void)? = nil) {
        sheet.sheetParent = self
        sheet.makeKeyAndOrderFront(nil)
    }

    /// Ends a sheet, which is ordered out and not closed.
    open func endSheet(_ sheet: NSWindow) {
        sheet.isVisible = false
        NSApplication.shared.remove(sheet)
        sheet.contentViewController?.hide()
        sheet.sheetParent = nil
        makeKeyAndOrderFront(nil)
    }

    open func addChildWindow(_ child: NSWindow) {
        child.parent = self
        child.makeKeyAndOrderFront(nil)
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

@MainActor open class NSViewController: NSResponder {
    open private(set) weak var parent: NSViewController?
    open private(set) var children: [NSViewController] = []
    private weak var presenter: NSViewController?
    /// The controller that presented this one or, if none did, the nearest container that was presented.
    open var presentingViewController: NSViewController? { presenter ?? parent?.presentingViewController }
    private var loadedView: NSView?

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    open var viewIfLoaded: NSView? { loadedView }
    open var view: NSView {
        get {
            if let loadedView { return loadedView }
            let view = NSView(frame: .zero)
            self.view = view
            return view
        }
        set {
            loadedView = newValue
            newValue.nextResponder = self
        }
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

    open func presentAsSheet(_ controller: NSViewController) {
        controller.presenter = self
        view.window?.beginSheet(NSWindow(contentViewController: controller))
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
