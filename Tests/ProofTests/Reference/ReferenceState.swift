import PageViewAutomation

/// The state of one component.
struct ReferenceComponent {
    let name: String
    /// The label of a replay: the name, with `~2` for the second component of that name (TR-004).
    let label: String
    /// The name of the scene. A component still belongs to it after the scene has closed (AP-009).
    var scene: String
    var isAttached: Bool
    var isDestroyed = false
    /// The state according to LC-002.
    var state = LifecycleState.disappeared
    /// The declared page; `nil` for an untracked component.
    var page: PageContext?
    /// Whether the page is ready; true until its state is set (RD-001).
    var isReady = true
    /// The payload; empty while the page is pending (RD-001).
    var payload = Payload()
    /// The index of the container.
    var parent: Int?
    var stay = ReferenceStay.none
    /// The position of the component among all ordered facts (ORD-002).
    ///
    /// It is the position of its `didAppear` report, and later of the instant at which it became visible. Reading: a
    /// stop and a start that make it held keep the second position. A page that was above another one is therefore
    /// above it again.
    var order = 0
    /// The number of its appearances (AP-003).
    var ordinal: UInt32 = 0
    /// Whether it lost its window or scene first, so that a `didDisappear` is still expected (AP-005).
    var owesDisappearance = false

    var live: ReferenceAppearance? {
        if case .live(let appearance) = stay { appearance } else { nil }
    }

    /// Whether the component is visible, or was when its scene went to the background.
    var isBeforeUser: Bool {
        switch stay {
        case .none, .held: false
        case .passedOver, .live: true
        }
    }

    /// The page of the live appearance: the counted page or, until the count, the declared page (PV-004).
    var livePage: PageContext? { live.flatMap { $0.countedAs ?? page } }
}

/// The visibility of a component.
enum ReferenceStay: Equatable {
    /// The component has not been reported as shown, or has disappeared since.
    case none
    /// The component was reported as shown, but a fact is missing (AP-002), or the engine is stopped.
    case held
    /// The component is visible without an appearance, because a start did not count it (ORD-005).
    case passedOver
    /// The component has a live appearance, perhaps in the background.
    case live(ReferenceAppearance)
}

/// A live appearance.
struct ReferenceAppearance: Equatable {
    var ordinal: UInt32
    var since: Timestamp
    var foreground: Int64 = 0
    var background: Int64 = 0
    /// The page that it was counted as; `nil` until then.
    var countedAs: PageContext?
    /// Whether it began because its scene or its page came back, so that it carries no link (PV-006).
    var cameBack = false
    /// Whether the component has declared another name since the count (PV-004).
    var wasRenamed = false
    /// Whether a `willDisappear` since the beginning has not been answered by a `didAppear` (POL-002).
    var wasLeaving = false
}

/// The state of one scene. An unmentioned scene and a closed scene are like a new one (AP-009).
struct ReferenceScene: Hashable {
    var isForeground = true
    var lastPage: ReferencePage?
    var lastCounted: ReferenceMention?
    /// The pending link, and its position among all ordered facts.
    var link: ReferenceVisit?
    var linkOrder = 0
}
