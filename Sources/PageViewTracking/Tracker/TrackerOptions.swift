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
