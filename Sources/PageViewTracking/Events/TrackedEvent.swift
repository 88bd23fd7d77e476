import AnalyticsJSON

/// An event on its way to the providers: what happened, when, where and about whom (rules TK-002 to TK-006).
///
/// A value: whatever becomes of the app, the user or the page meanwhile, it says what was so when it was made. More may
/// come to be in it.
public struct TrackedEvent: TrackingEvent, Hashable {
    /// What sort of event it is. New kinds may come; treat one you do not know as ``custom``.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// What an app has tracked.
        public static let custom = Kind(rawValue: "custom")
        /// What the user did, as the engine was told.
        public static let interaction = Kind(rawValue: "interaction")
        /// An appearance of a page that was counted.
        public static let pageView = Kind(rawValue: "pageView")
        /// The end of an appearance.
        public static let pageLeave = Kind(rawValue: "pageLeave")
        /// The app was opened with a link.
        public static let deepLink = Kind(rawValue: "deepLink")
    }

    /// What goes with a kind, and with no other.
    package enum Details: Sendable, Hashable {
        case custom
        case interaction
        indirect case pageView(PageViewDetails)
        case pageLeave(PageLeaveDetails)
        indirect case deepLink(DeepLinkDetails)
    }

    /// The event's identity, the same in every delivery.
    public let id: EventID
    /// The number of the event in its tracker, from 1, in the order in which they were made. Some are missing where events
    /// were dropped on their way.
    public let sequence: UInt64
    /// What happened.
    public var name: String
    /// Typed values that describe it.
    public var payload: Payload
    /// The page that was current in the scene when it happened; of a page view and a leave the page itself.
    public var page: TrackedPage?
    /// The scene: `main`, or the name its tracker gives it.
    public var scene: String?
    /// When it happened by the calendar.
    public var time: WallTime
    /// When it happened by the clock that never goes back; comparable within a process.
    public var timestamp: Timestamp
    /// Whom it is about.
    public var identity: UserIdentity
    package var details: Details

    package init(
        id: EventID, sequence: UInt64, name: String, payload: Payload, page: TrackedPage?, scene: String?,
        time: WallTime, timestamp: Timestamp, identity: UserIdentity, details: Details
    ) {
        self.id = id
        self.sequence = sequence
        self.name = name
        self.payload = payload
        self.page = page
        self.scene = scene
        self.time = time
        self.timestamp = timestamp
        self.identity = identity
        self.details = details
    }

    /// Creates an event as a tracker would make it, for tests of providers and middleware.
    public init(
        id: EventID, sequence: UInt64 = 1, name: String, payload: Payload = [:], page: TrackedPage? = nil,
        scene: String? = nil, time: WallTime, timestamp: Timestamp = .zero, identity: UserIdentity
    ) {
        self.init(
            id: id, sequence: sequence, name: name, payload: payload, page: page, scene: scene, time: time,
            timestamp: timestamp, identity: identity, details: .custom)
    }
}

extension TrackedEvent {
    /// What sort of event it is.
    public var kind: Kind {
        switch details {
        case .custom: .custom
        case .interaction: .interaction
        case .pageView: .pageView
        case .pageLeave: .pageLeave
        case .deepLink: .deepLink
        }
    }

    /// What a page view has beside its page and payload; `nil` of other events.
    public var pageView: PageViewDetails? {
        if case .pageView(let details) = details { details } else { nil }
    }

    /// What a leave has beside its page; `nil` of other events.
    public var pageLeave: PageLeaveDetails? {
        if case .pageLeave(let details) = details { details } else { nil }
    }

    /// What a deep link is; `nil` of other events.
    public var deepLink: DeepLinkDetails? {
        if case .deepLink(let details) = details { details } else { nil }
    }
}

extension TrackedEvent.Kind: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { rawValue }
}

/// What happened as texts, for back ends that know no more than that (rule TK-005).
extension TrackedEvent {
    /// The payload as texts, and under names with underscores what else is known: the page, and what the engine says of it.
    ///
    /// A name that the payload has is the payload's. A text stands as it is, any other value as in JSON.
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
    /// The value as a text: a text as it is, any other as in JSON.
    package var text: String {
        if case .string(let text) = self { return text }
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

extension Int64 {
    /// Nanoseconds as seconds, the shortest decimal.
    package var asSeconds: String {
        var writer = JSONWriter()
        writer.seconds(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

/// A page as an event names it, by value: what it was called then stays (rule TK-004).
public struct TrackedPage: Sendable, Hashable {
    /// The appearance of the page, or the page view that was recorded by hand without one: the same in its page view, its
    /// leave, the events that happened on it and the page view after it. Unlike the engine's tokens unique for ever.
    public let id: EventID
    /// What the page was called, and its context.
    public var page: PageContext

    /// Creates a page.
    public init(id: EventID, page: PageContext) {
        self.id = id
        self.page = page
    }

    /// What the page was called.
    public var name: String { page.name.rawValue }
    /// Its context.
    public var context: String? { page.context?.rawValue }
}

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
