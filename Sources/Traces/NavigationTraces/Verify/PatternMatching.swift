import PageViewAutomation

/// Compares expectations with emitted records (TR-003).
extension TraceExpectation.Claim {
    func matches(_ record: TraceReplay.Record) -> Bool {
        let session = record.session
        return switch (self, record.record) {
        case (.pageView(let pattern), .pageView(let pageView)): pattern.matches(pageView, in: session)
        case (.pageLeave(let pattern), .pageLeave(let leave)): pattern.matches(leave, in: session)
        case (.interaction(let pattern), .interaction(let interaction)): pattern.matches(interaction, in: session)
        case (.deepLink(let pattern), .deepLink(let visit)): pattern.matches(visit)
        case (.diagnostic(let kind, let component), .diagnostic(let diagnostic)):
            (kind == nil || kind == diagnostic.kind.rawValue)
                && (component == nil || component == diagnostic.component.map(session.name(of:)))
        case (.pageView, _), (.pageLeave, _), (.interaction, _), (.deepLink, _), (.diagnostic, _), (.nothing, _),
            (.query, _):
            false
        }
    }

    /// The kind of record that the claim is about, which has the claim's name.
    var subject: TraceExpectation.Subject? { TraceExpectation.Subject(rawValue: name.rawValue) }
}

extension PageViewPattern {
    func matches(_ pageView: PageView, in session: ReplaySession) -> Bool {
        (page?.matches(pageView.page) ?? true)
            && (component == nil || component == pageView.component.map(session.name(of:)))
            && (scene == nil || scene == session.name(of: pageView.scene))
            && (payload?.isContained(in: pageView.payload) ?? true)
            && previous.matches(pageView.previous?.page.name.rawValue)
            && (cause == nil || cause == pageView.cause)
            && (time == nil || time == pageView.countedAt)
            && (appearedAt == nil || appearedAt == pageView.appearedAt)
            && (appearance == nil || appearance == pageView.id.appearance.map { Int64($0.ordinal) })
            && (sequence == nil || sequence == Int64(exactly: pageView.sequence))
            && matchesLink(pageView.deepLink)
    }

    private func matchesLink(_ visit: DeepLinkVisit?) -> Bool {
        switch deepLink {
        case .anything: true
        case .nothing: visit == nil
        case .value(let pattern): visit.map(pattern.matches) ?? false
        }
    }
}

extension PageLeavePattern {
    func matches(_ leave: PageLeave, in session: ReplaySession) -> Bool {
        (page?.matches(leave.page) ?? true)
            && (component == nil || component == session.name(of: leave.component))
            && (outcome == nil || outcome == leave.outcome)
            && (foreground == nil || foreground == leave.foregroundNanoseconds)
            && (background == nil || background == leave.backgroundNanoseconds)
            && (current == nil || current == leave.currentNanoseconds)
    }
}

extension InteractionPattern {
    func matches(_ interaction: Interaction, in session: ReplaySession) -> Bool {
        (name == nil || name == interaction.name)
            && (page?.matches(interaction.page?.page) ?? true)
            && component.matches(interaction.page.map { session.name(of: $0.component) })
    }
}

extension DeepLinkPattern {
    func matches(_ visit: DeepLinkVisit) -> Bool {
        (url == nil || url == visit.link.url) && referrer.matches(visit.referrer?.page.name.rawValue)
    }
}

extension Payload {
    /// Returns whether the other payload has these keys with the same values. It may have others.
    func isContained(in other: Payload) -> Bool {
        isContained(in: other) { $0.isSame(as: $1) }
    }
}

extension AnalyticsValue {
    /// Returns whether both values are the same. The numbers `1` and `1.0` are.
    func isSame(as other: AnalyticsValue) -> Bool {
        switch (self, other) {
        case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
            return Double(whole) == number
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            return left.entries.count == right.entries.count && left.isContained(in: right)
        default:
            return self == other
        }
    }
}
