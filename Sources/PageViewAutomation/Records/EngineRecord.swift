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

/// A report that the documentation of frameworks excludes, or that the engine could not use. It changes no count.
public struct Diagnostic: Sendable, Hashable {
    /// A kind of diagnostic. New kinds may come; treat one that you do not know as text.
    public struct Kind: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// The name of the kind, as traces write it.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `didAppear` of a component that is in front of the user already (AP-004).
        public static let duplicateDidAppear = Kind(rawValue: "duplicateDidAppear")
        /// `didDisappear` of a component that was not in front of the user (AP-005).
        public static let didDisappearWithoutAppear = Kind(rawValue: "didDisappearWithoutAppear")
        /// `willAppear` of a component that is appearing or in front of the user already (LC-002).
        public static let unexpectedWillAppear = Kind(rawValue: "unexpectedWillAppear")
        /// `willDisappear` of a component that was not in front of the user, or a second one (LC-002).
        public static let unexpectedWillDisappear = Kind(rawValue: "unexpectedWillDisappear")
        /// Any report about a component that has been destroyed (AP-010).
        public static let eventAfterDestroy = Kind(rawValue: "eventAfterDestroy")
        /// A report that is older than the one before it; it was taken as that one's time (ORD-006).
        public static let timeWentBack = Kind(rawValue: "timeWentBack")
        /// A page with a blank name; it was rejected (RD-009).
        public static let emptyPageName = Kind(rawValue: "emptyPageName")
        /// A page view by hand for a component that is no page, without a page of its own (RD-011).
        public static let recordWithoutPage = Kind(rawValue: "recordWithoutPage")
        /// Two components share one notifier; each has its appearances (RD-007).
        public static let sharedNotifier = Kind(rawValue: "sharedNotifier")
        /// A component whose counted appearance is live declares another page name (AP-013). Most likely its container is used
        /// again for another page, which is not counted.
        public static let renamedWhileCounted = Kind(rawValue: "renamedWhileCounted")
        /// A component declared to be its own ancestor; the declaration was ignored (QU-002).
        public static let parentCycle = Kind(rawValue: "parentCycle")
        /// A token that another notifier has issued (AP-011). A report with it is ignored; in a call of a feature team, such a scene
        /// is taken as left out. A query about it returns nothing.
        public static let foreignIdentity = Kind(rawValue: "foreignIdentity")

        /// Every kind that the engine emits.
        public static let allCases: [Kind] = [
            duplicateDidAppear, didDisappearWithoutAppear, unexpectedWillAppear, unexpectedWillDisappear,
            eventAfterDestroy, timeWentBack, emptyPageName, recordWithoutPage, sharedNotifier, renamedWhileCounted,
            parentCycle, foreignIdentity,
        ]
    }

    /// The kind.
    public let kind: Kind
    /// The component that was reported about, if one was.
    public let component: ComponentID?
    /// When it was reported.
    public let time: Timestamp
}

extension Diagnostic.Kind: CustomStringConvertible {
    /// The name of the kind, as traces write it.
    public var description: String { rawValue }
}

extension Diagnostic: CustomStringConvertible {
    /// A short text for logs, such as `parentCycle of component 7.1`.
    public var description: String { kind.rawValue + (component.map { " of \($0)" } ?? "") }
}
