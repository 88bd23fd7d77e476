import AnalyticsJSON
import PageViewAutomation

/// The names of expectations in a trace (TR-003).
enum ExpectationName: String, NamedInTraces {
    case pageView, nothing, currentPage, lastPage, lastCountedPage, pageLeave, interaction, deepLink, diagnostic
}

/// Reads expectations (TR-003).
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
            pattern.current = try seconds(.current)
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

extension ExpectationName {
    /// The keys that the expectation can have.
    var grammar: LineGrammar<TraceKey> {
        switch self {
        case .pageView:
            LineGrammar(
                positional: [.page],
                keys: [
                    .context, .component, .scene, .payload, .previous, .cause, .t, .appearedAt, .appearance, .seq,
                    .deepLink,
                ])
        case .nothing:
            LineGrammar(positional: [], keys: [])
        case .currentPage, .lastPage, .lastCountedPage:
            LineGrammar(positional: [.page], keys: [.context, .component, .scene])
        case .pageLeave:
            LineGrammar(
                positional: [.page], keys: [.context, .component, .outcome, .foreground, .background, .current])
        case .interaction:
            LineGrammar(positional: [.name], keys: [.page, .context, .component])
        case .deepLink:
            LineGrammar(positional: [.url], keys: [.referrer])
        case .diagnostic:
            LineGrammar(positional: [.kind], keys: [.component])
        }
    }
}

extension TraceExpectation.Claim {
    var name: ExpectationName {
        switch self {
        case .pageView: .pageView
        case .nothing: .nothing
        case .query(.currentPage, _, _, _): .currentPage
        case .query(.lastPage, _, _, _): .lastPage
        case .query(.lastCountedPage, _, _, _): .lastCountedPage
        case .pageLeave: .pageLeave
        case .interaction: .interaction
        case .deepLink: .deepLink
        case .diagnostic: .diagnostic
        }
    }

    /// The keys of the expectation and their values.
    var fields: FieldList {
        var list = FieldList()
        switch self {
        case .nothing: break
        case .pageView(let pattern):
            list.add(pattern.page)
            list.add(.component, pattern.component)
            list.add(.scene, pattern.scene)
            list.add(.payload, pattern.payload)
            list.add(.previous, pattern.previous)
            list.add(.cause, pattern.cause?.rawValue)
            list.add(.t, seconds: pattern.time?.nanoseconds)
            list.add(.appearedAt, seconds: pattern.appearedAt?.nanoseconds)
            list.add(.appearance, whole: pattern.appearance)
            list.add(.seq, whole: pattern.sequence)
            list.add(pattern.deepLink)
        case .query(_, let scene, let page, let component):
            list.add(page)
            list.add(.scene, scene)
            list.add(.component, component)
        case .pageLeave(let pattern):
            list.add(pattern.page)
            list.add(.component, pattern.component)
            list.add(.outcome, pattern.outcome?.rawValue)
            list.add(.foreground, seconds: pattern.foreground)
            list.add(.background, seconds: pattern.background)
            list.add(.current, seconds: pattern.current)
        case .interaction(let pattern):
            list.add(.name, pattern.name)
            list.add(pattern.page)
            list.add(.component, pattern.component)
        case .deepLink(let pattern):
            list.add(.url, pattern.url)
            list.add(.referrer, pattern.referrer)
        case .diagnostic(let kind, let component):
            list.add(.kind, kind)
            list.add(.component, component)
        }
        return list
    }
}
