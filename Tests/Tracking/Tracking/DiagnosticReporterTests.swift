import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// The queue of diagnostics, which one thread at a time drains.
@Suite(.watched)
struct DiagnosticReporterTests {
    @Test("A caller does not wait for another thread, which delivers its diagnostics too, up to the limit")
    func otherDrainer() {
        let (begun, resumed, ended) = (Signal(), Signal(), Signal())
        let messages = Log<String>()
        let reporter = DiagnosticReporter(
            { diagnostic in
                messages.append(diagnostic.message)
                guard diagnostic.message == "first" else { return }
                begun.send()
                resumed.wait()
            }, privacy: PrivacyPolicy())
        let isStarted = SystemThread.start {
            reporter.report(.storeFailed, "first")
            ended.send()
        }
        #expect(isStarted)
        begun.wait()
        for number in 1...1_001 { reporter.report(.storeFailed, "\(number)") }
        #expect(messages.values == ["first"])
        resumed.send()
        ended.wait()
        #expect(messages.values == ["first"] + (1...1_000).map(String.init))
    }
}
