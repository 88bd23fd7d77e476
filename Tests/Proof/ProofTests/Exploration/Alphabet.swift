import PageViewLifecycle

@testable import PageViewAutomation

/// The steps of an exploration. A step is an input about the components that some numbers mean at the moment; `-1 - n`
/// means the destroyed component before number `n`.
struct Alphabet: Sendable {
    typealias Input = Rules.Input
    typealias Step = @Sendable (_ id: (Int) -> ComponentID) -> Input

    /// Kinds of steps beside the reports about components and scenes, and changes of pages.
    struct Kinds: OptionSet, Sendable {
        let rawValue: Int

        static let containers = Kinds(rawValue: 1)
        static let levels = Kinds(rawValue: 2)
        static let names = Kinds(rawValue: 4)
        /// Page views by hand, and interactions.
        static let calls = Kinds(rawValue: 8)
        static let links = Kinds(rawValue: 16)
        static let updates = Kinds(rawValue: 32)
        static let shows = Kinds(rawValue: 64)
        static let stops = Kinds(rawValue: 128)
        /// A second without any report, for the policy `foreground` and for links that expire.
        static let waits = Kinds(rawValue: 256)
        static let all = Kinds(rawValue: 511)
    }

    static let second: Int64 = 1_000_000_000
    static let wait = Input.note("wait")
    static func scene(_ number: Int) -> SceneID { SceneID(index: UInt32(number), issuer: 1, tag: 0) }

    let components: Int
    private(set) var steps: [Step] = []
    private let pages: [PageContext] = ["a", "b", "c"]

    init(components: Int, scenes: Int, _ kinds: Kinds) {
        self.components = components
        for component in 0..<components { add(component, scenes, kinds) }
        for scene in (0..<scenes).map(Self.scene) {
            for event in SceneEvent.allCases { steps.append { _ in .scene(scene, event) } }
            if kinds.contains(.shows) { addShows(of: scene) }
        }
        for scene in [nil] + (0..<scenes).map(Self.scene) {
            if kinds.contains(.calls) {
                steps.append { _ in .record(component: nil, scene: scene, page: "h", payload: nil) }
                steps.append { _ in .interaction(name: "tap", scene: scene, properties: nil) }
            }
            if kinds.contains(.links) {
                steps.append { _ in .deepLink(url: "l", scene: scene, source: nil, expires: Self.second) }
                steps.append { _ in .deepLink(url: "t", scene: scene, source: nil, target: "a") }
                steps.append { _ in .discardDeepLink(scene: scene) }
            }
        }
        if kinds.contains(.updates) { steps += [{ _ in .begin }, { _ in .commit }] }
        if kinds.contains(.stops) {
            steps += [{ _ in .stop }, { _ in .start(countingVisible: false) }, { _ in .start(countingVisible: true) }]
        }
        if kinds.contains(.waits) { steps.append { _ in Self.wait } }
    }

    private mutating func add(_ number: Int, _ scenes: Int, _ kinds: Kinds) {
        let page = pages[number]
        func create(_ declaration: Input.Declaration, in scene: SceneID? = nil, parent: Int? = nil) {
            steps.append { id in
                var declaration = declaration
                declaration.parent = parent.map(id)
                return .create(component: id(number), scene: scene, declaration)
            }
        }
        for event in ComponentEvent.allCases
        where kinds.contains(.containers) || ![.select, .deselect, .focus].contains(event) {
            steps.append { .component($0(number), event, scene: nil) }
        }
        steps.append { .component($0(-1 - number), .didAppear, scene: nil) }
        steps.append { .pending(component: $0(number), scene: nil, page: page) }
        for page in kinds.contains(.names) ? [page, "x"] : [page] {
            steps.append { .ready(component: $0(number), scene: nil, page: page, payload: nil) }
        }
        create(.init(page: page, isReady: true, isAttached: true))
        create(.init(isAttached: false), in: Self.scene(scenes - 1))
        for scene in 0..<(scenes > 1 ? scenes : 0) {
            steps.append { .component($0(number), .attach, scene: Self.scene(scene)) }
        }
        if kinds.contains(.containers) {
            create(.init(isExclusive: true))
            create(.init(isExclusive: false))
            steps.append { .move($0(number), into: nil) }
            for parent in 0..<components where parent != number {
                steps.append { .move($0(number), into: $0(parent)) }
                create(.init(page: page, isReady: true), parent: parent)
            }
        }
        if kinds.contains(.levels) { for level in [0, 1] { create(.init(level: level)) } }
        if kinds.contains(.calls) {
            steps.append { .record(component: $0(number), scene: nil, page: "h", payload: nil) }
            steps.append { .interaction(name: "tap", scene: nil, properties: nil, component: $0(number)) }
        }
    }

    /// Adds empty, partly visible, and reordered lists, also with containers and with an entry that occurs twice.
    private mutating func addShows(of scene: SceneID) {
        var lists: [[(number: Int, parent: Int?, isVisible: Bool)]] = [[], [(0, nil, true)], [(0, nil, false)]]
        if components > 1 {
            lists += [
                [(0, nil, true), (1, nil, true)], [(1, nil, true), (0, nil, true), (1, nil, true)],
                [(0, nil, false), (1, 0, true)], [(0, 1, true), (1, nil, true)],
            ]
        }
        for list in lists {
            steps.append { [pages] id in
                .show(
                    scene: scene,
                    list.map { number, parent, isVisible in
                        .init(component: id(number), page: pages[number], parent: parent.map(id), isVisible: isVisible)
                    })
            }
        }
    }
}
