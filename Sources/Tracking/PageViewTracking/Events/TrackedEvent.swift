import AnalyticsJSON

/// An event as providers receive it: what happened, when, where and for which user (rules TK-002 to TK-006).
///
/// An event keeps the state of the moment at which it was created. Later versions may add properties.
public struct TrackedEvent: TrackingEvent, Hashable {
    /// The kind of an event. Future versions may add kinds; treat an unknown one as ``custom``.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An event that the app tracked.
        public static let custom = Kind(rawValue: "custom")
        /// An interaction of the user that was recorded by the engine.
        public static let interaction = Kind(rawValue: "interaction")
        /// A page view.
        public static let pageView = Kind(rawValue: "pageView")
        /// A page leave: the end of an appearance of a page.
        public static let pageLeave = Kind(rawValue: "pageLeave")
        /// A deep link that opened the app.
        public static let deepLink = Kind(rawValue: "deepLink")
    }

    package enum Details: Sendable, Hashable {
        case custom
        case interaction
        indirect case pageView(PageViewDetails)
        case pageLeave(PageLeaveDetails)
        indirect case deepLink(DeepLinkDetails)
    }

    /// The identity of the event, equal in every delivery.
    public let id: EventID
    /// The number of the event in its tracker, in order of creation, from 1. Dropped events leave gaps.
    public let sequence: UInt64
    /// The name of the event.
    public var name: String
    /// The typed values of the event.
    public var payload: Payload
    /// The page that was current in the scene. A page view and a page leave have their own page.
    public var page: TrackedPage?
    /// The name of the scene: `main`, or the name that the tracker gives it.
    public var scene: String?
    /// The calendar time of the event.
    public var time: WallTime
    /// The time of the event on the monotonic clock. It is comparable only within a process.
    public var timestamp: Timestamp
    /// The user whom the event is about.
    public var identity: UserIdentity
    /// The app and the device; `nil` without a ``ContextMiddleware``.
    public var appContext: AppContext?
    package var session: EventSession?
    package var details: Details

    package init(
        _ stamp: EventStamp, name: String, payload: Payload, page: TrackedPage?, scene: String?, timestamp: Timestamp,
        details: Details
    ) {
        (id, sequence, time, identity) = (stamp.id, stamp.sequence, stamp.time, stamp.identity)
        self.name = name
        self.payload = payload
        self.page = page
        self.scene = scene
        self.timestamp = timestamp
        self.details = details
    }

    /// Creates a custom event, for tests of providers and middleware.
    public init(
        id: EventID, sequence: UInt64 = 1, name: String, payload: Payload = [:], page: TrackedPage? = nil,
        scene: String? = nil, time: WallTime, timestamp: Timestamp = .zero, identity: UserIdentity
    ) {
        self.init(
            EventStamp(id: id, sequence: sequence, time: time, identity: identity), name: name, payload: payload,
            page: page, scene: scene, timestamp: timestamp, details: .custom)
    }
}

extension TrackedEvent {
    /// The id of the session; `nil` without a ``SessionMiddleware``, and in middleware (rule TK-012).
    public var sessionID: EventID? {
        get { if case .id(let id)? = session { id } else { nil } }
        set { session = newValue.map(EventSession.id) }
    }

    /// The kind of the event.
    public var kind: Kind {
        switch details {
        case .custom: .custom
        case .interaction: .interaction
        case .pageView: .pageView
        case .pageLeave: .pageLeave
        case .deepLink: .deepLink
        }
    }

    /// The details of a page view; `nil` for other events.
    public var pageView: PageViewDetails? {
        if case .pageView(let details) = details { details } else { nil }
    }

    /// The details of a page leave; `nil` for other events.
    public var pageLeave: PageLeaveDetails? {
        if case .pageLeave(let details) = details { details } else { nil }
    }

    /// The details of a deep link; `nil` for other events.
    public var deepLink: DeepLinkDetails? {
        if case .deepLink(let details) = details { details } else { nil }
    }
}

extension TrackedEvent.Kind: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { rawValue }
}

/// The event as texts, for back ends without typed values (rule TK-005).
extension TrackedEvent {
    /// The payload and the details of the event as texts.
    ///
    /// The page and the details have fixed names, such as `page_context`. A payload value of the same name takes precedence. A
    /// text stays as it is; any other value is written as JSON.
    public var properties: [String: String] {
        var properties = facts
        for entry in payload.entries { properties[entry.key] = entry.value.text }
        return properties
    }

