import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// What a thread leaves behind that ends its delivery: nothing that waits, and nobody who is thought to deliver.
struct HandOverTests {
    /// An engine whose receivers take everything, and which somebody follows the current page of.
    private static func followedCore(_ lifecycle: LifecycleNotifier) -> EngineCore {
        let core = EngineCore(observing: lifecycle, policy: .standard, clock: .continuous)
        _ = core.addReceiver(Nobody())
        lifecycle.addFollower(core)
        return core
    }

    @Test("Records that come while news are delivered end the delivery of neither")
    func lanes() {
        let lifecycle = LifecycleNotifier()
        let core = Self.followedCore(lifecycle)
        let leave = core.follow(nil, with: CurrentPageWatchers.Continuation(yield: { _ in }, finish: {}))
        let component = lifecycle.makeComponent()
        func apply(_ event: ComponentEvent) {
            core.withState { state in
                state.apply(at: .zero, isReported: true, about: component) { $0.apply(.component(component, event)) }
            }
        }
        core.withState { state in
            state.apply(at: .zero, isReported: true, about: component) {
                $0.update(component, with: PageUpdate(page: "a", isReady: true, payload: nil))
            }
        }
        apply(.didAppear)
        // What a thread does that delivers; another one that delivers elsewhere reports in the middle of each batch.
        var events: [ComponentEvent] = [.didDisappear, .didAppear, .didDisappear]
        var lane = core.withState { _ in core.nextBatch(after: nil, for: .current) }
        var batches = 0
        while let delivered = lane, batches < 20 {
            batches += 1
            core.deliver(delivered)
            if delivered == .news, let event = events.popLast() { apply(event) }
            lane = core.withState { _ in core.nextBatch(after: delivered, for: .current) }
        }
        #expect(events.isEmpty)
        #expect(core.withState { $0.drainer == .none })
        #expect(core.withState { $0.watchers.drainer == .none })
        #expect(core.withState { !$0.hasWaiting })
        leave()
    }

    @Test("What waits for others is delivered when the engine is gone that was delivered to")
    func lastReference() throws {
        let lifecycle = LifecycleNotifier()
        let engines = Shelf()
        let others = Counter()
        let other = lifecycle.makeComponent()
        let notifier = PageViewNotifier(pending: "a")
        let component = lifecycle.makeComponent()
        engines.put(Self.engine(lifecycle, leaving: engines, other, notifier, component))
        let stays = PageViewEngine(observing: lifecycle) { _ in others.add() }
        stays.declare(PageViewNotifier(PageViewEvent(pageContext: "b")), for: other)
        notifier.ready()
        #expect(engines.isEmpty)
        #expect(others.count == 1)
    }

    /// An engine whose receiver reports what another engine counts, and lets go of its own.
    private static func engine(
        _ lifecycle: LifecycleNotifier, leaving engines: Shelf, _ other: ComponentID, _ notifier: PageViewNotifier,
        _ component: ComponentID
    ) -> PageViewEngine {
        let engine = PageViewEngine(observing: lifecycle) { _ in
            lifecycle.report(.component(other, .didAppear))
            withExtendedLifetime(engines.takeAll()) {}
        }
        engine.declare(notifier, for: component)
        lifecycle.report(.component(component, .didAppear))
        return engine
    }
}

/// Takes everything, and does nothing.
private struct Nobody: PageViewReceiver {
    func receive(_ record: EngineRecord) {}
}

/// Where engines are held.
private final class Shelf: Sendable {
    private let engines = Protected<[PageViewEngine]>([])

    var isEmpty: Bool { engines.withLock { $0.isEmpty } }
    func put(_ engine: PageViewEngine) { engines.withLock { $0 = [engine] } }
    func takeAll() -> [PageViewEngine] {
        engines.withLock { engines in
            defer { engines = [] }
            return engines
        }
    }
}

private final class Counter: Sendable {
    private let number = Protected(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
