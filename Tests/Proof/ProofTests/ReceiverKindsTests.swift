import NavigationTraces
import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Each receiver gets all records of its kinds and no others, independently of other receivers.
@Suite(.watched)
struct ReceiverKindsTests {
    private static let kinds: [EngineRecord.Kinds] = [
        .pageViews, .pageLeaves, .interactions, .deepLinks, .currentPages, .diagnostics,
        [.pageViews, .pageLeaves], [], .all,
    ]

    private final class Collector: PageViewReceiver {
        let interests: EngineRecord.Kinds
        private let records = Locked<[EngineRecord]>([])

        init(_ interests: EngineRecord.Kinds) {
            self.interests = interests
        }

        var all: [EngineRecord] { records.withLock { $0 } }
        func receive(_ record: EngineRecord) { records.withLock { $0.append(record) } }
    }

    /// Produces records of every kind.
    private func walk(_ engine: PageViewEngine) {
        let page = engine.makeComponent()
        engine.declare(PageViewNotifier(PageViewEvent(pageContext: "page")), for: page)
        _ = engine.handle(DeepLink(url: "app://link"))
        engine.report(.component(page, .didAppear), at: Timestamp(nanoseconds: 1))
        _ = engine.recordInteraction("tap")
        engine.report(.component(page, .didAppear), at: Timestamp(nanoseconds: 2))
        engine.report(.component(page, .didDisappear), at: Timestamp(nanoseconds: 3))
    }

    @Test("A receiver gets the kinds of records it subscribes to, in the order of all records")
    func ownKinds() throws {
        let collectors = Self.kinds.map { Collector($0) }
        let engine = PageViewEngine(
            clock: ManualClock(now: Timestamp(nanoseconds: 1)), receivers: collectors)
        walk(engine)
        let all = try #require(collectors.last).all
        for kind in Self.kinds.prefix(6) { #expect(all.contains { $0.kind == kind }) }
        for collector in collectors {
            #expect(collector.all == all.filter { !collector.interests.isDisjoint(with: $0.kind) })
        }
    }

    @Test("A receiver gets the same kinds of records whether or not the engine creates other kinds", arguments: kinds)
    func alone(kind: EngineRecord.Kinds) {
        let (alone, everything) = (Collector(kind), Collector(.all))
        for collector in [alone, everything] {
            walk(PageViewEngine(clock: ManualClock(now: Timestamp(nanoseconds: 1)), receivers: [collector]))
        }
        // Identities of notifiers differ, so only the kinds are compared.
        #expect(alone.all.map(\.kind) == everything.all.map(\.kind).filter { !kind.isDisjoint(with: $0) })
    }
}
