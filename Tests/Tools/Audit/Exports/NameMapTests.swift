import NavigationTraces
@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct NameMapTests {
    private func map(_ text: String) throws -> NameMap { try NameMap(Array(text.utf8)) }

    private func error(_ text: String) -> String? { error(Array(text.utf8)) }

    private func error(_ bytes: [UInt8]) -> String? {
        do {
            _ = try NameMap(bytes)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("A name without a line keeps itself")
    func identity() throws {
        #expect(NameMap().pageName(of: "a") == "a")
        #expect(try map("b = c").pageName(of: "a") == "a")
        #expect(try map("").pageName(of: "") == "")
    }

    @Test("The first line that fits holds")
    func firstLine() throws {
        let map = try map("Item 1 = first\nItem * = item\nItem 2 = second\n* = other\nCart = cart\nItem 1 = again\n")
        #expect(
            ["Item 1", "Item 2", "Item ", "Item", "Cart"].map { map.pageName(of: $0) } == [
                "first", "item", "item", "other", "other",
            ])
    }

    @Test(
        "A star stands for any text, also for none, anywhere and more than once",
        arguments: [
            ("*", "anything", true), ("*", "", true), ("a*", "a", true), ("a*", "ba", false), ("*a", "ba", true),
            ("*a", "ab", false), ("a*c", "abcbc", true), ("a*c", "abcb", false), ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "xxbxxaxx", false), ("a**b", "ab", true), ("*.html", "shop/item.html", true), ("a*a", "a", false),
        ])
    func stars(pattern: String, name: String, fits: Bool) throws {
        #expect(try map("\(pattern) = yes").pageName(of: name) == (fits ? "yes" : name))
    }

    @Test("Names are compared by canonical equivalence, and case matters")
    func equivalence() throws {
        let map = try map("Caf\u{E9} = a\nCaf\u{E9} * = b\n")
        #expect(map.pageName(of: "Cafe\u{301}") == "a")
        #expect(map.pageName(of: "Cafe\u{301} 2") == "b")
        #expect(map.pageName(of: "caf\u{E9}") == "caf\u{E9}")
    }

    @Test("Comments, blanks, line ends and a byte-order mark are no part of names")
    func blanks() throws {
        let map = try map("\u{FEFF}# names\r\n\r\n  /#/cart =  cart page\t# the cart\r\n\ta=b = c = d\r\n")
        #expect(map.pageName(of: "/#/cart") == "cart page")
        #expect(map.pageName(of: "a=b") == "c = d")
    }

    @Test(
        "A malformed line is an error with its line",
        arguments: [
            ("a = b\nc\n", #"2:1: expected 'sent name = page name' with spaces around '=', found "c""#),
            ("a=b", #"1:1: expected 'sent name = page name' with spaces around '=', found "a=b""#),
            ("= b", #"1:1: expected 'sent name = page name' with spaces around '=', found "= b""#),
            ("\n\na =", #"3:1: expected a page name after '=', found "a =""#),
            ("a = # b", #"1:1: expected a page name after '=', found "a =""#),
        ])
    func malformed(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test("A malformed character is an error with its column")
    func encoding() {
        #expect(error(Array("a = b\nx".utf8) + [0xFF]) == "2:2: expected a character in UTF-8, found the byte 0xFF")
    }
}
