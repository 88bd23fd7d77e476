public import PageViewAutomation

/// Which parts of events and users an app sends, and how exactly (rules PR-001 to PR-012).
///
///     let policy = PrivacyPolicy(
///         properties: .except(["comment"]), redactedKeys: ["token"], patterns: .all, timeGranularity: .hour,
///         durationGranularity: .seconds(10))
///
/// A value with pure functions: the same event always becomes the same, and applied twice it changes nothing more. Any thread.
/// One that asks for nothing costs nothing.
public struct PrivacyPolicy: Sendable {
    /// Which properties may be sent.
    public let properties: PropertyFilter
    /// Keys whose values are never sent: `[redacted]` takes their place, at any depth, whatever the case of ASCII letters.
    public let redactedKeys: Set<String>
    /// The kinds of personal data that are removed from texts.
    public let patterns: SensitivePatterns
    /// How exact times may be.
    public let timeGranularity: TimeGranularity
    /// How exact durations may be: those of leaves, and the numbers under ``durationKeys``.
    public let durationGranularity: DurationGranularity
    /// Keys whose numbers are durations in seconds, at any depth, whatever the case of ASCII letters.
    public let durationKeys: Set<String>

    /// Whether it changes nothing, whatever the event.
    public let isEmpty: Bool
    let payloads: PayloadRedaction

    /// Creates a policy; what is left out is sent as it is.
    public init(
        properties: PropertyFilter = .all, redactedKeys: Set<String> = [], patterns: SensitivePatterns = [],
        timeGranularity: TimeGranularity = .exact, durationGranularity: DurationGranularity = .exact,
        durationKeys: Set<String> = []
    ) {
        self.properties = properties
        self.redactedKeys = redactedKeys
        self.patterns = patterns
        self.timeGranularity = timeGranularity
        self.durationGranularity = durationGranularity
        self.durationKeys = durationKeys
        payloads = PayloadRedaction(
            keys: KeyRules(properties: properties, redacted: redactedKeys), texts: TextRedaction(patterns),
            durationUnit: durationGranularity.unit, durationKeys: KeySet(durationKeys))
        isEmpty = payloads.isEmpty && timeGranularity == .exact && durationGranularity.unit == nil
    }

    /// Changes nothing.
    public static let none = PrivacyPolicy()
    /// Removes every ``SensitivePatterns`` from texts, and rounds times to hours and durations to ten seconds.
    public static let cautious = PrivacyPolicy(
        patterns: .all, timeGranularity: .hour, durationGranularity: .seconds(10))

    /// A time as exact as it may be. Whatever is made from a time, such as an event's identity, is to be made from this one.
    public func coarsened(_ time: WallTime) -> WallTime { timeGranularity.coarsened(time) }

    /// A time of the clock that never goes back, as exact as it may be.
    public func coarsened(_ timestamp: Timestamp) -> Timestamp { timeGranularity.coarsened(timestamp) }
}
