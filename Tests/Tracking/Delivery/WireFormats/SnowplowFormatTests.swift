import PageViewDelivery
import Foundation
import TestSupport
import Testing

/// Snowplow's requests (WF-020 to WF-024).
@Suite(.watched)
struct SnowplowFormatTests {
    private static let format = SnowplowFormat(
        appID: "shop", namespace: "main", schemas: WireReader.appSchemas)

    private func result(_ event: TrackedEvent, _ format: SnowplowFormat = format) -> WireBatches {
        format.batches(of: [event], sentAt: WireSample.sentAt)
    }

    private func item(_ event: TrackedEvent, _ format: SnowplowFormat = format) throws -> [String: Any] {
        let batch = try #require(result(event, format).batches.first)
        let items = try WireReader.snowplow.items(batch.bytes)
        return try #require(items.first)
    }

    /// Returns the schema and data of an event, and its entities by schema name.
    private func parts(_ item: [String: Any]) throws -> (schema: String?, data: NSDictionary?, entities: NSDictionary) {
        let event = try (item["ue_pr"] as? String).map { try WireJSON.object($0)["data"] } as? [String: Any]
        var entities: [String: Any] = [:]
        for entity in try (item["co"] as? String).map({ try WireJSON.objects("data", of: $0.utf8) }) ?? [] {
            let schema = try #require(entity["schema"] as? String)
            entities[String(schema.split(separator: "/")[1])] = entity["data"]
        }
        return (event?["schema"] as? String, event?["data"] as? NSDictionary, entities as NSDictionary)
    }

    @Test("Properties without a schema are omitted and reported; with a schema they are entities")
    func ownSchemas() throws {
        let identified = WireSample.event(
            1, "pageView", ["a": 1], page: WireSample.item, 0, WireSample.known,
            .pageView(PageViewDetails(sequence: 1, cause: .appeared)))
        #expect(result(identified).omissions.map(\.part) == [.payload, .userProperties])
        let schemas = SnowplowSchemas(
            pagePayload: "iglu:com.example/page/jsonschema/1-0-0",
            userProperties: "iglu:com.example/user/jsonschema/1-0-0")
        let format = SnowplowFormat(appID: "shop", namespace: "main", schemas: schemas)
        #expect(result(identified, format).omissions.isEmpty)
        let entities = try parts(try item(identified, format)).entities
        #expect(entities["page"] as? NSDictionary == ["a": 1])
        #expect(entities["user"] as? NSDictionary == ["plan": "premium", "logins": 5])
    }

    @Test("An event without a schema is a structured event with the payload as a text")
    func structured() throws {
        let event = WireSample.event(1, "n", ["a": ["b": "\"\0"], "x": .double(.nan)], scene: nil)
        let sent = try item(event)
        #expect(sent["se_ca"] as? String == "custom" && sent["se_ac"] as? String == "n")
        #expect(sent["se_pr"] as? String == #"{"a":{"b":"\"\u0000"},"x":null}"#)
        #expect(sent["ue_pr"] == nil && sent["co"] == nil)
        let empty = try item(WireSample.event(1, "n", scene: nil))
        #expect(empty["se_pr"] == nil)
        // A name in the payload takes precedence over a property of the event.
        #expect(try item(WireSample.event(1, "n", ["scene": 1]))["se_pr"] as? String == #"{"scene":1}"#)
    }

    @Test("Snowplow's own events omit a payload and report the omission")
    func payloadOfOwnEvents() {
        for var event in [WireSample.leave, WireSample.deepLink] {
            let before = result(event)
            event.payload = ["a": 1]
            let after = result(event)
            #expect(after.batches == before.batches)
            #expect(after.omissions.map(\.part) == [.payload] + before.omissions.map(\.part))
        }
    }

    @Test("A payload too long for a text is omitted and reported", arguments: [992, 993])
    func longPayload(count: Int) throws {
        // The braces, quotes, key and colon are eight more characters.
        let event = WireSample.event(1, "n", ["a": .string(String(repeating: "é", count: count))], scene: nil)
        let fits = count + 8 <= 1_000
        let reason =
            "expected at most 1000 UTF-16 code units without a schema, found \(count + 8); register a schema in SnowplowSchemas.events"
        #expect(result(event).omissions.map(\.reason) == (fits ? [] : [reason]))
        #expect(result(event).omissions.allSatisfy { $0.event == event.id && $0.part == .payload })
        #expect((try item(event)["se_pr"] as? String)?.utf16.count == (fits ? 1_000 : nil))
    }

    /// Returns an event with these details.
    private func event(_ details: TrackedEvent.Details, page: TrackedPage? = nil) -> TrackedEvent {
        WireSample.event(1, "event", [:], page: page, 0, WireSample.anonymous, details)
    }

    @Test("The format omits and reports a context that Snowplow's schemas reject, and reports no missing context")
    func incompleteContext() throws {
        var event = WireSample.event(1, "n", scene: nil)
        let cases: [(AppContext, [String])] = [
            (AppContext(), []), (AppContext(locale: "de"), []),
            (
                AppContext(system: "iOS", systemVersion: "18.2", deviceModel: "iPhone15,2"),
                ["expected deviceManufacturer in the AppContext, found none; pass it"]
            ),
            (AppContext(appVersion: "1"), ["expected appBuild in the AppContext, found none; pass it"]),
            (
                AppContext(appVersion: String(repeating: "x", count: 256), appBuild: "1"),
                ["expected appVersion in the AppContext to have at most 255 UTF-16 code units, found 256; shorten it"]
            ),
            (
                AppContext(locale: String(repeating: "x", count: 256)),
                ["expected locale in the AppContext to have at most 255 UTF-16 code units, found 256; shorten it"]
            ),
        ]
        for (context, reasons) in cases {
            event.appContext = context
            let omissions = result(event).omissions
            #expect(omissions.map(\.reason) == reasons)
            #expect(omissions.allSatisfy { $0.part == .appContext })
            #expect(try parts(try item(event)).entities.count == 0)
        }
    }

