import Dispatch
import PageViewAutomation
import Synchronization
import Testing

/// Several engines and observers on one notifier: one order for all, and nobody waits for another (ORD-003).
struct SharedNotifierTests {
    @Test("What a receiver reports comes after the current report for every engine and every observer")
    func reportsHaveOneOrderForAll() {
        let lifecycle = LifecycleNotifier()
        let component = lifecycle.makeComponent()
        let heard = Protected<[NavigationEvent]>([])
        let (left, right) = (Recorder(), Recorder())
        let first = PageViewEngine(observing: lifecycle, receivers: [left])
        let second = PageViewEngine(observing: lifecycle, receivers: [right])
        lifecycle.addObserver { event, _ in heard.withLock { $0.append(event) } }
        for engine in [first, second] { engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component) }
        first.addReceiver { record in
            if case .pageView = record { lifecycle.report(.component(component, .didDisappear)) }
        }
        lifecycle.report(.component(component, .didAppear))
        #expect(!first.isLive(component) && !second.isLive(component))
        #expect(left.leaves.map(\.outcome) == [.counted])
        #expect(right.leaves.map(\.outcome) == [.counted])
        #expect(right.diagnostics.isEmpty)
        #expect(heard.withLock { $0 } == [.component(component, .didAppear), .component(component, .didDisappear)])
        withExtendedLifetime((first, second)) {}
    }

    @Test("Two engines on one notifier agree, whatever the threads do")
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

    @Test("A slow receiver of one engine delays no other engine, no observer and no stop")
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
        let heard = Protected<[NavigationEvent]>([])
        lifecycle.addObserver { event, _ in heard.withLock { $0.append(event) } }
        for engine in [slow, quick] {
            engine.declare(PageViewNotifier(PageViewEvent(name: "first")), for: first)
            engine.declare(PageViewNotifier(PageViewEvent(name: "second")), for: second)
        }
        let thread = TestThread { lifecycle.report(.component(first, .didAppear)) }
        entered.wait()
        // That thread is with the receiver of the first engine, and has not come to the others.
        #expect(recorder.names == [])
        // The slow engine has nothing that this thread could deliver; the others have.
        slow.interact("tap")
        #expect(recorder.names == ["first"])
        #expect(heard.withLock { $0 } == [.component(first, .didAppear)])
        lifecycle.report(.component(second, .didAppear))
        #expect(recorder.names == ["first", "second"])
        #expect(heard.withLock { $0 } == [.component(first, .didAppear), .component(second, .didAppear)])
        quick.stop()
        #expect(recorder.leaves.count == 2)
        mayLeave.signal()
        thread.join()
        #expect(heard.withLock { $0.count } == 2)
        withExtendedLifetime((slow, quick)) {}
    }

    @Test("An engine made while a clock is asked hears the report that asked, as all others do")
    func engineMadeDuringAReport() {
        let lifecycle = LifecycleNotifier()
        let component = lifecycle.makeComponent()
        let recorder = Recorder()
        let late = Protected<PageViewEngine?>(nil)
        let clock = EngineClock {
            if late.withLock({ $0 == nil }) {
                let engine = PageViewEngine(observing: lifecycle, receivers: [recorder])
                late.withLock { $0 = engine }
                engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            }
            return .zero
        }
        let early = PageViewEngine(observing: lifecycle, clock: clock)
        lifecycle.report(.component(component, .didAppear))
        #expect(early.isLive(component))
        #expect(recorder.names == ["page"])
        withExtendedLifetime(early) {}
    }

    @Test("Nobody is called in the middle of a call to somebody else, whoever reports")
    func nobodyIsCalledInsideACall() {
        let lifecycle = LifecycleNotifier()
        let (first, second) = (lifecycle.makeComponent(), lifecycle.makeComponent())
        let calls = Protected<[String]>([])
        let log = { @Sendable (call: String) in calls.withLock { $0.append(call) } }
        let engines = ["left", "right"].map { name in
            PageViewEngine(observing: lifecycle) { pageView in
                log("begin \(name) \(pageView.page)")
                if name == "left", pageView.page == "first" { lifecycle.report(.component(second, .didAppear)) }
                log("end \(name) \(pageView.page)")
            }
        }
        lifecycle.addObserver { event, _ in log("observer \(event.component == first ? "first" : "second")") }
        for engine in engines {
            engine.declare(PageViewNotifier(PageViewEvent(name: "first")), for: first)
            engine.declare(PageViewNotifier(PageViewEvent(name: "second")), for: second)
        }
        lifecycle.report(.component(first, .didAppear))
        let expected = [
            "begin left first", "end left first", "begin left second", "end left second", "begin right first",
            "end right first", "begin right second", "end right second", "observer first", "observer second",
        ]
        #expect(calls.withLock { $0 } == expected)
        // An engine that is not held is gone after its last use, and hears nothing.
        withExtendedLifetime(engines) {}
    }

    @Test("A receiver may report while it holds a lock that an observer and another engine's receiver take")
    func receiverMayReportUnderItsLock() {
        let lifecycle = LifecycleNotifier()
        let (first, second) = (lifecycle.makeComponent(), lifecycle.makeComponent())
        let lock = Protected<Int>(0)
        let left = PageViewEngine(observing: lifecycle) { pageView in
            lock.withLock { count in
                count += 1
                if pageView.sequence == 1 { lifecycle.report(.component(second, .didAppear)) }
            }
        }
        let right = PageViewEngine(observing: lifecycle) { _ in lock.withLock { $0 += 1 } }
        lifecycle.addObserver { _, _ in lock.withLock { $0 += 1 } }
        for engine in [left, right] {
            for component in [first, second] {
                engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            }
        }
        lifecycle.report(.component(first, .didAppear))
        #expect(lock.withLock { $0 } == 6)
        withExtendedLifetime((left, right)) {}
    }

    @Test("A receiver that reports to many engines needs no stack")
    func chainThroughManyEngines() {
        let lifecycle = LifecycleNotifier()
        let component = lifecycle.makeComponent()
        let engines = Protected<[PageViewEngine]>([])
        @Sendable func add() {
            let number = engines.withLock { $0.count }
            let engine = PageViewEngine(observing: lifecycle) { _ in
                // The newest one goes on.
                if number < 200, engines.withLock({ $0.count }) == number + 1 {
                    add()
                    lifecycle.report(.component(component, .didDisappear))
                    lifecycle.report(.component(component, .didAppear))
                }
            }
            engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            engines.withLock { $0.append(engine) }
        }
        add()
        TestThread(stackSize: 256 << 10) { lifecycle.report(.component(component, .didAppear)) }.join()
        #expect(engines.withLock { $0.count } == 201)
        // Their receivers hold on to the list of them.
        engines.withLock { $0 = [] }
    }

    @Test("A clock is asked once a report, and one that makes an engine each time keeps no report from ending")
    func clockIsAskedOnce() {
        let lifecycle = LifecycleNotifier()
        let asked = Atomic<Int>(0)
        let made = Protected<[PageViewEngine]>([])
        let engine = PageViewEngine(
            observing: lifecycle,
            clock: EngineClock {
                asked.add(1, ordering: .relaxed)
                let other = PageViewEngine(observing: lifecycle)
                made.withLock { $0.append(other) }
                return .zero
            })
        lifecycle.report(.scene(lifecycle.mainScene, .active))
        #expect(asked.load(ordering: .relaxed) == 1)
        withExtendedLifetime(engine) {}
    }

    @Test("An engine that comes later knows which components are gone")
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
