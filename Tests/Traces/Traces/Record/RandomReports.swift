import NavigationSimulator
import NavigationTraces
import PageViewAutomation

/// Random reports from a seed. They concern few components, scenes and pages, so that they often interact.
struct RandomReports {
    private var random: SplitMix
    private var time: Int64 = 0
    private var linkCount = 0
    private var openUpdates = 0

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    private mutating func component() -> String { "c\(below(5))" }
    private mutating func scene() -> String { ["main", "left", "right"][below(3)] }

    private mutating func page() -> PageContext {
        PageContext(name: PageName(rawValue: ["a", "b", "c", "d", " "][below(20) == 0 ? 4 : below(4)]))
    }

    private mutating func nextLink() -> String {
        linkCount += 1
        return "app://\(linkCount)"
    }

    mutating func next() -> TraceEvent {
        if chance(70) { time += Int64(below(3)) * 1_000_000 }
        // Links expire after seconds.
        if chance(3) { time += Int64(below(40)) * 1_000_000_000 }
        return TraceEvent(time: Timestamp(nanoseconds: time), action())
    }

    private mutating func level() -> Int? { chance(25) ? below(3) - 1 : nil }

    private mutating func link() -> TraceEvent.Action {
        .deepLink(
            url: nextLink(), scene: chance(60) ? scene() : nil, source: nil,
            target: chance(30) ? page().name.rawValue : nil,
            expires: chance(30) ? Int64(below(3)) * 1_000_000 : nil)
    }

    private mutating func show() -> TraceEvent.Action {
        let first = below(5)
        let entries = (0..<below(4)).map { index in
            TraceEvent.Action.ShownEntry(
                component: chance(95) ? "c\((first + index) % 5)" : component(), page: chance(40) ? page() : nil,
                isReady: chance(30) ? chance(60) : nil, parent: chance(20) ? component() : nil,
                isVisible: chance(75), level: level())
        }
        return .show(scene: chance(30) ? nil : scene(), entries)
    }

    private mutating func update() -> TraceEvent.Action {
        // Most updates end soon, because nothing appears before.
        guard chance(openUpdates == 0 ? 90 : 20) else {
            openUpdates = max(0, openUpdates - 1)
            return .commit
        }
        openUpdates += 1
        return .begin
    }

    private let turns = [.select, .focus] + ComponentEvent.allCases.dropFirst(7)

    private mutating func action() -> TraceEvent.Action {
        switch below(100) {
        case 0..<5: update()
        case 5..<8: show()
        case 8..<15:
            // Those after `destroy`.
            .component(component(), turns[below(turns.count)], scene: nil)
        default: openUpdates > 0 && chance(10) ? update() : report()
        }
    }

    private mutating func report() -> TraceEvent.Action {
        switch below(100) {
        case 0..<14:
            .create(
                component: component(), scene: chance(50) ? scene() : nil,
                TraceEvent.Declaration(
                    page: chance(70) ? page() : nil, payload: chance(20) ? ["n": .int(Int64(below(9)))] : nil,
                    isReady: chance(60) ? chance(60) : nil, parent: chance(30) ? component() : nil,
                    isAttached: chance(30) ? chance(60) : nil, isExclusive: chance(20) ? chance(75) : nil,
                    level: level()))
        case 14..<38: .component(component(), .didAppear, scene: nil)
        case 38..<54: .component(component(), .didDisappear, scene: nil)
        case 54..<58: .component(component(), chance(50) ? .willAppear : .willDisappear, scene: nil)
        case 58..<62: .component(component(), .attach, scene: chance(70) ? scene() : nil)
        case 62..<65: .component(component(), .detach, scene: nil)
        case 65..<68: .component(component(), .destroy, scene: nil)
        case 68..<75: .pending(component: component(), scene: nil, page: chance(40) ? page() : nil)
        case 75..<84:
            .ready(
                component: component(), scene: nil, page: chance(40) ? page() : nil,
                payload: chance(40) ? ["n": .int(Int64(below(9)))] : nil)
        case 84..<87: .scene(scene(), .background)
        case 87..<91: .scene(scene(), .foreground)
        case 91..<92: .scene(scene(), .close)
        case 92..<94: .scene(scene(), .active)
        case 94: link()
        case 95: chance(70) ? link() : .discardDeepLink(scene: chance(60) ? scene() : nil)
        case 96..<98: .record(component: component(), scene: nil, page: chance(50) ? page() : nil, payload: nil)
        case 98..<99: .record(component: nil, scene: scene(), page: page(), payload: nil)
        default: .interaction(name: "tap", scene: nil, properties: nil, component: chance(50) ? component() : nil)
        }
    }
}
