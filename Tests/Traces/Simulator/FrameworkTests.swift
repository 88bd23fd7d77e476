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

    static let rows: [Row] = {
        var framework = UIFramework.uiKit
        return table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let transition = Transition.byName[cells[0]] else {
                framework = .named(String(line.dropFirst(2)))
                return nil
            }
            return Row(framework: framework, transition: transition, reports: cells[1], pages: cells[2])
        }
    }()

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
