/// What nearly every report about a component asks for, in eight bytes: eight components share a cache line, so that a
/// report that changes nothing reads one line, however many components there are.
struct ComponentState {
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

    /// How many components had its place before.
    let generation: UInt32
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

    init(generation: UInt32, lifetime: Lifetime = .alive) {
        self.generation = generation
        self.lifetime = lifetime
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

    /// Whether its framework has said that it is shown, and not that it is not.
    @inline(__always)
    var isShown: Bool {
        switch presence {
        case .away, .cutOff: false
        case .passedOver, .held, .live: true
        }
    }
}
