/// What the model knows of one scene.
struct SceneRecord {
    /// A deep link that has not ridden on a page view yet.
    struct PendingLink {
        let visit: Boxed<DeepLinkVisit>
        /// Its place in the order of beginnings: only what begins after it can carry it.
        let order: UInt64
    }

    let id: SceneID
    var isOpen = true
    var isForeground = true
    /// When it came to the front of the scenes, in the order of such moments.
    var front: UInt64 = 0

    /// The components that belong to it.
    var firstMember = Place.none
    /// Its live pages, in the order in which they began.
    var live = Row()
    /// The components that are said to be shown but cannot be seen, in the order of their `didAppear`.
    var held = Row()
    /// Its live pages that contain no live page of it; the newest is the current page.
    var uncovered = Row()

    /// How long it has been in the background, in nanoseconds, without the time since `backgroundSince`.
    var backgroundTotal: Int64 = 0
    var backgroundSince = Timestamp.zero

    /// The current page when the last report had been applied.
    var current = Place.none
    /// Whether the input that is being applied may have changed its current page, and the next scene of which that holds.
    var isTouched = false
    var nextTouched = Place.none
    /// Whether its current page has been worked out anew since somebody asked, and the next scene of which that holds.
    var isSettled = false
    var nextSettled = Place.none
    /// Whether it is known where its current page is published.
    var isPlaced = false
    /// Its neighbours among the scenes that have a current page, in the order in which they came to the front.
    var rank = Links()
    /// What was told of the current page last: its component, and what it was called.
    var told = Place.none
    var toldPage: PageContext?
    /// The page that was current last, as it was when it ended.
    var last: PageAppearance?
    var lastCounted: PageReference?
    var link: PendingLink?

    init(id: SceneID) {
        self.id = id
    }

    /// The scene has closed: another one of the same token comes. Its members stay, and its place.
    mutating func forget() {
        var next = SceneRecord(id: id)
        next.firstMember = firstMember
        next.isSettled = isSettled
        next.nextSettled = nextSettled
        self = next
    }

    /// How long it has been in the background until this moment, in nanoseconds.
    func background(until now: Timestamp) -> Int64 {
        isForeground ? backgroundTotal : backgroundTotal &+ now.nanoseconds(since: backgroundSince)
    }
}
