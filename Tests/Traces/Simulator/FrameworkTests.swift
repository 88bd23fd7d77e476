import Foundation
import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// The reports and page views of each order of each framework (rule SIM-002).
@Suite(.watched)
struct FrameworkTests {
    /// The expected result of the shortest journey with one transition.
    struct Row: Sendable, CustomTestStringConvertible {
        let framework: UIFramework
        let transition: Transition
        /// The reports of the transition, in order.
        let reports: String
        /// The pages counted on the whole journey, in order.
        let pages: String

        var testDescription: String { "\(framework.name), \(transition.name)" }
    }

    static let rows = table.split(separator: "\n").flatMap { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return cells[3].split(separator: " ").compactMap { framework in
            Transition.byName[cells[0]].map {
                Row(framework: .named(String(framework)), transition: $0, reports: cells[1], pages: cells[2])
            }
        }
    }

    @Test(
        "Each transition has the reports, pages and duration of its row, and counts each appearance once",
        arguments: rows)
    func everyRowIsReported(_ row: Row) throws {
        let scenario = Scenario(row.transition)
        let run = try scenario.run(row.framework)
        #expect(try scenario.reports(row.framework) == row.reports)
        #expect(run.pages == row.pages)
        #expect(run.countsEachOnce)
        let order = try #require(row.framework[row.transition])
        let animations = order.count { $0 == .animation }
        #expect(try scenario.duration(row.framework) == Int64(animations) * row.framework.animationNanoseconds)
    }

    @Test("Each order of a framework has a row in these tests, or equals one that has", arguments: UIFramework.all)
    func everyOrderHasARow(_ framework: UIFramework) {
        for transition in framework.transitions {
            let isTested = Self.rows.contains {
                $0.transition.name == transition.name && $0.framework[transition] == framework[transition]
            }
            #expect(isTested, "\(framework.name), \(transition.name)")
        }
    }
}
