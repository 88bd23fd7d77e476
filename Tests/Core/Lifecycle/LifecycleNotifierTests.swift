import PageViewLifecycle
import TestSupport
import Testing

/// Stores the reports that an observer receives.
final class ReceivedReports: LifecycleObserver {
    private let events = Locked<[NavigationEvent]>([])

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { events.withLock { $0.append(event) } }

    var all: [NavigationEvent] { events.withLock { $0 } }
}

@Suite(.watched)
struct LifecycleNotifierTests {
    private let notifier = LifecycleNotifier()

    @Test("Every observer receives every report in order, with its time")
    func observersHearReports() {
        let times = Locked<[Timestamp?]>([])
        let (left, right) = (ReceivedReports(), ReceivedReports())
        notifier.addObserver(left)
        notifier.addObserver(right)
        notifier.addObserver { _, time in times.withLock { $0.append(time) } }
        let component = notifier.makeComponent()
        notifier.report(.component(component, .willAppear))
        notifier.report(.component(component, .didAppear), at: Timestamp(nanoseconds: 7))
        #expect(left.all == [.component(component, .willAppear), .component(component, .didAppear)])
        #expect(right.all == left.all)
        #expect(times.withLock { $0 } == [nil, Timestamp(nanoseconds: 7)])
    }

    @Test("An observer may report, subscribe, and unsubscribe during its call")
    func observersMayReportAndUnsubscribe() {
        let component = notifier.makeComponent()
        let late = ReceivedReports()
        let received = ReceivedReports()
        let own = Locked<LifecycleSubscription?>(nil)
        let subscription = notifier.addObserver { [weak notifier] event, _ in
            // This runs once: the observer removes itself, adds another one, and makes a report that must come later.
            if let own = own.withLock({ $0 }) { notifier?.removeObserver(own) }
            notifier?.addObserver(late)
            notifier?.report(.component(component, .willDisappear))
        }
        own.withLock { $0 = subscription }
        notifier.addObserver(received)
        notifier.report(.component(component, .didAppear))
        // The second observer receives the outer report before the inner one.
        #expect(received.all == [.component(component, .didAppear), .component(component, .willDisappear)])
        #expect(late.all == [.component(component, .willDisappear)])
    }

    @Test("An observer removed by another one receives nothing more")
    func removedObserverHearsNothing() {
        let removed = ReceivedReports()
        let subscription = Locked<LifecycleSubscription?>(nil)
        notifier.addObserver { [weak notifier] _, _ in
            subscription.withLock { $0 }.map { notifier?.removeObserver($0) }
        }
        let second = notifier.addObserver(removed)
        subscription.withLock { $0 = second }
        notifier.report(.scene(notifier.mainScene, .active))
        #expect(removed.all.isEmpty)
    }

    @Test("An observer that always reports does not grow the stack")
    func chainOfReports() {
        let count = Locked(0)
        notifier.addObserver { [weak notifier] event, _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number < 100_000 { notifier?.report(event) }
        }
        notifier.report(.scene(notifier.mainScene, .active))
        #expect(count.withLock { $0 } == 100_000)
    }

    @Test("All observers receive concurrent reports in one order, which keeps the order of each thread")
    func reportsFromManyThreadsKeepOneOrder() async {
        let (left, right) = (ReceivedReports(), ReceivedReports())
        notifier.addObserver(left)
        notifier.addObserver(right)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask { [notifier] in
                    for number in 0..<500 {
                        let scene = notifier.makeScene(tag: UInt64(thread * 1_000 + number))
                        notifier.report(.scene(scene, .active))
                    }
                }
            }
        }
        // Another thread may still deliver when its reporters have returned. This report waits for it.
        notifier.report(.scene(notifier.mainScene, .inactive))
        #expect(left.all.count == 4_001)
        #expect(left.all == right.all)
        var newest: [UInt64: UInt64] = [:]
        for case .scene(let scene, .active) in left.all {
            let thread = scene.tag / 1_000
            #expect(newest[thread].map { $0 < scene.tag } ?? true)
            newest[thread] = scene.tag
        }
    }

    @Test("Identities differ, also in a reused slot")
    func identitiesDiffer() {
        let first = notifier.makeComponent(tag: 1)
        let second = notifier.makeComponent(tag: 1)
        #expect(first != second)
        notifier.report(.component(first, .destroy))
        let third = notifier.makeComponent(tag: 1)
        #expect(third.index == first.index)
        #expect(third != first)
        // A second destroy of the first component must not free the slot of the third.
        notifier.report(.component(first, .destroy))
        #expect(notifier.isInUse(third))
        #expect(notifier.makeComponent().index != third.index)
        #expect(LifecycleNotifier().makeComponent() != notifier.makeComponent())
    }

    @Test("A handle reports its component's destroy once, unless the framework has reported it")
    func handleReportsDestroy() {
        let received = ReceivedReports()
        notifier.addObserver(received)
        let component = notifier.makeComponent()
        do { _ = ComponentHandle(component, of: notifier) }
        let other = notifier.makeComponent()
        do {
            let handle = ComponentHandle(other, of: notifier)
            handle.report(.destroy)
        }
        #expect(received.all == [.component(component, .destroy), .component(other, .destroy)])
    }
}
