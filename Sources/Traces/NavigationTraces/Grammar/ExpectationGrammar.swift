import AnalyticsJSON
import PageViewAutomation

/// The names of expectations in a trace (TR-003).
package enum ExpectationName: String, NamedInTraces, Sendable {
    /// An unclaimed page view matches: the oldest one if page views are exhaustive.
    case pageView
    /// No page view is unclaimed.
    case nothing
    /// A query has this answer now, for a scene or for the whole engine.
    case currentPage, lastPage, lastCountedPage
    /// An unclaimed record of this kind matches.
    case pageLeave, interaction, deepLink, diagnostic

    /// Whether the expectation can expect that there is no page and no component.
    var allowsNull: Bool {
        switch self {
        case .currentPage, .lastPage, .lastCountedPage, .interaction: true
        case .pageView, .nothing, .pageLeave, .deepLink, .diagnostic: false
        }
    }

    var grammar: LineGrammar {
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
            LineGrammar(positional: [.page], keys: [.context, .scene, .component])
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

extension TraceFields {
    /// Returns the expectation's assertion from the values of a line (TR-003).
    func condition(_ name: ExpectationName) throws(LineError) -> TraceExpectation.Condition {
        var fields = FieldList()
        for key in name.grammar.all {
            switch key {
            case .page: fields.add(key, try pageCondition(allowsNull: name.allowsNull))
            // The value of `page` includes it.
            case .context: break
            case .payload: fields.add(key, try payload(key))
            case .cause: fields.add(key, try choice(key, PageView.Cause.self)?.rawValue)
            case .outcome: fields.add(key, try choice(key, PageLeave.Outcome.self)?.rawValue)
            case .t, .appearedAt, .foreground, .background, .current: fields.add(key, seconds: try seconds(key))
            case .appearance, .seq: fields.add(key, whole: try whole(key))
            case .deepLink: fields.add(key, try linkCondition())
            case .previous, .referrer: fields.add(key, try expectedString(key))
            case .component where name.allowsNull: fields.add(key, try expectedString(key))
            default: fields.add(key, try string(key))
            }
        }
        return TraceExpectation.Condition(name, fields)
    }
}
