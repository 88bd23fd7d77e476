import Foundation
import PageViewAutomation
import Testing

/// Every public call of the engine and the notifier from eight threads at once. For the sanitizers above all; and what
/// comes out keeps the law all the same.
struct StressTests {
    @Test("Eight threads make every public call at once")
    func everyPublicCall() {
        let ledger = Ledger()
        let stage = StressStage(receiver: ledger)
        let rounds = Proof.isAsked ? 20_000 : 500
        let threads = (0..<8).map { number in
            StressThread {
                var actor = StressActor(stage, seed: UInt64(number))
                for _ in 0..<rounds { actor.act() }
            }
        }
        for thread in threads { thread.join() }
        stage.engine.stop()
        let (pageViews, faults) = ledger.sum
        #expect(faults.isEmpty)
        #expect(pageViews > rounds / 10)
        Proof.claim("every public call from 8 threads: \(8 * rounds) calls, \(pageViews) page views, none twice")
    }
}

/// Keeps account of what is told: numbers without a gap, at most one page view and exactly one outcome an appearance.
private final class Ledger: PageViewReceiver {
    private struct State {
        var sequence: UInt64 = 0
        var open: Set<AppearanceID> = []
        var faults: [String] = []
    }

    private let state = Protected(State())

    func receive(_ record: EngineRecord) {
        state.withLock { state in
            switch record {
            case .pageView(let pageView):
                state.sequence += 1
                if pageView.sequence != state.sequence { state.faults.append("number \(pageView.sequence)") }
                guard let id = pageView.id.appearance else { return }
                if !state.open.insert(id).inserted { state.faults.append("\(id) counted twice") }
            case .pageLeave(let leave):
                let wasCounted = leave.id.map { state.open.remove($0) != nil } ?? false
                if (leave.outcome == .counted) != wasCounted { state.faults.append("\(leave)") }
            case .interaction, .deepLink, .currentPage, .diagnostic: break
            }
        }
    }

    /// How many page views there were, and what was wrong; also that all that was counted has ended.
    var sum: (pageViews: Int, faults: [String]) {
        state.withLock { (Int($0.sequence), $0.faults + $0.open.map { "\($0) has no end" }) }
    }
}

/// What the threads share.
private final class StressStage: Sendable {
    let lifecycle = LifecycleNotifier()
    let engine: PageViewEngine
    let scenes: [SceneID]
    let components = Protected<[(component: ComponentID, notifier: PageViewNotifier)]>([])

    init(receiver: Ledger) {
        engine = PageViewEngine(observing: lifecycle, receivers: [receiver])
        scenes = (0..<3).map { _ in SceneID?.none }.map { [lifecycle] in $0 ?? lifecycle.makeScene() }
        for _ in 0..<20 { add() }
    }

    func add(in scene: SceneID? = nil, parent: ComponentID? = nil) {
        let notifier = PageViewNotifier(pending: "page")
        let component = engine.makeComponent(in: scene, parent: parent)
        engine.declare(notifier, for: component)
        components.withLock { $0.append((component, notifier)) }
    }
}

/// A thread of its own; tasks would share a few.
private struct StressThread {
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        Thread { [isDone] in
            body()
            isDone.signal()
        }.start()
    }

    func join() { isDone.wait() }
}

/// What one thread does, from a seed.
private struct StressActor {
    private let stage: StressStage
    private var generator: SplitMix64

    init(_ stage: StressStage, seed: UInt64) {
        self.stage = stage
        generator = SplitMix64(seed: seed)
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
        case 0..<50: stage.engine.report(ComponentEvent.allCases[number(below: 6)], of: component)
        case 50..<62: notifier.ready(payload: ["thread": 1])
        case 62..<70: notifier.pending()
        case 70..<74: stage.lifecycle.report(.attach(component, to: scene))
        case 74..<78: stage.engine.report(SceneEvent.allCases[number(below: 5)], of: scene)
        case 78..<80: replace(component)
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

    private mutating func ask(_ component: ComponentID, _ scene: SceneID) {
        let engine = stage.engine
        switch number(below: 8) {
        case 0: _ = engine.currentPage
        case 1: _ = engine.currentPage(in: scene)
        case 2: _ = (engine.lastPage, engine.lastPage(in: scene))
        case 3: _ = (engine.lastCountedPage, engine.lastCountedPage(in: scene))
        case 4: _ = engine.livePages(in: scene)
        case 5: _ = engine.isLive(component)
        default: _ = (engine.currentPages, engine.currentPages(in: scene))
        }
    }

    private mutating func record(_ component: ComponentID, _ scene: SceneID) {
        switch number(below: 4) {
        case 0: stage.engine.record(component, as: "by hand")
        case 1: stage.engine.record("by hand", payload: ["a": 1], in: scene)
        case 2: stage.engine.interact("tap", ["b": 2], in: scene)
        default: stage.engine.open(DeepLink(url: "app://link"), in: scene)
        }
    }

    /// Engines, receivers, observers and handles come and go, also from inside of each other.
    private mutating func manage(_ component: ComponentID, _ notifier: PageViewNotifier) {
        let stage = stage
        switch number(below: 7) {
        case 0:
            let own = Protected<ReceiverSubscription?>(nil)
            let box = Box(own: own)
            let subscription = stage.engine.addReceiver { [weak stage] _ in
                _ = stage?.engine.currentPage
                if let own = box.take() { stage?.engine.removeReceiver(own) }
            }
            box.put(subscription)
        case 1:
            let subscription = stage.lifecycle.addObserver { [weak stage] _, _ in _ = stage?.engine.currentPage }
            stage.lifecycle.removeObserver(subscription)
        case 2:
            let other = PageViewEngine(observing: stage.lifecycle) { _ in }
            other.declare(notifier, for: component)
            stage.engine.report(.didAppear, of: component)
            other.stop()
        case 3:
            _ = stage.engine.makeHandle()
        case 4:
            stage.engine.declare(notifier, for: component)
        case 5:
            notifier.state = .ready(PageViewEvent(name: "renamed"))
        default:
            stage.engine.stop()
            stage.engine.start(countingVisible: true)
        }
    }
}

/// A subscription that is removed from inside its own receiver.
private final class Box: Sendable {
    private let own: Protected<ReceiverSubscription?>

    init(own: consuming sending Protected<ReceiverSubscription?>) { self.own = own }

    func put(_ subscription: ReceiverSubscription) { own.withLock { $0 = subscription } }

    func take() -> ReceiverSubscription? {
        own.withLock { own in
            defer { own = nil }
            return own
        }
    }
}

/// A generator whose sequence a seed decides.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
