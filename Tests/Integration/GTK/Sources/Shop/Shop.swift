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
        let session = Session(engine, recorder, screen, picture: arguments.count == 3 ? arguments[2] : nil)
        let application = gtk_application_new("org.example.Shop", G_APPLICATION_NON_UNIQUE)!
        cgtk_connect(
            application, "activate",
            { application, data in
                guard let application, let data else { return }
                Unmanaged<Session>.fromOpaque(data).takeUnretainedValue().run(
                    application.assumingMemoryBound(to: GtkApplication.self))
            }, Unmanaged.passUnretained(session).toOpaque(), nil)
        let status = withExtendedLifetime(session) { g_application_run(cgtk_application(application), 0, nil) }
        g_object_unref(application)
        recorder.stop()
        guard status == 0, session.isFinished else { fatalError("the app ended with status \(status)") }
    }

    private static var version: String {
        "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    }
}

/// One run of the app.
private final class Session {
    private let engine: PageViewEngine
    private let recorder: TraceFileRecorder
    private let screen: Screen
    private let picture: String?
    private(set) var isFinished = false

    init(_ engine: PageViewEngine, _ recorder: TraceFileRecorder, _ screen: Screen, picture: String?) {
        (self.engine, self.recorder, self.screen, self.picture) = (engine, recorder, screen, picture)
    }

    func run(_ application: UnsafeMutablePointer<GtkApplication>) {
        // Windows open and close; the app stays until the script ends.
        g_application_hold(cgtk_application(application))
        let driver = Driver(screen) { [recorder] step in recorder.note("step: \(step)") }
        let journey = Journey(
            application: application, pages: GTKPageViews(engine: engine), screen: screen, picture: picture)
        journey.run(driver)
        isFinished = true
        g_application_release(cgtk_application(application))
        g_application_quit(cgtk_application(application))
    }
}