    private var facts: [String: String] {
        var facts: [String: String] = [:]
        facts["page"] = page?.name
        facts["page_context"] = page?.context
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            facts["cause"] = details.cause.rawValue
            facts["previous_page"] = details.previous?.name
            facts["deep_link"] = details.deepLink?.url
        case .pageLeave(let details):
            facts["outcome"] = details.outcome.rawValue
            facts["foreground_seconds"] = details.foregroundNanoseconds.asSeconds
            facts["background_seconds"] = details.backgroundNanoseconds.asSeconds
        case .deepLink(let details):
            facts["url"] = details.url
            facts["source"] = details.source
            facts["referrer"] = details.referrer?.name
        }
        return facts
    }
}

extension AnalyticsValue {
    /// The value as a text. A text stays as it is; any other value is written as JSON.
    package var text: String {
        if case .string(let text) = self { return text }
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

extension Int64 {
    package var asSeconds: String {
        var writer = JSONWriter()
        writer.seconds(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

/// The texts of an event's location: its pages, its link and the app's context.
extension TrackedEvent {
    /// Replaces texts of the location. `change` returns `nil` for a text that stays.
    mutating func changeLocation(_ change: (_ text: String, _ isLink: Bool) -> String?) {
        page?.changeNames(change)
        switch details {
        case .custom, .interaction, .pageLeave: break
        case .pageView(var view):
            view.previous?.changeNames(change)
            view.deepLink?.changeTexts(change)
            details = .pageView(view)
        case .deepLink(var link):
            link.changeTexts(change)
            details = .deepLink(link)
        }
        if let texts = appContext?.texts { appContext = AppContext(texts.mapValues { change($0, false) ?? $0 }) }
    }
}

extension TrackedPage {
    fileprivate mutating func changeNames(_ change: (String, Bool) -> String?) {
        let (name, context) = (change(name, false), context.flatMap { change($0, false) })
        if let name { page.name = PageName(rawValue: name) }
        if let context { page.context = ContextName(rawValue: context) }
    }
}

extension DeepLinkDetails {
    fileprivate mutating func changeTexts(_ change: (String, Bool) -> String?) {
        url = change(url, true) ?? url
        source = source.map { change($0, $0.utf8.contains(UInt8(ascii: "?"))) ?? $0 }
        referrer?.changeNames(change)
    }
}

/// The page of an event. It keeps the names of the moment at which the event happened (rule TK-004).
public struct TrackedPage: Sendable, Hashable {
    /// The identity of the page's appearance, or of a page view recorded by hand without one.
    ///
    /// It is equal in the page view, the page leave, the events on the page, and in ``PageViewDetails/previous`` of the next
    /// page view. Unlike tokens of the engine, it is unique across processes.
    public let id: EventID
    /// The name of the page and its context.
    public var page: PageContext

    package init(id: EventID, page: PageContext) {
        self.id = id
        self.page = page
    }

    /// The name of the page.
    public var name: String { page.name.rawValue }
    /// The context of the page.
    public var context: String? { page.context?.rawValue }
}

/// The details of a page view, except its page and payload.
public struct PageViewDetails: Sendable, Hashable {
    /// The number of the page view in its engine, from 1 and without gaps.
    public let sequence: UInt64
    /// The number of the appearance among those of its component, from 1; `nil` without an appearance.
    public let ordinal: UInt32?
    /// The reason why the page view was counted.
    public let cause: PageView.Cause
    /// The time at which the appearance began; `nil` without an appearance.
    public var appearedAt: WallTime?
    /// The page counted before this page in the same scene.
    public var previous: TrackedPage?
    /// The deep link that led to the page.
    public var deepLink: DeepLinkDetails?

    package init(
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

/// The details of a page leave, except its page.
public struct PageLeaveDetails: Sendable, Hashable {
    /// The outcome of the appearance.
    public let outcome: PageLeave.Outcome
    /// The time for which the page was live and its scene in the foreground, in nanoseconds.
    public var foregroundNanoseconds: Int64
    /// The time for which the page was live and its scene in the background, in nanoseconds.
    public var backgroundNanoseconds: Int64

    package init(outcome: PageLeave.Outcome, foregroundNanoseconds: Int64, backgroundNanoseconds: Int64) {
        self.outcome = outcome
        self.foregroundNanoseconds = foregroundNanoseconds
        self.backgroundNanoseconds = backgroundNanoseconds
    }
}

/// A deep link, and the page on which it was opened.
public struct DeepLinkDetails: Sendable, Hashable {
    /// The URL of the link.
    public var url: String
    /// The app that opened the link, if it is known.
    public var source: String?
    /// The page that was current when the link was opened, or else the last page.
    public var referrer: TrackedPage?

    package init(url: String, source: String? = nil, referrer: TrackedPage? = nil) {
        self.url = url
        self.source = source
        self.referrer = referrer
    }
}
