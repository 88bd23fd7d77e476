import CGTK
import PageViewAutomation
import PageViewGTK
import PageViewTesting

/// Runs the compatibility test on the adapter, with real windows.
///
///     AdapterCheck [--window-manager]
///
/// The option declares that a window manager runs. The test can then minimize windows and also runs the checks of the
/// background.
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
