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

/// What becomes of an event and of a user (rules PR-001, PR-003, PR-009).
extension PrivacyPolicy {
    /// The event as it may be sent. Its identity, its number and those of its pages stay.
    public func applied(to event: TrackedEvent) -> TrackedEvent {
        guard !isEmpty else { return event }
        var event = event
        event.name = payloads.texts.redacted(event.name)
        event.payload = payloads.redacted(event.payload)
        event.page = event.page.map(applied(to:))
        event.scene = event.scene.map(payloads.texts.redacted(_:))
        event.time = coarsened(event.time)
        event.timestamp = coarsened(event.timestamp)
        event.identity = applied(to: event.identity)
        event.details = applied(to: event.details)
        return event
    }

    /// The user as he may be told of. A user id in which something was found is left out: in the place of it many users
    /// would get one id.
    public func applied(to identity: UserIdentity) -> UserIdentity {
        guard !isEmpty else { return identity }
        let userID = identity.userID.flatMap { payloads.texts.isClean($0) ? $0 : nil }
        guard let properties = payloads.changed(identity.properties) else {
            guard userID != identity.userID else { return identity }
            return UserIdentity(anonymousID: identity.anonymousID, userID: userID, properties: identity.properties)
        }
        return UserIdentity(anonymousID: identity.anonymousID, userID: userID, properties: properties)
    }

    private func applied(to details: TrackedEvent.Details) -> TrackedEvent.Details {
        switch details {
        case .custom, .interaction: return details
        case .pageView(var view):
            view.appearedAt = view.appearedAt.map(coarsened)
            view.previous = view.previous.map(applied(to:))
            view.deepLink = view.deepLink.map(applied(to:))
            return .pageView(view)
        case .pageLeave(var leave):
            leave.foregroundNanoseconds = coarsened(duration: leave.foregroundNanoseconds)
            leave.backgroundNanoseconds = coarsened(duration: leave.backgroundNanoseconds)
            return .pageLeave(leave)
        case .deepLink(let link): return .deepLink(applied(to: link))
        }
    }

    private func applied(to link: DeepLinkDetails) -> DeepLinkDetails {
        var link = link
        link.url = payloads.texts.redacted(link: payloads.keys.filtered(link: link.url))
        link.source = link.source.map(payloads.texts.redacted(_:))
        link.referrer = link.referrer.map(applied(to:))
        return link
    }

    private func applied(to page: TrackedPage) -> TrackedPage {
        // A process keeps each pair of names, so a new one is made only if it differs.
        guard !payloads.texts.isClean(page.name) || !(page.context.map(payloads.texts.isClean) ?? true) else {
            return page
        }
        var page = page
        page.page = PageContext(
            name: PageName(rawValue: payloads.texts.redacted(page.name)),
            context: page.context.map { ContextName(rawValue: payloads.texts.redacted($0)) })
        return page
    }

    private func coarsened(duration nanoseconds: Int64) -> Int64 {
        guard let unit = durationGranularity.unit else { return nanoseconds }
        return nanoseconds.rounded(toMultipleOf: unit * 1_000_000_000)
    }
}

/// Which properties of events and users may be sent (rule PR-002).
public enum PropertyFilter: Sendable, Hashable {
    /// All of them.
    case all
    /// Only those with these keys at the top, by their bytes; what is inside one of them goes with it.
    case only(Set<String>)
    /// All but those with these keys, at any depth and in small or capital ASCII letters.
    case except(Set<String>)
}

/// The kinds of personal data that a policy removes from texts (rules PR-004 to PR-006, PR-011).
public struct SensitivePatterns: OptionSet, Sendable, Hashable {
    /// A bit for each pattern.
    public let rawValue: UInt8

    /// Creates a set of patterns from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// E-mail addresses; `[email]` replaces them.
    public static let emailAddresses = SensitivePatterns(rawValue: 1 << 0)
    /// Numbers of payment cards with a valid check digit; `[card]` replaces them.
    public static let cardNumbers = SensitivePatterns(rawValue: 1 << 1)
    /// Phone numbers as people write them; `[phone]` replaces them.
    public static let phoneNumbers = SensitivePatterns(rawValue: 1 << 2)
    /// International bank account numbers (IBAN) with valid check digits; `[iban]` replaces them (rule PR-011).
    public static let bankAccounts = SensitivePatterns(rawValue: 1 << 3)
    /// All patterns.
    public static let all: SensitivePatterns = [.emailAddresses, .cardNumbers, .phoneNumbers, .bankAccounts]
}

/// How exact times may be (rule PR-007).
public enum TimeGranularity: Sendable, Hashable {
    /// As they are.
    case exact
    /// The beginning of their hour in UTC.
    case hour
    /// The beginning of their day in UTC.
    case day

    /// The moment, rounded down.
    func coarsened(_ time: WallTime) -> WallTime { WallTime(nanoseconds: coarsened(time.nanoseconds)) }

    /// The moment, rounded down as well: from its clock's beginning, which need not be that of an hour.
    func coarsened(_ timestamp: Timestamp) -> Timestamp { Timestamp(nanoseconds: coarsened(timestamp.nanoseconds)) }

    private func coarsened(_ nanoseconds: Int64) -> Int64 {
        guard let unit else { return nanoseconds }
        let rest = nanoseconds % unit
        // Where there is no earlier multiple the next one has to do.
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

/// How exact durations may be (rule PR-008).
public enum DurationGranularity: Sendable, Hashable {
    /// As they are.
    case exact
    /// Rounded to a multiple of so many seconds; 0 is exact.
    case seconds(UInt32)

    /// How many seconds a duration is a multiple of; `nil` if it may be any.
    var unit: Int64? {
        switch self {
        case .exact, .seconds(0): nil
        case .seconds(let seconds): Int64(seconds)
        }
    }
}

extension Int64 {
    /// The nearest multiple of a unit, half of one away from zero; at the far ends of the range one that there is.
    func rounded(toMultipleOf unit: Int64) -> Int64 {
        let rest = self % unit
        let whole = self - rest
        guard rest.magnitude >= unit.magnitude - rest.magnitude else { return whole }
        let (farther, overflow) = whole.addingReportingOverflow(rest < 0 ? -unit : unit)
        return overflow ? whole : farther
    }
}
