import Dispatch
import PageViewAutomation
import TestSupport
import Testing

/// Stop and start (ORD-005).
@Suite(.watched)
struct StopAndStartTests {
    private let stage = Stage()

    @Test("A stop ends every live appearance, newest first, and then the held pages")
    func stopEndsEveryLiveAppearance() {
        let (first, second, held) = (stage.page("first"), stage.page("second", isReady: false), stage.page("held"))
        stage.engine.report(.detach, of: held.component)
        for page in [first, second, held] { stage.engine.report(.didAppear, of: page.component) }
        stage.engine.stop()
        #expect(stage.recorder.leaves.map(\.page) == ["second", "first", "held"])
        #expect(stage.recorder.leaves.map(\.outcome) == [.neverReady, .counted, .neverVisible])
        #expect(stage.recorder.leaves.map { $0.id == nil } == [false, false, true])
        #expect(stage.engine.currentPage == nil)
        #expect(stage.engine.lastPage?.page == "second")
    }

    @Test("The last page after a stop is the page that was current, even with several scenes")
    func lastPageAfterAStop() {
        let other = stage.engine.makeComponent(in: stage.engine.makeScene())
        stage.engine.declare(PageViewNotifier(PageViewEvent(name: "other")), for: other)
        stage.engine.report(.didAppear, of: stage.page("home").component)
        stage.engine.report(.didAppear, of: other)
        stage.engine.stop()
        #expect(stage.engine.lastPage?.page == "other")
    }

