/// Options of a tracker. Each has a default (rules TK-007 to TK-010, CO-001 to CO-007, PR-001).
public struct TrackerOptions: Sendable {
    package var consent: Consent
    package var store: (any TrackerStore)?
    let holdLimit: Int
    let queueLimit: Int
    package var middleware: [any EventMiddleware]
    let privacy: PrivacyPolicy
    let limits: EventLimits
    let records: EngineRecord.Kinds
    let clock: WallClock
    let configuresAtOnce: Bool
    let onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)?
    /// The seed of the random identities. With `nil`, each tracker uses another seed.
    package var seed: UInt64?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - consent: The consent that applies while no decision is stored.
    ///   - store: The store of the decision and the identity. With `nil`, they are not persisted.
    ///   - holdLimit: The maximal number of held events, while consent is undecided or the store cannot be read. The
    ///     tracker drops later events.
    ///   - queueLimit: The maximal number of events that wait for a provider once it is configured.
    ///   - middleware: Steps that change or drop events, in order.
    ///   - privacy: The policy that redacts events and users. It runs after the middleware.
    ///   - limits: The limits for the texts and values of an event.
    ///   - records: The kinds of an engine's records that become events.
    ///   - clock: The source of the calendar time.
    ///   - configuresAtOnce: Whether the tracker configures its providers at its creation. Otherwise call
    ///     ``Tracker/configure()``.
    ///   - onDiagnostic: Receives diagnostics, one at a time, on a thread that causes a diagnostic.
    public init(
        consent: Consent = .granted, store: (any TrackerStore)? = nil, holdLimit: Int = 1_000,
        queueLimit: Int = 10_000, middleware: [any EventMiddleware] = [],
        privacy: PrivacyPolicy = PrivacyPolicy(), limits: EventLimits = EventLimits(),
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
    package let textBytes: Int
    package let values: Int
    package let depth: Int
    package let totalBytes: Int

    /// Creates limits. Negative ones become 0.
    ///
    /// - Parameters:
    ///   - textBytes: The maximal length of a name, key or value, in bytes of UTF-8.
    ///   - values: The maximal number of values in an event, including nested ones.
    ///   - depth: The maximal nesting of values. The properties themselves are the first level.
    ///   - totalBytes: The maximal length of all keys and texts of the properties together, in bytes of UTF-8.
    public init(textBytes: Int = 16_384, values: Int = 1_024, depth: Int = 16, totalBytes: Int = 262_144) {
        self.textBytes = max(0, textBytes)
        self.values = max(0, values)
        self.depth = max(0, depth)
        self.totalBytes = max(0, totalBytes)
    }
}
