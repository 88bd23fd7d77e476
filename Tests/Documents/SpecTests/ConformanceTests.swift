import Foundation
import TestSupport
import Testing

/// Compares the table of `Specs/Bridges/Conformance.md` with the specification. `Tests/Integration/Conformance/run` writes the table.
@Suite(.watched)
struct ConformanceTests {
    /// The cells of the table's rows, by the first word of the row.
    private let rows: [String: [String]]

    init() throws {
        let lines = try chapter("Conformance").split(separator: "\n")
        let table = lines.drop { !$0.hasPrefix("<!-- table") }.prefix { !$0.hasPrefix("<!-- end") }
        var rows: [String: [String]] = [:]
        for line in table.filter({ $0.hasPrefix("| ") }).dropFirst(2) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            rows[String(cells[0].prefix { $0 != " " })] = Array(cells.dropFirst())
        }
        self.rows = rows
    }

    @Test("The conformance table counts every journey and every example")
    func everyTraceIsCounted() throws {
        #expect(try count(of: "journeys") == journeys().count)
        #expect(try count(of: "examples") == Specification.shared.get().examples.count)
        #expect(try count(of: "hostile") >= 1_000)
    }

    @Test("The conformance table reports equal records for C, Node and Chromium")
    func implementationsAgree() {
        #expect(rows.count == 5)
        for (traces, cells) in rows { #expect(cells.suffix(3) == ["equal", "equal", "equal"], "\(traces)") }
    }

    /// Returns the number of replayed and excluded traces of a kind.
    private func count(of kind: String) throws -> Int {
        let cells = try #require(rows[kind])
        return try cells.prefix(2).reduce(0) { try $0 + #require(Int($1.replacing(",", with: ""))) }
    }
}
