/// A page view: one appearance of a page, counted (rule PV-001).
public struct PageView: Sendable, Hashable {
    /// The reason why the engine counted the appearance at this moment and no earlier (rule PV-002).
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The component appeared.
        case appeared
        /// The page became ready.
        case ready
        /// The component got its window.
        case attached
        /// The scene came to the foreground.
        case foregrounded
        /// The page above it ended; only under the policy `reveal: counts`.
        case revealed
        /// It was recorded by hand.
        case manual
    }

    /// The number of the page view in its engine: 1, 2, 3 and so on, without gaps, in the order of delivery.
    public let sequence: UInt64
    /// The page view's identity.
    public let id: PageViewID
    /// The page's name and context.
    public let page: PageContext
    /// The payload at the moment of the count.
    public let payload: Payload
    /// The scene in which the page was counted.
    public let scene: SceneID
    /// When the appearance began; `nil` for a page view by hand with no appearance to count.
    public let appearedAt: Timestamp?
    /// When the appearance was counted.
    public let countedAt: Timestamp
    /// The reason of the count.
    public let cause: Cause
    /// The page that was counted before it in the same scene, if there was one.
    public let previous: PageReference?
    /// The deep link that led here, if one did.
    public var deepLink: DeepLinkVisit? { visit?.value }
    // Boxed, because it is rare and large.
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

    /// The component that appeared; `nil` for a page view by hand with no appearance to count.
    public var component: ComponentID? { id.component }
}

/// The identity of one page view: that of the appearance it counts, or a number of its own.
public enum PageViewID: Sendable, Hashable {
    /// The page view of an appearance; there is at most one.
    case appearance(AppearanceID)
    /// A page view by hand with no appearance to count, and its sequence number.
    case manual(UInt64)

    /// The appearance, if one was counted.
    public var appearance: AppearanceID? {
        switch self {
        case .appearance(let id): id
        case .manual: nil
        }
    }

    /// The component that appeared, if one did.
    public var component: ComponentID? { appearance?.component }
}

extension PageViewID: CustomStringConvertible {
    /// A short text for logs: that of the appearance, such as `component 7.1/2`, or `manual 3`.
    public var description: String {
        switch self {
        case .appearance(let id): id.description
        case .manual(let number): "manual \(number)"
        }
    }
}

/// The identity of one appearance: the component, and the number of its appearances, this one included.
public struct AppearanceID: Sendable, Hashable {
    /// The component that appeared.
    public let component: ComponentID
    /// The appearance's number among those of its component, from 1 (rule AP-003).
    public let ordinal: UInt32
}

extension AppearanceID: CustomStringConvertible {
    /// A short text for logs, such as `component 7.1/2`.
    public var description: String { "\(component)/\(ordinal)" }
}

/// A page as another record names it, by value: later changes of the page do not change it.
public struct PageReference: Sendable, Hashable {
    /// The page view or the appearance that is meant.
    public let id: PageViewID
    /// The page's name and context.
    public let page: PageContext
}

/// A live appearance of a page as a query returns it, by value.
public struct PageAppearance: Sendable, Hashable {
    /// The appearance.
    public let id: AppearanceID
    /// The page's name and context: what it was counted as, else what it declares now.
    public let page: PageContext
    /// The scene that it is in.
    public let scene: SceneID
    /// Whether the appearance has been counted.
    public let isCounted: Bool
    /// When it began.
    public let beganAt: Timestamp

    /// The component that appeared.
    public var component: ComponentID { id.component }
    /// The appearance as other records name it.
    public var reference: PageReference { PageReference(id: .appearance(id), page: page) }
}

/// The end of an appearance of a page, or of a `didAppear` that never became visible (rule PV-007). Each has exactly one, unless the
/// engine itself ends first.
public struct PageLeave: Sendable, Hashable {
    /// The outcome of an appearance.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It has its page view.
        case counted
        /// It ended before it was counted: its page was not ready while its scene was in the foreground.
        case neverReady
        /// The framework reported `didAppear`, but the component never had a window in a foreground scene.
        case neverVisible
    }

    /// The appearance; `nil` for one that never became visible.
    public let id: AppearanceID?
    /// The page's name and context: what it was counted as, else what it declared last.
    public let page: PageContext
    /// The scene that it was in.
    public let scene: SceneID
    /// The component.
    public let component: ComponentID
    /// The outcome of the appearance.
    public let outcome: Outcome
    /// The time that it was live in the foreground, in nanoseconds.
    public let foregroundNanoseconds: Int64
    /// The time that it was live in the background, in nanoseconds.
    public let backgroundNanoseconds: Int64
    /// When it ended.
    public let endedAt: Timestamp
}

/// A rare and large value on the heap, so that its owner stays small. Boxes of equal values are equal.
final class Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    static func == (left: Boxed, right: Boxed) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
