import AnalyticsJSON
import PageViewAutomation

/// The expectations as traces write them.
enum ExpectationName: String, CaseIterable {
    case pageView, nothing, currentPage, lastPage, lastCountedPage, pageLeave, interaction, deepLink, diagnostic
}

/// What an expectation says (TR-003).
extension TraceFields {
    func claim(_ name: ExpectationName) throws(LineError) -> TraceExpectation.Claim {
        switch name {
        case .nothing: return .nothing
        case .pageView: return .pageView(try pageViewPattern())
        case .currentPage: return try query(.currentPage)
        case .lastPage: return try query(.lastPage)
        case .lastCountedPage: return try query(.lastCountedPage)
        case .pageLeave:
            var pattern = PageLeavePattern()
            pattern.page = try pagePattern(allowsNull: false)
            pattern.component = try string(.component)
            pattern.outcome = try choice(.outcome, PageLeave.Outcome.self)
            pattern.foreground = try seconds(.foreground)
            pattern.background = try seconds(.background)
            return .pageLeave(pattern)
        case .interaction:
            var pattern = InteractionPattern()
            pattern.name = try string(.name)
            pattern.page = try pagePattern(allowsNull: true)
            pattern.component = try expectedString(.component)
            return .interaction(pattern)
        case .deepLink:
            var pattern = DeepLinkPattern()
            pattern.url = try string(.url)
            pattern.referrer = try expectedString(.referrer)
            return .deepLink(pattern)
        case .diagnostic:
            return .diagnostic(kind: try string(.kind), component: try string(.component))
        }
    }

    private func query(_ query: TraceExpectation.Query) throws(LineError) -> TraceExpectation.Claim {
        .query(
            query, scene: try string(.scene), try pagePattern(allowsNull: true),
            component: try expectedString(.component))
    }

    private func pageViewPattern() throws(LineError) -> PageViewPattern {
        var pattern = PageViewPattern()
        pattern.page = try pagePattern(allowsNull: false)
        pattern.component = try string(.component)
        pattern.scene = try string(.scene)
        pattern.payload = try payload(.payload)
        pattern.previous = try expectedString(.previous)
        pattern.cause = try choice(.cause, PageView.Cause.self)
        pattern.time = try seconds(.t).map { Timestamp(nanoseconds: $0) }
        pattern.appearedAt = try seconds(.appearedAt).map { Timestamp(nanoseconds: $0) }
        pattern.appearance = try whole(.appearance)
        pattern.sequence = try whole(.seq)
        pattern.deepLink = try expectedLink()
        return pattern
    }
}
