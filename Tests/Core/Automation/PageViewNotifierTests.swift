import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Readiness that pages declare through their notifiers (RD-001, RD-007).
@Suite(.watched)
struct PageViewNotifierTests {
    private let stage = Stage()

    @Test("The engine has the last state that any of several threads set")
    func engineHasTheLastState() async {
        for _ in 0..<200 {
            let (component, notifier) = stage.page("page")
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<4 {
                    group.addTask {
                        for step in 0..<20 {
                            notifier.state = .pending(PageContext(name: PageName(rawValue: "page \(thread) \(step)")))
                        }
                    }
                }
            }
            stage.engine.report(.didAppear, of: component)
            #expect(stage.engine.currentPage?.page == notifier.state.pageContext)
            stage.engine.report(.destroy, of: component)
        }
    }

    @Test("A pending page keeps its context and drops its payload")
    func pendingHasNoPayload() {
        let (component, notifier) = stage.page("home")
        notifier.markReady(payload: ["items": 1])
        notifier.markPending()
        #expect(notifier.state == .pending("home"))
        stage.engine.recordPageView(of: component)
        #expect(stage.recorder.pageViews.map(\.payload) == [[:]])
    }

    @Test("A notifier shared by two components emits a diagnostic and counts for both")
    func sharedNotifierIsToldAndSpeaksForBoth() {
        let (first, notifier) = stage.page("home", isReady: false)
        let second = stage.engine.makeComponent(page: notifier)
        #expect(stage.recorder.diagnostics == [.sharedNotifier])
        stage.engine.report(.didAppear, of: first)
        stage.engine.report(.didAppear, of: second)
        notifier.markReady()
        #expect(stage.recorder.pageViews.map(\.component) == [first, second])
        #expect(stage.recorder.pageViews.map(\.id).count == 2)
    }

    @Test("A page whose notifier is another object at each access emits a diagnostic")
    func computedNotifier() {
        struct Page: AnalyticsPage {
            var pageViewNotifier: PageViewNotifier { PageViewNotifier(pending: "home") }
        }
        struct StoredPage: AnalyticsPage {
            let pageViewNotifier = PageViewNotifier(pending: "home")
        }
        let component = stage.engine.makeComponent(page: Page())
        #expect(stage.recorder.diagnostics == [.computedNotifier])
        stage.engine.declare(StoredPage(), for: component)
        #expect(stage.recorder.diagnostics == [.computedNotifier])
    }

    @Test("A replaced notifier that becomes ready while its component waits emits a diagnostic, once")
    func replacedNotifier() {
        let (component, old) = stage.page("old", isReady: false)
        let new = PageViewNotifier(pending: "new")
        stage.engine.report(.didAppear, of: component)
        stage.engine.declare(new, for: component)
        #expect(stage.recorder.diagnostics == [])
        old.markReady()
        old.markReady()
        #expect(stage.recorder.diagnostics == [.replacedNotifier])
        #expect(stage.recorder.pageViews.isEmpty)
        new.markReady()
        #expect(stage.recorder.names == ["new"])
    }

    @Test("A replaced notifier of several components emits a diagnostic for each component that waits")
    func replacedSharedNotifier() {
        let (first, old) = stage.page("old", isReady: false)
        let second = stage.engine.makeComponent(page: old)
        for component in [first, second] {
            stage.engine.report(.didAppear, of: component)
            stage.engine.declare(PageViewNotifier(pending: "new"), for: component)
        }
        old.markReady()
        #expect(stage.recorder.diagnostics == [.sharedNotifier, .replacedNotifier, .replacedNotifier])
    }

    @Test("A replaced notifier emits no diagnostic while pending, before its component appears, and after the count")
    func replacedNotifierWithoutEffect() {
        let (component, old) = stage.page("old", isReady: false)
        stage.engine.declare(PageViewNotifier("new"), for: component)
        old.markReady()
        stage.engine.report(.didAppear, of: component)
        let (other, late) = stage.page("late", isReady: false)
        stage.engine.report(.didAppear, of: other)
        stage.engine.declare(PageViewNotifier("other"), for: other)
        late.markReady()
        let (third, pending) = stage.page("third", isReady: false)
        stage.engine.report(.didAppear, of: third)
        stage.engine.declare(PageViewNotifier(pending: "fourth"), for: third)
        pending.markPending()
        #expect(stage.recorder.diagnostics == [])
        #expect(stage.recorder.names == ["new", "other"])
    }

    @Test("The notifier of a destroyed component can serve another component")
    func notifierOfADestroyedComponentIsFree() {
        let (first, notifier) = stage.page("home")
        stage.engine.report(.destroy, of: first)
        let second = stage.engine.makeComponent(page: notifier)
        #expect(stage.recorder.diagnostics.isEmpty)
        notifier.markPending()
        stage.engine.report(.didAppear, of: second)
        #expect(stage.recorder.pageViews.isEmpty)
        notifier.markReady()
        #expect(stage.recorder.pageViews.map(\.component) == [second])
        #expect(stage.recorder.diagnostics.isEmpty)
    }

    @Test("A receiver can declare a notifier and set its state")
    func declaringInsideAReceiver() {
        let stage = Stage()
        let (first, second) = (stage.engine.makeComponent(), stage.engine.makeComponent())
        let notifier = PageViewNotifier(pending: "page")
        for component in [first, second] { stage.engine.report(.didAppear, of: component) }
        stage.engine.addReceiver(of: .currentPages) { [weak engine = stage.engine] _ in
            engine?.declare(notifier, for: second)
            notifier.markReady()
        }
        stage.engine.declare(notifier, for: first)
        #expect(Set(stage.recorder.pageViews.compactMap(\.component)) == [first, second])
    }

    @Test("A notifier releases engines that have ended")
    func notifierLetsGoOfEngines() {
        let notifier = PageViewNotifier(pending: "home")
        for _ in 0..<3 {
            let engine = PageViewEngine()
            engine.declare(notifier, for: engine.makeComponent())
        }
        stage.engine.declare(notifier, for: stage.engine.makeComponent())
        // A weak reference would not do: a test on another thread can hold every engine for a moment, as in a stop.
        #expect(notifier.declaredEngines == [ObjectIdentifier(stage.engine.core)])
    }

    @Test("One notifier serves two engines")
    func twoEngines() {
        let (left, right) = (Recorder(), Recorder())
        let engines = [left, right].map { PageViewEngine(receivers: [$0]) }
        let notifier = PageViewNotifier(pending: "home")
        for engine in engines {
            let component = engine.makeComponent(page: notifier)
            engine.report(.didAppear, of: component)
        }
        notifier.markReady()
        #expect(left.names == ["home"])
        #expect(right.names == ["home"])
        #expect(left.diagnostics.isEmpty && right.diagnostics.isEmpty)
        // Retains the engines, which would otherwise be deallocated after their last use.
        withExtendedLifetime(engines) {}
    }
}
