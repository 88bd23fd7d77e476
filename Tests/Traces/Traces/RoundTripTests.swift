import TestSupport
import Testing

@testable import NavigationTraces

/// Random lines survive printing and reading in both notations (TR-001, TR-002).
@Suite(.watched)
struct RoundTripTests {
    static let count = TestDepth.number(600, proof: 6_000)

    /// Returns the messages of the first five lines that fail the check.
    private func failures(seed: UInt64, _ check: (TraceLine) -> String?) -> [String] {
        var lines = RandomLines(seed: seed)
        var failures: [String] = []
        for _ in 0..<Self.count where failures.count < 5 {
            if let failure = check(lines.next()) { failures.append(failure) }
        }
        return failures
    }

    @Test(
        "A line survives printing and reading in both notations, and is printed again with the same bytes",
        arguments: [TraceNotation.jsonLines, .lines])
    func otherNotation(first: TraceNotation) {
        let second: TraceNotation = first == .jsonLines ? .lines : .jsonLines
        #expect(
            failures(seed: 0x5EED_0011) { line in
                let start = printed(line, first)
                let text = String(decoding: start, as: UTF8.self)
                guard let once = Reading(start, first).lines.first else { return "\(text) is not read" }
                guard let twice = Reading(printed(once, second), second).lines.first else {
                    return "\(text) is not read over there"
                }
                return twice == line && printed(twice, first) == start ? nil : "\(text) is read back as \(twice)"
            } == [])
    }

    @Test(
        "A printed line is one line, and the reader detects its notation", arguments: [TraceNotation.jsonLines, .lines])
    func oneLine(notation: TraceNotation) {
        #expect(
            failures(seed: 0x5EED_0012) { line in
                let bytes = printed(line, notation)
                guard bytes.count(where: { $0 == 0x0A }) == 1, bytes.last == 0x0A else {
                    return "\(line) takes several lines"
                }
                var reader = TraceReader()
                reader.append(bytes)
                guard let back = try? reader.next(), back == line else {
                    return "\(line) is not read without its notation"
                }
                return reader.notation == notation ? nil : "\(line) is taken for the other notation"
            } == [])
    }

    @Test("The random lines are of every kind")
    func everyKind() {
        var lines = RandomLines(seed: 0x5EED_0010)
        var kinds: Set<String> = []
        for _ in 0..<Self.count {
            // Splits bytes, because a space with a combining mark is not a space in a String.
            let words = printed(lines.next(), .lines).split { $0 == 0x20 || $0 == 0x0A }
                .map { String(decoding: $0, as: UTF8.self) }
            let isTimed = words[0].allSatisfy { "-.0123456789".contains($0) }
            let start = words.dropFirst(isTimed ? 1 : 0)
            kinds.insert(start.prefix(start.first == "expect" ? 2 : 1).joined(separator: " "))
        }
        // The kinds are the header, the events and the expectations.
        let count = 1 + EventKind.allCases.count + ExpectationName.allCases.count
        #expect(kinds.count == count, "\(kinds.sorted())")
    }
}
