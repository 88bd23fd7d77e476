/// The identity of one page view: that of the appearance it counts or, recorded by hand without one, its own number.
public enum PageViewID: Sendable, Hashable {
    /// The page view of an appearance; there is at most one.
    case appearance(AppearanceID)
    /// A page view recorded by hand with no appearance to count, and its sequence number.
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
