import CGTK

/// Drives the app on its own main loop: performs a step and runs the loop until a condition holds.
///
/// It never sleeps for a fixed time. A watchdog ends a run whose condition never holds.
final class Driver {
    private let screen: Screen
    private let begin: (String) -> Void
    private var step = ""

    /// Creates a driver. It calls `begin` with the name of each step.
    init(_ screen: Screen, begin: @escaping (String) -> Void) {
        (self.screen, self.begin) = (screen, begin)
        // Wakes the loop, so that conditions that no signal announces are evaluated again.
        g_timeout_add(10, { _ in 1 }, nil)
        g_timeout_add_seconds(
            60,
            { data in
                let driver = data.map { Unmanaged<Driver>.fromOpaque($0).takeUnretainedValue() }
                fatalError("the watchdog ended the step: \(driver?.step ?? "")")
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Performs a step of the user, and waits until it is complete, and GTK has drawn the counted pages.
    func step(_ name: String, _ action: () -> Void, until isOver: () -> Bool = { true }) {
        step = name
        begin(name)
        action()
        cgtk_run_until_idle()
        while !isOver() || !screen.showsAllPages {
            g_main_context_iteration(nil, 1)
            cgtk_run_until_idle()
        }
    }
}
