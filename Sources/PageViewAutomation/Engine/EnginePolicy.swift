/// The three choices on which products differ (rule POL-001).
///
/// Under every policy an appearance has at most one page view.
public struct EnginePolicy: Sendable, Hashable {
    /// The choice whether a page counts again after a cancelled transition away from it (rule POL-002).
    public enum CancelledDisappearance: Sendable, Hashable {
        /// The appearance continues.
        case continues
        /// A new appearance begins, if the one before it has been counted.
        case counts
    }

    /// The choice whether a page counts again if it returns without a new `didAppear`.
    ///
    /// A page returns (rules POL-003, POL-004) when it is revealed, or when its scene comes to the foreground.
    public enum Return: Sendable, Hashable {
        /// The appearance continues.
        case silent
        /// A new appearance begins, if the one before it has been counted.
        case counts
    }

    /// The policy for a cancelled transition.
    public var cancelledDisappearance: CancelledDisappearance
    /// The policy for a page that is revealed because the current page above it ended.
    public var reveal: Return
    /// The policy for the current page of a scene that comes back from the background.
    public var foreground: Return

    /// Creates a policy.
    public init(
        cancelledDisappearance: CancelledDisappearance = .continues,
        reveal: Return = .silent,
        foreground: Return = .silent
    ) {
        self.cancelledDisappearance = cancelledDisappearance
        self.reveal = reveal
        self.foreground = foreground
    }

    /// The default policy, with one page view for each time a page comes in front of the user.
    public static let standard = EnginePolicy()
    /// The policy that counts each `viewDidAppear`: a cancelled swipe counts too.
    public static let literal = EnginePolicy(cancelledDisappearance: .counts)
    /// The policy under which a page counts whenever the user sees it again.
    public static let session = EnginePolicy(reveal: .counts, foreground: .counts)
}
