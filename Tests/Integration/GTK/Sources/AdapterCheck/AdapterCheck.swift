import CGTK
import PageViewAutomation
import PageViewGTK
import PageViewTesting

/// Runs the compatibility test on the adapter, with real windows.
@main
struct AdapterCheck {
    static func main() async {
        gtk_init()
        do {
            print(try await checkAdapter { engine in GTKUnderTest(engine) })
        } catch {
            print(error)
            fatalError("the adapter is not right")
        }
    }
}
