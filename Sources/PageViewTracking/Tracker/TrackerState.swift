import PageViewLifecycle

/// What a tracker decides by: consent, identity, held events, counts. A pure value that lives under the tracker's lock.
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

    /// What follows from a decision or a change of the identity.
    struct Consequences {
        /// Held events that go to the providers now, in order.
        var released: [AcceptedEvent] = []
        /// Whether the providers have to forget the events from before.
        var purges = false
        /// Whether the providers are to know the new identity.
        var identifies = false

        /// What the providers are to do, but for the purge.
        func items(_ identity: UserIdentity) -> [QueueItem] {
            released.map { .event($0) } + (identifies ? [.identity(identity)] : [])
        }
    }

    /// An attempt to save.
    struct Save {
        fileprivate let changes: PendingChanges
        fileprivate let number: UInt64
        /// The state to store; `nil` if it is stored already.
        let next: StoredTrackerState?
        fileprivate let stored: StoredTrackerState?

        /// Whether the decision of this tracker is in the new state, and not one of another tracker.
        fileprivate var isDecisionWritten: Bool { (next?.revision ?? 0) > (stored?.revision ?? 0) }
    }

    /// The user's decision, and what holds while there is none.
    private var decision: Consent?
    private let consentBefore: Consent
    private(set) var identity: UserIdentity
    private(set) var counts = TrackerCounts()
    private(set) var isShutDown = false
    private var held: [AcceptedEvent] = []
    /// How many denials this tracker knows of.
    private var denials: UInt64 = 0
    private let holdLimit: Int
    private var ids: EventIDGenerator
    private var lastSequence: UInt64 = 0

    // What is known of the store.

    private let hasStore: Bool
    private let privacy: PrivacyPolicy
    /// The newest stored decision that is known.
    private var revision: UInt64 = 0
    /// The decision that is being saved; 0 if none is.
    private var revisionBeingSaved: UInt64 = 0
    /// Whether the store could not be read when it was read last.
    private var isUnreadable = false
    private var isIdentityStored = false
    /// Whether the tracker was made with a denial in the store, so that providers must not keep events from before.
    private(set) var beginsDenied = false
    private var pending = PendingChanges()
    /// How often the store was read, also in order to save, and which of these is the newest whose state was adopted.
    private var (reads, lastAdopted): (UInt64, UInt64) = (0, 0)
    /// How many attempts to save are under way.
    private var savesUnderWay = 0

    init(
        consent: Consent, stored: Result<StoredTrackerState?, any Error>?, privacy: PrivacyPolicy,
        anonymousID: EventID, holdLimit: Int, seed: UInt64
    ) {
        consentBefore = consent
        hasStore = stored != nil
        self.privacy = privacy
        identity = UserIdentity(anonymousID: anonymousID)
        self.holdLimit = holdLimit
        ids = EventIDGenerator(seed: seed)
        switch stored {
        case .success(let state?)?:
            _ = adopt(state, asOf: 0, isFirst: true)
            beginsDenied = state.consent == .denied && state.queuedEvents == .purge
        case .failure?: (isUnreadable, decision) = (true, .undecided)
        case .success(nil)?, nil: break
        }
    }

    var consent: Consent { decision ?? consentBefore }

    // MARK: Events

    /// An event has been made: it takes its identity, which may be made of another time, and that of the user; `nil` if it is
    /// dropped at once.
    mutating func begin(at time: WallTime, identifiedBy coarse: WallTime) -> (stamp: EventStamp, denials: UInt64)? {
        counts.tracked += 1
        guard !dropIfForbidden() else { return nil }
        lastSequence += 1
        let stamp = EventStamp(id: ids.next(at: coarse), sequence: lastSequence, time: time, identity: identity)
        return (stamp, denials)
    }

    /// What was to be tracked is no event.
    mutating func refuse() {
        counts.tracked += 1
        counts.refused += 1
    }

    /// What has begun is no event at all.
    mutating func discard() { counts.tracked -= 1 }

    /// Decides about an event that has been made. Consent may have changed since ``begin(at:identifiedBy:)``.
    ///
    /// - Parameter denials: How many denials there were when the event began. It does not survive another one, also if consent has been
    ///   granted again.
    mutating func accept(_ event: AcceptedEvent, after denials: UInt64) -> Verdict {
        if dropIfForbidden() { return .drop }
        guard denials == self.denials else {
            counts.droppedByConsent += 1
            return .drop
        }
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

    private mutating func dropIfForbidden() -> Bool {
        if isShutDown {
            counts.droppedByShutdown += 1
        } else if consent == .denied {
            counts.droppedByConsent += 1
        }
        return isShutDown || consent == .denied
    }

    /// An event that has begun comes to nothing.
    mutating func count(_ reason: WritableKeyPath<TrackerCounts, UInt64>) { counts[keyPath: reason] += 1 }

    /// Nothing is accepted any more. What is held is dropped.
    mutating func shutDown() {
        counts.droppedByShutdown += UInt64(held.count)
        counts.held = 0
        held = []
        isShutDown = true
    }

    // MARK: Consent

    /// The user has decided.
    mutating func decide(_ consent: Consent, _ queuedEvents: QueuedEvents) -> Consequences {
        decision = consent
        if hasStore {
            pending.decision = PendingChanges.Decision(
                consent: consent, queuedEvents: queuedEvents, basis: max(revision, revisionBeingSaved),
                followsDenial: pending.decision.map { $0.consent == .denied || $0.followsDenial } ?? false,
                replacesUnreadable: isUnreadable || consent != .granted)
        }
        return consequences(purges: consent == .denied && queuedEvents == .purge)
    }

    private mutating func consequences(purges: Bool) -> Consequences {
        var consequences = Consequences(purges: purges)
        if consent != .granted { isIdentityStored = false }
        consequences.identifies = canIdentify
        guard !isShutDown else { return consequences }
        switch consent {
        case .undecided: break
        case .denied: dropHeld()
        case .granted:
            counts.accepted += UInt64(held.count)
            counts.held = 0
            (consequences.released, held) = (held, [])
        }
        return consequences
    }

    private mutating func dropHeld() {
        denials += 1
        counts.droppedByConsent += UInt64(held.count)
        counts.held = 0
        held = []
    }

    /// Whether providers may know who the user is.
    private var canIdentify: Bool { consent == .granted && !isShutDown }

    // MARK: Identity

    /// The app has changed what is known of the user.
    mutating func change(_ changes: [PendingChanges.IdentityChange]) -> Consequences {
        for change in changes {
            identity = identity.applying(change)
            if hasStore { pending.add(change) }
        }
        return Consequences(identifies: canIdentify)
    }

    // MARK: Store

    /// Whether the store does not have what it should have.
    var needsSave: Bool {
        guard hasStore else { return false }
        let isIdentityNew = consent == .granted && (!isIdentityStored || !pending.identity.isEmpty)
        return pending.decision != nil || isIdentityNew && !isUnreadable
    }

    /// Whether the user's decision has not been saved.
    var hasUnsavedDecision: Bool { pending.decision != nil }

    /// Begins an attempt to save, with what is stored at this moment.
    mutating func beginSave(over stored: Result<StoredTrackerState?, any Error>) -> Save {
        reads += 1
        savesUnderWay += 1
        let next = pending.merged(
            with: stored, own: identity, revision: revision, undecided: consentBefore, privacy: privacy)
        revisionBeingSaved = max(revisionBeingSaved, next?.revision ?? 0)
        return Save(changes: pending, number: reads, next: next, stored: try? stored.get())
    }

    /// An attempt to save has succeeded. Another tracker may have decided meanwhile.
    mutating func endSave(_ save: Save) -> Consequences? {
        finishSave()
        // This tracker's own denial is not a missed one.
        if save.isDecisionWritten, let next = save.next { revision = max(revision, next.revision) }
        guard let state = save.next ?? save.stored else { return nil }
        pending.remove(save.changes)
        return adopt(state, asOf: save.number)
    }

    /// An attempt to save has failed. The next one saves everything.
    mutating func failSave() { finishSave() }

    private mutating func finishSave() {
        savesUnderWay -= 1
        if savesUnderWay == 0 { revisionBeingSaved = 0 }
    }

    /// Begins to read the store, because another tracker may have changed it. Returns the number of the attempt.
    mutating func beginRead() -> UInt64 {
        reads += 1
        return reads
    }

    /// Takes over what was read. Returns what follows from that; `nil` if nothing does.
    ///
    /// - Parameter number: The number of the attempt.
    mutating func adopt(_ stored: Result<StoredTrackerState?, any Error>, asOf number: UInt64) -> Consequences? {
        switch stored {
        case .success(let state?): return adopt(state, asOf: number)
        case .success(nil): return nil
        case .failure:
            // It may have been a denial. A decision of our own that is not saved yet is newer than whatever it was.
            guard pending.decision == nil, !isUnreadable else { return nil }
            isUnreadable = true
            if consent == .granted { decision = .undecided }
            return nil
        }
    }

    private mutating func adopt(
        _ stored: StoredTrackerState, asOf number: UInt64, isFirst: Bool = false
    ) -> Consequences? {
        if let own = pending.decision {
            guard !own.prevails(over: stored) else { return nil }
            pending.decision = nil
        }
        let (before, identityBefore) = (consent, identity)
        let hasMissedDenial = !isFirst && stored.lastDenial > revision
        let hasMissedPurge = !isFirst && stored.lastPurge > revision
        // A denial counts also if the numbers began anew, because somebody removed the file.
        let isDenial = stored.consent == .denied && number > lastAdopted
        if isFirst || isUnreadable || stored.revision > revision || isDenial {
            (revision, decision, isUnreadable) = (stored.revision, stored.consent, false)
        }
        // Another thread may have adopted a newer state since this one was read.
        if consent == .granted, isFirst || number > lastAdopted {
            lastAdopted = number
            isIdentityStored = stored.identity != nil
            let identity = stored.identity.map { pending.identity.reduce($0) { $0.applying($1) } }
            if let identity {
                self.identity = privacy.applied(to: identity)
                if self.identity != identity { isIdentityStored = false }
            }
        }
        if hasMissedDenial || consent != before {
            if hasMissedDenial { dropHeld() }
            let isNewDenial = consent == .denied && before != .denied && stored.queuedEvents == .purge
            return consequences(purges: hasMissedPurge || isNewDenial)
        }
        return identity == identityBefore ? nil : Consequences(identifies: canIdentify)
    }
}
