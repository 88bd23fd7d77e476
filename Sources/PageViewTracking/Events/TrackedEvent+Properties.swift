import AnalyticsJSON

/// What happened as texts, for back ends that know no more than that (rule TK-005).
extension TrackedEvent {
    /// The payload as texts, and under names with underscores what else is known: the page, and what the engine says of it.
    ///
    /// A name that the payload has is the payload's. A text stands as it is, any other value as in JSON.
    public var properties: [String: String] {
        var properties = facts
        for entry in payload.entries { properties[entry.key] = entry.value.text }
        return properties
    }

    private var facts: [String: String] {
        var facts: [String: String] = [:]
        facts["page"] = page?.name
        facts["page_context"] = page?.context
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            facts["cause"] = details.cause.rawValue
            facts["previous_page"] = details.previous?.name
            facts["deep_link"] = details.deepLink?.url
        case .pageLeave(let details):
            facts["outcome"] = details.outcome.rawValue
            facts["foreground_seconds"] = details.foregroundNanoseconds.asSeconds
            facts["background_seconds"] = details.backgroundNanoseconds.asSeconds
        case .deepLink(let details):
            facts["url"] = details.url
            facts["source"] = details.source
            facts["referrer"] = details.referrer?.name
        }
        return facts
    }
}

extension AnalyticsValue {
    /// The value as a text: a text as it is, any other as in JSON.
    package var text: String {
        if case .string(let text) = self { return text }
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

extension Int64 {
    /// Nanoseconds as seconds, the shortest decimal.
    package var asSeconds: String {
        var writer = JSONWriter()
        writer.seconds(self)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}
