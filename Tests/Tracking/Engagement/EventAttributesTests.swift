import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct EventAttributesTests {
    private enum Category: String, AnalyticsValueConvertible { case pizza = "Pizza" }

    @Test("A literal accepts plain variables of the app")
    func variables() {
        let rating = 4.4
        let reviewCount = 156
        let isAvailable = true
        let tags = ["hot", "new"]
        let note: String? = nil
        let prepTime: Int? = 20
        let small: Float = 4.4
        let attributes: EventAttributes = [
            "rating": rating, "reviewCount": reviewCount, "isAvailable": isAvailable, "tags": tags, "note": note,
            "prepTime": prepTime, "category": Category.pizza, "small": small, "none": AnalyticsValue.null,
            "name": "\(reviewCount) pizzas".dropFirst(0),
        ]
        #expect(
            json(attributes.payload)
                == #"{"rating":4.4,"reviewCount":156,"isAvailable":true,"tags":["hot","new"],"prepTime":20,"#
                + #""category":"Pizza","small":4.4,"none":null,"name":"156 pizzas"}"#)
    }

    @Test("Attributes keep numbers of any size, lists and dictionaries")
    func values() {
        let attributes: EventAttributes = [
            "large": UInt64.max, "small": Int64.min, "byte": UInt8(7), "decimal": DecimalNumber("1.50"),
            "counts": ["b": 2, "a": 1], "optional": [1, nil, 3] as [Int?],
            "none": ["a": nil, "b": 1] as [String: Int?],
            "nested": ["a": 1.5] as EventAttributes, "payload": ["a": [true]] as Payload, "nan": Double.nan,
        ]
        #expect(
            json(attributes.payload)
                == #"{"large":18446744073709551615,"small":-9223372036854775808,"byte":7,"decimal":1.50,"#
                + #""counts":{"a":1,"b":2},"optional":[1,null,3],"none":{"b":1},"nested":{"a":1.5},"#
                + #""payload":{"a":[true]},"nan":null}"#)
    }

    @Test("Attributes keep their order, and the last value of a repeated name wins")
    func order() {
        let attributes: EventAttributes = ["z": 1, "a": 2, "m": 3, "z": 4]
        #expect(json(attributes.payload) == #"{"z":4,"a":2,"m":3}"#)
        let left: EventAttributes = ["z": 1, "a": nil as Int?]
        #expect(json(left.payload) == #"{"z":1}"#)
    }
}
