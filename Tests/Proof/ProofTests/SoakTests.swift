import NavigationSimulator
import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// A long run over many scenes and components, in which no memory grows with the past.
@Suite(.watched)
struct SoakTests {
    private static let events =
        ProcessInfo.processInfo.environment["PAGEVIEW_SOAK"].flatMap(Int.init) ?? 5_000_000

    // This test runs alone in its process, because the memory of other tests would count as well.
    @Test("Memory does not grow over many events, scenes and components", .enabled(if: Proof.isAsked))
    func memoryIsFlat() throws {
        let (sceneCount, componentCount) = (1_000, 100_000)
        var soak = Soak(scenes: sceneCount, components: componentCount)
        // The first events bring everything into use.
        soak.run(Self.events / 5)
        let before = Self.residentMebibytes()
        soak.run(Self.events - Self.events / 5)
        let after = Self.residentMebibytes()
        soak.engine.stop()
        #expect(soak.counter.faults == 0)
        #expect(soak.counter.pageViews > Self.events / 20)
        if let before, let after {
            #expect(after <= before * 1.05 + 4, "\(before) MiB, then \(after) MiB")
            Proof.claim(
                "soak: \(Self.events) events, \(componentCount) components, \(sceneCount) scenes, "
                    + "\(soak.counter.pageViews) page views, memory \(Int(before)) MiB, then \(Int(after)) MiB")
        }
    }

    /// Returns the resident memory of the process, if the system reports it.
    private static func residentMebibytes() -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Double($0) }.first.map { $0 / 1_024 }
    }
}

private struct Soak {
    let counter = Counter()
    let engine: PageViewEngine
    private var generator = SplitMix(seed: 1)
    private var scenes: [SceneID] = []
    private var pages: [(component: ComponentID, notifier: PageViewNotifier)] = []
    /// A clock that advances by one microsecond per event.
    private let clock = ManualClock()

    init(scenes sceneCount: Int, components count: Int) {
        engine = PageViewEngine(clock: clock, receivers: [counter])
        scenes = (0..<sceneCount).map { [engine] _ in engine.makeScene() }
        for _ in 0..<count { pages.append(make()) }
    }

    private mutating func make() -> (component: ComponentID, notifier: PageViewNotifier) {
        let scene = scenes[Int.random(in: 0..<scenes.count, using: &generator)]
        let component = engine.makeComponent(in: scene)
        let notifier = PageViewNotifier(pending: "page")
        engine.declare(notifier, for: component)
        return (component, notifier)
    }

    mutating func run(_ events: Int) {
        for _ in 0..<events { step() }
    }

    private mutating func step() {
        let choice = generator.next()
        let place = Int(choice >> 32) % pages.count
        let page = pages[place]
        clock.advance(byNanoseconds: 1_000)
        switch choice % 64 {
        case 0..<24: engine.report(.didAppear, of: page.component)
        case 24..<44: engine.report(.didDisappear, of: page.component)
        case 44..<54: page.notifier.markReady(payload: ["items": 3])
        case 54..<57: page.notifier.markPending()
        case 57: engine.report(.background, of: scenes[place % scenes.count])
        case 58..<60: engine.report(.foreground, of: scenes[place % scenes.count])
        case 60: engine.report(.attach(page.component, to: scenes[Int(choice >> 16) % scenes.count]))
        case 61: _ = engine.currentPage(in: scenes[place % scenes.count])
        case 62:
            // Sometimes a scene closes, and another one replaces it.
            guard (choice >> 8) % 64 == 0 else { return }
            engine.report(.close, of: scenes[place % scenes.count])
            scenes[place % scenes.count] = engine.makeScene()
        default:
            engine.report(.destroy, of: page.component)
            pages[place] = make()
        }
    }
}

private final class Counter: PageViewReceiver {
    private let state = Locked<(pageViews: Int, faults: Int)>((0, 0))

    func receive(_ record: EngineRecord) {
        guard case .pageView(let pageView) = record else { return }
        state.withLock { state in
            state.pageViews += 1
            if pageView.sequence != state.pageViews { state.faults += 1 }
        }
    }

    var pageViews: Int { state.withLock { $0.pageViews } }
    var faults: Int { state.withLock { $0.faults } }
}
