/// Anything that an engine emits to its receivers, in the order in which it happened.
public enum EngineRecord: Sendable, Hashable {
    /// An appearance was counted.
    case pageView(PageView)
    /// An appearance ended.
    case pageLeave(PageLeave)
    /// The user did something.
    case interaction(Interaction)
    /// The app was opened with a link.
    case deepLink(DeepLinkVisit)
    /// A scene has another current page.
    case currentPage(CurrentPageChange)
    /// A report was unexpected, or was rejected.
    case diagnostic(Diagnostic)
}

extension EngineRecord {
    /// A set of kinds of records, such as those that a receiver wants.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// One bit a kind.
        public let rawValue: UInt8

        /// Creates a set from bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Page views.
        public static let pageViews = Kinds(rawValue: 1)
        /// Ends of appearances.
        public static let pageLeaves = Kinds(rawValue: 2)
        /// What the user did.
        public static let interactions = Kinds(rawValue: 4)
        /// Deep links.
        public static let deepLinks = Kinds(rawValue: 8)
        /// Changes of the current page.
        public static let currentPages = Kinds(rawValue: 16)
        /// Unexpected reports.
        public static let diagnostics = Kinds(rawValue: 32)
        /// Every record, of kinds to come too.
        public static let all = Kinds(rawValue: .max)

        /// Every kind of a record that there is.
        static let records = Kinds(rawValue: 63)
        /// A mark: the current page of a scene or of the engine may have changed.
        static let currentPageMark = Kinds(rawValue: 64)
        /// A mark: a recorder has inputs to write.
        static let inputMark = Kinds(rawValue: 128)
    }

    /// The record's kind.
    public var kind: Kinds {
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

/// Something that the user did, with the page that was current in its scene at that moment (rule PV-005).
public struct Interaction: Sendable, Hashable {
    /// What the user did, such as `tap`.
    public let name: String
    /// Named values that describe it.
    public let properties: Payload
    /// The scene.
    public let scene: SceneID
    /// The page that was current in the scene, counted or not; `nil` if none was.
    public let page: PageAppearance?
    /// When it happened.
    public let time: Timestamp
}

/// A link into the app from outside.
public struct DeepLink: Sendable, Hashable {
    /// The link.
    public let url: String
    /// The app that it came from, if that is known.
    public let source: String?

    /// Creates a link.
    public init(url: String, source: String? = nil) {
        self.url = url
        self.source = source
    }
}

/// A deep link that the app was opened with, and the page where the user was (rule PV-006).
public struct DeepLinkVisit: Sendable, Hashable {
    /// The link.
    public let link: DeepLink
    /// The scene that it was opened in.
    public let scene: SceneID
    /// The user's current or last page; `nil` if there was none yet.
    public let referrer: PageReference?
    /// When it was opened.
    public let time: Timestamp
}

/// A change of a scene's current page: another component, or another name (rule QU-006).
///
/// A new appearance of the same component under the same name is no change.
public struct CurrentPageChange: Sendable, Hashable {
    /// The scene.
    public let scene: SceneID
    /// Its current page; `nil` if it has none now.
    public let page: PageAppearance?
    /// When it changed.
    public let time: Timestamp
}
