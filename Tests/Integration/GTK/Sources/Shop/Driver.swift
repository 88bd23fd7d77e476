import CGTK

/// Drives the app on its own main loop: does something, and lets the loop run until something holds.
///
/// It never sleeps for a time: the loop runs on until what is waited for is so. A watchdog ends a run that never comes there.
final class Driver {
    private let begin: (String) -> Void
    private var step = ""

    /// Creates a driver; `begin` is told of each step.
    init(begin: @escaping (String) -> Void) {
        self.begin = begin
        // Wakes the loop, so that what no signal tells of is looked at again.
        g_timeout_add(10, { _ in 1 }, nil)
        g_timeout_add_seconds(
            60,
            { data in
                let driver = data.map { Unmanaged<Driver>.fromOpaque($0).takeUnretainedValue() }
                fatalError("the watchdog ended the step: \(driver?.step ?? "")")
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A step: what the user does, and when it is over.
    func step(_ name: String, _ action: () -> Void, until isOver: () -> Bool = { true }) {
        step = name
        begin(name)
        action()
        while !isOver() { g_main_context_iteration(nil, 1) }
    }
}
