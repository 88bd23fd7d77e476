import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
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

    @Test("A page view of a web site becomes a page call")
    func pageCall() throws {
        let format = SegmentFormat(writeKey: "KEY", pageCall: .page)
        let text = try #require(format.text(of: [WireSample.pageView]))
        #expect(text.contains(#"{"type":"page","name":"item","category":"shop","#))
    }

    @Test("Values keep their form, and numbers that JSON cannot express become null")
    func values() throws {
        let payload: Payload = [
            "decimal": decimal("10.90"), "int": .int(.min), "double": 1e300,
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
        var described = WireSample.event(1, "n")
        described.appContext = AppContext(systemVersion: "18.2")
        let context = try item(described)["context"] as? [String: Any]
        #expect(context?["os"] as? NSDictionary == ["version": "18.2"] && context?["app"] == nil)
    }

    @Test("The format identifies a user before the first event, and again after a change of the ids or properties")
    func identifies() throws {
        let reader = WireReader.segment
        let (anonymous, known) = (WireSample.anonymous, WireSample.known)
        let (anonymousID, id) = (WireSample.id(0xA), "user-42")
        let changed = UserIdentity(anonymousID: anonymousID, userID: id, properties: ["plan": "free"])
        let renewed = UserIdentity(anonymousID: WireSample.id(0xB), userID: id, properties: ["plan": "free"])
        let described = UserIdentity(anonymousID: anonymousID, properties: ["plan": "free"])
        #expect(try reader.calls([anonymous, anonymous]) == "ee")
        #expect(try reader.calls([anonymous, known, known]) == "eIee")
        #expect(try reader.calls([known, changed, changed, renewed]) == "IeIeeIe")
        #expect(try reader.calls([described, anonymous, described]) == "Ieee")
        let silent = SegmentFormat(writeKey: "KEY", identifiesUsers: false)
        #expect(try reader.calls([known, changed], as: silent) == "ee")
        let rejected = WireSample.event(1, "", [:], page: nil, 0, known)
        let accepted = WireSample.event(2, "e", [:], page: nil, 0, known)
        let result = Self.format.batches(of: [rejected, accepted], sentAt: WireSample.sentAt)
        let types = try WireJSON.items(result, WireReader.segment.items).map { $0["type"] as? String }
        #expect(types == ["identify", "track"])
        #expect(result.batches.map(\.events) == [[accepted.id]])
    }

    @Test("An identify call without a user property has no traits, and the same id when it is written again")
    func identifyIsRepeatable() throws {
        let user = UserIdentity(anonymousID: WireSample.id(0xA), userID: "u")
        func identify() throws -> [String: Any] { try item(WireSample.event(7, "e", [:], page: nil, 0, user)) }
        #expect(
            try Set(identify().keys) == ["type", "messageId", "timestamp", "anonymousId", "userId", "context"])
        #expect(try identify()["messageId"] as? String == "0195510e-0000-7000-a000-000000000007")
    }

    @Test("An event without a name is rejected")
    func blank() {
        let result = Self.format.batches(of: [WireSample.event(1, "")], sentAt: WireSample.sentAt)
        #expect(result.rejections.map(\.reason) == [WireRejection.missing(field: "event").reason])
        #expect(result.batches.isEmpty)
    }
}
