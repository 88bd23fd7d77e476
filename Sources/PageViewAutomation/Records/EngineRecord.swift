/// Anything an engine tells its receivers, in the order in which it happened.
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
    /// Something reported was odd.
    case diagnostic(Diagnostic)
}

extension EngineRecord {
    /// Kinds of records: what a receiver is interested in.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// One bit a kind.
        public let rawValue: UInt8

        /// Creates kinds from bits.
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
        /// Oddities.
        public static let diagnostics = Kinds(rawValue: 32)
        /// Every record, of kinds to come too.
        public static let all = Kinds(rawValue: .max)
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
