import PageViewAutomation

/// The changes of one tracker that its store does not have yet.
///
/// They are merged into what is stored, field by field, so that two trackers on one store do not undo each other's changes.
struct PendingChanges: Sendable {
    /// A decision of the user.
    struct Decision: Sendable, Equatable {
        let consent: Consent
        let queuedEvents: QueuedEvents
        /// The newest stored decision that was known when this one was made.
        let basis: UInt64
        /// Whether a denial came before it that was not saved either.
        let followsDenial: Bool
        /// Whether it replaces a state that cannot be read. A grant does only if its tracker knew that when the user granted.
        let replacesUnreadable: Bool

        /// Whether it prevails over what is stored. A denial always does; everything else gives way to a denial that the user may
        /// have made later.
        func prevails(over stored: StoredTrackerState) -> Bool {
            consent == .denied || stored.consent != .denied || stored.revision <= basis
        }

        /// Whether saving it changes the stored state.
        fileprivate func changes(_ stored: StoredTrackerState) -> Bool {
            let isSame =
                consent == stored.consent && (consent != .denied || queuedEvents(after: stored) == stored.queuedEvents)
            return !isSame && prevails(over: stored)
        }

        /// What becomes of events. A purge stays one while consent is denied: another tracker may not have done it yet.
        fileprivate func queuedEvents(after stored: StoredTrackerState) -> QueuedEvents {
            stored.consent == .denied && stored.queuedEvents == .purge ? .purge : queuedEvents
        }
    }

    /// A change of the user's identity.
    enum IdentityChange: Sendable {
        case reset(anonymousID: EventID)
        case userID(String?)
        case property(String, AnalyticsValue?)
    }

    var decision: Decision?
    private(set) var identity: [IdentityChange] = []

    var isEmpty: Bool { decision == nil && identity.isEmpty }

    /// Adds a change of the identity, in place of an earlier one of the same field.
    mutating func add(_ change: IdentityChange) {
        identity.removeAll { earlier in
            switch (change, earlier) {
            case (.reset, _), (.userID, .userID): true
            case (.property(let key, _), .property(let earlierKey, _)): key.utf8.elementsEqual(earlierKey.utf8)
            case (.userID, _), (.property, _): false
            }
        }
        identity.append(change)
    }

    /// Removes the changes that have been saved, unless they have been made again since.
    mutating func remove(_ saved: PendingChanges) {
        if decision == saved.decision { decision = nil }
        identity.removeAll { change in saved.identity.contains { $0.isEqual(to: change) } }
    }

    /// Returns the state to store; `nil` if there is nothing to change.
    ///
    /// - Parameters:
    ///   - stored: The stored state, or the error that keeps it from being read.
    ///   - own: The identity that this tracker uses, with all changes.
    ///   - revision: The newest stored decision that the tracker knows of.
    ///   - undecided: What holds while nobody has decided.
    ///   - privacy: What may be stored of the identity.
    func merged(
        with stored: Result<StoredTrackerState?, any Error>, own: UserIdentity, revision: UInt64, undecided: Consent,
        privacy: PrivacyPolicy
    ) -> StoredTrackerState? {
        var next: StoredTrackerState
        switch stored {
        case .success(let state): next = state ?? StoredTrackerState()
        case .failure:
            // Only a decision replaces what cannot be read: it might have been a denial.
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
                to: next.identity.map { identity.reduce($0) { $0.applying($1) } } ?? own)
        } else {
            next.identity = nil
        }
        if case .success = stored, next == before { return nil }
        return next
    }
}

extension PendingChanges.IdentityChange {
    fileprivate func isEqual(to other: PendingChanges.IdentityChange) -> Bool {
        switch (self, other) {
        case (.reset(let id), .reset(let otherID)): id == otherID
        case (.userID(let id), .userID(let otherID)): id == otherID
        case (.property(let key, let value), .property(let otherKey, let otherValue)):
            key.utf8.elementsEqual(otherKey.utf8) && value == otherValue
        case (.reset, _), (.userID, _), (.property, _): false
        }
    }
}

extension StoredTrackerState {
    /// Goes on to the next revision. A store may have any number.
    fileprivate mutating func nextRevision() -> UInt64 {
        if revision < .max { revision += 1 }
        return revision
    }
}

extension UserIdentity {
    /// The identity after a change.
    func applying(_ change: PendingChanges.IdentityChange) -> UserIdentity {
        switch change {
        case .reset(let anonymousID): return UserIdentity(anonymousID: anonymousID)
        case .userID(let userID):
            return UserIdentity(anonymousID: anonymousID, userID: userID, properties: properties)
        case .property(let key, let value):
            var properties = properties
            properties[key] = value
            return UserIdentity(anonymousID: anonymousID, userID: userID, properties: properties)
        }
    }
}
