import CGTK
import PageViewAutomation
import PageViewGTK
import PageViewTesting

/// Runs the compatibility test on the adapter, with real windows.
///
///     AdapterCheck [--window-manager]
///
/// With a window manager windows can be minimised, and the checks that are about the background run too.
@main
struct AdapterCheck {
    static func main() async {
        gtk_init()
        do {
            print(
                try await checkAdapter { engine in
                    GTKUnderTest(engine, hasWindowManager: CommandLine.arguments.contains("--window-manager"))
                })
        } catch {
            print(error)
            fatalError("the adapter is not right")
        }
    }
}
