import PageViewAutomation
import TestSupport
import Testing

/// Receivers that subscribe to some kinds of records (ORD-007).
@Suite(.watched)
struct InterestTests {
    /// Produces records of every kind.
    private func walk(_ engine: PageViewEngine) {
        let page = engine.makeComponent(page: PageViewNotifier("page"))
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

    @Test("A receiver gets the kinds of records it subscribes to, and no others")
    func receiverGetsWhatItTakes() {
        let clock = ManualClock()
        let all = Recorder()
        let subscribers = (Self.kinds + [[], [.pageViews, .pageLeaves]]).map { Recorder($0) }
        walk(PageViewEngine(clock: clock, receivers: subscribers + [all]))
        for kind in Self.kinds { #expect(all.records.contains { $0.kind == kind }) }
        for subscriber in subscribers {
            let expected = all.records.map(\.kind).filter { subscriber.interests.contains($0) }
            #expect(subscriber.records.map(\.kind) == expected)
            // It gets the same kinds if the engine creates no others.
            let alone = Recorder(subscriber.interests)
            walk(PageViewEngine(clock: ManualClock(), receivers: [alone]))
            #expect(alone.records.map(\.kind) == expected)
        }
    }

    @Test("Sequence numbers, deep links, and the last counted page do not depend on other subscribers")
    func numbersDoNotDependOnWhoListens() {
        func pageViews(beside other: EngineRecord.Kinds) -> ([UInt64], [String?], PageReference?) {
            let subscriber = Recorder(.pageViews)
            let clock = ManualClock()
            let engine = PageViewEngine(clock: clock, receivers: [subscriber, Recorder(other)])
            walk(engine)
            let pageViews = subscriber.pageViews
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

    @Test("Sequence numbers continue without subscribers, and a late subscriber gets only later records")
    func kindsGrowAndShrink() {
        let engine = PageViewEngine(clock: ManualClock())
        walk(engine)
        let subscriber = Recorder(.pageViews)
        let subscription = engine.addReceiver(subscriber)
        walk(engine)
        engine.removeReceiver(subscription)
        walk(engine)
        #expect(subscriber.pageViews.map(\.sequence) == [4, 5, 6])
    }
}
