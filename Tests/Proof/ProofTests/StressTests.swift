import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Every public call from eight threads at once: reports, updates, lists, notifiers, handles, catalogs and reporters.
///
/// The sanitizers check the accesses, and the records obey the law of conservation.
@Suite(.watched)
struct StressTests {
    @Test(
        "Every public call from eight threads at once keeps the law of conservation",
        arguments: [allPolicies[0], allPolicies[allPolicies.count - 1]])
    func everyPublicCall(policy: EnginePolicy) async {
        let ledger = Ledger()
        let stage = StressStage(policy: policy, receiver: ledger)
        let rounds = Proof.isAsked ? 10_000 : 300
        onThreads(8) { number in
            var actor = StressActor(stage, seed: UInt64(number))
            for _ in 0..<rounds { actor.act() }
        }
        for task in stage.tasks.withLock({ $0 }) {
            // A task that follows the current page runs until it is cancelled.
            task.cancel()
            await task.value
        }
        stage.engine.stop()
        let (pageViews, faults) = ledger.sum
        #expect(faults.isEmpty)
        #expect(pageViews > rounds / 10)
        Proof.claim(
            "every public call from 8 threads: \(8 * rounds) calls, \(pageViews) page views, none twice, "
                + policy.inWords)
    }

    @Test("Eight threads that each show a page count exactly as many page views as there were appearances")
    func exactCount() {
        let ledger = Ledger()
        let engine = PageViewEngine(receivers: [ledger])
        let rounds = Proof.isAsked ? 20_000 : 500
        onThreads(8) { number in
            let scene = engine.makeScene()
            let component = engine.makeComponent(page: StressPage(), in: scene, parent: engine.makeComponent(in: scene))
            for round in 0..<rounds {
                engine.report(.didAppear, of: component)
                if round % 3 == number % 3 { engine.report(.didAppear, of: component) }
                engine.report(round % 2 == 0 ? .didDisappear : .detach, of: component)
                if round % 2 == 1 { engine.report(.attach(component, to: scene)) }
            }
        }
        engine.stop()
        let (pageViews, faults) = ledger.sum
        #expect(faults.isEmpty)
        #expect(pageViews == 8 * rounds)
        Proof.claim("8 threads with a page each: \(8 * rounds) appearances, \(pageViews) page views")
    }
}

/// Checks the law of conservation: no gap in the numbers, and one outcome per appearance.
private final class Ledger: PageViewReceiver {
    private struct State {
        var sequence: UInt64 = 0
        var open: Set<AppearanceID> = []
        var ended: Set<AppearanceID> = []
        var faults: [String] = []
    }

    private let state = Locked(State())

    func receive(_ record: EngineRecord) {
        state.withLock { state in
            switch record {
            case .pageView(let pageView):
                state.sequence += 1
                if pageView.sequence != state.sequence { state.faults.append("number \(pageView.sequence)") }
                guard let id = pageView.id.appearance else { return }
                if !state.open.insert(id).inserted { state.faults.append("\(id) counted twice") }
                if state.ended.contains(id) { state.faults.append("\(id) counted after its end") }
            case .pageLeave(let leave):
                let wasCounted = leave.id.map { state.open.remove($0) != nil } ?? false
                if (leave.outcome == .counted) != wasCounted { state.faults.append("\(leave)") }
                // An appearance that was never counted has one end as well.
                if let id = leave.id, !state.ended.insert(id).inserted { state.faults.append("\(id) ended twice") }
                if leave.id == nil, leave.outcome != .neverVisible { state.faults.append("\(leave)") }
            case .interaction, .deepLink, .currentPage, .diagnostic: break
            }
        }
    }

    /// The number of page views, and the faults. A counted appearance without an end is a fault.
    var sum: (pageViews: Int, faults: [String]) {
        state.withLock { (Int($0.sequence), $0.faults + $0.open.map { "\($0) has no end" }) }
    }
}

