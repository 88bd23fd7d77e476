import PageViewAutomation

/// The facts about one component, and its appearance as the model has decided.
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
    /// Whether it lost its window or scene first, so that a `didDisappear` is still expected (AP-005).
    var owesDisappearance = false
    /// Whether it has ever reported a transition itself (AP-014).
    var hasReported = false

    /// Whether a `didAppear` holds: no `didDisappear` came since, and nothing made it void (AP-002).
    var appears = false
    /// Whether it has appeared at least once. It then hides its content while it does not appear.
    var hasAppeared = false
    /// The position of the `didAppear` among all ordered facts; of repeated ones, the first.
    var appearOrder = 0
    /// Whether the live component was detached since the last decision, and has not reported a `didAppear` since (AP-006).
    var wasDetached = false
    /// Whether the `didAppear` has led to an appearance, so that its end is not `neverVisible` (PV-007).
    var hasLed = false

    /// The index of the container.
    var parent: Int?
    var isExclusive = false
    var selection = ReferenceSelection.none
    /// The declared level; `nil` for that of the container (QU-002).
    var level: Int?

    /// The declared page; `nil` for an untracked component.
    var page: PageContext?
    /// Whether the page is ready; true until its state is set (RD-001).
    var isReady = true
    /// The payload; empty while the page is pending (RD-001).
    var payload = Payload()
    /// The number of its appearances (AP-003).
    var ordinal: UInt32 = 0
    var appearance: ReferenceAppearance?

    /// The appearance that the engine emits records about.
    var live: ReferenceAppearance? { appearance.flatMap { $0.isPassedOver ? nil : $0 } }
    /// The page of the live appearance: the counted page or, until the count, the declared page (PV-004).
    var livePage: PageContext? { live.flatMap { $0.countedAs ?? page } }
    /// Whether a `didAppear` waits for its first appearance.
    var isHeld: Bool { appears && !hasLed && appearance == nil }
}

/// The part that a container shows (AP-014).
enum ReferenceSelection: Equatable {
    /// There is no selection, so all parts are shown.
    case none
    /// The selected part was destroyed or moved, so no part is shown.
    case empty
    case part(Int)
}

/// A stay in front of the user.
struct ReferenceAppearance {
    var ordinal: UInt32
    let since: Timestamp
    /// An appearance never changes its scene (AP-006).
    let scene: String
    /// Its position among all ordered facts, which is unique.
    let began: Int
    /// The same, renewed by what makes it the newest (QU-008, AP-016).
    var age: Int
    let cause: PageView.Cause
    /// Whether the engine emits nothing about it, because it began while the engine was stopped, or goes on since then.
    var isPassedOver = false
    var foreground: Int64 = 0
    var background: Int64 = 0
    /// The part of `foreground` in which it was the current page.
    var current: Int64 = 0
    /// The page that it was counted as; `nil` until then.
    var countedAs: PageContext?
    /// Whether the component has declared another name since the count (PV-004).
    var wasRenamed = false
    /// Whether a `willDisappear` since the beginning has not been answered by a `didAppear` (POL-002).
    var wasLeaving = false

    /// Whether it began because its scene or its page came back, so that no link led to it (PV-006).
    var cameBack: Bool { cause == .foregrounded || cause == .revealed }
}

/// The state of one scene. An unmentioned scene and a closed scene are like a new one (AP-009).
struct ReferenceScene {
    var isForeground = true
    var backgroundSince = Timestamp.zero
    var lastPage: ReferencePage?
    var lastCounted: ReferenceMention?
    var link: ReferenceLink?
    /// The components that the last `show` listed (AP-016).
    var listed: [Int] = []
    /// Those of them that are visible by it, in the order of the list.
    var shown: [Int] = []
}

/// A pending deep link (PV-006).
struct ReferenceLink {
    let visit: ReferenceVisit
    /// Its position among all ordered facts.
    let order: Int
    let target: String?
    /// The time in nanoseconds for which it waits; `nil` for ever.
    let limit: Int64?
    /// Whether it waits for a page of any scene.
    let isForAnyScene: Bool

    func isInTime(_ time: Timestamp) -> Bool {
        limit.map { time.nanoseconds - visit.time.nanoseconds <= $0 } ?? true
    }
}

/// The effect of a report on the order of pages and scenes, which follows all beginnings (AP-015).
enum ReferenceAction: Equatable {
    case focus(Int)
    case activate(String)
    case arrange(String)
}
