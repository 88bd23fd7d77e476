import PageViewAutomation

/// The changes of one tracker that its store does not contain yet (CO-006). They are merged field by field, so that two
/// trackers on one store do not undo each other's changes.
struct PendingChanges: Sendable {
    struct Decision: Sendable, Equatable {
        let consent: Consent
        let queuedEvents: QueuedEvents
        /// The newest stored revision that the tracker knew when the user decided.
        let basis: UInt64
        /// Whether another unsaved denial preceded this decision.
        let followsDenial: Bool
        /// Whether the decision replaces an unreadable state. A grant does so only if its tracker knew about that state.
        let replacesUnreadable: Bool

        /// Whether the decision prevails. Unless it is a denial, it yields to a denial that may have been made later.
        func prevails(over stored: StoredTrackerState) -> Bool {
            consent == .denied || stored.consent != .denied || stored.revision <= basis
        }

        fileprivate func changes(_ stored: StoredTrackerState) -> Bool {
            let isSame =
                consent == stored.consent && (consent != .denied || queuedEvents(after: stored) == stored.queuedEvents)
            return !isSame && prevails(over: stored)
        }

        /// While consent is denied, a purge is never replaced, because another tracker may not have purged yet.
        fileprivate func queuedEvents(after stored: StoredTrackerState) -> QueuedEvents {
            stored.consent == .denied && stored.queuedEvents == .purge ? .purge : queuedEvents
        }
    }

    enum IdentityChange: Sendable, Equatable {
        case reset(anonymousID: EventID)
        /// A user id. If it differs from the known one, the user gets the new anonymous id (TK-006).
        case userID(ExactName?, newAnonymousID: EventID)
        case property(ExactName, AnalyticsValue?)
    }

    var decision: Decision?
    private(set) var identity: [IdentityChange] = []

    var isEmpty: Bool { decision == nil && identity.isEmpty }

    /// Appends a change of the identity, and removes the earlier changes that it replaces.
    mutating func add(_ change: IdentityChange) {
        switch change {
        case .reset: identity = []
        case .userID(let userID, _):
            // The change before names this user already. Its new anonymous id applies.
            let last = identity.last { if case .userID = $0 { true } else { false } }
            if case .userID(userID, _)? = last { return }
        case .property(let key, _):
            identity.removeAll { if case .property(key, _) = $0 { true } else { false } }
        }
        identity.append(change)
    }

    /// Removes the saved changes. A field that has changed again meanwhile stays pending.
    mutating func remove(_ saved: PendingChanges) {
        if decision == saved.decision { decision = nil }
        identity.removeAll(where: saved.identity.contains)
    }

    /// Returns the state to store; `nil` if nothing changes. `own` is the tracker's identity with all changes, `revision` the
    /// newest stored revision that the tracker knows, and `undecided` the consent while there is no decision.
    func merged(
        with stored: Result<StoredTrackerState?, any Error>, own: UserIdentity, revision: UInt64, undecided: Consent,
        privacy: PrivacyPolicy
    ) -> StoredTrackerState? {
        var next: StoredTrackerState
        switch stored {
        case .success(let state): next = state ?? StoredTrackerState()
        case .failure:
            // The unreadable state may have been a denial, so only a decision replaces it.
            guard let decision, decision.replacesUnreadable else { return nil }
            next = StoredTrackerState(revision: revision)
        }
        let before = next
        if let decision, decision.changes(next) {
            next.consent = decision.consent
            if decision.followsDenial {
                next.lastDenial = next.nextRevision()
                next.lastPurge = next.lastDenial
            }
            let revision = next.nextRevision()
            if decision.consent == .denied {
                next.lastDenial = revision
                next.queuedEvents = decision.queuedEvents(after: before)
                if next.queuedEvents == .purge { next.lastPurge = revision }
            }
        }
        if next.consent ?? undecided == .granted {
            next.identity = privacy.applied(
                to: next.identity.map { $0.applying(identity) } ?? own)
        } else {
            next.identity = nil
        }
        if case .success = stored, next == before { return nil }
        return next
    }
}

extension StoredTrackerState {
    /// Advances to the next revision and returns it. A store may contain any number, so the revision saturates.
    fileprivate mutating func nextRevision() -> UInt64 {
        if revision < .max { revision += 1 }
        return revision
    }
}

extension UserIdentity {
    /// Whether a user id is known that differs from another one.
    func isOfUser(otherThan userID: ExactName?) -> Bool {
        self.userID.map { !$0.isEmpty && ExactName($0) != userID } ?? false
    }

    func applying(_ changes: [PendingChanges.IdentityChange]) -> UserIdentity {
        changes.reduce(self) { $0.applying($1) }
    }

    func applying(_ change: PendingChanges.IdentityChange) -> UserIdentity {
        switch change {
        case .reset(let anonymousID): return UserIdentity(anonymousID: anonymousID)
        case .userID(let userID, let newAnonymousID):
            // A back end links an anonymous id to one user for ever.
            guard !isOfUser(otherThan: userID) else {
                return UserIdentity(anonymousID: newAnonymousID, userID: userID?.text)
            }
            return UserIdentity(anonymousID: anonymousID, userID: userID?.text, properties: properties)
        case .property(let key, let value):
            var properties = properties
            properties[key.text] = value
            return UserIdentity(anonymousID: anonymousID, userID: userID, properties: properties)
        }
    }
}
