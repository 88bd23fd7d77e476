/// The three choices on which products differ (rule POL-001). Under every policy an appearance has at most one page view.
public struct EnginePolicy: Sendable, Hashable {
    /// Whether a page counts again after a cancelled transition away from it.
    public enum CancelledDisappearance: Sendable, Hashable {
        /// The appearance continues: the page never left.
        case continues
        /// A new appearance begins, if the one before it has been counted.
        case counts
    }

    /// Whether a page counts again that is revealed, or comes to the foreground, without a `didAppear` of its own.
    public enum Return: Sendable, Hashable {
        /// Nothing: it is the same appearance.
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

    /// One page view for each time a page comes in front of the user; the default.
    public static let standard = EnginePolicy()
    /// The literal reading of "on every `viewDidAppear`": a cancelled swipe counts too.
    public static let literal = EnginePolicy(cancelledDisappearance: .counts)
    /// The reading of session products: a page that is seen again counts again.
    public static let session = EnginePolicy(reveal: .counts, foreground: .counts)
}
