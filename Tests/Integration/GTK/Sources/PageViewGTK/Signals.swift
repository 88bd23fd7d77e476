import CGTK

/// A widget, as GTK's functions take it.
public typealias Widget = UnsafeMutablePointer<GtkWidget>
/// A window, as GTK's functions take it.
public typealias Window = UnsafeMutablePointer<GtkWindow>

/// Calls a method of an object when a signal is emitted. The object is kept until the signal's source goes.
func connect<Target: AnyObject>(
    _ source: UnsafeMutableRawPointer, _ signal: String, _ target: Target,
    _ handler: @escaping CGTKHandler
) {
    cgtk_connect(source, signal, handler, Unmanaged.passRetained(target).toOpaque(), release)
}

/// The same for a property that has changed, whose handlers have another shape.
func connect<Target: AnyObject>(
    _ source: UnsafeMutableRawPointer, changesOf property: String, _ target: Target,
    _ handler: @escaping CGTKNotifyHandler
) {
    cgtk_connect_notify(source, "notify::\(property)", handler, Unmanaged.passRetained(target).toOpaque(), release)
}

private let release: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// The object that a handler was connected with.
func target<Target: AnyObject>(_ data: gpointer?, _ type: Target.Type = Target.self) -> Target? {
    data.map { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue() }
}
