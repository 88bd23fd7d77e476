/// A link into the app from outside.
public struct DeepLink: Sendable, Hashable {
    /// The link.
    public let url: String
    /// The app it came from, if that is known.
    public let source: String?

    /// Creates a link.
    public init(url: String, source: String? = nil) {
        self.url = url
        self.source = source
    }
}

/// A deep link that the app was opened with, and where the user was then (rule PV-006).
public struct DeepLinkVisit: Sendable, Hashable {
    /// The link.
    public let link: DeepLink
    /// The scene that it was opened in.
    public let scene: SceneID
    /// The page the user was on, or had been on last; `nil` if there was none yet.
    public let referrer: PageReference?
    /// When it was opened.
    public let time: Timestamp
}
