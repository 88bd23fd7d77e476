import TestSupport
import Testing

@testable import PageViewAutomation

/// Payloads, names and pages as values.
@Suite(.watched)
struct ValueTests {
    @Test("A payload literal keeps a repeated key's first position and last value")
    func literals() {
        let payload: Payload = [
            "items": 12, "price": 9.5, "name": "tea", "isNew": true, "note": nil, "tags": ["a", 1],
            "seller": ["id": 7], "items": 13,
        ]
        #expect(payload.entries.map(\.key) == ["items", "price", "name", "isNew", "note", "tags", "seller"])
        #expect(payload["items"] == .int(13))
        #expect(payload["seller"] == .object(["id": 7]))
        #expect(payload["tags"] == .array([.string("a"), .int(1)]))
        #expect(payload["note"] == .null)
        #expect(payload["other"] == nil)
    }

    @Test("Pages with equal names are equal, and have the same names only if the bytes are equal")
    func pagesOfTheSameNames() {
        let name = "page " + String(repeating: "x", count: 40)
        let page = PageContext(name: PageName(rawValue: name), context: "shop")
        let same = PageContext(name: PageName(rawValue: name), context: "shop")
        #expect(MemoryLayout<PageContext?>.size == MemoryLayout<Int>.size)
        #expect(page == same && page.hasSameNames(as: same) && !page.isIdentical(to: same))
        let withoutContext = PageContext(name: PageName(rawValue: name))
        #expect(page != withoutContext && !page.hasSameNames(as: withoutContext) && !page.hasSameNames(as: nil))
        // The names are equal in Unicode but have different bytes.
        let (one, other): (PageContext, PageContext) = ("caf\u{E9}", "cafe\u{301}")
        #expect(one == other && !one.hasSameNames(as: other))
        #expect(one.hashValue == other.hashValue)
    }

    @Test("Payloads with the same entries are equal and hash equally in any order of keys")
    func equality() {
        let left: Payload = ["a": 1, "b": ["c": 2, "d": 3]]
        let right: Payload = ["b": ["d": 3, "c": 2], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "b": 2])
    }

    @Test("A payload sets and removes values by key, and a copy does not change")
    func mutation() {
        var payload: Payload = ["a": 1]
        let copy = payload
        payload["b"] = "two"
        payload["a"] = nil
        #expect(payload == ["b": "two"])
        #expect(copy == ["a": 1])
        payload["none"] = nil
        #expect(payload == ["b": "two"])
    }

    @Test("Pages are equal by name and context, and copies are independent")
    func pages() {
        let page = PageContext(name: "home", context: "shop")
        var copy = page
        copy.name = "item"
        #expect(page == PageContext(name: "home", context: "shop"))
        #expect(copy == PageContext(name: "item", context: "shop"))
        copy.context = nil
        #expect(copy == "item")
        #expect("\(page)" == "home (shop)")
        #expect(Set([page, PageContext(name: "home", context: "shop"), "home"]).count == 2)
    }
}