/// The state that the threads share.
private final class StressStage: Sendable {
    let lifecycle = LifecycleNotifier()
    let engine: PageViewEngine
    let reporter: NavigationStateReporter
    let scenes: [SceneID]
    let components = Locked<[(component: ComponentID, notifier: PageViewNotifier)]>([])
    /// The tasks that follow current pages or events.
    let tasks = Locked<[Task<Void, Never>]>([])
    let catalog = PageCatalog().page(.pending("typed"), for: StressStage.self).page(
        .pending("routed"), forRoute: "/items/:id")
    let readiness = PageReadiness<Int>(of: "counted", when: { $0 > 1 }, payload: { ["items": .int(Int64($0))] })

    init(policy: EnginePolicy, receiver: Ledger) {
        engine = PageViewEngine(observing: lifecycle, policy: policy, receivers: [receiver])
        reporter = NavigationStateReporter(engine: engine)
        scenes = (0..<3).map { [lifecycle] _ in lifecycle.makeScene() }
        for _ in 0..<20 { add() }
    }

    func add(in scene: SceneID? = nil, parent: ComponentID? = nil) {
        let notifier = PageViewNotifier(pending: "page")
        let component = engine.makeComponent(in: scene, parent: parent)
        engine.declare(notifier, for: component)
        components.withLock { $0.append((component, notifier)) }
    }

    /// Starts a task beside the threads.
    func follow(_ body: @escaping @Sendable () async -> Void) {
        tasks.withLock { $0.append(Task { await body() }) }
    }
}

/// A ready page.
private struct StressPage: AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "complete"))
}

/// The random calls of one thread, from a seed.
private struct StressActor {
    private let stage: StressStage
    private var generator: SplitMix

    init(_ stage: StressStage, seed: UInt64) {
        self.stage = stage
        generator = SplitMix(seed: seed)
    }

    private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    private mutating func pick() -> (component: ComponentID, notifier: PageViewNotifier) {
        let number = number(below: 1_000_000)
        return stage.components.withLock { $0[number % $0.count] }
    }

    mutating func act() {
        let (component, notifier) = pick()
        let scene = stage.scenes[number(below: stage.scenes.count)]
        switch number(below: 100) {
        case 0..<44: stage.engine.report(ComponentEvent.allCases[number(below: 6)], of: component)
        case 44..<48:
            // Those after `destroy`.
            let events = ComponentEvent.allCases.dropFirst(7)
            stage.engine.report(events[7 + number(below: events.count)], of: component)
        case 48..<50:
            let time = Timestamp(nanoseconds: Int64(number(below: 1_000_000_000)))
            stage.engine.report(ComponentEvent.allCases[number(below: 6)], of: component, at: time)
        case 50..<60: notifier.markReady(payload: ["thread": 1])
        case 60..<62: notifier.markReady(PageViewEvent(name: "ready", context: "thread"))
        case 62..<70: notifier.markPending()
        case 70..<74: stage.lifecycle.report(.attach(component, to: scene))
        case 74..<78: stage.engine.report(SceneEvent.allCases[number(below: 5)], of: scene)
        case 78..<79: replace(component)
        case 79: come(scene)
        case 80..<88: ask(component, scene)
        case 88..<94: record(component, scene)
        default: manage(component, notifier)
        }
    }

    private mutating func replace(_ component: ComponentID) {
        stage.components.withLock { $0.removeAll { $0.component == component } }
        stage.engine.report(.destroy, of: component)
        stage.add(in: stage.scenes[number(below: 3)], parent: number(below: 2) == 0 ? nil : pick().component)
    }

