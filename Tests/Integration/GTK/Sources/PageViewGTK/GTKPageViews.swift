import CGTK
public import PageViewAutomation

/// Tells an engine which widgets are pages and what becomes of them: GTK's signals, as they come.
///
///     let pages = GTKPageViews(engine: engine)
///     let notifier = PageViewNotifier(pending: .item)
///     pages.track(box, as: notifier)
///
/// | GTK | the engine hears |
/// | --- | --- |
/// | `map`, `unmap` of the widget | `didAppear`, `didDisappear` |
/// | `root` of the widget becomes a window, or nothing | `create` in the window's scene, `detach` |
/// | `destroy` of the widget | `destroy` |
/// | `is-active` of the window | `sceneActive`, `sceneInactive` |
/// | the window is minimised or, from GTK 4.12, suspended | `sceneBackground`, `sceneForeground` |
/// | `destroy` of the window | `sceneClose` |
///
/// A stack or a notebook maps the page that comes and unmaps the one that goes, so nothing has to be known of them; `realize`
/// says nothing, as it makes resources, and neither does `close-request`, which can be refused. The page of a dialog
/// belongs to the scene of the window that the dialog is transient for: the user came to it from the page below, which
/// stays in sight and is the current page again when the dialog goes.
///
/// All of it belongs to GTK's thread, and calls the engine inside the signal: a task would run too late, or never, because
/// GTK's main loop does not serve Swift's.
public final class GTKPageViews {
    /// The engine.
    public let engine: PageViewEngine
    /// Under which name objects of this adapter hang on widgets and windows: no table goes by their addresses, which GTK
    /// gives to others when they are gone.
    private let key: String

    /// Creates an adapter that reports to an engine.
    public init(engine: PageViewEngine) {
        self.engine = engine
        key = "page-views-\(cgtk_next_number())"
    }

    /// Declares that a widget is a page, for as long as the widget is there; in a window already or not.
    ///
    /// - Parameters:
    ///   - widget: The widget whose being mapped is the page's being shown.
    ///   - notifier: What the page is called, and whether it is ready.
    ///   - tag: A number of the app's own, which comes back in records.
    /// - Returns: The page's component.
    @discardableResult
    public func track(_ widget: Widget, as notifier: PageViewNotifier, tag: UInt64 = 0) -> ComponentID {
        let component = engine.makeComponent(tag: tag, isAttached: false)
        let tracked = TrackedWidget(widget, component, of: self)
        keep(tracked, on: widget)
        if cgtk_window_of(widget) != nil { tracked.rootDidChange() }
        engine.declare(notifier, for: component)
        tracked.connectSignals()
        return component
    }

    /// The scene of a window: its own or, if it is transient for another one, as a dialog is, that one's.
    public func scene(of window: Window) -> SceneID { watched(window).scene }

    /// The component of the nearest page that a widget is in.
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
        let watched = WatchedWindow(window, of: engine, borrowing: scene)
        keep(watched, on: window)
        watched.connectSignals()
        return watched
    }

    // MARK: What hangs on GTK's objects

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
