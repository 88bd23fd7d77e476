public import PageViewAutomation

/// Something that must hold at a point of a trace.
public struct TraceExpectation: Sendable, Hashable {
    /// The session it is about.
    public var session: String?
    /// What must hold.
    public var claim: Claim

    /// Creates an expectation.
    public init(session: String? = nil, _ claim: Claim) {
        self.session = session
        self.claim = claim
    }

    /// What can be expected.
    public enum Claim: Sendable, Hashable {
        /// A page view has been emitted.
        case pageView(PageViewPattern)
        /// No page view is unclaimed.
        case nothing
        /// A query has this answer now, of a scene or of the engine as a whole.
        case query(Query, scene: String?, PagePattern?, component: Expected<String>)
        /// An appearance has ended.
        case pageLeave(PageLeavePattern)
        /// The user has done something.
        case interaction(InteractionPattern)
        /// The app was opened with a link.
        case deepLink(DeepLinkPattern)
        /// Something was odd.
        case diagnostic(kind: String?, component: String?)
    }

    /// The records that can be expected.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// Page views.
        case pageView
        /// Page leaves.
        case pageLeave
        /// Interactions.
        case interaction
        /// Deep links.
        case deepLink
        /// Diagnostics.
        case diagnostic
    }

    /// The queries whose answers can be expected.
    public enum Query: String, Sendable, Hashable, CaseIterable {
        /// The current page.
        case currentPage
        /// The current page or, where there is none, the one that was current last.
        case lastPage
        /// The page counted last.
        case lastCountedPage
    }
}

/// What a value must be.
public enum Expected<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Anything, also nothing.
    case anything
    /// Nothing.
    case nothing
    /// This value.
    case value(Value)

    /// Whether a value is what it must be.
    public func matches(_ value: Value?) -> Bool {
        switch self {
        case .anything: true
        case .nothing: value == nil
        case .value(let expected): value == expected
        }
    }
}

/// What a page must be.
public enum PagePattern: Sendable, Hashable {
    /// There must be none.
    case nothing
    /// There must be one with this name, if one is given, and this context.
    case page(name: String?, context: Expected<String>)

    func matches(_ page: PageContext?) -> Bool {
        switch self {
        case .nothing:
            return page == nil
        case .page(let name, let context):
            guard let page else { return false }
            return (name == nil || name == page.name.rawValue) && context.matches(page.context?.rawValue)
        }
    }
}

/// What a page view must be; what is left out may be anything.
public struct PageViewPattern: Sendable, Hashable {
    /// What the page must be.
    public var page: PagePattern?
    /// The name of the component.
    public var component: String?
    /// The name of the scene.
    public var scene: String?
    /// The values that must be among the payload's.
    public var payload: Payload?
    /// The name of the page counted before.
    public var previous: Expected<String> = .anything
    /// What made it count.
    public var cause: PageView.Cause?
    /// When it was counted.
    public var time: Timestamp?
    /// When its appearance began.
    public var appearedAt: Timestamp?
    /// The ordinal of its appearance.
    public var appearance: Int64?
    /// Its sequence number.
    public var sequence: Int64?
    /// The deep link that led to it.
    public var deepLink: Expected<DeepLinkPattern> = .anything

    /// Creates a pattern that any page view matches.
    public init() {}
}

/// What a page leave must be; what is left out may be anything.
public struct PageLeavePattern: Sendable, Hashable {
    /// What the page must be.
    public var page: PagePattern?
    /// The name of the component.
    public var component: String?
    /// What became of the appearance.
    public var outcome: PageLeave.Outcome?
    /// Nanoseconds.
    public var foreground: Int64?
    /// Nanoseconds.
    public var background: Int64?

    /// Creates a pattern that any page leave matches.
    public init() {}
}

/// What an interaction must be; what is left out may be anything.
public struct InteractionPattern: Sendable, Hashable {
    /// What the user did.
    public var name: String?
    /// What the page must be.
    public var page: PagePattern?
    /// The name of the component whose page was current.
    public var component: Expected<String> = .anything

    /// Creates a pattern that any interaction matches.
    public init() {}
}

/// What a deep link must be; what is left out may be anything.
public struct DeepLinkPattern: Sendable, Hashable {
    /// The link.
    public var url: String?
    /// The name of the page it came from.
    public var referrer: Expected<String> = .anything

    /// Creates a pattern that any deep link matches.
    public init() {}
}

extension Expected: ExpressibleByNilLiteral {
    /// Expects nothing.
    public init(nilLiteral: ()) { self = .nothing }
}

extension Expected: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// Expects this text.
    public init(stringLiteral value: String) { self = .value(value) }
}
