import PageViewAutomation

/// What is known of one component.
struct ReferenceComponent {
    let name: String
    /// How a replay labels it: the name, and for the second component of that name `~2` (TR-004).
    let label: String
    /// The scene's name; a component keeps belonging to it when the scene closes (AP-009).
    var scene: String
    var isAttached: Bool
    var isDestroyed = false
    /// Where LC-002 says that it stands.
    var state = LifecycleState.disappeared
    /// Its own page; `nil` of a component that is untracked.
    var page: PageContext?
    /// A page whose state nobody has set is ready (RD-001).
    var isReady = true
    /// Empty while it is pending: a pending notifier has no payload (RD-001).
    var payload = Payload()
    /// The place of the component that contains it.
    var parent: Int?
    var stay = ReferenceStay.none
    /// Its place among all that happened (ORD-002): when it was reported as shown, and once it has come before the user
    /// when it did. Reading: the second stays its place when a stop and a start make it held, so that what was above
    /// another page is above it again.
    var order = 0
    /// How many appearances it has had (AP-003).
    var ordinal: UInt32 = 0
    /// Whether its window or scene went first, so that a `didDisappear` is still to come and is normal (AP-005).
    var owesDisappearance = false

    var live: ReferenceAppearance? {
        if case .live(let appearance) = stay { appearance } else { nil }
    }

    /// Whether it is before the user, or was when its scene went to the background.
    var isBeforeUser: Bool {
        switch stay {
        case .none, .held: false
        case .passedOver, .live: true
        }
    }

    /// What its live appearance is called: what it was counted as, and until then what the page says (PV-004).
    var livePage: PageContext? { live.flatMap { $0.countedAs ?? page } }
}

/// How a component stands to the user.
enum ReferenceStay: Equatable {
    /// It has not been reported as shown, or is gone since.
    case none
    /// It has been reported as shown, but lacks its window, the foreground (AP-002) or an engine that runs (ORD-005).
    case held
    /// It is before the user without an appearance: a start has counted nothing that was visible (ORD-005).
    case passedOver
    /// It is before the user, or was when its scene went to the background.
    case live(ReferenceAppearance)
}

/// A live appearance.
struct ReferenceAppearance: Equatable {
    var ordinal: UInt32
    var since: Timestamp
    var foreground: Int64 = 0
    var background: Int64 = 0
    /// What it was counted as; `nil` until it is.
    var countedAs: PageContext?
    /// Whether it began because its scene or its page came back, so that no link led to it (PV-006).
    var cameBack = false
    /// Whether the component has declared another name since it was counted (PV-004).
    var wasRenamed = false
    /// Whether a `willDisappear` has been reported since it began that no `didAppear` has answered (POL-002).
    var wasLeaving = false
}

/// What is known of one scene. One that nobody has mentioned, and one that has closed, is like a new one (AP-009).
struct ReferenceScene: Hashable {
    var isForeground = true
    var lastPage: ReferencePage?
    var lastCounted: ReferenceMention?
    /// The link that has not ridden yet, and when it was opened, among all things that happened.
    var link: ReferenceVisit?
    var linkOrder = 0
}
