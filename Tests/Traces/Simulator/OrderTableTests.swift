import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// Compares the frameworks with their tables in the specification (rule SIM-002).
@Suite(.watched)
struct OrderTableTests {
    /// Read once for all tests. An unreadable chapter fails each of them.
    private static let tables = Result { try OrderTables() }

    private let specification: OrderTables

    init() throws {
        specification = try Self.tables.get()
    }

    @Test("The tables and the frameworks have the same names in the same order")
    func everyFrameworkHasATable() {
        #expect(specification.tables.map(\.name) == UIFramework.all.map(\.name))
        #expect(Set(UIFramework.all.map(\.name)).count == UIFramework.all.count)
    }

    @Test("Every framework has exactly the orders of its table", arguments: UIFramework.all)
    func tablesAreTheFrameworks(_ framework: UIFramework) throws {
        let rows = try specification.rows(of: framework.name)
        let known = Dictionary(uniqueKeysWithValues: framework.transitions.map { ($0.name, $0) })
        #expect(Set(rows.keys) == Set(known.keys), "\(framework.name)")
        for (name, row) in rows {
            guard let transition = known[name], let order = framework[transition] else { continue }
            #expect(row.order == (order.steps.isEmpty ? "nothing" : "\(order)"), "\(framework.name), \(name)")
            #expect(row.evidence == order.evidence.rawValue, "\(framework.name), \(name)")
            #expect(row.source == order.source, "\(framework.name), \(name)")
        }
    }

    @Test("No table has two rows for one transition")
    func nothingIsSaidTwice() {
        for table in specification.tables {
            #expect(Set(table.rows.map(\.transition)).count == table.rows.count, "\(table.name)")
        }
    }

    @Test("Every framework has the properties of its line in the specification", arguments: UIFramework.all)
    func propertiesAreTheFrameworks(_ framework: UIFramework) throws {
        let root = try specification.root(of: framework.name)
        // A variant without a line has the properties of its root.
        let line = try #require(specification.properties[framework.name] ?? specification.properties[root])
        #expect(framework.animationNanoseconds == line.milliseconds * 1_000_000)
        let properties: [(name: String, holds: Bool)] = [
            ("containers", framework.reportsContainers), ("parts first", framework.reportsChildrenFirst),
            ("destroy", framework.reportsDestroy), ("keeps pages", framework.keepsPages),
            ("appears before window", framework.appearsBeforeWindow),
        ]
        #expect(properties.filter(\.holds).map(\.name).sorted() == line.names.sorted(), "\(framework.name)")
    }

    @Test("The list of sources contains every source of the tables")
    func sourcesAreListed() {
        for table in specification.tables {
            for row in table.rows {
                for source in row.source.split(separator: ", ") {
                    #expect(
                        specification.sources.contains(String(source)), "\(table.name), \(row.transition): \(source)")
                }
            }
        }
    }
}
