import PageViewLifecycle

/// The state of a tracker: consent, identity, held events and counts (TK-006, TK-011, CO-001 to CO-007).
struct TrackerState {
    enum Verdict {
        case deliver, hold, drop
        /// Dropped, because the limit of held events is reached.
        case dropFull
    }

    /// The effects of a decision or of a change of the identity.
    struct Consequences {
        var released: [AcceptedEvent] = []
        var purges = false
        /// Whether the user has denied consent, even if it was granted again.
        var denies = false
        var identifies = false
        /// Whether the app has named another user without a reset.
        var replacesUser = false

        func items(_ identity: UserIdentity) -> [QueueItem] {
            released.map { .event($0) } + (identifies ? [.identity(identity)] : [])
        }
    }

    /// The number of denials when an event began, and its identity if that is temporary.
    typealias EventStart = (denials: UInt64, mark: IdentityMark?)

    /// A temporary identity, and the changes that it contains (CO-007).
    struct IdentityMark {
        let temporary: UserIdentity
        let changes: [PendingChanges.IdentityChange]
    }

    struct Save {
        fileprivate let changes: PendingChanges
        fileprivate let number: UInt64
        /// The state to store; `nil` if the store already contains it.
        let next: StoredTrackerState?
        fileprivate let stored: StoredTrackerState?

        /// Whether the new state contains this tracker's decision, and not another tracker's.
        fileprivate var isDecisionWritten: Bool { (next?.revision ?? 0) > (stored?.revision ?? 0) }
    }

    /// The user's decision; `nil` if there is none. A session ends when consent is no longer granted.
    private var decision: Consent? { didSet { if consent != .granted { session = nil } } }
    /// The current session (TK-012). It exists only while consent is granted.
    private var session: (period: UInt64, anonymousID: EventID, id: EventID, start: WallTime)?
    private let sessions: SessionMiddleware?
    /// The consent that applies while there is no decision.
    private let consentBefore: Consent
    private(set) var identity: UserIdentity
    /// Whether the store has been read. Until then, the identity is temporary (CO-007).
    private(set) var isIdentityKnown = true
    /// The identity that a late first read found (CO-007). Events that began before the read get it.
    private var lateIdentity: UserIdentity?
    /// The user id that the app named last, before the policy, and the anonymous id of that user.
    private var named: (userID: ExactName, anonymousID: EventID)?
    private(set) var counts = TrackerCounts()
    private(set) var isShutDown = false
    private var held: [(event: AcceptedEvent, mark: IdentityMark?)] = []
    /// The number of denials that this tracker knows of.
    private var denials: UInt64 = 0
    private let holdLimit: Int
    private var ids: EventIDGenerator
    private var lastSequence: UInt64 = 0

    // The store, as far as this tracker knows it.

    private let hasStore: Bool
    private let privacy: PrivacyPolicy
    /// The newest stored revision that the tracker knows.
    private var revision: UInt64 = 0
    /// The revision that is being saved; 0 if there is none.
    private var revisionBeingSaved: UInt64 = 0
    private var isUnreadable = false
    private var isIdentityStored = false
    /// Whether the store contained a denial with a purge when this tracker was created. The providers must then purge.
    private(set) var beginsDenied = false
    private var pending = PendingChanges()
    /// `reads`: the number of reads, including those of updates. `lastAdopted`: the newest read whose state was adopted.
    private var (reads, lastAdopted): (UInt64, UInt64) = (0, 0)
    /// The number of the newest read that began before the last save ended.
    private var lastReadBeforeSave: UInt64 = 0
    private var savesUnderWay = 0

    init(
        consent: Consent, stored: Result<StoredTrackerState?, any Error>?, privacy: PrivacyPolicy,
        anonymousID: EventID, holdLimit: Int, seed: UInt64, sessions: SessionMiddleware? = nil
    ) {
        self.sessions = sessions
        consentBefore = consent
        hasStore = stored != nil
        self.privacy = privacy
        identity = UserIdentity(anonymousID: anonymousID)
        self.holdLimit = holdLimit
        ids = EventIDGenerator(seed: seed)
        switch stored {
        case .success(let state?)?:
            _ = adopt(state, over: state, asOf: 0, isFirst: true)
            beginsDenied = state.consent == .denied && state.queuedEvents == .purge
        case .failure?:
            (isUnreadable, decision) = (true, .undecided)
            isIdentityKnown = stored?.isUnreadable == false
        case .success(nil)?, nil: break
        }
    }

    var consent: Consent { decision ?? consentBefore }
    private var canDeliver: Bool { consent == .granted && isIdentityKnown }

    // MARK: Events

