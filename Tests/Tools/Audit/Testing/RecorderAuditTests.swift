import PageViewAudit
import PageViewAutomation
import TestSupport
import Testing

@testable import PageViewAuditTesting

@Suite(.watched)
struct RecorderAuditTests {
    struct Screen: AnalyticsPage {
        let pageViewNotifier: PageViewNotifier
    }

    private func makeHome(_ recorder: PageViewRecorder) -> ComponentID {
        recorder.engine.makeComponent(page: Screen(pageViewNotifier: PageViewNotifier(PageViewEvent(name: "home"))))
    }

    /// A tracker that sends each `didAppear`, ready or not.
    final class OldTracker {
        private(set) var sent: [SentEvent] = []

        func didAppear(_ name: String, _ recorder: PageViewRecorder, id: String? = nil) {
            sent.append(SentEvent(name, at: recorder.clock.now, id: id))
        }
    }

    @Test("The audit names each difference of an old tracker, its cause and what to do")
    func oldTracker() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            let (engine, tracker) = (recorder.engine, OldTracker())
            let home = makeHome(recorder)
            let item = engine.makeComponent(
                page: Screen(pageViewNotifier: PageViewNotifier(pending: PageContext(name: "item"))))
            engine.report(.didAppear, of: home)
            tracker.didAppear("home", recorder)
            recorder.clock.advance(by: .seconds(5))
            engine.report(.willDisappear, of: home)
            recorder.clock.advance(by: .seconds(1))
            engine.report(.didAppear, of: home)
            tracker.didAppear("home", recorder)
            recorder.clock.advance(by: .seconds(4))
            engine.report(.didAppear, of: item)
            tracker.didAppear("item", recorder)
            recorder.clock.advance(by: .seconds(20))
            engine.report(.didDisappear, of: item)
            let result = recorder.audit(sent: tracker.sent)
            #expect(!result.isRight && result.count(of: .repeated) == 1)
            #expect(result.entries.map(\.cause) == [.none, .cancelledTransition, .leftBeforeReady])
            #expect(
                result.description == """
                    1 right, 1 repeated, 1 tooEarly.
                      home was sent again at 6.000 s, for page view 1: the user began to leave the page and came back. Send a page \
                    view once per appearance. (POL-002, AP-004)
                      item was sent at 10.000 s, too early: the user left the page before it was ready. Send a page view when the \
                    page becomes ready in front of the user. (RD-004)
                    """)
        }
    }

    @Test("An audit of the engine's own page views finds nothing, and expects nothing")
    func right() throws {
        try withPageViewRecorder { recorder in
            #expect(recorder.audit(sent: []).description == "Nothing was sent, and the user saw no page.")
            let home = makeHome(recorder)
            recorder.clock.advance(by: .seconds(2))
            recorder.engine.report(.didAppear, of: home)
            let result = recorder.audit(sent: [SentEvent("home", at: recorder.clock.now)])
            #expect(result.isRight && result.description == "1 right.")
            try recorder.expect("home")
            #expect(recorder.audit(sent: []).entries.map(\.outcome) == [.missing])
        }
    }

    @Test("A second event with an id is a retry, and the tolerance decides what is right")
    func retriesAndTolerance() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            let home = makeHome(recorder)
            recorder.engine.report(.didAppear, of: home)
            let start = recorder.clock.now
            let sent = [
                SentEvent("home", at: start.advanced(by: .seconds(3)), session: "s", id: "1"),
                SentEvent("home", at: start, session: "s", id: "1"),
            ]
            #expect(recorder.audit(sent: sent).entries.map(\.cause) == [.unexplained, .retry])
            #expect(recorder.audit(sent: sent, tolerance: .seconds(3)).entries.map(\.outcome) == [.right, .repeated])
        }
    }
}
