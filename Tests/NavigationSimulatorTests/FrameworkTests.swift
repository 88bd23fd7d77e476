import NavigationSimulator
import NavigationTraces
import TestSupport
import TestWatch
import Testing

/// Each order of each framework, as it is reported of an app and as it is counted (rule SIM-002).
@Suite(.watched)
struct FrameworkTests {
    /// What comes of the shortest journey with one transition.
    struct Row: Sendable, CustomTestStringConvertible {
        let framework: UIFramework
        let transition: Transition
        /// All that is reported of the transition.
        let reports: String
        /// All pages that are counted on the journey, in order.
        let pages: String

        init(_ framework: UIFramework, _ transition: Transition, _ reports: String, _ pages: String) {
            self.framework = framework
            self.transition = transition
            self.reports = reports
            self.pages = pages
        }

        var testDescription: String { "\(framework.name), \(transition.name)" }
    }

    static let rows = uiKit + swiftUI + keptNodes + android + flutter + web + linux

    @Test("Each row is reported in its order, and each appearance counted once", arguments: rows)
    func everyRowIsReported(_ row: Row) throws {
        let scenario = Scenario(row.transition)
        let run = try scenario.run(row.framework)
        #expect(try scenario.reports(row.framework) == row.reports)
        #expect(run.pages == row.pages)
        #expect(run.countsEachOnce)
        let order = try #require(row.framework[row.transition])
        let animations = order.steps.count { $0 == .animation }
        #expect(try scenario.duration(row.framework) == Int64(animations) * row.framework.animationNanoseconds)
    }

    @Test("Each order of each table has a row here")
    func everyOrderHasARow() throws {
        let specification = try OrderTables()
        let orders = specification.tables.flatMap { table in table.rows.map { "\(table.name), \($0.transition)" } }
        #expect(Set(Self.rows.map(\.testDescription)) == Set(orders))
        #expect(Self.rows.count == orders.count)
    }
}
