import CGTK
public import PageViewAutomation

/// Reports the lifecycle of GTK widgets that are pages to an engine.
///
///     let pages = GTKPageViews(engine: engine)
///     let notifier = PageViewNotifier(pending: .item)
///     pages.track(box, as: notifier)
///
/// | GTK | the engine receives |
/// | --- | --- |
/// | `map` of the widget | its scene, its container and its level, `didAppear` |
/// | `unmap` of the widget | `didDisappear` |
/// | `destroy` of the widget | `destroy` |
/// | `is-active` of the window | `sceneActive`, `sceneInactive` |
/// | the window is minimized or, from GTK 4.12, suspended | `sceneBackground`, `sceneForeground` |
/// | `destroy` of the window | `sceneClose` |
///
/// The adapter calls the engine on GTK's thread, inside the signal. All reports about pages in a turn of the main loop are
/// one update, so a page that GTK never draws does not count. The app must run the main loop, because the turn ends there.
/// The page of a dialog belongs to the scene of the window that the dialog is transient for. `README.md` has the reasons.
public final class GTKPageViews {
    /// The engine.
    public let engine: PageViewEngine
    private let turn: TurnUpdate
    /// The key under which widgets and windows retain the objects of this adapter. A table of addresses would be wrong,
    /// because GTK reuses the address of a destroyed widget.
    private let key: String

    /// Creates an adapter that reports to an engine.
    public init(engine: PageViewEngine) {
        self.engine = engine
        turn = TurnUpdate(of: engine, atEndOfTurn: runAtEndOfTurn)
        key = "page-views-\(cgtk_next_number())"
    }

    /// Declares that a widget is a page until the widget is destroyed, in a window or not.
    ///
    /// - Parameters:
    ///   - widget: The widget. The page is visible while the widget is mapped.
    ///   - notifier: The name and the readiness of the page.
    ///   - tag: A number that the app chooses. Records carry it.
    /// - Returns: The page's component.
    @discardableResult
    public func track(_ widget: Widget, as notifier: PageViewNotifier, tag: UInt64 = 0) -> ComponentID {
        let component = report { $0.makeComponent(tag: tag, isAttached: false) }
        let tracked = TrackedWidget(widget, component, of: self)
        keep(tracked, on: widget)
        report { $0.declare(notifier, for: component) }
        tracked.connectSignals()
        return component
    }

    /// Returns the scene of a window. A window that is transient for another one, such as a dialog, uses that one's
    /// scene.
    public func scene(of window: Window) -> SceneID { watched(window).scene }

    /// Reports to the engine in the update of this turn.
    func report<Result>(_ body: (PageViewEngine) -> Result) -> Result {
        turn.begin()
        return body(engine)
    }

    /// Returns the component of the nearest page that contains a widget.
    func page(around widget: Widget) -> ComponentID? {
        var ancestor = gtk_widget_get_parent(widget)
        while let widget = ancestor {
            if let tracked: TrackedWidget = kept(on: widget) { return tracked.component }
            ancestor = gtk_widget_get_parent(widget)
        }
        return nil
    }

    private func watched(_ window: Window) -> WatchedWindow {
        if let known: WatchedWindow = kept(on: window) { return known }
        let scene = gtk_window_get_transient_for(window).map { self.scene(of: $0) }
        let watched = WatchedWindow(window, of: self, borrowing: scene)
        keep(watched, on: window)
        watched.connectSignals()
        return watched
    }

    // MARK: Data of GTK's objects

    private func keep(_ object: some AnyObject, on instance: UnsafeMutableRawPointer) {
        g_object_set_data_full(
            instance.assumingMemoryBound(to: GObject.self), key, Unmanaged.passRetained(object).toOpaque()
        ) { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
    }

    private func kept<Object: AnyObject>(on instance: UnsafeMutableRawPointer) -> Object? {
        g_object_get_data(instance.assumingMemoryBound(to: GObject.self), key)
            .flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object }
    }
}
