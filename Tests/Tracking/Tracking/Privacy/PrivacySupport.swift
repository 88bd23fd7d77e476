import PageViewLifecycle
import PageViewTracking
import Testing

extension EventID {
    static func number(_ number: UInt64) -> EventID { EventID(high: 0x7000, low: 0x8000_0000_0000_0000 | number) }
}

extension TrackedPage {
    static func sample(_ name: String, _ context: String? = nil) -> TrackedPage {
        TrackedPage(
            id: .number(7),
            page: PageContext(name: PageName(rawValue: name), context: context.map(ContextName.init(rawValue:))))
    }
}

/// The kinds of events, each with every text it can contain.
enum EventShape: CaseIterable {
    case custom, interaction, pageView, pageLeave, deepLink

    /// Returns an event of this kind. `text` maps the name of each place to its text.
    func event(_ text: (String) -> String) -> TrackedEvent {
        var event = TrackedEvent.sample(
            name: text("name"),
            payload: [
                text("key"): "plain", "text": .string(text("text")),
                "list": [1, .string(text("list")), ["inner": .string(text("inner"))]],
                "deep": ["deeper": [text("deepKey"): [.string(text("deepest"))]]],
            ],
            page: .sample(text("page"), text("context")), scene: text("scene"),
            identity: UserIdentity(
                anonymousID: .number(1), userID: text("userID"),
                properties: [text("userKey"): 1, "mail": .string(text("userProperty"))]))
        event.appContext = AppContext(appName: text("appName"), deviceModel: text("deviceModel"))
        let link = DeepLinkDetails(
            url: text("url"), source: text("source"), referrer: .sample(text("referrer"), text("referrerContext")))
        event.details =
            switch self {
            case .custom: .custom
            case .interaction: .interaction
            case .pageView:
                .pageView(
                    PageViewDetails(
                        sequence: 3, ordinal: 1, cause: .ready,
                        appearedAt: WallTime(nanoseconds: 1_767_228_000_123_456_789),
                        previous: .sample(text("previous"), text("previousContext")), deepLink: link))
            case .pageLeave:
                .pageLeave(
                    PageLeaveDetails(
                        outcome: .counted, foregroundNanoseconds: 12_345_678_901,
                        backgroundNanoseconds: 4_999_999_999))
            case .deepLink: .deepLink(link)
            }
        return event
    }
}

extension TrackedEvent {
    static func sample(
        name: String = "tapped", payload: Payload = [:], page: TrackedPage? = nil, scene: String? = nil,
        identity: UserIdentity = UserIdentity(anonymousID: .number(1))
    ) -> TrackedEvent {
        TrackedEvent(
            id: .number(2), sequence: 9, name: name, payload: payload, page: page, scene: scene,
            time: WallTime(nanoseconds: 1_767_229_199_123_456_789),
            timestamp: Timestamp(nanoseconds: 5_000_123_456_789),
            identity: identity)
    }
}

/// Returns every text in a value, at any depth. Reflection also covers properties added later.
func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: return [text]
    case let page as PageContext: return [page.name.rawValue] + (page.context.map { [$0.rawValue] } ?? [])
    default: return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }
}

/// Returns the text of a property after a policy is applied to its event.
func redacted(_ text: String, _ patterns: SensitivePatterns = .all) -> String {
    let event = PrivacyPolicy(patterns: patterns).applied(to: .sample(payload: ["text": .string(text)]))
    guard case .string(let text)? = event.payload["text"] else { return "nothing" }
    return text
}

/// Returns a link after a policy is applied to its event. A second application must change nothing.
func link(_ link: String, _ policy: PrivacyPolicy, in shape: EventShape = .deepLink) -> String? {
    let event = policy.applied(to: shape.event { $0 == "url" ? link : $0 })
    #expect(policy.applied(to: event) == event, "\(link)")
    return event.deepLink?.url ?? event.pageView?.deepLink?.url
}
