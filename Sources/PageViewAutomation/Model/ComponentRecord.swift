/// What the model knows of one component, in as few bytes as it takes: there may be a million of them.
struct ComponentRecord: ~Copyable {
    /// Whether the place belongs to a component.
    enum Lifetime: UInt8 { case unused, alive, destroyed }

    /// What its framework has said of it being shown, and what became of that.
    enum Presence: UInt8 {
        /// Not shown.
        case away
        /// Not shown any more, because it lost its window; the `didDisappear` to that may still come.
        case cutOff
        /// Shown, and visible while the engine was stopped: it waits for its next `didAppear`, or for a start that is asked
        /// to count what is visible.
        case passedOver
        /// Said to be shown, but without a window or in a scene that nobody sees: it begins when that changes.
        case held
        /// In front of the user.
        case live
    }

    /// The number its framework gave it.
    let tag: UInt64
    /// Its place in the order of the list it is in: among all `didAppear`s if it is held or passed over, among all
    /// appearances if it is live.
    var order: UInt64 = 0
    /// When its appearance began.
    var beganAt = Timestamp.zero
    /// How long its scene had been in the background when its appearance began, in nanoseconds.
    var backgroundBefore: Int64 = 0

    /// The page it declares; `nil` for a component that is no page.
    var page: PageContext?
    /// What its appearance was counted as; `nil` until it is counted.
    var countedAs: PageContext?
    var payload = Payload()

    /// How many components had its place before.
    let generation: UInt32
    /// How many appearances it has had; the number of the one that goes on.
    var appearanceCount: UInt32 = 0
    /// The notifier that speaks for it, and the newest change heard from it.
    var notifier: UInt32 = 0
    var revision: UInt32 = 0

    /// The scene it belongs to, and its neighbours there.
    var scene = Place.none
    var member = Links()
    /// Its neighbours among the live pages or the held components of its scene.
    var row = Links()
    /// Its neighbours among the uncovered live pages of its scene.
    var uncovered = Links()

    var lifetime = Lifetime.alive
    var machine = LifecycleMachine()
    var presence = Presence.away
    private var facts: Facts = [.isAttached, .isReady]

    private struct Facts: OptionSet {
        let rawValue: UInt8
        static var isAttached: Facts { Facts(rawValue: 1) }
        static var isReady: Facts { Facts(rawValue: 2) }
        static var sawWillDisappear: Facts { Facts(rawValue: 4) }
    }

    init(id: ComponentID) {
        tag = id.tag
        generation = id.generation
    }

    /// Another one that says the same; every field is in it.
    func copy() -> ComponentRecord {
        var copy = ComponentRecord(
            id: ComponentID(index: 0, generation: generation, issuer: 0, tag: tag))
        (copy.order, copy.beganAt, copy.backgroundBefore) = (order, beganAt, backgroundBefore)
        (copy.page, copy.countedAs, copy.payload) = (page, countedAs, payload)
        (copy.appearanceCount, copy.notifier, copy.revision) = (appearanceCount, notifier, revision)
        (copy.scene, copy.member, copy.row, copy.uncovered) = (scene, member, row, uncovered)
        (copy.lifetime, copy.machine, copy.presence, copy.facts) = (lifetime, machine, presence, facts)
        return copy
    }

    /// Whether it is in its scene's window.
    var isAttached: Bool {
        @inline(__always) get { facts.contains(.isAttached) }
        @inline(__always) set { set(.isAttached, newValue) }
    }

    /// Whether its page is ready.
    var isReady: Bool {
        @inline(__always) get { facts.contains(.isReady) }
        @inline(__always) set { set(.isReady, newValue) }
    }

    /// Whether a transition away was announced since its appearance began.
    var sawWillDisappear: Bool {
        @inline(__always) get { facts.contains(.sawWillDisappear) }
        @inline(__always) set { set(.sawWillDisappear, newValue) }
    }

    @inline(__always)
    private mutating func set(_ fact: Facts, _ isTrue: Bool) {
        if isTrue { facts.formUnion(fact) } else { facts.subtract(fact) }
    }

    @inline(__always)
    var isLive: Bool { presence == .live }
    @inline(__always)
    var isHeld: Bool { presence == .held }

    /// Whether its appearance has been counted.
    @inline(__always)
    var isCounted: Bool { countedAs != nil }

    /// Whether its framework has said that it is shown, and not that it is not.
    @inline(__always)
    var isShown: Bool {
        switch presence {
        case .away, .cutOff: false
        case .passedOver, .held, .live: true
        }
    }

    /// What its appearance is called: what it was counted as, else what the component is called now.
    @inline(__always)
    var name: PageContext? { countedAs ?? page }

    /// Whether it is live, and a page or counted as one.
    @inline(__always)
    var isLivePage: Bool { isLive && name != nil }
}
