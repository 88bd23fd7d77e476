import PageViewDelivery
import PageViewEngagement
import PageViewTracking
import TestSupport
import Testing

/// OpenTelemetry's logs (WF-060 to WF-063).
@Suite(.watched)
struct OTLPLogsFormatTests {
    private static let format = OTLPLogsFormat(serviceName: "shop")

    private static let table: [(AnalyticsValue, String)] = [
        (nil, "{}"), (true, #"{"boolValue":true}"#), (false, #"{"boolValue":false}"#),
        (.int(.max), #"{"intValue":"9223372036854775807"}"#), (.int(.min), #"{"intValue":"-9223372036854775808"}"#),
        (0, #"{"intValue":"0"}"#), (0.5, #"{"doubleValue":0.5}"#), (.double(3), #"{"doubleValue":3.0}"#),
        (.double(.nan), #"{"doubleValue":"NaN"}"#), (.double(.infinity), #"{"doubleValue":"Infinity"}"#),
        (.double(-.infinity), #"{"doubleValue":"-Infinity"}"#), ("", #"{"stringValue":""}"#),
        // A decimal keeps all its digits, and has the same type with and without a fraction.
        (decimal("10.90"), #"{"doubleValue":10.90}"#), (decimal("5"), #"{"doubleValue":5.0}"#),
        (decimal("-0.00"), #"{"doubleValue":-0.00}"#),
        (decimal("12345678901234567.89"), #"{"doubleValue":12345678901234567.89}"#),
        ("a\0\"", #"{"stringValue":"a\u0000\""}"#), ([], #"{"arrayValue":{"values":[]}}"#),
        (
            [1, nil, [true]],
            #"{"arrayValue":{"values":[{"intValue":"1"},{},{"arrayValue":{"values":[{"boolValue":true}]}}]}}"#
        ),
        ([:], #"{"kvlistValue":{"values":[]}}"#),
        (
            ["": [:], "b": 1],
            #"{"kvlistValue":{"values":[{"key":"","value":{"kvlistValue":{"values":[]}}},{"key":"b","value":{"intValue":"1"}}]}}"#
        ),
    ]

    @Test("Values follow the JSON rules of proto3", arguments: table)
    func values(value: AnalyticsValue, json: String) throws {
        let text = try #require(Self.format.text(of: [WireSample.event(1, "n", ["v": value], scene: nil)]))
        #expect(text.hasSuffix(#",{"key":"v","value":"# + json + "}]}]}]}]}"))
        _ = try WireReader.otlp.items(Array(text.utf8))
    }

    @Test("The prices of a shop have one type")
    func amountsHaveOneType() throws {
        let memory = InMemoryTrackingProvider()
        let shop = EngagementTracker(tracker: Tracker(providers: [memory]))
        let prices: [any PriceConvertible] = [7, 10.9, try Money("10.90", "EUR"), try Money("7", "EUR"), Double(3)]
        for price in prices { shop.trackProductView(productID: "p", productName: "Pizza", price: price) }
        for event in memory.events {
            let text = try #require(Self.format.text(of: [event]))
            #expect(text.contains(#"{"key":"price","value":{"doubleValue":"#), "\(text)")
        }
        #expect(memory.events.count == prices.count)
    }

    @Test("A payload cannot set reserved names, and each omission is reported")
    func ownNames() throws {
        let payload: Payload = ["user.id": "x", "pageview.x": 1, "": 2, "session.id": 3, "page": 4, "User.id": 5]
        let event = WireSample.event(1, "n", payload, scene: nil)
        let result = Self.format.batches(of: [event], sentAt: WireSample.sentAt)
        let attributes = try WireJSON.items(result, WireReader.otlp.items).first?["attributes"] as? [[String: Any]]
        let names = attributes?.compactMap { $0["key"] as? String }
        #expect(names == ["log.record.uid", "app.installation.id", "page", "User.id"])
        #expect(result.omissions.map(\.part) == ["user.id", "pageview.x", "", "session.id"].map { .value(name: $0) })
    }

    @Test("A time before 1970 and an event without a name are rejected")
    func refusals() {
        var (first, before) = (WireSample.event(1, "n"), WireSample.event(2, "n"))
        (first.time, before.time) = (WallTime(nanoseconds: 0), WallTime(nanoseconds: -1))
        let result = Self.format.batches(of: [first, before, WireSample.event(3, "")], sentAt: WireSample.sentAt)
        #expect(result.batches.map(\.events) == [[first.id]])
        #expect(
            result.rejections.map(\.reason) == [
                "expected timeUnixNano to be 1970 or later, found 1969-12-31T23:59:59.999Z; correct the value in middleware",
                WireRejection.missing(field: "eventName").reason,
            ])
    }
}