    /// Creates components in every other way, and ends them.
    private mutating func come(_ scene: SceneID) {
        let engine = stage.engine
        switch number(below: 7) {
        case 0:
            let handle = engine.makeHandle(in: scene)
            engine.declare(PageViewNotifier(PageViewEvent(name: "held")), for: handle.id)
            handle.report(.didAppear)
            handle.attach(to: stage.scenes[number(below: stage.scenes.count)])
        case 1:
            let component = engine.makeComponent(page: StressPage(), in: scene)
            engine.report(.didAppear, of: component)
            engine.report(.destroy, of: component)
        case 2:
            let component = stage.lifecycle.makeComponent()
            engine.declare(StressPage(), for: component)
            stage.lifecycle.report(.create(component, in: scene, parent: nil, attached: true))
            stage.lifecycle.report(.component(component, .didAppear), at: Timestamp(nanoseconds: 0))
            engine.report(.component(component, .destroy))
        case 3:
            let own = number(below: 2) == 0 ? engine.makeScene() : stage.lifecycle.makeScene()
            let component = engine.makeComponent(page: StressPage(), in: own)
            engine.report(.didAppear, of: component)
            engine.report(.close, of: own)
            engine.report(.destroy, of: component)
        case 4:
            let component = engine.makeComponent(in: scene)
            let notifiers = [
                stage.catalog.makeNotifier(for: StressStage.self), stage.catalog.makeNotifier(forRoute: "/items/1"),
                PageViewNotifier(0, by: stage.readiness),
            ].compactMap(\.self)
            engine.report(.didAppear, of: component)
            for notifier in notifiers {
                engine.declare(notifier, for: component)
                notifier.update(number(below: 4), by: stage.readiness)
            }
            engine.report(.destroy, of: component)
        case 5:
            let pages = ["one", "two", "three"].prefix(number(below: 4)).map {
                NavigationState.Node.page($0, .pending("state"))
            }
            if pages.isEmpty { stage.reporter.reset() } else { stage.reporter.report(NavigationState(.stack(pages))) }
        default:
            let component = engine.makeComponent(page: StressPage(), in: scene)
            let (events, continuation) = AsyncStream.makeStream(of: NavigationEvent.self)
            for event in [ComponentEvent.didAppear, .didDisappear, .destroy] {
                continuation.yield(.component(component, event))
            }
            continuation.finish()
            stage.follow { [stage] in for await event in events { stage.engine.report(event) } }
        }
    }

    private mutating func ask(_ component: ComponentID, _ scene: SceneID) {
        let engine = stage.engine
        let query = Rules.Query.allCases[number(below: Rules.Query.allCases.count)]
        switch number(below: 8) {
        case 0..<6: _ = engine.answer(query, in: number(below: 2) == 0 ? nil : scene, of: component)
        case 6:
            let pages = engine.currentPages
            stage.follow { for await page in pages where page?.isCounted == true { break } }
        default:
            let pages = engine.currentPages(in: scene)
            stage.follow { for await page in pages where page == nil { break } }
        }
    }

    private mutating func record(_ component: ComponentID, _ scene: SceneID) {
        switch number(below: 4) {
        case 0: stage.engine.recordPageView(of: component, as: "by hand")
        case 1: stage.engine.recordPageView("by hand", payload: ["a": 1], in: scene)
        case 2: stage.engine.recordInteraction("tap", ["b": 2], in: scene)
        default: stage.engine.handle(DeepLink(url: "app://link"), in: scene)
        }
    }

    /// Shows lists, updates, stops and starts, and adds a receiver that removes itself.
    private mutating func manage(_ component: ComponentID, _ notifier: PageViewNotifier) {
        let stage = stage
        switch number(below: 7) {
        case 0:
            let own = Log<ReceiverSubscription>()
            let subscription = stage.engine.addReceiver { [weak stage] _ in
                _ = stage?.engine.currentPage
                for subscription in own.values { stage?.engine.removeReceiver(subscription) }
            }
            own.append(subscription)
        case 1:
            let keys = ["a", "b", "c"].prefix(number(below: 4))
            let entries = keys.map { key in
                ShownEntry(key, .ready(PageViewEvent(name: "shown")), isVisible: number(below: 4) > 0)
            }
            stage.engine.show(entries, in: stage.scenes[number(below: 3)])
        case 2:
            // The update takes in what other threads report meanwhile.
            stage.engine.beginUpdate()
            stage.engine.report(.didDisappear, of: component)
            stage.engine.report(ComponentEvent.allCases[number(below: 6)], of: pick().component)
            stage.engine.commitUpdate()
        case 3:
            _ = stage.engine.makeHandle()
        case 4:
            stage.engine.declare(notifier, for: component)
        case 5:
            let context = notifier.state.pageContext
            notifier.state = .ready(PageViewEvent(pageContext: context == "page" ? "renamed" : "page"))
        default:
            stage.engine.stop()
            stage.engine.start(countingVisible: true)
        }
    }
}
