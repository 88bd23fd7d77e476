import NavigationSimulator
import PageViewTracking

/// Random events with every kind of content, reproducible by seed.
struct AnyEvents {
    private var numbers: SplitMix
    private var sequence: UInt64 = 0

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    mutating func next() -> TrackedEvent {
        sequence += 1
        var event = TrackedEvent(
            id: id(), sequence: chance(5) ? numbers.next() : sequence, name: text(), payload: payload(depth: 3),
            page: chance(50) ? page() : nil, scene: chance(50) ? text() : nil, time: WallTime(nanoseconds: integer()),
            timestamp: Timestamp(nanoseconds: integer()), identity: identity())
        event.details = details()
        if chance(30) { event.sessionID = id() }
        if chance(30) {
            event.appContext = AppContext(
                system: text(), systemVersion: text(), appName: text(), appVersion: text(), appBuild: text(),
                locale: text(), deviceManufacturer: text(), deviceModel: text())
        }
        return event
    }

    mutating func identity() -> UserIdentity {
        UserIdentity(anonymousID: id(), userID: chance(50) ? text() : nil, properties: payload(depth: 1))
    }

    mutating func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    private mutating func id() -> EventID { EventID(high: numbers.next(), low: numbers.next()) }

    private mutating func integer() -> Int64 {
        switch below(4) {
        case 0: [.min, .min + 1, -1, 0, 1, .max - 1, .max][below(7)]
        case 1: Int64(below(1_000))
        default: Int64(bitPattern: numbers.next())
        }
    }

    private mutating func number() -> Double {
        let known = [
            0.0, -0.0, 1.0, 0.1, 1e16, 1e-7, -1e300, Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, .pi,
        ]
        guard chance(50) else { return known[below(known.count)] }
        let random = Double(bitPattern: numbers.next())
        return random.isFinite ? random : 0.5
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "item_viewed", "\0", "\"", "\\", "\n", "\r\n", "\t", "\u{1F}", "\u{7F}", "é", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪",
            "\u{2028}", "\u{FFFF}", "\u{10FFFF}", "{\"crc\":\"", "}", "/", "\u{8}", "\u{C}",
        ]
        return (0..<below(6)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    private mutating func value(depth: Int) -> AnalyticsValue {
        switch below(depth > 0 ? 9 : 7) {
        case 0: .null
        case 1: .bool(chance(50))
        case 2: .int(integer())
        case 3: .double(number())
        case 4, 5: .string(text())
        case 6:
            DecimalNumber(["10.90", "0", "-0.50", "12345678901234567890.12345"][below(4)]).map { .decimal($0) } ?? .null
        case 7: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default: .object(payload(depth: depth - 1))
        }
    }

    private mutating func payload(depth: Int) -> Payload {
        // Vendors reserve some names.
        let known = ["$set", "$lib", "user.id", "scene"]
        return Payload(
            (0..<below(chance(5) ? 40 : 5)).map { _ in
                (chance(10) ? known[below(known.count)] : text(), value(depth: depth))
            })
    }

    private mutating func page() -> TrackedPage {
        // Few names, because the process interns them.
        let names = ["home", "item", "", "\0\"é"]
        return TrackedPage(
            id: id(),
            page: PageContext(
                name: PageName(rawValue: names[below(4)]),
                context: chance(50) ? ContextName(rawValue: names[below(4)]) : nil))
    }

    private mutating func deepLink() -> DeepLinkDetails {
        DeepLinkDetails(url: text(), source: chance(50) ? text() : nil, referrer: chance(50) ? page() : nil)
    }

    private mutating func details() -> TrackedEvent.Details {
        switch below(5) {
        case 0: .custom
        case 1: .interaction
        case 2:
            .pageView(
                PageViewDetails(
                    sequence: numbers.next(), ordinal: chance(50) ? UInt32(truncatingIfNeeded: numbers.next()) : nil,
                    cause: PageView.Cause.allCases[below(PageView.Cause.allCases.count)],
                    appearedAt: chance(50) ? WallTime(nanoseconds: integer()) : nil,
                    previous: chance(50) ? page() : nil,
                    deepLink: chance(50) ? deepLink() : nil))
        case 3:
            .pageLeave(
                PageLeaveDetails(
                    outcome: PageLeave.Outcome.allCases[below(PageLeave.Outcome.allCases.count)],
                    foregroundNanoseconds: integer(), backgroundNanoseconds: integer()))
        default: .deepLink(deepLink())
        }
    }
}
