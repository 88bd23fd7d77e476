import Foundation
import PageViewDelivery
import PageViewTracking
import TestSupport

/// A session with every kind of event: a user opens a link, logs in, buys an item and leaves.
enum WireSample {
    static let anonymous = UserIdentity(anonymousID: id(0xA))
    static let known = UserIdentity(
        anonymousID: id(0xA), userID: "user-42", properties: ["plan": "premium", "logins": 5])
    static let home = TrackedPage(id: id(0x101), page: "home")
    static let item = TrackedPage(id: id(0x102), page: PageContext(name: "item", context: "shop"))
    static let link = DeepLinkDetails(
        url: "https://example.com/i?n=7", source: "android-app://com.example.mail", referrer: home)
    /// 1 March 2026, 10:00:20.500 in UTC.
    static let sentAt = time(20_500)

    static func id(_ number: UInt64) -> EventID {
        EventID(high: 0x0195_510E_0000_7000, low: 0x8000_0000_0000_0000 | number)
    }

    /// Returns the time this many milliseconds after ten o'clock.
    static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(nanoseconds: (1_772_359_200_000 + milliseconds) * 1_000_000)
    }

    static let deepLink = event(
        1, "deepLink", page: home, 0, anonymous, .deepLink(link))
    static let pageView = event(
        2, "pageView", ["itemId": 7, "tags": ["new", nil]], page: item, 1_250, anonymous,
        .pageView(
            PageViewDetails(
                sequence: 2, ordinal: 1, cause: .ready, appearedAt: time(1_000), previous: home, deepLink: link)))
    static let interaction = event(3, "addTapped", ["size": "M"], page: item, 5_007, known, .interaction)
    static let custom = event(
        4, "item_bought",
        [
            "revenue": .decimal(DecimalNumber("14.90") ?? price), "count": 2, "weight": 0.5, "gift": false,
            "coupon": ["code": "X\"1\"", "percent": 10],
        ], page: item, 9_000, known, .custom)
    static let leave = event(
        5, "pageLeave", page: item, 13_750, known,
        .pageLeave(
            PageLeaveDetails(
                outcome: .counted, foregroundNanoseconds: 11_500_000_000, backgroundNanoseconds: 1_250_000_000)))
    /// The leave of a page that was never counted.
    static let unseen = event(
        6, "pageLeave", page: home, 14_000, known,
        .pageLeave(
            PageLeaveDetails(outcome: .neverReady, foregroundNanoseconds: 250_000_000, backgroundNanoseconds: 0)))

    /// An event of another user, with the session, the app and the device.
    static let described: TrackedEvent = {
        let user = UserIdentity(anonymousID: id(0xB), userID: "bob")
        var event = WireSample.event(7, "n", [:], page: nil, 15_000, user, scene: nil)
        event.sessionID = id(9)
        event.appContext = AppContext(
            system: "iOS", systemVersion: "18.2", appName: "Shop", appVersion: "4.1.0", appBuild: "1187",
            appNamespace: "com.example.shop", locale: "de-CH", timeZone: "Europe/Zurich", deviceManufacturer: "Apple",
            deviceModel: "iPhone15,2", deviceType: "ios", deviceID: "device-1")
        return event
    }()

    static let all = [deepLink, pageView, interaction, custom, leave, unseen, described]

    /// Returns the expected bytes of ``all`` in a format, which a file contains with line breaks between the events.
    ///
    /// A separate check compares them with the vendor's documentation.
    static func expected(_ format: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(format).json"), encoding: .utf8).split(separator: "\n")
            .joined()
    }

    /// The formats whose expected bytes a file contains.
    static var expectedFormats: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).map { String($0.prefix { $0 != "." }) }
        }
    }

    private static let folder = packageFolder.appending(path: "Tests/Support/WireGolden")

    private static var price: DecimalNumber { preconditionFailure("14.90 is a number") }

    static func event(
        _ number: UInt64, _ name: String, _ payload: Payload = [:], page: TrackedPage? = nil, _ milliseconds: Int64 = 0,
        _ identity: UserIdentity = anonymous, _ details: TrackedEvent.Details = .custom, scene: String? = "main"
    ) -> TrackedEvent {
        TrackedEvent(
            EventStamp(id: id(number), sequence: number, time: time(milliseconds), identity: identity), name: name,
            payload: payload, page: page, scene: scene, timestamp: .zero, details: details)
    }
}

extension WireReader {
    /// Returns `e` for an event of each of these users in turn, and `I` for each call that identifies a user.
    func calls(_ users: [UserIdentity], as format: (any WireFormat)? = nil) throws -> String {
        let events = users.enumerated().map { WireSample.event(UInt64($0.offset), "e", page: nil, 0, $0.element) }
        let result = (format ?? self.format(nil)).batches(of: events, sentAt: WireSample.sentAt)
        return try WireJSON.items(result, items).map { id($0) == nil ? "I" : "e" }.joined()
    }
}

extension WireFormat {
    /// Returns the text of the batch; `nil` unless there is exactly one.
    func text(of events: [TrackedEvent]) -> String? {
        let batches = batches(of: events, sentAt: WireSample.sentAt).batches
        return batches.count == 1 ? String(decoding: batches[0].bytes, as: UTF8.self) : nil
    }
}
