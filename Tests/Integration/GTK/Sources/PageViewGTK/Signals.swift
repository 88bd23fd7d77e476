import CGTK

/// A widget, in the type that GTK's functions take.
public typealias Widget = UnsafeMutablePointer<GtkWidget>
/// A window, in the type that GTK's functions take.
public typealias Window = UnsafeMutablePointer<GtkWindow>

/// Connects a handler to a signal. GTK retains the handler until the signal's source is destroyed.
public func connect(_ source: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void) {
    cgtk_connect(
        source, signal, { _, data in Action.run(data) }, Action.retained(handler), { data, _ in Action.release(data) })
}

/// Connects a handler to the changes of a property. GTK calls it with one more argument.
func connect(_ source: UnsafeMutableRawPointer, changesOf property: String, _ handler: @escaping () -> Void) {
    cgtk_connect_notify(
        source, "notify::\(property)", { _, _, data in Action.run(data) }, Action.retained(handler),
        { data, _ in Action.release(data) })
}

/// Runs work on GTK's thread, after the events of this turn and before GTK lays out and draws. Any thread may call it.
func runAtEndOfTurn(_ work: @escaping @Sendable () -> Void) {
    g_idle_add_full(
        G_PRIORITY_HIGH_IDLE,
        { data in
            Action.run(data)
            return 0
        }, Action.retained(work), { data in Action.release(data) })
}

/// A closure that GTK retains.
public final class Action {
    private let body: () -> Void

    private init(_ body: @escaping () -> Void) { self.body = body }

    /// Returns the data of a new closure, which GTK retains.
    public static func retained(_ body: @escaping () -> Void) -> gpointer {
        Unmanaged.passRetained(Action(body)).toOpaque()
    }

    /// Runs the closure of the data.
    public static func run(_ data: gpointer?) {
        data.map { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().body() }
    }

    /// Releases the closure of the data.
    public static func release(_ data: gpointer?) { data.map { Unmanaged<Action>.fromOpaque($0).release() } }
}
