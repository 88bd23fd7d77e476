/// The record of one counted appearance of a page (rule PV-001).
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
        /// The appearance of the page above it ended; only if the policy `reveal` counts.
        case revealed
        /// A caller recorded the page view by hand.
        case manual
    }

    /// The number of the page view in its engine, from 1, without gaps, in the order of delivery.
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
    /// The page that was counted before this one in the scene; `nil` if there was none (rule PV-003).
    public let previous: PageReference?
    /// The deep link that led to the page; `nil` if there was none.
    public var deepLink: DeepLinkVisit? { visit?.value }
    package var hasDeepLink: Bool { visit != nil }
    // The link is on the heap, because it is rare and large.
    private let visit: Boxed<DeepLinkVisit>?

    /// Creates a page view, such as for the test of a receiver.
    public init(
        sequence: UInt64, id: PageViewID, page: PageContext, payload: Payload = [:], scene: SceneID,
        appearedAt: Timestamp? = nil, countedAt: Timestamp = .zero, cause: Cause = .appeared,
        previous: PageReference? = nil, deepLink: DeepLinkVisit? = nil
    ) {
        (self.sequence, self.id, self.page, self.payload, self.scene) = (sequence, id, page, payload, scene)
        (self.appearedAt, self.countedAt, self.cause, self.previous) = (appearedAt, countedAt, cause, previous)
        visit = deepLink.map { Boxed($0) }
    }

    /// The component that appeared; `nil` for a page view by hand with no appearance to count.
    public var component: ComponentID? { id.component }
}

/// The identity of one page view: the identity of its appearance or, without one, a number.
public enum PageViewID: Sendable, Hashable, CustomStringConvertible {
    /// The page view of an appearance. An appearance has at most one.
    case appearance(AppearanceID)
    /// A page view by hand with no appearance to count, by its sequence number.
    case manual(UInt64)

    /// The counted appearance; `nil` if there is none.
    public var appearance: AppearanceID? {
        switch self {
        case .appearance(let id): id
        case .manual: nil
        }
    }

    /// The component that appeared; `nil` if none did.
    public var component: ComponentID? { appearance?.component }

    /// A short text for logs, such as `component 7.1/2` or `manual 3`.
    public var description: String {
        switch self {
        case .appearance(let id): id.description
        case .manual(let number): "manual \(number)"
        }
    }
}

/// The identity of one appearance: the component, and the number of the appearance (rule AP-003).
public struct AppearanceID: Sendable, Hashable, CustomStringConvertible {
    /// The component that appeared.
    public let component: ComponentID
    /// The number of the appearance among those of its component, from 1.
    public let ordinal: UInt32

    /// Creates the identity of an appearance.
    public init(component: ComponentID, ordinal: UInt32) {
        (self.component, self.ordinal) = (component, ordinal)
    }

    /// A short text for logs, such as `component 7.1/2`.
    public var description: String { "\(component)/\(ordinal)" }
}

/// A reference to a page by value, in a record or as the result of a query. Later changes of the page do not change it.
public struct PageReference: Sendable, Hashable, CustomStringConvertible {
    /// The identity of the page view or of the appearance.
    public let id: PageViewID
    /// The page's name and context.
    public let page: PageContext

    /// Creates a reference to a page.
    public init(id: PageViewID, page: PageContext) { (self.id, self.page) = (id, page) }

    /// The page and the identity, such as `item (shoes), component 7.1/2`.
    public var description: String { "\(page), \(id)" }
}

/// An appearance of a page, by value, as queries return it.
public struct PageAppearance: Sendable, Hashable, CustomStringConvertible {
    /// The appearance.
    public let id: AppearanceID
    /// The name and context under which the appearance was counted, otherwise the declared ones.
    public let page: PageContext
    /// The scene of the appearance.
    public let scene: SceneID
    /// Whether the appearance has been counted.
    public let isCounted: Bool
    /// When the appearance began.
    public let beganAt: Timestamp

    /// Creates an appearance of a page, such as for the test of a receiver.
    public init(id: AppearanceID, page: PageContext, scene: SceneID, isCounted: Bool, beganAt: Timestamp = .zero) {
        (self.id, self.page, self.scene, self.isCounted, self.beganAt) = (id, page, scene, isCounted, beganAt)
    }

    /// The component that appeared.
    public var component: ComponentID { id.component }
    /// A reference to the appearance, for other records.
    public var reference: PageReference { PageReference(id: .appearance(id), page: page) }

    /// One line, such as `item (shoes), component 7.1/2, counted, since 2.35 s`.
    public var description: String { "\(page), \(id), \(isCounted ? "counted" : "not counted"), since \(beganAt)" }
}

/// The record of the end of an appearance of a page, or of a held `didAppear` (rule PV-007).
///
/// Each of them has exactly one page leave. An engine that is deallocated emits none.
public struct PageLeave: Sendable, Hashable, CustomStringConvertible {
    /// The outcome of an appearance.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The appearance has a page view.
        case counted
        /// The appearance ended before it was counted, because its page was never ready in the foreground.
        case neverReady
        /// The framework reported `didAppear`, but no appearance began.
        case neverVisible
    }

    /// The appearance; `nil` for a `didAppear` that never became visible.
    public let id: AppearanceID?
    /// The name and context under which the appearance was counted, otherwise the last declared ones.
    public let page: PageContext
    /// The scene of the appearance.
    public let scene: SceneID
    /// The component.
    public let component: ComponentID
    /// The outcome of the appearance.
    public let outcome: Outcome
    /// The time that the appearance was live in the foreground, in nanoseconds.
    public let foregroundNanoseconds: Int64
    /// The time that the appearance was live in the background, in nanoseconds.
    public let backgroundNanoseconds: Int64
    /// The part of the time in the foreground during which the page was the current one, in nanoseconds.
    public let currentNanoseconds: Int64
    /// When the appearance ended.
    public let endedAt: Timestamp

    /// Creates a page leave, such as for the test of a receiver.
    public init(
        id: AppearanceID?, page: PageContext, scene: SceneID, component: ComponentID, outcome: Outcome,
        foregroundNanoseconds: Int64 = 0, backgroundNanoseconds: Int64 = 0, currentNanoseconds: Int64 = 0,
        endedAt: Timestamp = .zero
    ) {
        (self.id, self.page, self.scene, self.component, self.outcome) = (id, page, scene, component, outcome)
        (self.foregroundNanoseconds, self.backgroundNanoseconds) = (foregroundNanoseconds, backgroundNanoseconds)
        (self.currentNanoseconds, self.endedAt) = (currentNanoseconds, endedAt)
    }

    /// One line, such as `page leave of item (shoes): counted, at 5 s, after 2.65 s in the foreground`.
    public var description: String {
        let foreground = Timestamp.roundedSeconds(of: foregroundNanoseconds)
        let background = Timestamp.roundedSeconds(of: backgroundNanoseconds)
        let rest = backgroundNanoseconds == 0 ? "" : " and \(background) s in the background"
        let time = "\(endedAt), after \(foreground) s in the foreground\(rest)"
        return "page leave of \(page): \(outcome.rawValue), at \(time)"
    }
}

// A rare, large value on the heap, so that its owner stays small. It is a class, because with library evolution the compiler of
// Swift 6.3.1 crashes on a borrowed record that contains an indirect enum.
final class Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: Boxed, right: Boxed) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
