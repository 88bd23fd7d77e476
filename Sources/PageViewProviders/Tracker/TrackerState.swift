import PageViewLifecycle

/// What a tracker decides by: consent, identity, what is held, what was counted. A pure value that lives under its lock.
struct TrackerState {
    /// What becomes of an event that comes up for acceptance.
    enum Verdict {
        /// It goes to the providers.
        case deliver
        /// It is held.
        case hold
        /// It is dropped, because of consent or a shutdown.
        case drop
        /// It is dropped, because more are held than may be.
        case dropFull
    }

    /// What the user has decided, and what holds while they have not.
    private var decision: Consent?
    private let consentBefore: Consent
    private(set) var identity: UserIdentity
    private(set) var counts = TrackerCounts()
    private(set) var isShutDown = false
    private var held: [AcceptedEvent] = []
    private let holdLimit: Int
    private var ids: EventIDGenerator
    private var lastSequence: UInt64 = 0

    init(consent: Consent, decision: Consent?, identity: UserIdentity, holdLimit: Int, seed: UInt64) {
        consentBefore = consent
        self.decision = decision
        self.identity = identity
        self.holdLimit = holdLimit
        ids = EventIDGenerator(seed: seed)
    }

    var consent: Consent { decision ?? consentBefore }

    /// What is remembered from one start of the program to the next: who the user is only with consent.
    var memory: TrackerMemory {
        TrackerMemory(
            consent: decision == .undecided ? nil : decision, identity: consent == .granted ? identity : nil)
    }

    // MARK: Events

    /// An event has been made: it takes its identity, which may be made of another time, and that of the user; `nil` if it is
    /// dropped at once.
    mutating func begin(at time: WallTime, identifiedBy coarse: WallTime) -> EventStamp? {
        counts.tracked += 1
        guard !drops() else { return nil }
        lastSequence += 1
        return EventStamp(id: ids.next(at: coarse), sequence: lastSequence, time: time, identity: identity)
    }

    /// What was to be tracked is no event.
    mutating func refuse() {
        counts.tracked += 1
        counts.refused += 1
    }

    /// What has begun is no event at all.
    mutating func forget() { counts.tracked -= 1 }

    /// An event is to go to the providers, unless what was so when it was made is no longer so.
    mutating func accept(_ event: AcceptedEvent) -> Verdict {
        if drops() { return .drop }
        guard consent == .undecided else {
            counts.accepted += 1
            return .deliver
        }
        guard held.count < holdLimit else {
            counts.droppedByHoldLimit += 1
            return .dropFull
        }
        held.append(event)
        counts.held += 1
        return .hold
    }

    private mutating func drops() -> Bool {
        if isShutDown {
            counts.droppedByShutdown += 1
        } else if consent == .denied {
            counts.droppedByConsent += 1
        }
        return isShutDown || consent == .denied
    }

    /// An event that has begun comes to nothing.
    mutating func end(_ reason: WritableKeyPath<TrackerCounts, UInt64>) { counts[keyPath: reason] += 1 }

    // MARK: Consent

    /// Whether providers are to hear who the user is.
    var tellsIdentity: Bool { consent == .granted && !isShutDown }

    /// The user has decided; what was held and is to be delivered now, in the order in which it was made.
    mutating func decide(_ consent: Consent) -> [AcceptedEvent] {
        decision = consent
        guard !isShutDown, consent != .undecided else { return [] }
        let released = held
        held = []
        counts.held = 0
        guard consent == .granted else {
            counts.droppedByConsent += UInt64(released.count)
            return []
        }
        counts.accepted += UInt64(released.count)
        return released
    }

    /// Nothing is accepted any more. What is held is dropped.
    mutating func shutDown() {
        counts.droppedByShutdown += UInt64(held.count)
        counts.held = 0
        held = []
        isShutDown = true
    }

    // MARK: Identity

    mutating func setUserID(_ userID: String?) {
        identity = UserIdentity(
            anonymousID: identity.anonymousID, userID: userID, properties: identity.properties)
    }

    mutating func setUserProperty(_ key: String, _ value: AnalyticsValue?) {
        var properties = identity.properties
        properties[key] = value
        identity = UserIdentity(
            anonymousID: identity.anonymousID, userID: identity.userID, properties: properties)
    }

    mutating func reset(anonymousID: EventID) { identity = UserIdentity(anonymousID: anonymousID) }
}
