/// What nearly every report about a component needs, in eight bytes.
///
/// Eight components share a cache line, so a report that changes nothing reads one line, however many components there are.
struct ComponentState {
    /// Whether the slot belongs to a component.
    enum Lifetime: UInt8 { case unused, alive, destroyed }

    /// How far the component's appearance has come.
    enum Presence: UInt8 {
        /// Not shown.
        case hidden
        /// Its appearance ended by `detach`. The `didDisappear` of that appearance may follow.
        case endedByDetach
        /// Shown, and visible while the engine was stopped. It waits for its next `didAppear`, or for a start that counts
        /// visible pages.
        case visibleWhileStopped
        /// Shown, but without a window or in a background scene: its appearance begins when that changes (AP-002).
        case held
        /// In front of the user.
        case live
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static var isAttached: Flags { Flags(rawValue: 1) }
        static var isReady: Flags { Flags(rawValue: 2) }
        static var sawWillDisappear: Flags { Flags(rawValue: 4) }
        static var beganByReturn: Flags { Flags(rawValue: 8) }
        static var wasRenamed: Flags { Flags(rawValue: 16) }
        static var isAwaitingForeground: Flags { Flags(rawValue: 32) }
        static var isCounted: Flags { Flags(rawValue: 64) }
    }

    /// The number of components that had the slot before.
    let generation: UInt32
    var lifetime = Lifetime.alive
    var machine = LifecycleMachine()
    var presence = Presence.hidden
    private var flags: Flags = [.isAttached, .isReady]

    init(generation: UInt32, lifetime: Lifetime = .alive) {
        self.generation = generation
        self.lifetime = lifetime
    }

    private subscript(_ flag: Flags) -> Bool {
        get { !flags.isDisjoint(with: flag) }
        set { if newValue { flags.formUnion(flag) } else { flags.subtract(flag) } }
    }

    /// Whether it is in its scene's window.
    var isAttached: Bool {
        get { self[.isAttached] }
        set { self[.isAttached] = newValue }
    }

    /// Whether its page is ready.
    var isReady: Bool {
        get { self[.isReady] }
        set { self[.isReady] = newValue }
    }

    /// Whether its appearance has been counted.
    var isCounted: Bool {
        get { self[.isCounted] }
        set { self[.isCounted] = newValue }
    }

    /// Whether a `willDisappear` has come in this appearance that no `didAppear` has answered (POL-002).
    var sawWillDisappear: Bool {
        get { self[.sawWillDisappear] }
        set { self[.sawWillDisappear] = newValue }
    }

    /// Whether its appearance began because the scene came to the foreground or the page was revealed (PV-006).
    var beganByReturn: Bool {
        get { self[.beganByReturn] }
        set { self[.beganByReturn] = newValue }
    }

    /// Whether this appearance has been diagnosed as renamed while counted (AP-013).
    var wasRenamed: Bool {
        get { self[.wasRenamed] }
        set { self[.wasRenamed] = newValue }
    }

    /// Whether its scene's list of pages that may count at the foreground has it.
    var isAwaitingForeground: Bool {
        get { self[.isAwaitingForeground] }
        set { self[.isAwaitingForeground] = newValue }
    }

    /// The presence as a status and a snapshot give it. A component that was visible while the engine was stopped waits for its next
    /// `didAppear`, as a hidden one does.
    var statusPresence: ComponentStatus.Presence {
        switch presence {
        case .hidden, .endedByDetach, .visibleWhileStopped: .hidden
        case .held: .held
        case .live: .live
        }
    }

    var isLive: Bool { presence == .live }
    var isHeld: Bool { presence == .held }

    /// Whether the framework has reported it as shown, and not as hidden since.
    var isShown: Bool {
        switch presence {
        case .hidden, .endedByDetach: false
        case .visibleWhileStopped, .held, .live: true
        }
    }
}

/// The rest of what the model knows of one component. There may be a million of them, so it is small.
struct ComponentRecord: ~Copyable {
    /// The number that its framework gave it.
    let tag: UInt64
    /// Its position in the order of the list that has it: of all `didAppear`s while it is held, of all beginnings while it is
    /// live, and of the moments at which they became visible while it is visible in a stopped engine.
    var order: UInt64 = 0
    /// When its appearance began.
    var beganAt = Timestamp.zero
    /// The time that its scene had spent in the background when the appearance began, in nanoseconds.
    var backgroundBefore: Int64 = 0

    /// The page that it declares; `nil` for a component that is no page.
    var page: PageContext?
    /// The page that its appearance was counted as, where it is not ``page``: given by hand, or declared before the present one.
    var countedAs: PageContext?
    /// The payload of its page; `nil` while that is pending or has none.
    var payload: Payload?
    /// The notifier that may change its page.
    var notifier: ObjectIdentifier?

    /// The number of its appearances; the ordinal of the live one.
    var appearanceCount: UInt32 = 0
    /// Its node in the containment; `none` where it neither has nor is a container.
    var node = Slot.none
    /// The scene that it belongs to, and its neighbours among that scene's components.
    var scene = Slot.none
    var member = Links()
    /// Its neighbours among the live pages or the held components of its scene. It is never both.
    var listLinks = Links()
    /// Its neighbours among the uncovered live pages of its scene.
    var uncovered = Links()

    init(tag: UInt64) {
        self.tag = tag
    }

    func copy() -> ComponentRecord {
        var copy = ComponentRecord(tag: tag)
        (copy.order, copy.beganAt, copy.backgroundBefore) = (order, beganAt, backgroundBefore)
        (copy.page, copy.countedAs, copy.payload, copy.notifier) = (page, countedAs, payload, notifier)
        (copy.appearanceCount, copy.node, copy.scene) = (appearanceCount, node, scene)
        (copy.member, copy.listLinks, copy.uncovered) = (member, listLinks, uncovered)
        return copy
    }

    /// The page of its appearance: what it was counted as, else what the component declares now.
    var appearancePage: PageContext? { countedAs ?? page }
}

/// The status of a component at one moment, for explanations.
package struct ComponentStatus: Sendable, Hashable {
    /// How far the component's appearance has come.
    package enum Presence: Sendable, Hashable {
        /// Not in front of the user.
        case hidden
        /// Shown, but without a window or in a background scene (AP-002).
        case held
        /// In front of the user.
        case live
    }

    package let presence: Presence
    /// The live appearance, or the last one.
    package let appearance: AppearanceID
    /// When it began.
    package let beganAt: Timestamp
    /// The page; `nil` for a component that is none.
    package let page: PageContext?
    package let isReady: Bool
    package let isCounted: Bool
    package let isAttached: Bool
    package let scene: SceneID
    package let isSceneForeground: Bool
}
