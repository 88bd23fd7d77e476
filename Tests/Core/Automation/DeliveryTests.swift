import Dispatch
import PageViewAutomation
import TestSupport
import Testing

/// The order and the thread of calls to receivers (ORD-003, ORD-004).
@Suite(.watched)
struct DeliveryTests {
    private let stage = Stage()

    @Test("Every receiver gets the records of many threads in the order of their sequence numbers")
    func manyThreadsDeliverInSequence() async {
        let second = Recorder()
        stage.engine.addReceiver(second)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [stage] in
                    let page = stage.page("page").component
                    for _ in 0..<500 {
                        stage.engine.report(.didAppear, of: page)
                        stage.engine.report(.didDisappear, of: page)
                    }
                }
            }
        }
        stage.engine.stop()
        #expect(stage.recorder.pageViews.map(\.sequence) == Array(1...4_000))
        #expect(second.records == stage.recorder.records)
    }

    @Test("A slow receiver delays no report of another thread and no query")
    func slowReceiverDelaysNoReport() {
        let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        stage.engine.addReceiver { record in
            guard case .pageView(let pageView) = record, pageView.sequence == 1 else { return }
            entered.signal()
            mayLeave.wait()
        }
        let (first, second) = (stage.page("first").component, stage.page("second").component)
        let slow = TestThread { [stage] in stage.engine.report(.didAppear, of: first) }
        entered.wait()
        // The delivery of the first page view is still blocked.
        stage.engine.report(.didAppear, of: second)
        #expect(stage.engine.currentPage?.component == second)
        #expect(stage.engine.currentPage?.isCounted == true)
        #expect(stage.recorder.names == ["first"])
        mayLeave.signal()
        slow.join()
        #expect(stage.recorder.names == ["first", "second"])
    }

    @Test("A report from inside a receiver is applied at once and delivered after the current call")
    func reportFromInsideAReceiverIsDeliveredAfterwards() {
        let next = stage.page("next").component
        let order = Locked<[String]>([])
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView(let pageView) = record else { return }
            order.withLock { $0.append("begin \(pageView.page)") }
            if pageView.page == "home" { engine?.report(.didAppear, of: next) }
            let isSeen = engine?.isLive(next) == true
            order.withLock { $0.append("end \(pageView.page), next is \(isSeen ? "live" : "away")") }
        }
        stage.engine.report(.didAppear, of: stage.page("home").component)
        #expect(
            order.withLock { $0 } == [
                "begin home", "end home, next is live", "begin next", "end next, next is live",
            ])
    }

    @Test("A long chain of reports from inside a receiver does not grow the stack")
    func longChainOfReportsNeedsNoStack() {
        let page = stage.page("page").component
        let length = UInt64(TestDepth.number(10_000, proof: 50_000))
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView(let pageView) = record, pageView.sequence < length else { return }
            engine?.report(.didDisappear, of: page)
            engine?.report(.didAppear, of: page)
        }
        stage.engine.report(.didAppear, of: page)
        #expect(stage.recorder.pageViews.count == Int(length))
    }

    @Test("A receiver may add another receiver and remove itself during its call")
    func receiversMayBeAddedAndRemovedInside() {
        let late = Recorder()
        let own = Locked<ReceiverSubscription?>(nil)
        let calls = Locked<Int>(0)
        let subscription = stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView = record else { return }
            calls.withLock { $0 += 1 }
            engine?.addReceiver(late)
            if let own = own.withLock({ $0 }) { engine?.removeReceiver(own) }
        }
        own.withLock { $0 = subscription }
        stage.engine.report(.didAppear, of: stage.page("first").component)
        stage.engine.report(.didAppear, of: stage.page("second").component)
        #expect(calls.withLock { $0 } == 1)
        #expect(late.names == ["second"])
    }

    @Test("A receiver removed by another one does not get the record in delivery")
    func removedReceiverGetsNothing() {
        let removed = Recorder()
        let subscription = Locked<ReceiverSubscription?>(nil)
        stage.engine.addReceiver { [weak engine = stage.engine] _ in
            if let subscription = subscription.withLock({ $0 }) { engine?.removeReceiver(subscription) }
        }
        let own = stage.engine.addReceiver(removed)
        subscription.withLock { $0 = own }
        stage.engine.report(.didAppear, of: stage.page("home").component)
        #expect(removed.records.isEmpty)
        #expect(stage.recorder.names == ["home"])
    }

    @Test("A receiver added among queued records gets only those of later reports")
    func receiverAddedAmidWhatWaits() {
        let late = Recorder()
        let pages = ["two", "three", "four"].map { stage.page($0).component }
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView(let pageView) = record, pageView.sequence == 1 else { return }
            for page in pages.prefix(2) { engine?.report(.didAppear, of: page) }
            engine?.addReceiver(late)
            engine?.report(.didAppear, of: pages[2])
        }
        stage.engine.report(.didAppear, of: stage.page("one").component)
        #expect(stage.recorder.names == ["one", "two", "three", "four"])
        #expect(late.names == ["four"])
    }
}
