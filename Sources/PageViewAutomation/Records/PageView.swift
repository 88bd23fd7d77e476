/// A page view: one appearance of a page, counted (rule PV-001).
public struct PageView: Sendable, Hashable {
    /// What made the engine count the appearance at this moment and no earlier (rule PV-002).
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The component appeared.
        case appeared
        /// The page became ready.
        case ready
        /// The component got its window.
        case attached
        /// The scene came to the foreground.
        case foregrounded
        /// What was above the page went away; only under the policy `reveal: counts`.
        case revealed
        /// It was recorded by hand.
        case manual
    }

    /// The number of the page view in its engine: 1, 2, 3 and so on, without gaps, in the order of delivery.
    public let sequence: UInt64
    /// The page view's identity.
    public let id: PageViewID
    /// The page and its context.
    public let page: PageContext
    /// Named values, as they were when the appearance was counted.
    public let payload: Payload
    /// The scene in which the page was counted.
    public let scene: SceneID
    /// When the appearance began; `nil` for one recorded by hand with no appearance to count.
    public let appearedAt: Timestamp?
    /// When the appearance was counted.
    public let countedAt: Timestamp
    /// What made it count.
    public let cause: Cause
    /// The page counted before it in the same scene, if there was one.
    public let previous: PageReference?
    /// The deep link that led here, if one did.
    public var deepLink: DeepLinkVisit? { visit?.value }
    private let visit: Boxed<DeepLinkVisit>?

    init(
        sequence: UInt64, id: PageViewID, page: PageContext, payload: Payload, scene: SceneID, appearedAt: Timestamp?,
        countedAt: Timestamp, cause: Cause, previous: PageReference?, deepLink: Boxed<DeepLinkVisit>?
    ) {
        self.sequence = sequence
        self.id = id
        self.page = page
        self.payload = payload
        self.scene = scene
        self.appearedAt = appearedAt
        self.countedAt = countedAt
        self.cause = cause
        self.previous = previous
        visit = deepLink
    }

    /// The component that appeared, unless it was recorded by hand with no appearance to count.
    public var component: ComponentID? { id.component }
}
