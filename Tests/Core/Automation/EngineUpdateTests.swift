import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Updates, lists of what is shown, and turns, as an adapter calls them (AP-015, AP-016, PV-005, PV-009).
@Suite(.watched)
struct EngineUpdateTests {
    private let stage = Stage()
    private var engine: PageViewEngine { stage.engine }
    private var recorder: Recorder { stage.recorder }

    @Test("The outermost of nested updates decides, and an update returns and throws what its body does")
    func nested() throws {
        struct Failure: Error {}
        let home = stage.page("home")
        let result = engine.update {
            engine.update { engine.report(.didAppear, of: home.component) }
            #expect(recorder.names == [])
            return 7
        }
        #expect(result == 7)
        #expect(recorder.names == ["home"])
        #expect(throws: Failure.self) {
            try engine.update { throw Failure() }
        }
        engine.report(.didDisappear, of: home.component)
        #expect(recorder.leaves.count == 1)
    }

    @Test("A turn is one update, whose end the toolkit chooses")
    func turn() {
        let works = Log<@Sendable () -> Void>()
        let turn = TurnUpdate(of: engine) { works.append($0) }
        let (list, item) = (stage.page("list"), stage.page("item"))
        for (event, page) in [(ComponentEvent.didAppear, list), (.didDisappear, list), (.didAppear, item)] {
            turn.begin()
            engine.report(event, of: page.component)
        }
        #expect(recorder.names == [])
        #expect(works.values.count == 1)
        works.values[0]()
        #expect(recorder.names == ["item"])
        turn.begin()
        engine.report(.didAppear, of: list.component)
        #expect(recorder.names == ["item"])
        works.values.last?()
        #expect(recorder.names == ["item", "list"])
        #expect(recorder.diagnostics == [])
    }

    @Test("After a stop, a turn is one update again, and work of the turn before has no effect")
    func stopInTurn() {
        let works = Log<@Sendable () -> Void>()
        let turn = TurnUpdate(of: engine) { works.append($0) }
        let (list, item) = (stage.page("list"), stage.page("item"))
        turn.begin()
        engine.stop()
        engine.start()
        for (event, page) in [(ComponentEvent.didAppear, list), (.didDisappear, list), (.didAppear, item)] {
            turn.begin()
            engine.report(event, of: page.component)
        }
        works.values[0]()
        #expect(recorder.names == [])
        works.values[1]()
        works.values[1]()
        #expect(recorder.names == ["item"])
        #expect(recorder.diagnostics == [])
    }

    @Test("A list with an earlier time has one diagnostic")
    func lateList() {
        engine.report(.didAppear, of: stage.page("home").component, at: Timestamp(nanoseconds: 5))
        engine.show([ShownEntry("list", .ready(PageViewEvent(name: "list")))], at: Timestamp(nanoseconds: 3))
        #expect(recorder.diagnostics == [.timeWentBack])
        #expect(recorder.pageViews.map(\.countedAt.nanoseconds) == [5, 5])
    }

    @Test("Lists of thousands of entries take no quadratic time")
    func longList() {
        let entries = (0..<4_000).map { number in
            ShownEntry("\(number)", .ready(PageViewEvent(name: "page")), isVisible: number % 1_000 == 999)
        }
        for _ in 0..<3 { engine.show(entries) }
        engine.show([])
        #expect(recorder.names.count == 4)
        #expect(recorder.leaves.count == 4)
    }

    @Test("Scenes that closed do not slow lists")
    func closedScenes() {
        let entries = [ShownEntry("home", .ready(PageViewEvent(name: "home")))]
        func time() -> Duration {
            Self.shortestTime {
                for _ in 0..<10 {
                    engine.show(entries)
                    engine.show([])
                }
            }
        }
        let before = time()
        for _ in 0..<10_000 {
            let scene = engine.makeScene()
            engine.report(.active, of: scene)
            engine.report(.close, of: scene)
        }
        #expect(time() < before * 2)
    }

    @Test("The destruction of a chain of containers from its root takes no cubic time")
    func destroyedChain() {
        func time(_ count: Int) -> Duration {
            Self.shortestTime {
                var chain: [ComponentID] = []
                for _ in 0..<count {
                    let component = engine.makeComponent(parent: chain.last)
                    engine.report(.didAppear, of: component)
                    chain.append(component)
                }
                for component in chain { engine.report(.destroy, of: component) }
            }
        }
        // Four times the length: quadratic time gives a ratio of 16, cubic time 64.
        #expect(time(320) < time(80) * 32)
    }

    /// Returns the shortest of several times, because other work on the machine only adds to a time.
    private static func shortestTime(_ work: () -> Void) -> Duration {
        (1...4).map { _ in ContinuousClock().measure(work) }.min() ?? .zero
    }

    @Test("An entry with a notifier counts when the notifier is ready")
    func showNotifier() {
        let notifier = PageViewNotifier(pending: "item")
        engine.show([ShownEntry("item", notifier)])
        #expect(recorder.names == [])
        notifier.markReady(payload: ["id": 7])
        engine.show([ShownEntry("item", notifier)])
        #expect(recorder.names == ["item"])
        #expect(recorder.diagnostics == [])
    }

    @Test("Lists that alternate give all identities back")
    func identitiesOfLists() {
        for number in 0..<500 {
            engine.show([ShownEntry("a\(number)", .ready(PageViewEvent(name: "a")))])
        }
        engine.show([])
        engine.report(.close, of: engine.mainScene)
        #expect(engine.makeComponent().index < 4)
        #expect(recorder.pageViews.count == 500)
    }

    @Test("A closed scene destroys the components that only a list knows")
    func closedScene() {
        let scene = engine.makeScene()
        engine.show([ShownEntry("a", .ready(PageViewEvent(name: "a")))], in: scene)
        engine.report(.close, of: scene)
        #expect(engine.makeComponent().index == 0)
        engine.show([ShownEntry("a", .ready(PageViewEvent(name: "a")))], in: scene)
        #expect(recorder.names == ["a", "a"])
    }

    @Test("An interaction of a component concerns the page of the component")
    func interaction() {
        let (left, right) = (stage.page("left"), stage.page("right"))
        for page in [left, right] { engine.report(.didAppear, of: page.component) }
        let button = engine.makeComponent(parent: left.component)
        #expect(engine.recordInteraction("tap").page?.page == "right")
        #expect(engine.recordInteraction("tap", component: button).page?.page == "left")
        engine.report(.destroy, of: button)
        #expect(engine.recordInteraction("tap", component: button).page?.page == "right")
        #expect(recorder.diagnostics == [])
    }

    @Test("The target of a link carries it, and nothing carries an expired one")
    func links() {
        engine.handle(DeepLink(url: "app://item"), target: "item")
        for name in ["shop", "item"] { engine.report(.didAppear, of: stage.page(name).component) }
        #expect(recorder.pageViews.map { $0.deepLink?.link.url } == [nil, "app://item"])
        engine.handle(DeepLink(url: "app://late"), expires: .seconds(2))
        stage.clock.advance(byNanoseconds: 3_000_000_000)
        engine.report(.didAppear, of: stage.page("cart").component)
        #expect(recorder.pageViews.last?.deepLink == nil)
        #expect(recorder.diagnostics == [.deepLinkExpired])
    }

    @Test(
        "A recording that starts before anything was timed begins at the engine's time", arguments: [0, 7_000_000_000])
    func recordingBeforeAnyTime(nanoseconds: Int64) throws {
        stage.clock.advance(byNanoseconds: nanoseconds)
        let component = engine.makeComponent()
        let trace = TraceRecorder(of: engine)
        engine.declare(PageViewNotifier("home"), for: component)
        engine.report(.didAppear, of: component)
        let times = trace.lines.compactMap { if case .event(let event) = $0 { event.time?.nanoseconds } else { nil } }
        #expect(!times.isEmpty && times.allSatisfy { $0 == nanoseconds })
    }

    @Test("A stop ends an update")
    func stopInUpdate() {
        let home = stage.page("home")
        engine.update {
            engine.report(.didAppear, of: home.component)
            engine.stop()
        }
        engine.start(countingVisible: true)
        #expect(recorder.names == ["home"])
        #expect(recorder.diagnostics == [])
    }
}
