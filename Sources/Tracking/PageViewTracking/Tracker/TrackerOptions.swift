/// Options of a tracker. Each has a default (rules TK-007 to TK-010, CO-001 to CO-005, PR-001).
public struct TrackerOptions: Sendable {
    /// The consent that applies while no decision is stored. The default is granted.
    public var consent: Consent
    /// The store of the decision and the identity. With `nil`, they are not persisted.
    public var store: (any TrackerStore)?
    /// The maximal number of held events while consent is undecided. The earliest ones are kept.
    public var holdLimit: Int
    /// The maximal number of events that wait for a provider once it is configured.
    public var queueLimit: Int
    /// Steps that change or drop events, in order.
    public var middleware: [any EventMiddleware]
    /// The policy that redacts events and users. It runs after the middleware.
    public var privacy: PrivacyPolicy
    /// The limits for the texts and values of an event.
    public var limits: EventLimits
    /// The kinds of an engine's records that become events.
    public var records: EngineRecord.Kinds
    /// The source of the calendar time.
    public var clock: WallClock
    /// Whether the tracker configures its providers at its creation. Otherwise call ``Tracker/configure()``.
    public var configuresAtOnce: Bool
    /// Receives diagnostics, one at a time, on a thread that causes a diagnostic.
    public var onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)?
    /// The seed of the random identities. With `nil`, each tracker uses another seed.
    package var seed: UInt64?

    /// Creates options.
    public init(
        consent: Consent = .granted, store: (any TrackerStore)? = nil, holdLimit: Int = 1_000,
        queueLimit: Int = 10_000, middleware: [any EventMiddleware] = [],
        privacy: PrivacyPolicy = .none, limits: EventLimits = EventLimits(),
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

/// Limits for an event (rule TK-009). The tracker cuts off data that exceed a limit, and emits a diagnostic.
public struct EventLimits: Sendable, Hashable {
    /// The maximal length of a name, key or value, in bytes of UTF-8.
    public var textBytes: Int
    /// The maximal number of values in an event, including nested ones.
    public var values: Int
    /// The maximal nesting of values. The properties themselves are the first level.
    public var depth: Int
    /// The maximal length of all keys and texts of the properties together, in bytes of UTF-8.
    public var totalBytes: Int

    /// Creates limits. Negative ones become 0.
    public init(textBytes: Int = 16_384, values: Int = 1_024, depth: Int = 16, totalBytes: Int = 262_144) {
        self.textBytes = max(0, textBytes)
        self.values = max(0, values)
        self.depth = max(0, depth)
        self.totalBytes = max(0, totalBytes)
    }

    /// The default limits. Realistic events do not reach them, and every back end accepts them.
    package static let standard = EventLimits()
}
