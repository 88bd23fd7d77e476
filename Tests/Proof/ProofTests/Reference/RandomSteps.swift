import NavigationSimulator
import NavigationTraces
import PageViewAutomation

/// Random steps in any order. Few names make the steps affect the same components.
struct RandomSteps {
    /// The names and frequencies of random steps.
    struct Choice {
        var components = ["a", "a", "b", "b", "c", "d"]
        var scenes = ["main", "second", "third"]
        /// The number of steps in a thousand that stop or start the engine.
        var stops = 15
        var hasTimes = true
        /// The numbers of steps in a hundred that declare a component, and that report an event of one.
        var creations = 12
        var reports = 40
        /// The number of declarations in a hundred that name a container.
        var parents = 40
        /// The numbers of steps in a hundred that select or focus a component, that begin or end an update, and that state what
        /// a scene shows.
        var turns = 4
        var updates = 5
        var shows = 2

        /// Many names.
        static let many = Choice()
        /// Few names, so that more steps affect the same component, in an engine that often stops.
        static let few = Choice(components: ["a", "b", "c"], scenes: ["main", "second"], stops: 60)
        /// Nested containers that move while pages are live in them. A deep tree needs many names, most of them in one
        /// scene.
        static let containers = Choice(
            components: ["a", "b", "c", "d", "e", "f", "g", "h"], scenes: ["main", "main", "main", "second"],
            stops: 5, creations: 48, reports: 42, parents: 90, turns: 0, updates: 0, shows: 0)
        /// Containers that show one part at a time, and updates.
        static let selections = Choice(
            components: ["a", "b", "c", "d", "e"], scenes: ["main", "main", "second"], stops: 5, creations: 14,
            reports: 40, parents: 80, turns: 12, updates: 10, shows: 0)
        /// Scenes whose contents are lists.
        static let lists = Choice(
            components: ["a", "b", "c", "d", "e"], scenes: ["main", "main", "second"], stops: 5, creations: 8,
            reports: 25, parents: 40, turns: 6, updates: 6, shows: 24)
    }

    private var numbers: SplitMix
    private let choice: Choice
    private var time: Int64 = 0
    private var openUpdates = 0
    private var isStopped = false

    init(seed: UInt64, _ choice: Choice = Choice()) {
        numbers = SplitMix(seed: seed)
        self.choice = choice
    }

    mutating func take(_ count: Int) -> [Step] { (0..<count).map { _ in next() } }

    mutating func next() -> Step {
        if number(below: 1000) < choice.stops {
            // A stop ends the updates. No start comes in one.
            let step: Step =
                openUpdates > 0 ? .stop : one([.stop, .start(countingVisible: false), .start(countingVisible: true)])
            if case .stop = step { isStopped = true } else { isStopped = false }
            openUpdates = 0
            return step
        }
        return .event(TraceEvent(time: choice.hasTimes ? moment() : nil, action()))
    }

    // MARK: Values

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }

    private mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    private mutating func one<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// Returns no time, the same time, a later one, or sometimes an earlier one.
    private mutating func moment() -> Timestamp? {
        switch number(below: 20) {
        case 0..<8: return nil
        case 8: return Timestamp(nanoseconds: time - Int64(number(below: 4)))
        default:
            // Links expire after seconds.
            time += chance(8) ? one([10, 25, 40]) * 1_000_000_000 : Int64(number(below: 5))
            return Timestamp(nanoseconds: time)
        }
    }

    private mutating func component() -> String { one(choice.components) }

    private mutating func scene() -> String? { chance(40) ? nil : one(choice.scenes) }

    private mutating func page() -> PageContext? {
        one([nil, nil, "home", "list", PageContext(name: "home", context: "shop"), " "])
    }

    private mutating func payload() -> Payload? { one([nil, nil, [:], ["items": 1], ["items": 2]]) }

    // MARK: Events

    private mutating func action() -> TraceEvent.Action {
        var percent = number(below: 100)
        let kinds: [(Int, (inout RandomSteps) -> TraceEvent.Action)] = [
            (choice.creations, { $0.create() }), (choice.reports, { $0.report() }), (choice.turns, { $0.turn() }),
            (choice.updates, { $0.update() }), (choice.shows, { $0.show() }),
        ]
        for (share, action) in kinds {
            if percent < share { return action(&self) }
            percent -= share
        }
        return switch number(below: 48) {
        case 0..<8: .component(component(), one([.attach, .attach, .detach]), scene: scene())
        case 8..<11: .component(component(), .destroy, scene: scene())
        case 11..<15: .pending(component: component(), scene: scene(), page: page())
        case 15..<21: .ready(component: component(), scene: scene(), page: page(), payload: payload())
        case 21..<33: .scene(scene(), one([.foreground, .foreground, .background, .active, .inactive, .close]))
        case 33..<36:
            .interaction(name: "tap", scene: scene(), properties: payload(), component: chance(50) ? component() : nil)
        case 36..<40:
            .deepLink(
                url: one(["app://one", "app://two"]), scene: scene(), source: one([nil, "mail"]),
                target: one([nil, nil, "home", "list"]), expires: one([nil, nil, 0, 2, 20_000_000_000]))
        case 40..<46: record()
        case 46: .note("remark")
        default: chance(20) ? .stop : chance(30) ? .discardDeepLink(scene: scene()) : report()
        }
    }

    private mutating func report() -> TraceEvent.Action {
        .component(
            component(),
            one([
                .didAppear, .didAppear, .didAppear, .willAppear, .willDisappear, .willDisappear, .didDisappear,
                .didDisappear,
            ]), scene: chance(20) ? scene() : nil)
    }

    private mutating func create() -> TraceEvent.Action {
        .create(
            component: component(), scene: chance(50) ? scene() : nil,
            TraceEvent.Declaration(
                page: page(), payload: payload(), isReady: one([nil, nil, true, false]),
                parent: chance(choice.parents) ? component() : nil, isAttached: one([nil, nil, nil, true, false]),
                isExclusive: one([nil, nil, nil, nil, true, true, false]), level: level()))
    }

    private mutating func level() -> Int? { one([nil, nil, nil, nil, nil, 0, 1, -1]) }

    private mutating func turn() -> TraceEvent.Action {
        // Those after `destroy`.
        .component(
            component(), one([.select, .focus] + ComponentEvent.allCases.dropFirst(7)),
            scene: chance(10) ? scene() : nil)
    }

    private mutating func update() -> TraceEvent.Action {
        // The rules do not state which component is visible during an update of a stopped engine.
        guard !isStopped else { return report() }
        // Most updates end soon, because nothing appears before.
        guard chance(openUpdates == 0 ? 95 : 20) else {
            openUpdates = max(0, openUpdates - 1)
            return .commit
        }
        openUpdates += 1
        return .begin
    }

    private mutating func show() -> TraceEvent.Action {
        var names = choice.components
        if chance(30) { names.shuffle(using: &numbers) }
        let entries = names.prefix(number(below: names.count + 1)).map { name in
            TraceEvent.Action.ShownEntry(
                component: name, page: page(), payload: payload(), isReady: one([nil, nil, true, false]),
                parent: chance(choice.parents / 2) ? component() : nil, isVisible: chance(80), level: level())
        }
        return .show(scene: chance(60) ? nil : scene(), entries)
    }

    private mutating func record() -> TraceEvent.Action {
        let page = page()
        // A record without a component needs a page.
        let component = page == nil || chance(70) ? component() : nil
        return .record(component: component, scene: scene(), page: page, payload: payload())
    }
}
