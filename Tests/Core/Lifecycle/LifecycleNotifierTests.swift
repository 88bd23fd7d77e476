import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

@Suite(.watched)
struct LifecycleNotifierTests {
    private let notifier = LifecycleNotifier()

    @Test("The newest engine observes, with the components that exist")
    func newestEngineObserves() {
        let first = Locked<[PageView]>([])
        let second = Locked<[PageView]>([])
        let old = PageViewEngine(observing: notifier) { view in first.withLock { $0.append(view) } }
        let home = old.makeHandle()
        old.declare(PageViewNotifier("home"), for: home.id)
        home.report(.didAppear)
        let new = PageViewEngine(observing: notifier) { view in second.withLock { $0.append(view) } }
        new.declare(PageViewNotifier("item"), for: home.id)
        home.report(.didDisappear)
        home.report(.didAppear)
        #expect(first.withLock { $0.map(\.page) } == ["home"])
        #expect(second.withLock { $0.map(\.page) } == ["item"])
        #expect(old.currentPage?.page == "home")
    }

    @Test("An engine that ends stops observing, unless a newer one observes")
    func endedEngineStopsObserving() {
        let views = Locked<[PageView]>([])
        var old: PageViewEngine? = PageViewEngine(observing: notifier) { _ in }
        let new = PageViewEngine(observing: notifier) { view in views.withLock { $0.append(view) } }
        _ = old?.currentPage
        old = nil
        let component = new.makeComponent(page: PageViewNotifier("home"))
        notifier.report(.component(component, .didAppear))
        #expect(views.withLock { $0.count } == 1)
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
        let engine = PageViewEngine(observing: notifier) { _ in }
        let recorder = TraceRecorder(of: engine)
        do { _ = ComponentHandle(notifier.makeComponent(), of: notifier) }
        do {
            let handle = ComponentHandle(notifier.makeComponent(), of: notifier)
            handle.report(.destroy)
        }
        let lines = recorder.text(as: .lines).split(separator: "\n").filter { $0.contains("destroy") }
        #expect(lines.count == 2)
    }

    @Test("Without an engine, a destroyed component still gives its slot back")
    func slotWithoutEngine() {
        let component = notifier.makeComponent()
        do { _ = ComponentHandle(component, of: notifier) }
        #expect(notifier.makeComponent().index == component.index)
    }
}
