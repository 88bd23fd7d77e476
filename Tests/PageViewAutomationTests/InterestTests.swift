import PageViewAutomation
import TestWatch
import Testing

/// Receivers that take some kinds of records (ORD-007).
@Suite(.watched)
struct InterestTests {
    /// Keeps what it takes.
    private final class Taker: PageViewReceiver {
        let interests: EngineRecord.Kinds
        private let kept = Protected<[EngineRecord]>([])

        init(_ interests: EngineRecord.Kinds) {
            self.interests = interests
        }

        func receive(_ record: EngineRecord) { kept.withLock { $0.append(record) } }

        var records: [EngineRecord] { kept.withLock { $0 } }
    }

    /// A journey in which there is a record of each kind.
    private func walk(_ engine: PageViewEngine) {
        let page = engine.makeComponent()
        engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: page)
        for time: Int64 in 1...3 {
            engine.report(.didAppear, of: page, at: Timestamp(nanoseconds: time))
            engine.report(.didAppear, of: page, at: Timestamp(nanoseconds: time))
            engine.recordInteraction("tap")
            engine.handle(DeepLink(url: "app://link"))
            engine.report(.didDisappear, of: page, at: Timestamp(nanoseconds: time))
        }
    }

    private static let kinds: [EngineRecord.Kinds] = [
        .pageViews, .pageLeaves, .interactions, .deepLinks, .currentPages, .diagnostics,
    ]

    @Test("A receiver gets what it takes and nothing else, whatever the others take")
    func receiverGetsWhatItTakes() {
        let clock = ManualClock()
        let all = Recorder()
        let takers = (Self.kinds + [[], [.pageViews, .pageLeaves]]).map { Taker($0) }
        walk(PageViewEngine(clock: clock.clock, receivers: takers + [all]))
        for kind in Self.kinds { #expect(all.records.contains { $0.kind == kind }) }
        for taker in takers {
            #expect(taker.records.map(\.kind) == all.records.map(\.kind).filter { taker.interests.contains($0) })
        }
    }

    @Test("What nobody takes is not made, and nothing else depends on that")
    func numbersDoNotDependOnWhoListens() {
        func pageViews(beside other: EngineRecord.Kinds) -> ([UInt64], [String?], PageReference?) {
            let taker = Taker(.pageViews)
            let clock = ManualClock()
            let engine = PageViewEngine(clock: clock.clock, receivers: [taker, Taker(other)])
            walk(engine)
            let pageViews = taker.records.compactMap { if case .pageView(let pageView) = $0 { pageView } else { nil } }
            return (pageViews.map(\.sequence), pageViews.map { $0.deepLink?.link.url }, engine.lastCountedPage)
        }
        let alone = pageViews(beside: [])
        let amongAll = pageViews(beside: .all)
        #expect(alone.0 == [1, 2, 3])
        #expect(alone.0 == amongAll.0)
        #expect(alone.1 == [nil, "app://link", "app://link"])
        #expect(alone.1 == amongAll.1)
        #expect(alone.2?.page == amongAll.2?.page)
    }

    @Test("Numbers go on while nobody listens, and who comes later gets what it takes from then on")
    func kindsGrowAndShrink() {
        let engine = PageViewEngine(clock: ManualClock().clock)
        walk(engine)
        let taker = Taker(.pageViews)
        let subscription = engine.addReceiver(taker)
        walk(engine)
        engine.removeReceiver(subscription)
        walk(engine)
        let numbers = taker.records.compactMap {
            if case .pageView(let pageView) = $0 { pageView.sequence } else { nil }
        }
        #expect(numbers == [4, 5, 6])
    }
}
