import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// Readiness as pages declare it (RD-001, RD-007).
struct PageViewNotifierTests {
    private let stage = Stage()

    @Test("Any thread may set the state")
    func anyThreadMaySetTheState() async {
        let (component, notifier) = stage.page("home", isReady: false)
        stage.engine.report(.didAppear, of: component)
        await Task.detached { notifier.ready(payload: ["from": "elsewhere"]) }.value
        #expect(stage.recorder.pageViews.map(\.payload) == [["from": "elsewhere"]])
        #expect(stage.recorder.pageViews.map(\.cause) == [.ready])
    }

    @Test("An older state never replaces a newer one")
    func olderStateNeverReplacesNewerOne() {
        var model = EngineModel.started()
        let component = model.makePage()
        let notifier: UInt32 = 77
        _ = model.bind(component, to: notifier)
        _ = model.begin(component, "home", nil, revision: 1, from: notifier, sharedWith: [])
        model.hear(component, "newest", nil, revision: 3, from: notifier)
        model.hear(component, "late", [:], revision: 2, from: notifier)
        model.apply(.component(component, .didAppear))
        #expect(model.currentPage()?.page == "newest")
        #expect(model.currentPage()?.isCounted == false)
    }

    @Test("A pending page has a context and no payload")
    func pendingHasNoPayload() {
        let (component, notifier) = stage.page("home")
        notifier.ready(payload: ["items": 1])
        notifier.pending()
        #expect(notifier.state == .pending("home"))
        stage.engine.record(component)
        #expect(stage.recorder.pageViews.map(\.payload) == [[:]])
    }

    @Test("A shared notifier is told, and speaks for both")
    func sharedNotifierIsToldAndSpeaksForBoth() {
        let (first, notifier) = stage.page("home", isReady: false)
        let second = stage.engine.makeComponent()
        stage.engine.declare(notifier, for: second)
        #expect(stage.recorder.diagnostics == [.sharedNotifier])
        stage.engine.report(.didAppear, of: first)
        stage.engine.report(.didAppear, of: second)
        notifier.ready()
        #expect(stage.recorder.pageViews.map(\.component) == [first, second])
        #expect(stage.recorder.pageViews.map(\.id).count == 2)
    }

    @Test("A component listens to its newest notifier alone")
    func componentListensToItsNewestNotifierAlone() {
        let (component, old) = stage.page("old", isReady: false)
        let new = PageViewNotifier(pending: "new")
        stage.engine.declare(new, for: component)
        stage.engine.report(.didAppear, of: component)
        old.ready()
        #expect(stage.recorder.pageViews.isEmpty)
        new.ready()
        #expect(stage.recorder.names == ["new"])
    }

    @Test("The notifier of a destroyed component is free for the next")
    func notifierOfADestroyedComponentIsFree() {
        let (first, notifier) = stage.page("home")
        stage.engine.report(.destroy, of: first)
        let second = stage.engine.makeComponent()
        stage.engine.declare(notifier, for: second)
        #expect(stage.recorder.diagnostics.isEmpty)
        notifier.pending()
        stage.engine.report(.didAppear, of: second)
        #expect(stage.recorder.pageViews.isEmpty)
        notifier.ready()
        #expect(stage.recorder.pageViews.map(\.component) == [second])
        #expect(stage.recorder.diagnostics.isEmpty)
    }

    @Test("Declaring the same notifier for its own component again changes nothing")
    func declaringAgain() {
        let (component, notifier) = stage.page("home")
        stage.engine.report(.didAppear, of: component)
        stage.engine.declare(notifier, for: component)
        #expect(stage.recorder.names == ["home"])
        #expect(stage.recorder.diagnostics.isEmpty)
    }

    @Test("Set after its component's end, it counts nothing and is nothing odd")
    func setAfterDestroy() {
        let (component, notifier) = stage.page("home", isReady: false)
        stage.engine.report(.didAppear, of: component)
        stage.engine.report(.destroy, of: component)
        notifier.ready()
        #expect(stage.recorder.pageViews.isEmpty)
        #expect(stage.recorder.diagnostics.isEmpty)
    }

    @Test("A blank name is refused; the page keeps the one it had")
    func blankName() {
        let (component, notifier) = stage.page("home", isReady: false)
        stage.engine.report(.didAppear, of: component)
        notifier.ready(PageViewEvent(name: " \t"))
        #expect(stage.recorder.pageViews.isEmpty)
        #expect(stage.recorder.diagnostics == [.emptyPageName])
        #expect(stage.engine.currentPage?.page == "home")
    }

    @Test("A binding made while another is being made is kept, and so is a state set meanwhile")
    func declaringMeanwhile() {
        // The clock is foreign code that runs in the middle of a declaration: it makes another one and sets the state.
        let meanwhile = Meanwhile()
        let recorder = Recorder()
        let engine = PageViewEngine(clock: EngineClock { meanwhile.run() }, receivers: [recorder])
        let (first, second) = (engine.makeComponent(), engine.makeComponent())
        for component in [first, second] { engine.report(.didAppear, of: component) }
        for step in 0..<3 {
            let notifier = PageViewNotifier(pending: PageContext(name: PageName(rawValue: "page \(step)")))
            meanwhile.set(after: step) { [weak engine] in
                engine?.declare(notifier, for: second)
                notifier.ready()
            }
            engine.declare(notifier, for: first)
            for component in [first, second] {
                engine.report(.didDisappear, of: component)
                engine.report(.didAppear, of: component)
            }
            let last = recorder.pageViews.suffix(2)
            #expect(Set(last.compactMap(\.component)) == [first, second], "step \(step)")
            #expect(last.allSatisfy { $0.page.name.rawValue == "page \(step)" })
        }
    }

    @Test("A notifier lets go of engines that are gone")
    func notifierLetsGoOfEngines() {
        let notifier = PageViewNotifier(pending: "home")
        weak var first: EngineCore?
        for _ in 0..<3 {
            let engine = PageViewEngine()
            if first == nil { first = engine.core }
            engine.declare(notifier, for: engine.makeComponent())
        }
        stage.engine.declare(notifier, for: stage.engine.makeComponent())
        #expect(first == nil)
    }

    @Test("One notifier can speak to two engines")
    func twoEngines() {
        let lifecycle = LifecycleNotifier()
        let (left, right) = (Recorder(), Recorder())
        let engines = [left, right].map { PageViewEngine(observing: lifecycle, receivers: [$0]) }
        let component = lifecycle.makeComponent()
        let notifier = PageViewNotifier(pending: "home")
        for engine in engines { engine.declare(notifier, for: component) }
        lifecycle.report(.component(component, .didAppear))
        notifier.ready()
        #expect(left.names == ["home"])
        #expect(right.names == ["home"])
        #expect(left.diagnostics.isEmpty && right.diagnostics.isEmpty)
        // An engine that is not held is gone after its last use, and hears nothing.
        withExtendedLifetime(engines) {}
    }
}

/// Something that happens once, when the clock has been asked so many times more.
private final class Meanwhile: Sendable {
    private let pending = Protected<(after: Int, action: @Sendable () -> Void)?>(nil)

    func set(after count: Int, _ action: @escaping @Sendable () -> Void) {
        pending.withLock { $0 = (count, action) }
    }

    func run() -> Timestamp {
        let action = pending.withLock { state -> (@Sendable () -> Void)? in
            guard let (after, action) = state else { return nil }
            state = after > 0 ? (after - 1, action) : nil
            return after > 0 ? nil : action
        }
        action?()
        return .zero
    }
}