    /// Begins an event; returns `nil` if it is dropped at once. Its identity is made from the coarse time (PR-007).
    mutating func begin(at time: WallTime, identifiedBy coarse: WallTime) -> (stamp: EventStamp, start: EventStart)? {
        counts.tracked += 1
        guard !dropIfForbidden() else { return nil }
        lastSequence += 1
        let stamp = EventStamp(id: ids.next(at: coarse), sequence: lastSequence, time: time, identity: identity)
        // Until the identity is known, no change is saved. So the pending changes are all changes.
        let mark = isIdentityKnown ? nil : IdentityMark(temporary: identity, changes: pending.identity)
        return (stamp, (denials, mark))
    }

    mutating func countRejection() {
        counts.tracked += 1
        counts.rejected += 1
    }

    mutating func discard() { counts.tracked -= 1 }

    /// Accepts, holds or drops a finished event. A denial since its start drops it, even if consent was granted again.
    mutating func accept(_ event: inout AcceptedEvent, from start: EventStart) -> Verdict {
        if dropIfForbidden() { return .drop }
        guard start.denials == denials else {
            counts.droppedByConsent += 1
            return .drop
        }
        guard !canDeliver else {
            counts.accepted += 1
            complete(&event, start.mark)
            return .deliver
        }
        guard held.count < holdLimit else {
            counts.droppedByHoldLimit += 1
            return .dropFull
        }
        held.append((event, start.mark))
        counts.held += 1
        return .hold
    }

    /// Gives an event its final identity, and replaces the mark of ``SessionMiddleware`` with the id of the session.
    private mutating func complete(_ event: inout AcceptedEvent, _ mark: IdentityMark?) {
        if let mark, let lateIdentity {
            // A change by middleware stays, except for the temporary anonymous id.
            var (identity, found) = (lateIdentity.applying(mark.changes), event.event.identity)
            if found != mark.temporary {
                let isTemporary = found.anonymousID == mark.temporary.anonymousID
                identity = UserIdentity(
                    anonymousID: isTemporary ? identity.anonymousID : found.anonymousID, userID: found.userID,
                    properties: found.properties)
            }
            event = event.changed { $0.identity = identity }
        }
        guard let sessions, case .period(let period)? = event.event.session else { return }
        let (anonymousID, time) = (event.event.identity.anonymousID, event.event.time)
        guard let session, session.period >= period, session.anonymousID == anonymousID,
            // The calendar times, because a back end compares the event with the time in the id of the session.
            time < session.start.earlier(byNanoseconds: -sessions.maximum)
        else {
            let id = sessions.makeID(event.event)
            session = (max(period, session?.period ?? 0), anonymousID, id, time)
            return event = event.changed { $0.session = .id(id) }
        }
        event = event.changed { $0.session = .id(session.id) }
    }

    private mutating func dropIfForbidden() -> Bool {
        if isShutDown {
            counts.droppedByShutdown += 1
        } else if consent == .denied {
            counts.droppedByConsent += 1
        }
        return isShutDown || consent == .denied
    }

    mutating func count(_ reason: WritableKeyPath<TrackerCounts, UInt64>) { counts[keyPath: reason] += 1 }

    mutating func shutDown() {
        counts.droppedByShutdown += UInt64(held.count)
        counts.held = 0
        held = []
        isShutDown = true
    }

