import Dispatch
import PageViewAutomation
import TestSupport
import Testing

/// Stop and start from several threads and from receivers (ORD-005). The differential test covers their effect on pages.
@Suite(.watched)
struct StopAndStartTests {
    private let stage = Stage()

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
            let component = engine.makeComponent(page: PageViewNotifier("page"))
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

    @Test("A page that loses its window while the engine is stopped needs a new didAppear", arguments: 0..<3)
    func windowLostWhileStopped(variant: Int) {
        let page = stage.page("page").component
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
