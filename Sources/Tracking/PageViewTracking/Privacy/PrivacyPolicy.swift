package import PageViewAutomation

/// A selection of the data that leave the app, and of their exactness (rules PR-001 to PR-012).
///
///     let policy = PrivacyPolicy(
///         properties: .except(["comment"]), redactedKeys: ["token"], patterns: .all, timeGranularity: .hour,
///         durationGranularity: .seconds(10))
///
/// A policy is a pure function. The result depends on the event alone, and a second application changes nothing more. Any
/// thread may use it. An empty policy costs nothing.
public struct PrivacyPolicy: Sendable {
    private let timeGranularity: TimeGranularity
    let payloads: PayloadRedaction
    package let isEmpty: Bool

    /// Creates a policy. By default it changes nothing.
    ///
    /// - Parameters:
    ///   - properties: The filter for properties.
    ///   - redactedKeys: The keys whose values are replaced by `[redacted]`, at any depth, in any case of ASCII letters.
    ///   - patterns: The kinds of personal data to remove from texts.
    ///   - timeGranularity: The granularity of times.
    ///   - durationGranularity: The granularity of the durations in page leaves, and of the numbers under `durationKeys`. It is
    ///     rounded up to whole seconds. Zero means exact durations.
    ///   - durationKeys: The keys whose numbers are durations in seconds, at any depth, in any case of ASCII letters.
    public init(
        properties: PropertyFilter = .all, redactedKeys: Set<String> = [], patterns: SensitivePatterns = [],
        timeGranularity: TimeGranularity = .exact, durationGranularity: Duration = .zero,
        durationKeys: Set<String> = []
    ) {
        self.timeGranularity = timeGranularity
        payloads = PayloadRedaction(
            keys: KeyRules(properties: properties, redacted: redactedKeys), texts: TextRedaction(patterns),
            durationUnit: durationGranularity.wholeSeconds, durationKeys: KeySet(durationKeys))
        isEmpty = payloads.isEmpty && timeGranularity == .exact && payloads.durationUnit == nil
    }

    /// A policy that changes nothing.
    public static let none = PrivacyPolicy()
    /// A policy that removes all ``SensitivePatterns`` and rounds times and durations.
    ///
    /// Times are rounded to hours, durations to ten seconds.
    public static let cautious = PrivacyPolicy(
        patterns: .all, timeGranularity: .hour, durationGranularity: .seconds(10))

    /// Rounds a time down (rule PR-007). Derive other values from the result, because they would contain the exact time.
    package func coarsened(_ time: WallTime) -> WallTime {
        WallTime(nanoseconds: timeGranularity.coarsened(time.nanoseconds))
    }

    /// Returns a time of the monotonic clock, rounded down. Its hours and days count from the clock's start.
    package func coarsened(_ timestamp: Timestamp) -> Timestamp {
        Timestamp(nanoseconds: timeGranularity.coarsened(timestamp.nanoseconds))
    }
}

/// The application to events and users (rules PR-001, PR-003, PR-009).
extension PrivacyPolicy {
    /// Returns the event to send. The identities of the event and of its pages stay, and so does its number.
    package func applied(to event: TrackedEvent) -> TrackedEvent {
        guard !isEmpty else { return event }
        var event = event
        event.name = payloads.texts.redacted(event.name)
        event.payload = payloads.redacted(event.payload)
        event.scene = event.scene.map(payloads.texts.redacted(_:))
        event.time = coarsened(event.time)
        event.timestamp = coarsened(event.timestamp)
        event.identity = applied(to: event.identity)
        event.changeLocation { text, isLink in isLink ? redacted(link: text) : payloads.texts.changed(text) }
        switch event.details {
        case .custom, .interaction, .deepLink: break
        case .pageView(var view):
            view.appearedAt = view.appearedAt.map(coarsened)
            event.details = .pageView(view)
        case .pageLeave(var leave):
            leave.foregroundNanoseconds = coarsened(duration: leave.foregroundNanoseconds)
            leave.backgroundNanoseconds = coarsened(duration: leave.backgroundNanoseconds)
            event.details = .pageLeave(leave)
        }
        return event
    }

