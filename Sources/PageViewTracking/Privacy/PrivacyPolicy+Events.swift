import PageViewAutomation

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
