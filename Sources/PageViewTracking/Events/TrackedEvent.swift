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
