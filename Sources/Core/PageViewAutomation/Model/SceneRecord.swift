/// The state of one scene (AP-007, PV-003, QU-003). It is noncopyable, so that no query copies it by accident.
struct SceneRecord: ~Copyable {
    /// A deep link that no page view has carried yet (PV-006).
    struct PendingLink {
        let visit: Boxed<DeepLinkVisit>
        /// The position in the order of beginnings. Only an appearance that begins later can carry the link.
        let order: UInt64
    }

    let id: SceneID
    var isOpen = true
    var isForeground = true

    /// The first component in the list of the scene's components.
    var firstMember = Slot.none
    /// The live pages, in the order in which they began.
    var live = LinkedList()
    /// The held components, in the order of their `didAppear`.
    var held = LinkedList()
    /// The live pages that contain no other live page of the scene. The newest one is the current page (QU-002).
    var uncovered = LinkedList()
    /// The live pages that became ready in the background, and count in the foreground (RD-005). Some of them may have ended.
    var awaitingForeground: [Slot] = []

    /// The nanoseconds that the scene spent in the background, without the time since `backgroundSince`.
    var backgroundTotal: Int64 = 0
    /// When the scene last went to the background.
    var backgroundSince = Timestamp.zero

    /// The current page after the last input.
    var current = Slot.none
    /// Whether the present input may have changed the current page.
    var needsUpdate = false
    /// The next scene in the model's list of scenes with `needsUpdate`.
    var nextToUpdate = Slot.none
    /// The neighbours among all scenes, in the order in which they came to the front (QU-004).
    var front = Neighbours()
    /// The component of the last `currentPage` record (QU-006).
    var lastReported = Slot.none
    /// The page of the last `currentPage` record (QU-006).
    var lastReportedPage: PageContext?
    /// The page that was current last, as it was when its appearance ended (QU-003).
    var lastPage: PageAppearance?
    /// The page that was counted last (PV-003).
    var lastCounted: PageReference?
    /// The pending deep link (PV-006).
    var link: PendingLink?

    init(id: SceneID) {
        self.id = id
    }

    /// Resets a scene that closes. It keeps its components and its position in the order of scenes (AP-009).
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

    /// Returns the time that the scene has spent in the background until a moment, in nanoseconds.
    func background(until now: Timestamp) -> Int64 {
        isForeground ? backgroundTotal : backgroundTotal &+ now.nanoseconds(since: backgroundSince)
    }
}

/// The newest value over all scenes, such as the engine's last page (QU-003).
///
/// It stores the scene of the value or, once that scene has closed, the value itself.
struct LastOfAll<Value: Sendable & Hashable> {
    /// The scene of the newest value; `none` if the scene has closed or no value exists.
    private(set) var scene = Slot.none
    private var ofClosedScene: Boxed<Value>?

    /// Sets the scene of the newest value.
    mutating func move(to scene: Slot) {
        self.scene = scene
        if ofClosedScene != nil { ofClosedScene = nil }
    }

    /// Stores the value of a scene that closes, if it is the newest one.
    mutating func keep(_ value: Value?, ofClosing scene: Slot) {
        guard scene == self.scene else { return }
        self.scene = .none
        ofClosedScene = value.map { Boxed($0) }
    }

    /// Returns the newest value. `lookUp` returns the last value of a scene.
    func value(_ lookUp: (Slot) -> Value?) -> Value? { scene.isNone ? ofClosedScene?.value : lookUp(scene) }
}
