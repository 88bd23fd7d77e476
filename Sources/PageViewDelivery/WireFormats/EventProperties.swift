import PageViewTracking

/// What is known of an event beside its payload, as named values, for formats that take any (rule WF-005).
extension TrackedEvent {
    /// What is known of the page.
    var pageFacts: [Payload.Entry] {
        guard let page else { return [] }
        var facts = Facts()
        facts.add("page", page.name)
        facts.add("page_context", page.context)
        facts.add("page_id", page.id.description)
        return facts.entries
    }

    /// What else is known.
    var detailFacts: [Payload.Entry] {
        var facts = Facts()
        switch details {
        case .custom, .interaction: break
        case .pageView(let details):
            facts.add("cause", details.cause.rawValue)
            facts.add("appeared_at", details.appearedAt?.description)
            facts.add("previous_page", details.previous?.name)
            facts.add("previous_page_id", details.previous?.id.description)
            facts.add("deep_link", details.deepLink?.url)
            facts.add("deep_link_source", details.deepLink?.source)
        case .pageLeave(let details):
            facts.add("outcome", details.outcome.rawValue)
            facts.add("foreground_seconds", seconds: details.foregroundNanoseconds)
            facts.add("background_seconds", seconds: details.backgroundNanoseconds)
        case .deepLink(let details):
            facts.add("url", details.url)
            facts.add("source", details.source)
            facts.add("referrer", details.referrer?.name)
            facts.add("referrer_id", details.referrer?.id.description)
        }
        facts.add("scene", scene)
        return facts.entries
    }

    /// Those of these facts whose names the payload does not have: a name that it has is its own.
    func without(payloadNames facts: [Payload.Entry]) -> [Payload.Entry] {
        payload.isEmpty ? facts : facts.filter { payload[$0.key] == nil }
    }

    /// Whether it is the end of an appearance that has its page view.
    var isLeaveOfCountedPage: Bool { pageLeave?.outcome == .counted }
}

private struct Facts {
    private(set) var entries: [Payload.Entry] = []

    mutating func add(_ name: String, _ text: String?) {
        guard let text else { return }
        entries.append(Payload.Entry(key: name, value: .string(text)))
    }

    mutating func add(_ name: String, seconds nanoseconds: Int64) {
        let value = DecimalNumber(nanoseconds.asSeconds).map(AnalyticsValue.decimal) ?? .null
        entries.append(Payload.Entry(key: name, value: value))
    }
}
