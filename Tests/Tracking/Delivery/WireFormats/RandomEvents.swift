import PageViewDelivery
import PageViewTracking

/// Random events of every kind, reproducible by seed.
struct RandomEvents {
    private var bits: RandomBits
    private var count: UInt64 = 0

    init(seed: UInt64) {
        bits = RandomBits(seed: seed)
    }

    private mutating func below(_ bound: Int) -> Int { Int(bits.next() >> 8) % bound }

    private mutating func text() -> String {
        let pieces = [
            "a", "\"", "\\", "\0", "\u{1F}", "\n", "é", "e\u{301}", "👩‍👩‍👧", "\u{2028}", "/", "$set", "user.id", "scene",
            "page", "\u{7F}", "\u{FFFF}", "pageview.id", String(repeating: "x", count: 300),
        ]
        return (0..<below(5)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    private mutating func value(_ levels: Int) -> AnalyticsValue {
        switch below(levels > 0 ? 9 : 7) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .int([0, .min, .max, -1, 42][below(5)])
        case 3: .double([0.1, -0.0, .nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, 3][below(8)])
        case 4:
            DecimalNumber(["10.90", "0", "-0.50", "12345678901234567890.12345"][below(4)]).map { .decimal($0) } ?? .null
        case 5, 6: .string(text())
        case 7: .array((0..<below(4)).map { _ in value(levels - 1) })
        default: .object(payload(levels - 1))
        }
    }

    private mutating func payload(_ levels: Int) -> Payload {
        Payload((0..<below(5)).map { _ in (text(), value(levels)) })
    }

    private mutating func page() -> TrackedPage? {
        guard below(6) > 0 else { return nil }
        let context = below(2) == 0 ? ContextName(rawValue: text()) : nil
        return TrackedPage(
            id: WireSample.id(UInt64(below(1000))),
            page: PageContext(name: PageName(rawValue: "p" + text()), context: context))
    }

    private mutating func link() -> DeepLinkDetails {
        DeepLinkDetails(
            url: ["https://a.b/c?d=e", "no link", "app:x"][below(3)], source: [nil, "app:y", "an app"][below(3)],
            referrer: page())
    }

    private mutating func details() -> TrackedEvent.Details {
        switch below(5) {
        case 0: .custom
        case 1: .interaction
        case 2:
            .pageView(
                PageViewDetails(
                    sequence: 1, cause: .manual, previous: page(), deepLink: below(2) == 0 ? link() : nil))
        case 3:
            .pageLeave(
                PageLeaveDetails(
                    outcome: below(2) == 0 ? .counted : .neverVisible,
                    foregroundNanoseconds: [0, 1, 1_500_000_000, .max][below(4)],
                    backgroundNanoseconds: [0, 10_000_001, -1][below(3)]))
        default: .deepLink(link())
        }
    }

    mutating func next() -> TrackedEvent {
        count += 1
        let identity = UserIdentity(
            anonymousID: WireSample.id(UInt64(below(3))), userID: [nil, "", "u", text()][below(4)],
            properties: below(3) == 0 ? payload(2) : [:])
        var event = WireSample.event(
            count, below(20) == 0 ? "" : "n" + text(), payload(below(6)), page: page(), Int64(below(100_000)), identity,
            details(), scene: below(2) == 0 ? nil : "s" + text())
        if below(3) == 0 { event.sessionID = WireSample.id(UInt64(below(3))) }
        if below(3) == 0 {
            event.appContext = AppContext(
                system: text(), systemVersion: text(), appName: text(), appVersion: text(), appBuild: text(),
                locale: text(), deviceManufacturer: text(), deviceModel: text())
        }
        return event
    }
}
