/// Anything that an engine emits to its receivers.
public enum EngineRecord: Sendable, Hashable {
    /// An appearance was counted.
    case pageView(PageView)
    /// An appearance ended.
    case pageLeave(PageLeave)
    /// A caller recorded an interaction of the user.
    case interaction(Interaction)
    /// The app was opened with a link.
    case deepLink(DeepLinkVisit)
    /// The current page of a scene changed.
    case currentPage(CurrentPageChange)
    /// A report was unexpected or was rejected.
    case diagnostic(Diagnostic)

    /// A set of kinds of records, such as those that a receiver wants.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// One bit for each kind.
        public let rawValue: UInt8

        /// Creates a set from bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Page views.
        public static let pageViews = Kinds(rawValue: 1)
        /// Ends of appearances.
        public static let pageLeaves = Kinds(rawValue: 2)
        /// Interactions of the user.
        public static let interactions = Kinds(rawValue: 4)
        /// Deep links.
        public static let deepLinks = Kinds(rawValue: 8)
        /// Changes of the current page of a scene (rule QU-006).
        public static let currentPages = Kinds(rawValue: 16)
        /// Diagnostics of unexpected and rejected reports, for developers.
        public static let diagnostics = Kinds(rawValue: 32)
        /// Every kind of record, including future ones.
        public static let all = Kinds(rawValue: .max)
    }

    package var kind: Kinds {
        switch self {
        case .pageView: .pageViews
        case .pageLeave: .pageLeaves
        case .interaction: .interactions
        case .deepLink: .deepLinks
        case .currentPage: .currentPages
        case .diagnostic: .diagnostics
        }
    }
}

/// An interaction of the user, with the page that was current in its scene (rule PV-005).
public struct Interaction: Sendable, Hashable {
    /// The name, such as `tap`.
    public let name: String
    /// Named values that describe the interaction.
    public let properties: Payload
    /// The scene of the interaction.
    public let scene: SceneID
    /// The page that the interaction concerns, counted or not; `nil` if there was none.
    public let page: PageAppearance?
    /// When the user interacted.
    public let time: Timestamp

    /// Creates an interaction, such as for the test of a receiver.
    public init(
        name: String, properties: Payload = [:], scene: SceneID, page: PageAppearance? = nil, time: Timestamp = .zero
    ) {
        (self.name, self.properties, self.scene, self.page, self.time) = (name, properties, scene, page, time)
    }
}

/// A link into the app from outside (rule PV-006).
public struct DeepLink: Sendable, Hashable, CustomStringConvertible {
    /// The link.
    public let url: String
    /// The app that opened the link, if it is known.
    public let source: String?

    /// Creates a link.
    public init(url: String, source: String? = nil) { (self.url, self.source) = (url, source) }

    /// The link and, if it is known, the app that opened it: `app://item/42 from mail`.
    public var description: String { source.map { "\(url) from \($0)" } ?? url }
}

/// A deep link that the app was opened with, and the page the user was on (rule PV-006).
public struct DeepLinkVisit: Sendable, Hashable, CustomStringConvertible {
    /// The link.
    public let link: DeepLink
    /// The scene in which the link was opened.
    public let scene: SceneID
    /// The page the user was on when the link was opened; `nil` if there was none.
    public let referrer: PageReference?
    /// When the link was opened.
    public let time: Timestamp

    /// Creates the record of a link, such as for the test of a receiver.
    public init(link: DeepLink, scene: SceneID, referrer: PageReference? = nil, time: Timestamp = .zero) {
        (self.link, self.scene, self.referrer, self.time) = (link, scene, referrer, time)
    }

    /// One line, such as `deep link app://item/42 from mail: on search, at 3 s`.
    public var description: String {
        "deep link \(link): \(referrer.map { "on \($0.page)" } ?? "before any page"), at \(time)"
    }
}

/// A change of a scene's current page to another component or another name (rule QU-006).
///
/// A new appearance of the same component under the same name is not a change.
public struct CurrentPageChange: Sendable, Hashable, CustomStringConvertible {
    /// The scene whose current page changed.
    public let scene: SceneID
    /// The scene's new current page; `nil` if the scene has none.
    public let page: PageAppearance?
    /// When the current page changed.
    public let time: Timestamp

    /// Creates the record of a change, such as for the test of a receiver.
    public init(scene: SceneID, page: PageAppearance?, time: Timestamp = .zero) {
        (self.scene, self.page, self.time) = (scene, page, time)
    }

    /// One line, such as `current page of scene 0: item (shoes), at 3 s`.
    public var description: String { "current page of \(scene): \(page.map { "\($0.page)" } ?? "none"), at \(time)" }
}
