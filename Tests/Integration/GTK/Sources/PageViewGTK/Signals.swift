import CGTK

/// A widget, in the type that GTK's functions take.
public typealias Widget = UnsafeMutablePointer<GtkWidget>
/// A window, in the type that GTK's functions take.
public typealias Window = UnsafeMutablePointer<GtkWindow>

/// Connects a handler to a signal. GTK retains the object until the signal's source is destroyed.
func connect<Target: AnyObject>(
    _ source: UnsafeMutableRawPointer, _ signal: String, _ target: Target,
    _ handler: @escaping CGTKHandler
) {
    cgtk_connect(source, signal, handler, Unmanaged.passRetained(target).toOpaque(), release)
}

/// Connects a handler to the changes of a property. Such a handler takes one more argument.
func connect<Target: AnyObject>(
    _ source: UnsafeMutableRawPointer, changesOf property: String, _ target: Target,
    _ handler: @escaping CGTKNotifyHandler
) {
    cgtk_connect_notify(source, "notify::\(property)", handler, Unmanaged.passRetained(target).toOpaque(), release)
}

private let release: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Returns the object that a handler was connected with.
func target<Target: AnyObject>(_ data: gpointer?, _ type: Target.Type = Target.self) -> Target? {
    data.map { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs work on GTK's thread, after the events of this turn and before GTK lays out and draws. Any thread may call it.
func runAtEndOfTurn(_ work: @escaping @Sendable () -> Void) {
    g_idle_add_full(
        G_PRIORITY_HIGH_IDLE,
        { data in
            target(data, Work.self)?.run()
            return 0
        }, Unmanaged.passRetained(Work(run: work)).toOpaque(),
        { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        })
}

/// A closure that GTK retains.
private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
