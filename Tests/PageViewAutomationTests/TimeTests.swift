import PageViewLifecycle
import TestWatch
import Testing

@testable import PageViewAutomation

/// Times of reports and of the clock (ORD-006).
@Suite(.watched)
struct TimeTests {
    private let stage = Stage()

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    @Test("A report that names an earlier time is applied at the last one, and told of")
    func earlierTimeIsTheLastOne() {
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page, at: at(5))
        stage.engine.report(.didDisappear, of: page, at: at(3))
        let told = Diagnostic(kind: .timeWentBack, component: page, time: at(5))
        #expect(stage.recorder.records.contains(.diagnostic(told)))
        #expect(stage.recorder.leaves.map(\.foregroundNanoseconds) == [0])
        #expect(stage.recorder.leaves.map(\.endedAt) == [at(5)])
        // It has moved nothing: what comes after the last time is in order.
        stage.engine.report(.didAppear, of: page, at: at(4))
        #expect(stage.recorder.diagnostics == [.timeWentBack, .timeWentBack])
    }

    @Test("The same time once more is no step back")
    func sameTimeIsNoStepBack() {
        let page = stage.page("page").component
        for event: ComponentEvent in [.willAppear, .didAppear, .didDisappear] {
            stage.engine.report(event, of: page, at: at(5))
        }
        #expect(stage.recorder.diagnostics.isEmpty)
    }

    @Test("A clock that is behind a time that was reported gives no diagnostic, and moves no time back")
    func clockBehindReportedTimeGivesNoDiagnostic() {
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page, at: at(5))
        stage.clock.set(seconds: 3)
        stage.engine.report(.didDisappear, of: page)
        #expect(stage.recorder.diagnostics.isEmpty)
        #expect(stage.recorder.leaves.map(\.endedAt) == [at(5)])
    }

    @Test("The clock is read only for an input that changes something or emits a record")
    func clockIsReadOnlyForAChange() {
        let views = Protected<[PageView]>([])
        let engine = PageViewEngine(clock: stage.clock.clock) { view in views.withLock { $0.append(view) } }
        let page = engine.makeComponent()
        engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: page)
        stage.clock.set(seconds: 5)
        engine.report(.didAppear, of: page)
        stage.clock.set(seconds: 9)
        // A duplicate changes nothing, and nobody wants its diagnostic: the time that comes next is not before the last one.
        engine.report(.didAppear, of: page)
        engine.report(.didDisappear, of: page, at: at(7))
        engine.report(.didAppear, of: page, at: at(8))
        #expect(views.withLock { $0 }.map(\.countedAt) == [at(5), at(8)])
    }

    @Test("A leave tells when it was")
    func leaveTellsItsTime() {
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page, at: at(1))
        stage.engine.report(.didDisappear, of: page, at: at(4))
        #expect(stage.recorder.leaves.map(\.endedAt) == [at(4)])
        #expect(stage.recorder.leaves.map(\.foregroundNanoseconds) == [3_000_000_000])
    }

    @Test("A stay that is longer than can be told has the longest time there is, and no negative one")
    func longestTime() {
        let recorder = Recorder()
        let engine = PageViewEngine(
            clock: .manual(ManualClock(now: Timestamp(nanoseconds: .min))), receivers: [recorder])
        let page = engine.makeComponent()
        engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: page)
        engine.report(.didAppear, of: page)
        engine.report(.didDisappear, of: page, at: Timestamp(nanoseconds: .max))
        #expect(recorder.leaves.map(\.foregroundNanoseconds) == [.max])
        #expect(recorder.leaves.map(\.backgroundNanoseconds) == [0])
    }
}