    // MARK: Consent

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
        var consequences = Consequences(purges: purges, denies: consent == .denied)
        if consent != .granted { isIdentityStored = false }
        consequences.identifies = canIdentify
        guard !isShutDown else { return consequences }
        switch consent {
        case .undecided: break
        case .denied: dropHeld()
        case .granted:
            guard isIdentityKnown else { break }
            counts.accepted += UInt64(held.count)
            counts.held = 0
            for entry in held {
                var event = entry.event
                complete(&event, entry.mark)
                consequences.released.append(event)
            }
            held = []
        }
        return consequences
    }

    private mutating func dropHeld() {
        denials += 1
        session = nil
        counts.droppedByConsent += UInt64(held.count)
        counts.held = 0
        held = []
    }

    private var canIdentify: Bool { canDeliver && !isShutDown }

    // MARK: Identity

    /// Changes the identity. A user id that replaces another one also resets (TK-006). The unredacted one distinguishes two
    /// users whose ids the policy removes.
    mutating func change(_ changes: [PendingChanges.IdentityChange], named unredactedUserID: ExactName? = nil)
        -> Consequences
    {
        var consequences = Consequences(identifies: canIdentify)
        func record(_ change: PendingChanges.IdentityChange) {
            identity = identity.applying(change)
            if hasStore { pending.add(change) }
        }
        for change in changes {
            if case .userID(let userID, let newAnonymousID) = change {
                let isOther =
                    named.map { $0.userID != unredactedUserID && $0.anonymousID == identity.anonymousID } ?? false
                if isOther || identity.isOfUser(otherThan: userID) {
                    record(.reset(anonymousID: newAnonymousID))
                    consequences.replacesUser = unredactedUserID != nil
                }
                named = unredactedUserID.map { ($0, identity.anonymousID) }
            }
            record(change)
        }
        return consequences
    }

    // MARK: Store

    /// Whether the store lacks a decision or an identity.
    var needsSave: Bool {
        guard hasStore else { return false }
        let isIdentityNew = consent == .granted && (!isIdentityStored || !pending.identity.isEmpty)
        return pending.decision != nil || isIdentityNew && !isUnreadable
    }

    var hasUnsavedDecision: Bool { pending.decision != nil }

    /// Begins an attempt to save over the state that is stored at this moment.
    mutating func beginSave(over stored: Result<StoredTrackerState?, any Error>) -> Save {
        reads += 1
        savesUnderWay += 1
        // The unread store may contain an identity, so only a denial replaces it.
        let waits = !isIdentityKnown && stored.isUnreadable && pending.decision?.consent != .denied
        let merged = pending.merged(
            with: stored, own: identity, revision: revision, undecided: consentBefore, privacy: privacy)
        let next = waits ? nil : merged
        revisionBeingSaved = max(revisionBeingSaved, next?.revision ?? 0)
        return Save(changes: pending, number: reads, next: next, stored: try? stored.get())
    }

    /// Completes a successful attempt. Another tracker may have decided meanwhile.
    mutating func endSave(_ save: Save) -> Consequences? {
        finishSave()
        // The tracker knows its own denial, so the denial must not count as missed.
        if save.isDecisionWritten, let next = save.next { revision = max(revision, next.revision) }
        guard let state = save.next ?? save.stored else { return nil }
        pending.remove(save.changes)
        lastReadBeforeSave = reads
        return adopt(state, over: save.stored, asOf: save.number)
    }

    /// Completes an attempt. After a failed one, the pending changes stay for the next one.
    mutating func finishSave() {
        savesUnderWay -= 1
        if savesUnderWay == 0 { revisionBeingSaved = 0 }
    }

    /// Begins a read of the store. Returns its number.
    mutating func beginRead() -> UInt64 {
        reads += 1
        return reads
    }

    /// Whether a save has ended since a read began. The state that was read may then be older than the saved one.
    func isOutdated(read number: UInt64) -> Bool { number <= lastReadBeforeSave }

    /// Adopts a state of a numbered read. Returns the consequences; `nil` if there are none.
    mutating func adopt(_ stored: Result<StoredTrackerState?, any Error>, asOf number: UInt64) -> Consequences? {
        switch stored {
        case .success(let state?): return adopt(state, over: state, asOf: number)
        case .success(nil): return nil
        case .failure where !isIdentityKnown && !stored.isUnreadable:
            isIdentityKnown = true
            return consequences(purges: false)
        case .failure:
            // The unreadable state may be a denial. But an unsaved decision of this tracker is newer than any stored one.
            guard pending.decision == nil, !isUnreadable else { return nil }
            isUnreadable = true
            if consent == .granted { decision = .undecided }
            return nil
        }
    }

    /// Adopts a stored state. `previous` is the state before this tracker's own write; without a write, both are equal.
    private mutating func adopt(
        _ stored: StoredTrackerState, over previous: StoredTrackerState?, asOf number: UInt64, isFirst: Bool = false
    ) -> Consequences? {
        let isLate = !isIdentityKnown
        // The denials before this process do not concern its events.
        let isFirst = isFirst || isLate
        if isLate { (isIdentityKnown, lateIdentity) = (true, previous?.identity.map(privacy.applied)) }
        if let own = pending.decision {
            guard !own.prevails(over: stored) else {
                guard isLate else { return nil }
                (revision, isUnreadable) = (stored.revision, false)
                adopt(stored.identity)
                return consequences(purges: false)
            }
            pending.decision = nil
        }
        let (before, identityBefore) = (consent, identity)
        let hasMissedDenial = !isFirst && stored.lastDenial > revision
        let hasMissedPurge = !isFirst && stored.lastPurge > revision
        // A denial counts even with a lower revision. Revisions start again after the file was removed (CO-006).
        let isDenial = stored.consent == .denied && number > lastAdopted
        if isFirst || isUnreadable || stored.revision > revision || isDenial {
            (revision, decision, isUnreadable) = (stored.revision, stored.consent, false)
        }
        // Another thread may have adopted a newer state after this one was read.
        if consent == .granted, isFirst || number > lastAdopted {
            lastAdopted = number
            adopt(stored.identity)
        }
        if hasMissedDenial || isLate || consent != before {
            if hasMissedDenial { dropHeld() }
            let isNewDenial = consent == .denied && before != .denied && stored.queuedEvents == .purge
            var consequences = consequences(purges: hasMissedPurge || isNewDenial)
            if hasMissedDenial { consequences.denies = true }
            return consequences
        }
        return identity == identityBefore ? nil : Consequences(identifies: canIdentify)
    }

    private mutating func adopt(_ stored: UserIdentity?) {
        isIdentityStored = stored != nil
        guard let stored else { return }
        let changed = stored.applying(pending.identity)
        identity = privacy.applied(to: changed)
        if identity != changed { isIdentityStored = false }
    }
}
