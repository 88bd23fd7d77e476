import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// A delivery retains the objects that it uses until it ends, even if they are removed meanwhile.
@Suite(.watched)
struct LifetimeTests {
    /// Performs an action in each call, and logs its calls and its end.
    /// It uses its own storage after the action, which fails if the object has been deallocated.
    private final class CallProbe: PageViewReceiver {
        private let perform: @Sendable () -> Void
        private let calls: Log<String>

        init(_ calls: Log<String>, _ perform: @escaping @Sendable () -> Void) {
            self.calls = calls
            self.perform = perform
        }

        deinit { calls.append("end") }

        func receive(_ record: EngineRecord) {
            calls.append("call")
            perform()
            calls.append("return")
        }
    }

    private let calls = Log<String>()

    @Test("A receiver removed during its call lives until the call returns", arguments: [false, true])
    func removedReceiver(byAnotherThread isOther: Bool) {
        let stage = Stage()
        let own = Locked<ReceiverSubscription?>(nil)
        let subscription = stage.engine.addReceiver(
            CallProbe(calls) { [weak engine = stage.engine] in
                let remove: @Sendable () -> Void = { [engine] in
                    own.withLock { $0 }.map { engine?.removeReceiver($0) }
                }
                if isOther { TestThread(remove).join() } else { remove() }
            })
        own.withLock { $0 = subscription }
        stage.engine.report(.didAppear, of: stage.page("home").component)
        #expect(calls.values == ["call", "return", "end"])
        stage.engine.report(.didAppear, of: stage.page("item").component)
        #expect(calls.values == ["call", "return", "end"])
    }

    /// Reads the state of a page when it is deallocated.
    private final class LastReader: Sendable {
        private let page: PageViewNotifier

        init(_ page: PageViewNotifier) { self.page = page }

        deinit { _ = page.state }
    }

    @Test("The receivers of an ended engine are released outside every lock of a page", arguments: [false, true])
    func endOfObservers(isDeclaredAgain: Bool) {
        let page = PageViewNotifier(.ready(PageViewEvent(name: "home")))
        do {
            let reader = LastReader(page)
            let engine = PageViewEngine { _ in withExtendedLifetime(reader) {} }
            engine.declare(page, for: engine.makeComponent())
        }
        if isDeclaredAgain {
            let stage = Stage()
            stage.engine.declare(page, for: stage.engine.makeComponent())
        } else {
            page.markPending()
        }
        #expect(page.state.event == nil || isDeclaredAgain)
    }

    @Test("A recording contains the last input of an engine that has ended", arguments: [false, true])
    func recordingOutlivesEngine(isDelivering: Bool) {
        let written = Locked<[RecordedItem]>([])
        let queue = InputQueue { items, _ in written.withLock { $0 += items } }
        let kept = Locked<PageViewEngine?>(nil)
        do {
            let engine = PageViewEngine()
            kept.withLock { $0 = engine }
            engine.core.add(queue)
        }
        let make: @Sendable () -> Void = {
            guard let engine = kept.withLock({ $0.take() }) else { return }
            // A recorder buffers a new component until the next input.
            _ = engine.makeComponent()
        }
        if isDelivering { kept.withLock { $0 }?.addReceiver { _ in make() } }
        kept.withLock { $0 }?.recordInteraction("tap")
        if !isDelivering { make() }
        let isCreated = written.withLock { items in
            items.contains { if case .input(let recorded) = $0, case .create = recorded.input { true } else { false } }
        }
        #expect(isCreated)
    }

    /// The ways to make an engine deliver without retaining it.
    enum Source: CaseIterable { case handle, notifier, stream }

    @Test(
        "An engine released during its own delivery ends after the call returns, although its page and its notifier live",
        arguments: Source.allCases)
    func releasedEngine(_ source: Source) {
        let kept = Locked<PageViewEngine?>(nil)
        let lifecycle = LifecycleNotifier()
        let notifier = PageViewNotifier(pending: "home")
        weak var released: PageViewEngine?
        let handle = make()
        func make() -> ComponentHandle {
            let release: @Sendable () -> Void = { withExtendedLifetime(kept.withLock { $0.take() }) {} }
            let engine = PageViewEngine(observing: lifecycle, receivers: [CallProbe(calls, release)])
            kept.withLock { $0 = engine }
            released = engine
            let handle = engine.makeHandle()
            engine.declare(notifier, for: handle.id)
            return handle
        }
        switch source {
        case .handle:
            notifier.markReady()
            handle.report(.didAppear)
        case .notifier:
            lifecycle.report(.component(handle.id, .didAppear))
            notifier.markReady()
        case .stream:
            notifier.markReady()
            lifecycle.report(.component(handle.id, .didAppear))
        }
        #expect(released == nil)
        #expect(calls.values == ["call", "return", "end"])
        handle.report(.didDisappear)
        notifier.markPending()
        handle.report(.didAppear)
        notifier.markReady()
        #expect(calls.values == ["call", "return", "end"])
    }
}
