import PageViewAutomation

/// Descriptions of records in failure messages, in the notation of expectations (TR-003).
extension TraceExpectation.Claim {
    /// Creates the claim with all properties of a record; `nil` for a record that no expectation can claim.
    init?(of record: TraceReplay.Record) {
        let session = record.session
        switch record.record {
        case .pageView(let view):
            var pattern = PageViewPattern()
            pattern.page = PagePattern(view.page)
            pattern.component = view.component.map(session.name(of:))
            pattern.scene = session.name(of: view.scene)
            pattern.payload = view.payload
            pattern.previous = Expected(view.previous?.page.name.rawValue)
            pattern.cause = view.cause
            pattern.time = view.countedAt
            pattern.appearedAt = view.appearedAt
            pattern.appearance = view.id.appearance.map { Int64($0.ordinal) }
            pattern.sequence = Int64(clamping: view.sequence)
            pattern.deepLink = Expected(view.deepLink.map(DeepLinkPattern.init(of:)))
            self = .pageView(pattern)
        case .pageLeave(let leave):
            var pattern = PageLeavePattern()
            pattern.page = PagePattern(leave.page)
            pattern.component = session.name(of: leave.component)
            pattern.outcome = leave.outcome
            pattern.foreground = leave.foregroundNanoseconds
            pattern.background = leave.backgroundNanoseconds
            pattern.current = leave.currentNanoseconds
            self = .pageLeave(pattern)
        case .interaction(let interaction):
            var pattern = InteractionPattern()
            pattern.name = interaction.name
            pattern.page = interaction.page.map { PagePattern($0.page) } ?? .nothing
            pattern.component = Expected(interaction.page.map { session.name(of: $0.component) })
            self = .interaction(pattern)
        case .deepLink(let visit): self = .deepLink(DeepLinkPattern(of: visit))
        case .diagnostic(let diagnostic):
            self = .diagnostic(
                kind: diagnostic.kind.rawValue, component: diagnostic.component.map(session.name(of:)))
        case .currentPage: return nil
        }
    }

    /// The keys that each message about this record contains. A page view has many keys, so only a few are printed.
    var describingKeys: [TraceKey] {
        switch self {
        case .pageView: [.page, .component, .t]
        case .nothing, .query, .pageLeave, .interaction, .deepLink, .diagnostic: TraceKey.allCases
        }
    }
}

extension PagePattern {
    fileprivate init(_ page: PageContext) {
        self = .page(name: page.name.rawValue, context: page.context.map { .value($0.rawValue) } ?? .anything)
    }
}

extension DeepLinkPattern {
    fileprivate init(of visit: DeepLinkVisit) {
        url = visit.link.url
        referrer = Expected(visit.referrer?.page.name.rawValue)
    }
}

extension Expected {
    /// Creates the condition that the value equals this one, or that no value exists if it is `nil`.
    fileprivate init(_ value: Value?) { self = value.map { .value($0) } ?? .nothing }
}