    @Test("Events that Snowplow does not accept are rejected")
    func refusals() {
        let long = { (count: Int) in String(repeating: "x", count: count) }
        func of(user: String) -> UserIdentity { UserIdentity(anonymousID: WireSample.id(1), userID: user) }
        func link(_ url: String) -> TrackedEvent { event(.deepLink(.init(url: url))) }
        func leave(_ foreground: Int64, _ background: Int64) -> TrackedEvent {
            event(
                .pageLeave(
                    .init(outcome: .counted, foregroundNanoseconds: foreground, backgroundNanoseconds: background)))
        }
        func outOfRange(_ field: String, _ found: String) -> WireRejection {
            .outOfRange(field: field, expected: "from 0 to 2147483647 seconds", found: found)
        }
        let most: Int64 = 2_147_483_647_000_000_000
        let table: [(TrackedEvent, WireRejection?)] = [
            (WireSample.event(1, ""), .missing(field: "se_ac")),
            (WireSample.event(1, long(1_000)), nil),
            (WireSample.event(1, long(1_001)), .tooLong(field: "se_ac", length: 1_001, limit: 1_000)),
            (WireSample.event(1, "n", [:], page: nil, 0, of(user: long(255))), nil),
            (
                WireSample.event(1, "n", [:], page: nil, 0, of(user: long(256))),
                .tooLong(field: "uid", length: 256, limit: 255)
            ),
            (event(.pageView(.init(sequence: 1, cause: .manual))), .missing(field: "id", ofPage: true)),
            (link("app:" + long(4_092)), nil),
            (link("app:" + long(4_093)), .tooLong(field: "url", length: 4_097, limit: 4_096)),
            (leave(0, 0), nil), (leave(most, most), nil),
            (leave(most + 1, 0), outOfRange("foreground_sec", "2147483647.000000001")),
            (leave(-1, 0), outOfRange("foreground_sec", "-0.000000001")),
            (leave(0, -1), outOfRange("background_sec", "-0.000000001")),
        ]
        for (event, reason) in table {
            #expect(result(event).rejections.first?.reason == reason?.reason, "\(event.name) \(event.details)")
        }
    }

    @Test(
        "A deep link that is not a URI is rejected",
        arguments: [
            "https://x.org/%zz", "https://x.org/%", "https://x.org/%4", "https://x.org/#a#b", "http://[", "http://[::1",
            "http://[]/", "http://[1::2::3]/", "http://[::1.2.3.256]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[1:2]/",
            "http://[::12345]/", "http://[:1::2]/", "http://[:::]/", "https://x.org:port/", "https://x.org/[email]",
            "https://x.org/?a[]=1", "https://a@b@x.org/", "https://x.org|/", "http://[::1]x/", "no link", "1:x", "x",
            "", "a:b c", "a:é", "a:{", "a_b:c",
        ].map { ($0, false) }
            + [
                "https://x.org/%5Bemail%5D", "https://a:b@x.org:8080/a;b/@:?c=/?#d?/", "x:", "http://[::]/",
                "http://[::1]:80", "http://[1:2:3:4:5:6:7:8]/", "http://[1::]", "http://[::ffff:1.2.3.4]/",
                "http://[1::8]?a", "mailto:a@b.org", "file:///a", "https://x.org:/", "urn:a:b", "tel:+49",
                "A+1-b.c:x",
            ].map { ($0, true) })
    func uris(url: String, isURI: Bool) {
        let malformed = WireRejection.malformed(field: "url", expected: "a URI with a scheme", found: url)
        #expect(result(event(.deepLink(.init(url: url)))).rejections.map(\.reason) == (isURI ? [] : [malformed.reason]))
    }

    @Test("A redacted link is still a URI")
    func redactedLinks() {
        let policy = PrivacyPolicy(redactedKeys: ["token"], patterns: .all)
        for url in [
            "https://x.org/bob@x.org?to=bob%40x.org&token=1;2&tel=+49%20170%201234567#4111111111111111",
            "mailto:bob@x.org", "tel:+491701234567", "https://bob@x.org/",
            "https://bob:secret@x.org/",
        ] {
            let link = event(.deepLink(.init(url: url)))
            let sent = policy.applied(to: link)
            #expect(sent != link)
            #expect(result(sent).rejections.isEmpty, "\(sent.details)")
        }
    }

    @Test("A page view omits an invalid link, and a link omits an invalid source")
    func links() throws {
        func view(_ link: DeepLinkDetails) -> TrackedEvent {
            event(.pageView(.init(sequence: 1, cause: .appeared, deepLink: link)), page: WireSample.home)
        }
        #expect(result(view(.init(url: "no link"))).omissions.map(\.part) == [.deepLink])
        #expect(try parts(try item(view(.init(url: "no link")))).entities["deep_link"] == nil)
        let badSource = DeepLinkDetails(url: "a:b", source: "an app")
        #expect(result(view(badSource)).omissions.map(\.part) == [.deepLinkSource])
        let received = event(.deepLink(badSource))
        #expect(result(received).omissions.map(\.part) == [.deepLinkSource])
        #expect(try parts(try item(received)).data == ["url": "a:b"])
        #expect(result(view(WireSample.link)).omissions.isEmpty)
    }
}