    /// Returns the identity to send (rule PR-009). A replaced user id would merge many users into one, so it is removed.
    package func applied(to identity: UserIdentity) -> UserIdentity {
        guard !isEmpty else { return identity }
        return UserIdentity(
            anonymousID: identity.anonymousID,
            userID: identity.userID.flatMap { payloads.texts.changed($0) == nil ? $0 : nil },
            properties: payloads.redacted(identity.properties))
    }

    private func coarsened(duration nanoseconds: Int64) -> Int64 {
        guard let unit = payloads.durationUnit else { return nanoseconds }
        return nanoseconds.rounded(toMultipleOf: unit * 1_000_000_000)
    }
}

/// The application to the recordings of an engine (RC-009).
extension PrivacyPolicy: RecordingPolicy {
    package func redacted(_ text: String) -> String { payloads.texts.redacted(text) }

    package func redacted(link: String) -> String {
        let link = payloads.keys.filtered(link: link)
        // A replacement can separate a key from what preceded it, as in `[phone]x=`.
        return payloads.texts.changed(link, isLink: true).map(payloads.keys.filtered(link:)) ?? link
    }

    package func redacted(_ payload: Payload) -> Payload { payloads.redacted(payload) }

    package var roundsTimes: Bool { timeGranularity != .exact }
}

/// A filter for the properties of events and users (rule PR-002).
public enum PropertyFilter: Sendable, Hashable {
    /// Sends all properties.
    case all
    /// Sends only the properties with these keys at the top level, with all their content. Keys are compared as bytes.
    case only(Set<String>)
    /// Sends all properties except those with these keys, at any depth. The case of ASCII letters is ignored.
    case except(Set<String>)
}

/// The kinds of personal data that a policy removes from texts (rules PR-004 to PR-006, PR-011).
public struct SensitivePatterns: OptionSet, Sendable, Hashable {
    /// One bit for each pattern.
    public let rawValue: UInt8

    /// Creates a set of patterns from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// E-mail addresses, replaced by `[email]` (rule PR-004).
    public static let emailAddresses = SensitivePatterns(rawValue: 1 << 0)
    /// Numbers of payment cards with a valid check digit, replaced by `[card]` (rule PR-005).
    public static let cardNumbers = SensitivePatterns(rawValue: 1 << 1)
    /// Phone numbers in the forms that people write, replaced by `[phone]` (rule PR-006).
    public static let phoneNumbers = SensitivePatterns(rawValue: 1 << 2)
    /// International bank account numbers (IBAN), replaced by `[iban]` (rule PR-011).
    public static let bankAccounts = SensitivePatterns(rawValue: 1 << 3)
    /// All patterns.
    public static let all: SensitivePatterns = [.emailAddresses, .cardNumbers, .phoneNumbers, .bankAccounts]
}

/// The granularity of times (rule PR-007).
public enum TimeGranularity: Sendable, Hashable {
    /// Exact times.
    case exact
    /// The beginning of the hour in UTC.
    case hour
    /// The beginning of the day in UTC.
    case day

    fileprivate func coarsened(_ nanoseconds: Int64) -> Int64 {
        guard let unit else { return nanoseconds }
        let rest = nanoseconds % unit
        // At the lower end of the range there is no earlier multiple, so the next one is used.
        let (earlier, overflow) = (nanoseconds - rest).subtractingReportingOverflow(rest < 0 ? unit : 0)
        return overflow ? nanoseconds - rest : earlier
    }

    private var unit: Int64? {
        switch self {
        case .exact: nil
        case .hour: 3_600_000_000_000
        case .day: 86_400_000_000_000
        }
    }
}

extension Duration {
    /// The duration in seconds, rounded up, at most 2^32 - 1; `nil` if it is not positive.
    fileprivate var wholeSeconds: Int64? {
        guard self > .zero else { return nil }
        return min(components.seconds, Int64(UInt32.max) - 1) + (components.attoseconds > 0 ? 1 : 0)
    }
}

extension Int64 {
    /// Returns the nearest multiple of a unit. A half is rounded away from zero, unless that would overflow.
    func rounded(toMultipleOf unit: Int64) -> Int64 {
        let rest = self % unit
        let whole = self - rest
        guard rest.magnitude >= unit.magnitude - rest.magnitude else { return whole }
        let (farther, overflow) = whole.addingReportingOverflow(rest < 0 ? -unit : unit)
        return overflow ? whole : farther
    }
}
