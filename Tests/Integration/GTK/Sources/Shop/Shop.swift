// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import NavigationTraces
import PageViewAutomation
import PageViewGTK

/// A small GTK 4 shop that a script drives. It prints its page views and records GTK's reports.
///
///     Shop TRACE [PICTURE]
@main
struct Shop {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 2 || arguments.count == 3 else { fatalError("usage: Shop TRACE [PICTURE]") }
        let screen = Screen()
        let engine = PageViewEngine(receivers: [screen])
        let recorder = try TraceFileRecorder(
            of: engine, path: arguments[1],
            options: RecordingOptions(title: "a shop in GTK \(version), used by a script", naming: Tag.naming))
        let application = gtk_application_new("org.example.Shop", G_APPLICATION_NON_UNIQUE)!
        var isFinished = false
        connect(application, "activate") {
            // Windows open and close; the app stays until the script ends.
            g_application_hold(cgtk_application(application))
            let driver = Driver(screen) { step in recorder.note("step: \(step)") }
            let journey = Journey(
                application: application, pages: GTKPageViews(engine: engine), screen: screen,
                picture: arguments.count == 3 ? arguments[2] : nil)
            journey.run(driver)
            isFinished = true
            g_application_release(cgtk_application(application))
            g_application_quit(cgtk_application(application))
        }
        let status = g_application_run(cgtk_application(application), 0, nil)
        g_object_unref(application)
        recorder.stop()
        guard status == 0, isFinished else { fatalError("the app ended with status \(status)") }
    }

    private static var version: String {
        "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    }
}
