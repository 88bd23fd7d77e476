/// What the model knows of one scene. Not copyable, so that no query copies it by accident.
struct SceneRecord: ~Copyable {
    /// A deep link that no page view has carried yet.
    struct PendingLink {
        let visit: Boxed<DeepLinkVisit>
        /// Its position in the order of beginnings: only an appearance that begins after it can carry it.
        let order: UInt64
    }

    let id: SceneID
    var isOpen = true
    var isForeground = true

    /// The first of its components.
    var firstMember = Slot.none
    /// Its live pages, in the order in which they began.
    var live = LinkedList()
    /// Its held components, in the order of their `didAppear`.
    var held = LinkedList()
    /// Its live pages that contain no other live page of the scene. The newest of them is the current page (QU-002).
    var uncovered = LinkedList()
    /// Live pages that may count when the scene comes to the foreground: they became ready in the background. Some may have
    /// ended since.
    var awaitingForeground: [Slot] = []

    /// The time that it has spent in the background, in nanoseconds, without the time since `backgroundSince`.
    var backgroundTotal: Int64 = 0
    var backgroundSince = Timestamp.zero

    /// The current page when the last input had been applied.
    var current = Slot.none
    /// Whether the present input may have changed the current page, and the next scene of which this is true.
    var needsUpdate = false
    var nextToUpdate = Slot.none
    /// Its neighbours among all scenes, in the order in which they came to the front (QU-004).
    var front = Links()
    /// The component and the page of the last `currentPage` record.
    var lastReported = Slot.none
    var lastReportedPage: PageContext?
    /// The page that was current last, as it was when it ended.
    var lastPage: PageAppearance?
    var lastCounted: PageReference?
    var link: PendingLink?

    init(id: SceneID) {
        self.id = id
    }

    /// Resets a scene that closes. Its components, and its position in the order of scenes, stay.
    mutating func forget() {
        var next = SceneRecord(id: id)
        next.firstMember = firstMember
        next.front = front
        next.isOpen = false
        self = next
    }

    func copy() -> SceneRecord {
        var copy = SceneRecord(id: id)
        (copy.isOpen, copy.isForeground, copy.firstMember) = (isOpen, isForeground, firstMember)
        (copy.live, copy.held, copy.uncovered, copy.awaitingForeground) = (live, held, uncovered, awaitingForeground)
        (copy.backgroundTotal, copy.backgroundSince) = (backgroundTotal, backgroundSince)
        (copy.current, copy.needsUpdate, copy.nextToUpdate, copy.front) = (current, needsUpdate, nextToUpdate, front)
        (copy.lastReported, copy.lastReportedPage) = (lastReported, lastReportedPage)
        (copy.lastPage, copy.lastCounted, copy.link) = (lastPage, lastCounted, link)
        return copy
    }

    /// The time that it has spent in the background until a moment, in nanoseconds.
    func background(until now: Timestamp) -> Int64 {
        isForeground ? backgroundTotal : backgroundTotal &+ now.nanoseconds(since: backgroundSince)
    }
}

/// The newest value over all scenes: the scene that has it or, once that has closed, the value itself.
struct LastOfAll<Value: Sendable & Hashable> {
    /// The scene that has it; `none` if that has closed, or there was nothing.
    private(set) var scene = Slot.none
    private var ofClosedScene: Boxed<Value>?

    /// Makes this scene's last value the last of all.
    mutating func move(to scene: Slot) {
        self.scene = scene
        if ofClosedScene != nil { ofClosedScene = nil }
    }

    /// Keeps the value of a scene that closes, if it is the last of all.
    mutating func keep(_ value: Value?, ofClosing scene: Slot) {
        guard scene == self.scene else { return }
        self.scene = .none
        ofClosedScene = value.map { Boxed($0) }
    }

    /// Returns the last of all; `lookUp` returns the value of the scene that has it.
    func value(_ lookUp: (Slot) -> Value?) -> Value? { scene.isNone ? ofClosedScene?.value : lookUp(scene) }
}
