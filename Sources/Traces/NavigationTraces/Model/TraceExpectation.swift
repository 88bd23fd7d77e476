package import PageViewAutomation

/// An assertion about the state of a replay at one point of a trace (TR-003).
public struct TraceExpectation: Sendable, Hashable {
    /// The session that the expectation is about; `nil` for the session without a name.
    package var session: String?
    /// The assertion.
    package var claim: Claim

    /// Creates an expectation.
    package init(session: String? = nil, _ claim: Claim) {
        self.session = session
        self.claim = claim
    }

    /// An assertion about emitted records or about a query.
    package enum Claim: Sendable, Hashable {
        /// An unclaimed page view matches the pattern: the oldest one if page views are exhaustive.
        case pageView(PageViewPattern)
        /// No page view is unclaimed.
        case nothing
        /// A query has this answer now, for a scene or for the whole engine.
        case query(Query, scene: String?, PagePattern?, component: Expected<String>)
        /// An unclaimed page leave matches the pattern.
        case pageLeave(PageLeavePattern)
        /// An unclaimed interaction matches the pattern.
        case interaction(InteractionPattern)
        /// An unclaimed deep link matches the pattern.
        case deepLink(DeepLinkPattern)
        /// An unclaimed diagnostic has this kind and component. A value of `nil` matches any.
        case diagnostic(kind: String?, component: String?)
    }

    /// A kind of record that expectations can claim.
    package enum Subject: String, Sendable, Hashable, CaseIterable {
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

    /// A query whose answer can be expected.
    package enum Query: String, Sendable, Hashable, CaseIterable {
        /// The current page.
        case currentPage
        /// The current page, or the last one if there is none.
        case lastPage
        /// The page that was counted last.
        case lastCountedPage
    }
}

/// A condition on an optional value.
public enum Expected<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Matches any value, and no value.
    case anything
    /// Matches only if there is no value.
    case nothing
    /// Matches only this value.
    case value(Value)

    /// Returns whether the value meets the condition.
    package func matches(_ value: Value?) -> Bool {
        switch self {
        case .anything: true
        case .nothing: value == nil
        case .value(let expected): value == expected
        }
    }
}

/// A condition on a page.
package enum PagePattern: Sendable, Hashable {
    /// There is no page.
    case nothing
    /// There is a page with this context and, unless `nil`, this name.
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

/// A condition on a page view. It compares only the properties that are set.
package struct PageViewPattern: Sendable, Hashable {
    /// The condition on the page.
    package var page: PagePattern?
    /// The name of the component in the trace.
    package var component: String?
    /// The name of the scene in the trace.
    package var scene: String?
    /// Values that the page view's payload contains. It may contain others.
    package var payload: Payload?
    /// The name of the previous page.
    package var previous: Expected<String> = .anything
    /// The cause of the page view.
    package var cause: PageView.Cause?
    /// The time at which the page view was counted.
    package var time: Timestamp?
    /// The time at which the appearance began.
    package var appearedAt: Timestamp?
    /// The ordinal of the appearance.
    package var appearance: Int64?
    /// The sequence number of the page view.
    package var sequence: Int64?
    /// The deep link that the page view carries.
    package var deepLink: Expected<DeepLinkPattern> = .anything

    /// Creates a pattern that any page view matches.
    package init() {}
}

/// A condition on a page leave. It compares only the properties that are set.
package struct PageLeavePattern: Sendable, Hashable {
    /// The condition on the page.
    package var page: PagePattern?
    /// The name of the component in the trace.
    package var component: String?
    /// The outcome of the appearance.
    package var outcome: PageLeave.Outcome?
    /// The time in the foreground, in nanoseconds.
    package var foreground: Int64?
    /// The time in the background, in nanoseconds.
    package var background: Int64?
    /// The time during which the page was current, in nanoseconds.
    package var current: Int64?

    /// Creates a pattern that any page leave matches.
    package init() {}
}

/// A condition on an interaction. It compares only the properties that are set.
package struct InteractionPattern: Sendable, Hashable {
    /// The name of the interaction.
    package var name: String?
    /// The condition on the page that was current.
    package var page: PagePattern?
    /// The name of the component whose page was current.
    package var component: Expected<String> = .anything

    /// Creates a pattern that any interaction matches.
    package init() {}
}

/// A condition on a deep link. It compares only the properties that are set.
package struct DeepLinkPattern: Sendable, Hashable {
    /// The URL of the link.
    package var url: String?
    /// The name of the page from which the link was opened.
    package var referrer: Expected<String> = .anything

    /// Creates a pattern that any deep link matches.
    package init() {}
}

extension Expected: ExpressibleByNilLiteral {
    /// Creates the condition that there is no value.
    public init(nilLiteral: ()) { self = .nothing }
}

extension Expected: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// Creates the condition that the value is this text.
    public init(stringLiteral value: String) { self = .value(value) }
}