    @Test("The engine emits nothing after a stop has returned, while other threads report")
    func nothingIsEmittedAfterStopReturned() async {
        for _ in 0..<TestDepth.number(60, proof: 200) {
            let stage = Stage()
            let flags = Flags()
            stage.engine.addReceiver { _ in flags.take() }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let page = stage.page("page").component
                        for _ in 0..<50 {
                            stage.engine.report(.didAppear, of: page)
                            stage.engine.report(.didDisappear, of: page)
                        }
                    }
                }
                group.addTask {
                    stage.engine.stop()
                    flags.stop()
                }
            }
            #expect(flags.late == 0)
        }
    }

    @Test("A stop from inside a receiver returns, and records emitted before it are delivered")
    func stopFromInsideAReceiver() {
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            if case .pageView = record { engine?.stop() }
        }
        let page = stage.page("page").component
        stage.engine.report(.didAppear, of: page)
        #expect(stage.recorder.leaves.map(\.outcome) == [.counted])
        stage.engine.report(.didDisappear, of: page)
        stage.engine.report(.didAppear, of: page)
        #expect(stage.recorder.names == ["page"])
    }

    @Test("A start counts visible pages only if the caller requests it")
    func startCountsWhatIsVisibleOnlyWhenAsked() {
        let (page, _) = stage.page("page")
        stage.engine.report(.didAppear, of: page)
        stage.engine.stop()
        stage.engine.start()
        #expect(stage.recorder.names == ["page"])
        #expect(!stage.engine.isLive(page))
        // Its next didAppear is a new appearance.
        stage.engine.report(.didAppear, of: page)
        #expect(stage.recorder.names == ["page", "page"])
        stage.engine.stop()
        stage.engine.start(countingVisible: true)
        #expect(stage.recorder.pageViews.map(\.cause) == [.appeared, .appeared, .appeared])
    }

    @Test("A start counts pages in the order of their didAppear")
    func startCountsInTheOrderOfAppearing() {
        stage.engine.stop()
        let (first, second) = (stage.page("first").component, stage.page("second").component)
        stage.engine.report(.detach, of: first)
        for page in [first, second] { stage.engine.report(.didAppear, of: page) }
        stage.engine.report(.attach(first, to: stage.engine.mainScene))
        stage.engine.start(countingVisible: true)
        #expect(stage.recorder.names == ["first", "second"])
        #expect(stage.engine.currentPage?.component == second)
    }

    @Test("A later start counts a page that an earlier start skipped, if the page is still shown")
    func visibleWhileStoppedIsNotForgotten() {
        let (stays, goes) = (stage.page("stays").component, stage.page("goes").component)
        for page in [stays, goes] { stage.engine.report(.didAppear, of: page) }
        stage.engine.stop()
        stage.engine.start()
        stage.engine.report(.didDisappear, of: goes)
        #expect(stage.recorder.diagnostics.isEmpty)
        stage.engine.stop()
        stage.engine.start(countingVisible: true)
        #expect(stage.recorder.names == ["stays", "goes", "stays"])
        #expect(stage.recorder.leaves.count == 2)
    }

    @Test("A stopped engine follows reports but emits no records")
    func followedWhileStopped() {
        let (gone, _) = stage.page("gone")
        let (come, _) = stage.page("come")
        stage.engine.report(.didAppear, of: gone)
        stage.engine.stop()
        let emitted = stage.recorder.records.count
        stage.engine.report(.didDisappear, of: gone)
        stage.engine.report(.didAppear, of: come)
        stage.engine.recordInteraction("tap")
        stage.engine.recordPageView("by hand")
        #expect(stage.recorder.records.count == emitted)
        stage.engine.start(countingVisible: true)
        #expect(stage.recorder.names == ["gone", "come"])
        #expect(stage.engine.currentPage?.page == "come")
    }

    @Test("A held page stays held across a stop and a start")
    func whatIsHeldAtTheStartStaysHeld() {
        let (page, _) = stage.page("page")
        stage.engine.report(.background, of: stage.engine.mainScene)
        stage.engine.report(.didAppear, of: page)
        stage.engine.stop()
        stage.engine.start()
        #expect(stage.recorder.pageViews.isEmpty)
        stage.engine.report(.foreground, of: stage.engine.mainScene)
        #expect(stage.recorder.pageViews.map(\.cause) == [.foregrounded])
    }

    @Test("A page that loses its window while the engine is stopped needs a new didAppear", arguments: 0..<3)
    func windowLostWhileStopped(variant: Int) {
        let (page, _) = stage.page("page")
        stage.engine.report(.didAppear, of: page)
        stage.engine.stop()
        switch variant {
        case 0:
            stage.engine.report(.detach, of: page)
            stage.engine.report(.attach, of: page)
            stage.engine.start(countingVisible: true)
        case 1:
            stage.engine.report(.detach, of: page)
            stage.engine.start()
            stage.engine.report(.attach, of: page)
        default:
            stage.engine.report(.attach(page, to: stage.engine.makeScene()))
            stage.engine.start(countingVisible: true)
        }
        #expect(stage.recorder.names == ["page"])
        stage.engine.report(.didAppear, of: page)
        #expect(stage.recorder.names == ["page", "page"])
    }

    @Test("Receivers that stop each other's engines do not deadlock")
    func receiversThatStopEachOther() {
        let engines = Locked<[PageViewEngine]>([])
        let entered = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let pages = (0..<2).map { number in
            let engine = PageViewEngine { _ in
                entered[number].signal()
                // Both threads are in their receivers before either one stops the other engine.
                entered[1 - number].wait()
                engines.withLock { $0[1 - number] }.stop()
            }
            engines.withLock { $0.append(engine) }
            let component = engine.makeComponent()
            engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            return (engine, component)
        }
        let threads = pages.map { engine, component in TestThread { engine.report(.didAppear, of: component) } }
        for thread in threads { thread.join() }
        #expect(pages.allSatisfy { engine, component in !engine.isLive(component) })
    }

    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    @Test("A stop waits until the consumers of the current page have been notified")
    func stopWaitsForFollowers() {
        let (stage, page) = (stage, stage.page("page").component)
        let executor = SlowExecutor()
        let hasTaken = DispatchSemaphore(value: 0)
        let pages = stage.engine.currentPages
        Task(executorPreference: executor) {
            for await _ in pages { hasTaken.signal() }
        }
        // The consumer has taken the first value, so the next change resumes its suspended task.
        hasTaken.wait()
        executor.beSlow()
        let reporter = TestThread { stage.engine.report(.didAppear, of: page) }
        // The reporting thread resumes the consumer and is blocked there.
        #expect(executor.entered.wait(timeout: .now() + 10) == .success)
        let hasReturned = DispatchSemaphore(value: 0)
        let stopper = TestThread {
            stage.engine.stop()
            hasReturned.signal()
        }
        #expect(hasReturned.wait(timeout: .now() + 0.2) == .timedOut)
        executor.mayLeave.signal()
        for thread in [reporter, stopper] { thread.join() }
        #expect(stage.recorder.leaves.count == 1)
    }

    @Test("Deep links opened before a stop or while stopped do not lead to later page views")
    func linkDoesNotOutliveAStop() {
        stage.engine.handle(DeepLink(url: "app://before"))
        stage.engine.stop()
        stage.engine.handle(DeepLink(url: "app://meanwhile"))
        stage.engine.start()
        stage.engine.report(.didAppear, of: stage.page("page").component)
        #expect(stage.recorder.pageViews.map(\.deepLink) == [nil])
    }

    @Test("Sequence numbers continue after a start, and a repeated stop or start changes nothing")
    func numbersRunOnAfterAStart() {
        let (page, _) = stage.page("page")
        stage.engine.report(.didAppear, of: page)
        stage.engine.stop()
        stage.engine.stop()
        stage.engine.start(countingVisible: true)
        stage.engine.start(countingVisible: true)
        #expect(stage.recorder.pageViews.map(\.sequence) == [1, 2])
        #expect(stage.recorder.pageViews.map { $0.id.appearance?.ordinal } == [1, 2])
        #expect(stage.recorder.leaves.count == 1)
    }
}

/// Counts the records that arrive after the stop.
private final class Flags: Sendable {
    private let state = Locked((isStopped: false, late: 0))

    func take() {
        state.withLock { if $0.isStopped { $0.late += 1 } }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    var late: Int { state.withLock { $0.late } }
}

/// Runs the jobs of a task serially, and can block the thread that resumes the task.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
private final class SlowExecutor: TaskExecutor {
    let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let queue = DispatchQueue(label: "follower")
    private let isSlow = Locked(false)

    /// Blocks the next enqueue, after the running job has suspended.
    func beSlow() {
        queue.sync {}
        isSlow.withLock { $0 = true }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let isSlow = isSlow.withLock { isSlow in
            defer { isSlow = false }
            return isSlow
        }
        if isSlow {
            entered.signal()
            mayLeave.wait()
        }
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
