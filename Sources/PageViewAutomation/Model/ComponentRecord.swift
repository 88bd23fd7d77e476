/// What the model knows of one component.
struct ComponentRecord {
    /// Whether the place belongs to a component.
    enum Lifetime { case unused, alive, destroyed }

    /// What its framework has said of it being shown, and what became of that.
    enum Presence {
        /// Not shown.
        case away
        /// Not shown any more, because it lost its window; the `didDisappear` to that may still come.
        case cutOff
        /// Shown, and visible while the engine was stopped: it waits for its next `didAppear`, or for a start that is asked
        /// to count what is visible.
        case passedOver(order: UInt64)
        /// Said to be shown, but without a window or in a scene that nobody sees: it begins when that changes.
        case held(order: UInt64)
        /// In front of the user.
        case live(Appearance)
    }

    /// One stay in front of the user.
    struct Appearance {
        let ordinal: UInt32
        let beganAt: Timestamp
        /// Its place among all appearances, in the order in which they began.
        let order: UInt64
        /// How long its scene had been in the background when it began, in nanoseconds.
        let backgroundBefore: Int64
        /// Whether a transition away was announced since it began.
        var sawWillDisappear = false
        /// What it was counted as; `nil` until it is counted.
        var countedAs: PageContext?
    }

    let id: ComponentID
    var lifetime = Lifetime.alive
    var machine = LifecycleMachine()
    var presence = Presence.away
    var isAttached = true
    var appearanceCount: UInt32 = 0

    /// The page it declares; `nil` for a component that is no page.
    var page: PageContext?
    var isReady = true
    var payload = Payload()
    /// The notifier that speaks for it, and the newest change heard from it.
    var notifier: UInt64 = 0
    var revision: UInt64 = 0

    /// The scene it belongs to, and its neighbours there.
    var scene = Place.none
    var member = Links()
    /// Its neighbours among the live pages or the held components of its scene.
    var row = Links()
    /// Its neighbours among the uncovered live pages of its scene.
    var uncovered = Links()

    /// The component that contains it, the first one that it contains, and its neighbours in its container.
    var parent = Place.none
    var firstChild = Place.none
    var sibling = Links()
    /// How many of the components inside it, at any depth, are live pages of its own scene: what covers it.
    var livePagesBelow: Int32 = 0

    init(id: ComponentID) {
        self.id = id
    }

    var appearance: Appearance? {
        if case .live(let appearance) = presence { appearance } else { nil }
    }

    var isHeld: Bool {
        if case .held = presence { true } else { false }
    }

    /// Whether its framework has said that it is shown, and not that it is not.
    var isShown: Bool {
        switch presence {
        case .away, .cutOff: false
        case .passedOver, .held, .live: true
        }
    }

    /// What its appearance is called: what it was counted as, else what the component is called now.
    var name: PageContext? { appearance?.countedAs ?? page }

    /// Whether it is live, and a page or counted as one.
    var isLivePage: Bool {
        guard let appearance else { return false }
        return page != nil || appearance.countedAs != nil
    }

    /// Its place in the order of the list it is in.
    var order: UInt64 {
        switch presence {
        case .away, .cutOff: 0
        case .held(let order), .passedOver(let order): order
        case .live(let appearance): appearance.order
        }
    }
}
