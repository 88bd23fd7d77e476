import PageViewAutomation
import TestSupport
import Testing

/// Readiness as a predicate on the data of a page (RD-008).
@Suite(.watched)
struct PageReadinessTests {
    private let stage = Stage()
    private let readiness = PageReadiness<[String]>(of: "results", when: { !$0.isEmpty }) {
        ["items": .int(Int64($0.count))]
    }

    @Test("A page counts once its list has loaded")
    func countsOnceTheListHasLoaded() {
        let notifier = PageViewNotifier([], by: readiness)
        let component = stage.engine.makeComponent(page: notifier)
        stage.engine.report(.didAppear, of: component)
        notifier.update([], by: readiness)
        #expect(stage.recorder.pageViews.isEmpty)
        notifier.update(["a", "b"], by: readiness)
        notifier.update(["a", "b", "c"], by: readiness)
        #expect(stage.recorder.pageViews.map(\.payload) == [["items": 2]])
    }

    @Test("The payload is computed only when the page is ready")
    func payloadIsAskedForOnlyWhenReady() {
        let calls = Locked(0)
        let readiness = PageReadiness<Int>(of: "results", when: { $0 > 0 }) { _ in
            calls.withLock { $0 += 1 }
            return [:]
        }
        #expect(readiness.state(for: 0) == .pending("results"))
        #expect(calls.withLock { $0 } == 0)
        #expect(readiness.state(for: 1) == .ready(PageViewEvent(name: "results")))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("Data that no longer satisfies the predicate makes the page pending")
    func dataThatNoLongerSatisfyMakePending() {
        let notifier = PageViewNotifier(["a"], by: readiness)
        let component = stage.engine.makeComponent(page: notifier)
        stage.engine.report(.didAppear, of: component)
        stage.engine.report(.didDisappear, of: component)
        notifier.update([], by: readiness)
        stage.engine.report(.didAppear, of: component)
        #expect(stage.recorder.names == ["results"])
        notifier.update(["b"], by: readiness)
        #expect(stage.recorder.names == ["results", "results"])
    }
}
