import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import TestWatch
import Testing

/// Segment's batches (WF-005, WF-010 to WF-012).
@Suite(.watched)
struct SegmentFormatTests {
    private static let format = SegmentFormat(writeKey: "KEY")

    private func item(_ event: TrackedEvent, _ format: SegmentFormat = format) throws -> [String: Any] {
        let text = try #require(format.text(of: [event]))
        let items = try WireReader.segment.items(Array(text.utf8))
        return try #require(items.first)
    }

    @Test("A session with every kind of event has the expected bytes and the documented fields")
    func golden() throws {
        #expect(Self.format.text(of: WireSample.all) == SegmentGolden.text)
        let items = try WireReader.segment.items(Array(SegmentGolden.text.utf8))
        #expect(items.map { $0["type"] as? String } == ["track", "screen", "track", "track", "track", "track"])
        #expect(
            items.map { $0["event"] as? String } == [
                "Deep Link Opened", nil, "addTapped", "item_bought", "Page Left", "Page Left",
            ])
        #expect(items[1]["name"] as? String == "item" && items[1]["category"] as? String == "shop")
        #expect(items.map { $0["userId"] as? String } == [nil, nil] + Array(repeating: "user-42", count: 4))
        let context = try #require(items[3]["context"] as? NSDictionary)
        #expect(
            context == [
                "library": ["name": "page-view-automation", "version": "1.0.0"], "page": ["title": "item"],
                "traits": ["plan": "premium", "logins": 5],
            ])
        let body = try WireJSON.object(SegmentGolden.text)
        #expect(body["writeKey"] as? String == "KEY" && body["sentAt"] as? String == "2026-03-01T10:00:20.500Z")
    }

    @Test("A page view of a web site becomes a page call")
    func pageCall() throws {
        let format = SegmentFormat(
            writeKey: "KEY", pageCall: .page, library: WireLibrary(name: "l\"", version: "2"))
        let text = try #require(format.text(of: [WireSample.pageView]))
        #expect(text.contains(#"{"type":"page","name":"item","category":"shop","#))
        #expect(text.contains(#""library":{"name":"l\"","version":"2"}"#))
    }

    @Test("Values keep their form, and numbers that JSON cannot express become null")
    func values() throws {
        let payload: Payload = [
            "decimal": DecimalNumber("10.90").map { .decimal($0) } ?? nil, "int": .int(.min), "double": 1e300,
            "nan": .double(.nan), "infinite": .double(-.infinity), "null": nil, "": true, "nul": "a\0b",
            "array": [1, [2], ["three": 3]], "object": ["a": [:]],
        ]
        let text = try #require(Self.format.text(of: [WireSample.event(1, "n", payload, scene: nil)]))
        #expect(
            text.contains(
                #""properties":{"decimal":10.90,"int":-9223372036854775808,"double":1e+300,"nan":null,"#
                    + #""infinite":null,"null":null,"":true,"nul":"a\u0000b","array":[1,[2],{"three":3}],"#
                    + #""object":{"a":{}}},"#))
    }

    @Test("A name in the payload takes precedence over the format's own property")
    func collisions() throws {
        let event = WireSample.event(1, "n", ["page": 1, "scene": nil], page: WireSample.item)
        let properties = try item(event)["properties"] as? NSDictionary
        #expect(
            properties == [
                "page": 1, "scene": NSNull(), "page_context": "shop", "page_id": WireSample.item.id.description,
            ])
        #expect(Self.format.text(of: [event])?.components(separatedBy: "\"page\":").count == 3)
    }

    @Test("Unknown fields are omitted")
    func absent() throws {
        let nobody = UserIdentity(anonymousID: WireSample.id(1), userID: "")
        let event = try item(WireSample.event(1, "n", [:], page: nil, 0, nobody, scene: nil))
        #expect(Set(event.keys) == ["type", "event", "messageId", "timestamp", "anonymousId", "context"])
        let pageView = try item(
            WireSample.event(1, "pageView", [:], page: nil, 0, nobody, .pageView(.init(sequence: 1, cause: .manual))))
        #expect(pageView["name"] == nil && pageView["type"] as? String == "screen")
    }

    @Test("An event without a name is rejected")
    func blank() {
        let result = Self.format.batches(of: [WireSample.event(1, "")], sentAt: WireSample.sentAt)
        #expect(result.rejections == [WireRejection(event: WireSample.id(1), reason: .missing(field: "event"))])
        #expect(result.batches.isEmpty)
    }

    @Test("The default limits equal the documented ones, and batches keep to them")
    func limits() {
        let limits = WireLimits(eventBytes: 32_768, batchBytes: 500_000, batchEvents: 2_500, nestingLevels: 100)
        #expect(Self.format.limits == limits)
        let events = (0..<5_001 as Range<UInt64>).map { WireSample.event($0, "n") }
        let counts = SegmentFormat(
            writeKey: "KEY",
            limits: WireLimits(eventBytes: 32_768, batchBytes: .max, batchEvents: 2_500, nestingLevels: 100)
        ).batches(of: events, sentAt: WireSample.sentAt).batches.map(\.events.count)
        #expect(counts == [2_500, 2_500, 1])
    }
}
