import NavigationTraces
import TestSupport
import Testing

/// Suggestions in messages about unknown names (TR-005).
@Suite(.watched)
struct NearestNamesTests {
    @Test(
        "The nearest names come first, and other names are omitted",
        arguments: [
            ("didApear", ["didAppear"]), ("didappear", ["didAppear"]), ("ddiAppear", ["didAppear"]),
            ("item", ["item-1", "item-2"]), ("x", []), ("", []), ("hom", ["home"]),
            ("willDissappear", ["willDisappear"]),
        ])
    func nearest(name: String, expected: [String]) {
        let names = ["didAppear", "willDisappear", "item-2", "item-1", "item-1", "home"]
        #expect(NearestNames.nearest(to: name, in: names) == expected)
    }

    @Test("A suggestion lists at most three printable names, and is empty if no name is near")
    func question() {
        #expect(NearestNames.suggestion(for: "itm", in: ["item"]) == "; did you mean item?")
        #expect(NearestNames.suggestion(for: "a", in: ["a4", "a3", "a2", "a1"]) == "; did you mean a1 or a2 or a3?")
        #expect(NearestNames.suggestion(for: "ab", in: ["ab\u{1B}"]) == #"; did you mean ab\u{1B}?"#)
        #expect(NearestNames.suggestion(for: "item", in: []) == "")
        #expect(NearestNames.suggestion(for: String(repeating: "x", count: 100_000), in: ["x"]) == "")
    }

    @Test("A line whose first word is unknown expects a time or an event (TR-001)")
    func firstWords() {
        func message(_ line: String) -> String { Reading(line, .lines).errors.first?.description ?? "" }
        #expect(message("home 1").hasPrefix("1:1: expected a time in seconds or an event, one of create, willAppear, "))
        #expect(message("1 didApear a").hasSuffix(#", found "didApear"; did you mean didAppear?"#))
        #expect(message("0:05 didAppear a") == "1:2: expected a space after the time in seconds, found ':'")
        #expect(message("1 didApear a").hasPrefix("1:3: expected an event, one of create, "))
        #expect(
            message("note x nextPageView=0") == "1:21: expected 'nextPageView' to be a whole number from 1, found \"0\""
        )
    }
}
