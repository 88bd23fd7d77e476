/// What the model knows of one component besides its ``ComponentState``, in as few bytes as it takes: there may be a
/// million of them.
struct ComponentRecord: ~Copyable {
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
    /// The payload of its page; `nil` where that has said nothing, or is pending.
    var payload: Payload?

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

    init(tag: UInt64) {
        self.tag = tag
    }

    /// Another one that says the same; every field is in it.
    func copy() -> ComponentRecord {
        var copy = ComponentRecord(tag: tag)
        (copy.order, copy.beganAt, copy.backgroundBefore) = (order, beganAt, backgroundBefore)
        (copy.page, copy.countedAs, copy.payload) = (page, countedAs, payload)
        (copy.appearanceCount, copy.notifier, copy.revision) = (appearanceCount, notifier, revision)
        (copy.scene, copy.member, copy.row, copy.uncovered) = (scene, member, row, uncovered)
        return copy
    }

    /// Whether its appearance has been counted.
    @inline(__always)
    var isCounted: Bool { countedAs != nil }

    /// What its appearance is called: what it was counted as, else what the component is called now.
    @inline(__always)
    var name: PageContext? { countedAs ?? page }
}
