import Dispatch
import PageViewAutomation
import TestSupport
import Testing

/// Several engines and observers on one notifier share one order, and none waits for another (ORD-003).
@Suite(.watched)
struct SharedNotifierTests {
    @Test("A report from a receiver follows the current report for every engine and every observer")
    func reportsHaveOneOrderForAll() {
        let lifecycle = LifecycleNotifier()
        let component = lifecycle.makeComponent()
        let observed = Locked<[NavigationEvent]>([])
        let (left, right) = (Recorder(), Recorder())
        let first = PageViewEngine(observing: lifecycle, receivers: [left])
        let second = PageViewEngine(observing: lifecycle, receivers: [right])
        lifecycle.addObserver { event, _ in observed.withLock { $0.append(event) } }
        for engine in [first, second] { engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component) }
        first.addReceiver { record in
            if case .pageView = record { lifecycle.report(.component(component, .didDisappear)) }
        }
        lifecycle.report(.component(component, .didAppear))
        #expect(!first.isLive(component) && !second.isLive(component))
        #expect(left.leaves.map(\.outcome) == [.counted])
        #expect(right.leaves.map(\.outcome) == [.counted])
        #expect(right.diagnostics.isEmpty)
        #expect(observed.withLock { $0 } == [.component(component, .didAppear), .component(component, .didDisappear)])
        withExtendedLifetime((first, second)) {}
    }

    @Test("An observer beside engines gets each report once, with its time", arguments: 0...2)
    func observerBesideEngines(engineCount: Int) {
        let lifecycle = LifecycleNotifier()
        let component = lifecycle.makeComponent()
        let engines = (0..<engineCount).map { _ in PageViewEngine(observing: lifecycle) { _ in } }
        let times = Locked<[Timestamp?]>([])
        lifecycle.addObserver { _, time in times.withLock { $0.append(time) } }
        for engine in engines { engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component) }
        lifecycle.report(.component(component, .didAppear), at: Timestamp(nanoseconds: 7))
        lifecycle.report(.component(component, .didAppear))
        lifecycle.report(.scene(lifecycle.mainScene, .active), at: Timestamp(nanoseconds: 9))
        #expect(times.withLock { $0 } == [Timestamp(nanoseconds: 7), nil, Timestamp(nanoseconds: 9)])
        withExtendedLifetime(engines) {}
    }

    @Test("A slow receiver of one engine delays no delivery of another engine that shares a page (ORD-004)")
    func slowReceiverOfOneEngine() {
        let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lifecycle = LifecycleNotifier()
        let other = Recorder()
        let slow = PageViewEngine(observing: lifecycle) { _ in
            entered.signal()
            mayLeave.wait()
        }
        let fast = PageViewEngine(observing: lifecycle, receivers: [other])
        let (home, item) = (lifecycle.makeComponent(), lifecycle.makeComponent())
        let notifier = PageViewNotifier(pending: "home")
        slow.declare(notifier, for: home)
        fast.declare(notifier, for: home)
        fast.declare(PageViewNotifier(PageViewEvent(name: "item")), for: item)
        lifecycle.report(.component(home, .didAppear))
        let thread = TestThread { notifier.markReady() }
        entered.wait()
        fast.report(.didAppear, of: item)
        #expect(other.names == ["home", "item"])
        mayLeave.signal()
        thread.join()
        #expect(other.names == ["home", "item"])
        withExtendedLifetime((slow, fast)) {}
    }

    @Test("Two engines on one notifier emit the same page views while many threads report")
    func enginesAgree() async {
        let lifecycle = LifecycleNotifier()
        let (left, right) = (Recorder(), Recorder())
        let engines = [left, right].map { PageViewEngine(observing: lifecycle, receivers: [$0]) }
        let component = lifecycle.makeComponent()
        for engine in engines { engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component) }
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        lifecycle.report(.component(component, thread % 2 == 0 ? .didAppear : .didDisappear))
                    }
                }
            }
        }
        for engine in engines { engine.stop() }
        #expect(left.pageViews.map(\.id) == right.pageViews.map(\.id))
        #expect(left.diagnostics == right.diagnostics)
        #expect(!left.pageViews.isEmpty)
    }

    @Test("A slow receiver of one engine delays no other engine, no observer, and no stop")
    func slowReceiverDelaysNoOtherEngine() {
        let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lifecycle = LifecycleNotifier()
        let (first, second) = (lifecycle.makeComponent(), lifecycle.makeComponent())
        let slow = PageViewEngine(observing: lifecycle) { pageView in
            guard pageView.sequence == 1 else { return }
            entered.signal()
            mayLeave.wait()
        }
        let recorder = Recorder()
        let quick = PageViewEngine(observing: lifecycle, receivers: [recorder])
        let observed = Locked<[NavigationEvent]>([])
        lifecycle.addObserver { event, _ in observed.withLock { $0.append(event) } }
        for engine in [slow, quick] {
            engine.declare(PageViewNotifier(PageViewEvent(name: "first")), for: first)
            engine.declare(PageViewNotifier(PageViewEvent(name: "second")), for: second)
        }
        let thread = TestThread { lifecycle.report(.component(first, .didAppear)) }
        entered.wait()
        // The thread is blocked in the receiver of the first engine and has not reached the other receivers.
        #expect(recorder.names == [])
        // A thread that reports meanwhile delivers to the others.
        lifecycle.report(.component(second, .didAppear))
        #expect(recorder.names == ["first", "second"])
        #expect(observed.withLock { $0 } == [.component(first, .didAppear), .component(second, .didAppear)])
        quick.stop()
        #expect(recorder.leaves.count == 2)
        mayLeave.signal()
        thread.join()
        #expect(observed.withLock { $0.count } == 2)
        withExtendedLifetime((slow, quick)) {}
    }

    @Test("A report from inside a receiver of one engine reaches the other engine at once")
    func eachEngineDeliversForItself() {
        let lifecycle = LifecycleNotifier()
        let (first, second) = (lifecycle.makeComponent(), lifecycle.makeComponent())
        let calls = Locked<[String]>([])
        let log = { @Sendable (call: String) in calls.withLock { $0.append(call) } }
        let engines = ["left", "right"].map { name in
            PageViewEngine(observing: lifecycle) { pageView in
                log("begin \(name) \(pageView.page)")
                if name == "left", pageView.page == "first" { lifecycle.report(.component(second, .didAppear)) }
                log("end \(name) \(pageView.page)")
            }
        }
        for engine in engines {
            engine.declare(PageViewNotifier(PageViewEvent(name: "first")), for: first)
            engine.declare(PageViewNotifier(PageViewEvent(name: "second")), for: second)
        }
        lifecycle.report(.component(first, .didAppear))
        let expected = [
            "begin left first", "begin right first", "end right first", "begin right second", "end right second",
            "end left first", "begin left second", "end left second",
        ]
        #expect(calls.withLock { $0 } == expected)
        // Retains the engines, which would otherwise be deallocated after their last use.
        withExtendedLifetime(engines) {}
    }

    @Test("An engine created later rejects components that were destroyed before")
    func lateEngineKnowsWhoIsGone() {
        let lifecycle = LifecycleNotifier()
        let gone = lifecycle.makeComponent()
        let stays = lifecycle.makeComponent()
        lifecycle.report(.component(gone, .destroy))
        let recorder = Recorder()
        let engine = PageViewEngine(observing: lifecycle, receivers: [recorder])
        for component in [gone, stays] {
            engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            lifecycle.report(.component(component, .didAppear))
        }
        #expect(!engine.isLive(gone))
        #expect(recorder.pageViews.map(\.component) == [stays])
        #expect(recorder.diagnostics == [.eventAfterDestroy, .eventAfterDestroy])
        withExtendedLifetime(engine) {}
    }
}
