/// How a tracker does its work; each choice has a default (rules TK-007 to TK-010, CO-001 to CO-005, PR-001).
public struct TrackerOptions: Sendable {
    /// What holds while nothing is stored: granted, unless consent has to be asked for first.
    public var consent: Consent
    /// Where the decision and the identity are kept from one start of the program to the next; nowhere if `nil`.
    public var store: (any TrackerStore)?
    /// How many events are held at most while nobody has decided; the earliest are kept.
    public var holdLimit: Int
    /// How many events may wait for a provider once it is ready.
    public var queueLimit: Int
    /// What changes or drops events, one after another.
    public var middleware: [any EventMiddleware]
    /// What of an event is sent, and how exactly; applied last.
    public var privacy: PrivacyPolicy
    /// How much may be in an event.
    public var limits: EventLimits
    /// The kinds of an engine's records that become events.
    public var records: EngineRecord.Kinds
    /// Where the time of the calendar comes from.
    public var clock: WallClock
    /// Whether the tracker makes its providers ready when it is made; else ``Tracker/configure()`` does.
    public var configuresAtOnce: Bool
    /// Takes diagnostics, one at a time, on whichever thread meets with one.
    public var onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)?
    /// Begins the row of random numbers in identities; another one each time unless it is given.
    package var seed: UInt64?

    /// Creates options.
    public init(
        consent: Consent = .granted, store: (any TrackerStore)? = nil, holdLimit: Int = 1_000,
        queueLimit: Int = 10_000, middleware: [any EventMiddleware] = [],
        privacy: PrivacyPolicy = .none, limits: EventLimits = .standard,
        records: EngineRecord.Kinds = [.pageViews, .pageLeaves, .interactions, .deepLinks],
        clock: WallClock = .system, configuresAtOnce: Bool = true,
        onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)? = nil
    ) {
        self.consent = consent
        self.store = store
        self.holdLimit = max(0, holdLimit)
        self.queueLimit = max(1, queueLimit)
        self.middleware = middleware
        self.privacy = privacy
        self.limits = limits
        self.records = records
        self.clock = clock
        self.configuresAtOnce = configuresAtOnce
        self.onDiagnostic = onDiagnostic
    }
}

/// How much may be in an event; what is more is cut off, and told as a diagnostic (rule TK-009).
public struct EventLimits: Sendable, Hashable {
    /// How many bytes a text may have in UTF-8: names, keys and values.
    public var textBytes: Int
    /// How many values an event may have, those inside others counted.
    public var values: Int
    /// How deep values may be nested; the properties themselves are the first level.
    public var depth: Int
    /// How many bytes all texts of the properties may have together.
    public var totalBytes: Int

    /// Creates limits.
    public init(textBytes: Int = 16_384, values: Int = 1_024, depth: Int = 16, totalBytes: Int = 262_144) {
        self.textBytes = max(0, textBytes)
        self.values = max(0, values)
        self.depth = max(0, depth)
        self.totalBytes = max(0, totalBytes)
    }

    /// Limits that no sensible event meets and every back end can live with.
    public static let standard = EventLimits()
}

/// Changes or drops events before any provider sees them, and before anything is kept (rule TK-010).
///
/// Called on the thread that tracks, several threads at a time, under no lock. It must not track.
public protocol EventMiddleware: Sendable {
    /// Takes an event and returns what becomes of it: the event, changed or not, or `nil` to drop it.
    ///
    /// - Throws: To drop the event as well, and have that told as a diagnostic.
    func process(_ event: TrackedEvent) throws -> TrackedEvent?
}

/// Middleware that is a closure.
///
///     ClosureMiddleware { event in event.name == "debug" ? nil : event }
public struct ClosureMiddleware: EventMiddleware {
    private let body: @Sendable (TrackedEvent) throws -> TrackedEvent?

    /// Creates middleware of a closure, which returns what becomes of an event, or `nil` to drop it.
    public init(_ body: @escaping @Sendable (TrackedEvent) throws -> TrackedEvent?) {
        self.body = body
    }

    /// Calls the closure.
    public func process(_ event: TrackedEvent) throws -> TrackedEvent? { try body(event) }
}
