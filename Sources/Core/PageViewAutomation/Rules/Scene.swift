/// The state of one scene (AP-007, PV-003, QU-003).
struct Scene: Sendable {
    let id: SceneID
    let mention: UInt64
    var isOpen = true
    var isForeground = true
    var memberCount = 0
    /// The live pages, the newest last (QU-002).
    var live: [Int] = []
    /// The components that the last `show` listed, from the bottom to the top (AP-016).
    var entries: [ComponentID] = []
    /// Those of them that the list shows, each with its ``Component/listing``. An entry is void once the component has another one.
    var shown: [(id: ComponentID, listing: UInt32)] = []
    /// Whether one of these has begun in the present decision.
    var hasBegunShown = false

    /// The nanoseconds that the scene spent in the background, without the time since `backgroundSince`.
    var backgroundTotal: Int64 = 0
    var backgroundSince = Timestamp.zero
    /// How long the scene was in the background before its last return, until policies have judged it (POL-004).
    var returnedAfter: Int64?

    var current: Int?
    /// Since when the current page is the current one in the foreground (PV-007).
    var currentSince = Timestamp.zero
    /// Whether the appearance of the current page has ended, and another page may be revealed (POL-003).
    var hasEndedCurrent = false
    var isChanged = false
    /// The component and the page of the last `currentPage` record (QU-006).
    var reported: (component: Int, page: PageContext)?
    /// The page that was current last, as it was when its appearance ended (QU-003).
    var lastPage: PageAppearance?
    var lastCounted: PageReference?
    var link: PendingLink?

    init(_ id: SceneID, mention: UInt64) {
        (self.id, self.mention) = (id, mention)
    }

    // Several fields in one call, because each assignment to an element of an array checks the array.

    mutating func decide() { (isChanged, hasEndedCurrent, returnedAfter) = (false, false, nil) }

    /// Returns `true` at the first call before a decision.
    mutating func setChanged() -> Bool {
        defer { isChanged = true }
        return !isChanged
    }

    mutating func takeCurrentTime(until now: Timestamp) -> Int64 {
        defer { currentSince = now }
        return now.nanoseconds(since: currentSince)
    }

    mutating func setCurrent(_ page: Int?, at time: Timestamp) { (current, currentSince) = (page, time) }

    func background(until now: Timestamp) -> Int64 {
        isForeground ? backgroundTotal : backgroundTotal.saturatingAdding(now.nanoseconds(since: backgroundSince))
    }
}

/// A deep link that no page view has carried yet (PV-006, PV-009). It is on the heap, because it is rare and large.
package final class PendingLink: Sendable {
    package let visit: DeepLinkVisit
    package let isForAnyScene: Bool
    /// Only an appearance that begins later in this order can carry the link.
    package let order: UInt64
    /// The name of the page that it leads to; `nil` for any.
    package let target: String?
    /// How long it waits for an appearance to begin, in nanoseconds; `nil` for ever.
    package let expires: Int64?

    init(_ visit: DeepLinkVisit, isForAnyScene: Bool, order: UInt64, target: String?, expires: Int64?) {
        (self.visit, self.isForAnyScene, self.order, self.target, self.expires) = (
            visit, isForAnyScene, order, target, expires
        )
    }

    func waits(at time: Timestamp) -> Bool { expires.map { time.nanoseconds(since: visit.time) <= $0 } ?? true }
}
