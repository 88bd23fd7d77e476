import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Times of reports and of the clock (ORD-006).
@Suite(.watched)
struct TimeTests {
    private let stage = Stage()

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    @Test("Times that are too far apart give the longest duration, and none is negative")
    func extremeTimes() {
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page, at: Timestamp(nanoseconds: .min))
        stage.engine.report(.background, of: stage.engine.mainScene, at: Timestamp(nanoseconds: .min))
        stage.engine.report(.foreground, of: stage.engine.mainScene, at: .zero)
        stage.engine.report(.background, of: stage.engine.mainScene, at: .zero)
        stage.engine.report(.didDisappear, of: page, at: Timestamp(nanoseconds: .max))
        let leave = stage.recorder.leaves.first
        #expect(leave?.foregroundNanoseconds == 0)
        #expect(leave?.backgroundNanoseconds == .max)
        #expect(leave?.currentNanoseconds == 0)
    }

    @Test("The longest and the shortest durations are valid limits")
    func extremeDurations() {
        let longest = Duration.seconds(Int64.max) + .seconds(Int64.max)
        #expect(longest.saturatingNanoseconds == .max)
        #expect((.zero - longest).saturatingNanoseconds == .min)
        #expect(Duration.seconds(Int64.max).saturatingNanoseconds == .max)
        #expect(Duration.nanoseconds(-1_500_000_000).saturatingNanoseconds == -1_500_000_000)
        #expect(EnginePolicy.Foreground.counts(after: longest).minimumNanoseconds == .max)
    }

    @Test("A clock behind a reported time emits no diagnostic and moves no time back")
    func clockBehindReportedTimeGivesNoDiagnostic() {
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page, at: at(5))
        stage.clock.set(seconds: 3)
        stage.engine.report(.didDisappear, of: page)
        #expect(stage.recorder.diagnostics.isEmpty)
        #expect(stage.recorder.leaves.map(\.endedAt) == [at(5)])
    }

    @Test("The engine reads the clock only for an input that has an effect")
    func clockIsReadOnlyForAChange() {
        let views = Locked<[PageView]>([])
        let engine = PageViewEngine(clock: stage.clock) { view in views.withLock { $0.append(view) } }
        let page = engine.makeComponent(page: PageViewNotifier("page"))
        stage.clock.set(seconds: 5)
        engine.report(.didAppear, of: page)
        stage.clock.set(seconds: 9)
        // A duplicate changes nothing, and its diagnostic has no subscriber, so the clock is not read.
        // A report with the time 7 is therefore not in the past.
        engine.report(.didAppear, of: page)
        engine.report(.didDisappear, of: page, at: at(7))
        engine.report(.didAppear, of: page, at: at(8))
        #expect(views.withLock { $0 }.map(\.countedAt) == [at(5), at(8)])
    }
}
