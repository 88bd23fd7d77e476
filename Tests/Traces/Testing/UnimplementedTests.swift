import PageViewTesting
import TestSupport
import Testing

/// An unimplemented dependency fails the test when it is used (rule TS-007).
@Suite(.watched)
struct UnimplementedTests {
    @Test("An unimplemented engine names each report and call that it receives")
    func engine() {
        let messages = Log<String>()
        let engine = PageViewEngine.unimplemented("checkoutEngine") { messages.append($0) }
        #expect(messages.values.isEmpty)
        engine.report(.didAppear, of: engine.lifecycle.makeComponent())
        #expect(
            messages.values == [
                """
                the report didAppear reached `checkoutEngine`, which this test does not provide.

                  If it should, give the code under test a recorded engine:
                      try withPageViewRecorder { recorder in … recorder.engine … }
                  If it should not, correct the code under test.
                """
            ])
        engine.recordInteraction("tap")
        engine.recordPageView("home")
        _ = engine.handle(DeepLink(url: "app://x"))
        engine.report(.close, of: engine.mainScene)
        #expect(
            messages.values.dropFirst().map { $0.prefix { $0 != "\n" } } == [
                "the interaction tap reached `checkoutEngine`, which this test does not provide.",
                "a page view of home reached `checkoutEngine`, which this test does not provide.",
                "the deep link app://x reached `checkoutEngine`, which this test does not provide.",
                "the report close of a scene reached `checkoutEngine`, which this test does not provide.",
            ])
    }

    @Test("A query of an unimplemented engine fails no test")
    func queries() {
        let engine = PageViewEngine.unimplemented { Issue.record("\($0)") }
        #expect(engine.currentPage == nil)
    }
}
