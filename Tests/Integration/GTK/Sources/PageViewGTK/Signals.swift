import CGTK

/// A widget, in the type that GTK's functions take.
public typealias Widget = UnsafeMutablePointer<GtkWidget>
/// A window, in the type that GTK's functions take.
public typealias Window = UnsafeMutablePointer<GtkWindow>

/// Connects a handler to a signal. GTK retains the handler until the signal's source is destroyed.
func connect(_ source: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void) {
    cgtk_connect(
        source, signal, { _, data in Work.run(data) }, Work.retained(handler), { data, _ in Work.release(data) })
}

/// Connects a handler to the changes of a property. GTK calls it with one more argument.
func connect(_ source: UnsafeMutableRawPointer, changesOf property: String, _ handler: @escaping () -> Void) {
    cgtk_connect_notify(
        source, "notify::\(property)", { _, _, data in Work.run(data) }, Work.retained(handler),
        { data, _ in Work.release(data) })
}

/// Runs work on GTK's thread, after the events of this turn and before GTK lays out and draws. Any thread may call it.
func runAtEndOfTurn(_ work: @escaping @Sendable () -> Void) {
    g_idle_add_full(
        G_PRIORITY_HIGH_IDLE,
        { data in
            Work.run(data)
            return 0
        }, Work.retained(work), { data in Work.release(data) })
}

/// A closure that GTK retains.
private final class Work {
    private let body: () -> Void

    private init(_ body: @escaping () -> Void) { self.body = body }

    static func retained(_ body: @escaping () -> Void) -> gpointer { Unmanaged.passRetained(Work(body)).toOpaque() }

    static func run(_ data: gpointer?) { data.map { Unmanaged<Work>.fromOpaque($0).takeUnretainedValue().body() } }

    static func release(_ data: gpointer?) { data.map { Unmanaged<Work>.fromOpaque($0).release() } }
}
