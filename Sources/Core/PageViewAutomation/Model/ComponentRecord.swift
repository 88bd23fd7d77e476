/// The part of a component's state that nearly every report needs, in eight bytes.
///
/// Eight components share a cache line. So a report that changes nothing reads one cache line, however many components exist.
struct ComponentState {
    /// The use of the slot: by no component yet, by an existing one, or by a destroyed one (AP-010).
    enum Lifetime: UInt8 { case unused, alive, destroyed }

    /// The progress of a component's appearance.
    enum Presence: UInt8 {
        /// Not shown.
        case hidden
        /// Not shown. The last appearance or held `didAppear` ended without a `didDisappear`, which may follow (AP-005).
        case endedByDetach
        /// Shown, and visible while the engine was stopped (ORD-005).
        ///
        /// An appearance begins at the next `didAppear`, or at a start that counts visible pages.
        case visibleWhileStopped
        /// Shown, but without a window or in a background scene. An appearance begins once the user can see it (AP-002).
        case held
        /// In front of the user.
        case live
    }

    /// The Boolean properties of the state, packed into one byte.
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

    /// Whether the component is in its scene's window.
    var isAttached: Bool {
        get { self[.isAttached] }
        set { self[.isAttached] = newValue }
    }

    /// Whether the component's page is ready.
    var isReady: Bool {
        get { self[.isReady] }
        set { self[.isReady] = newValue }
    }

    /// Whether the live appearance has been counted.
    var isCounted: Bool {
        get { self[.isCounted] }
        set { self[.isCounted] = newValue }
    }

    /// Whether a `willDisappear` of this appearance waits for a `didAppear` that answers it (POL-002).
    var sawWillDisappear: Bool {
        get { self[.sawWillDisappear] }
        set { self[.sawWillDisappear] = newValue }
    }

    /// Whether the appearance began with a return to the foreground or with a reveal (PV-006).
    var beganByReturn: Bool {
        get { self[.beganByReturn] }
        set { self[.beganByReturn] = newValue }
    }

    /// Whether `renamedWhileCounted` has been emitted in this appearance (AP-013).
    var wasRenamed: Bool {
        get { self[.wasRenamed] }
        set { self[.wasRenamed] = newValue }
    }

    /// Whether the component is in its scene's list ``SceneRecord/awaitingForeground``.
    var isAwaitingForeground: Bool {
        get { self[.isAwaitingForeground] }
        set { self[.isAwaitingForeground] = newValue }
    }

    /// The presence that a status or a snapshot of the component contains.
    ///
    /// A component that was visible while the engine was stopped counts as hidden, because it needs a new `didAppear`.
    var statusPresence: ComponentStatus.Presence {
        switch presence {
        case .hidden, .endedByDetach, .visibleWhileStopped: .hidden
        case .held: .held
        case .live: .live
        }
    }

    var isLive: Bool { presence == .live }
    var isHeld: Bool { presence == .held }

    /// Whether the framework has reported `didAppear`, and nothing since that ends its effect.
    var isShown: Bool {
        switch presence {
        case .hidden, .endedByDetach: false
        case .visibleWhileStopped, .held, .live: true
        }
    }
}

/// The rest of a component's state. It is small, because there may be a million components.
struct ComponentRecord: ~Copyable {
    /// The number that the framework gave the component.
    let tag: UInt64
    /// The component's position in the order of its list.
    ///
    /// A held component is ordered by its `didAppear`, a live one by the beginning of its appearance. A component that is visible
    /// in a stopped engine is ordered by the moment at which it became visible.
    var order: UInt64 = 0
    /// When the live appearance began.
    var beganAt = Timestamp.zero
    /// The time that the scene had spent in the background when the appearance began, in nanoseconds.
    var backgroundBefore: Int64 = 0

    /// The page that the component declares; `nil` for a component that is no page.
    var page: PageContext?
    /// The page that the appearance was counted as, if it differs from ``page`` (PV-004).
    ///
    /// A caller gave this page by hand, or the component declared it before the present one.
    var countedAs: PageContext?
    /// The payload of the page; `nil` while the page is pending or has none.
    var payload: Payload?
    /// The only notifier that may change the page (RD-007).
    var notifier: ObjectIdentifier?

    /// The number of appearances, which is the ordinal of the live one (AP-003).
    var appearanceCount: UInt32 = 0
    /// The node in the containment; `none` if the component neither has nor is a container.
    var node = Slot.none
    /// The scene of the component.
    var scene = Slot.none
    /// The neighbours among the components of the scene.
    var member = Neighbours()
    /// The neighbours among the live pages or the held components of the scene. A component is never both.
    var listNeighbours = Neighbours()
    /// The neighbours among the uncovered live pages of the scene.
    var uncovered = Neighbours()

    init(tag: UInt64) {
        self.tag = tag
    }

    func copy() -> ComponentRecord {
        var copy = ComponentRecord(tag: tag)
        (copy.order, copy.beganAt, copy.backgroundBefore) = (order, beganAt, backgroundBefore)
        (copy.page, copy.countedAs, copy.payload, copy.notifier) = (page, countedAs, payload, notifier)
        (copy.appearanceCount, copy.node, copy.scene) = (appearanceCount, node, scene)
        (copy.member, copy.listNeighbours, copy.uncovered) = (member, listNeighbours, uncovered)
        return copy
    }

    /// The page that the appearance was counted as, otherwise the page that the component declares.
    var appearancePage: PageContext? { countedAs ?? page }
}

/// The status of a component at one moment, for explanations (EX).
package struct ComponentStatus: Sendable, Hashable {
    /// The progress of a component's appearance.
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
    /// When the live or last appearance began.
    package let beganAt: Timestamp
    /// The page of the component; `nil` for a component that is no page.
    package let page: PageContext?
    package let isReady: Bool
    package let isCounted: Bool
    package let isAttached: Bool
    package let scene: SceneID
    package let isSceneForeground: Bool
}
