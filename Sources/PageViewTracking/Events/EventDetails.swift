/// What a page view has beside its page and payload.
public struct PageViewDetails: Sendable, Hashable {
    /// The number of the page view in its engine, from 1, without gaps.
    public let sequence: UInt64
    /// The appearance's number among those of its component, from 1; `nil` for one by hand without an appearance.
    public let ordinal: UInt32?
    /// What made it count.
    public let cause: PageView.Cause
    /// When the appearance began; `nil` for one by hand without an appearance.
    public var appearedAt: WallTime?
    /// The page counted before it in the same scene, if there was one.
    public var previous: TrackedPage?
    /// The deep link that led here, if one did.
    public var deepLink: DeepLinkDetails?

    /// Creates the details of a page view.
    public init(
        sequence: UInt64, ordinal: UInt32? = nil, cause: PageView.Cause, appearedAt: WallTime? = nil,
        previous: TrackedPage? = nil, deepLink: DeepLinkDetails? = nil
    ) {
        self.sequence = sequence
        self.ordinal = ordinal
        self.cause = cause
        self.appearedAt = appearedAt
        self.previous = previous
        self.deepLink = deepLink
    }
}

/// What the end of an appearance has beside its page.
public struct PageLeaveDetails: Sendable, Hashable {
    /// What became of the appearance.
    public let outcome: PageLeave.Outcome
    /// How long it was live while its scene was in the foreground, in nanoseconds.
    public var foregroundNanoseconds: Int64
    /// How long it was live while its scene was in the background, in nanoseconds.
    public var backgroundNanoseconds: Int64

    /// Creates the details of a leave.
    public init(outcome: PageLeave.Outcome, foregroundNanoseconds: Int64, backgroundNanoseconds: Int64) {
        self.outcome = outcome
        self.foregroundNanoseconds = foregroundNanoseconds
        self.backgroundNanoseconds = backgroundNanoseconds
    }
}

/// A deep link, and where the user was when it was opened.
public struct DeepLinkDetails: Sendable, Hashable {
    /// The link.
    public var url: String
    /// The app it came from, if that is known.
    public var source: String?
    /// The page the user was on, or had been on last.
    public var referrer: TrackedPage?

    /// Creates the details of a deep link.
    public init(url: String, source: String? = nil, referrer: TrackedPage? = nil) {
        self.url = url
        self.source = source
        self.referrer = referrer
    }
}
