import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// Compares the frameworks with their list in the specification (rule SIM-002).
@Suite(.watched)
struct ListedFrameworkTests {
    /// Read once for all tests. An unreadable chapter fails each of them.
    private static let chapter = Result { try ListedFrameworks() }

    private let specification: ListedFrameworks

    init() throws {
        specification = try Self.chapter.get()
    }

    @Test("The chapter and the code list the same frameworks in the same order")
    func everyFrameworkIsListed() {
        #expect(specification.names == UIFramework.all.map(\.name))
        #expect(Set(specification.names).count == specification.names.count)
    }

    @Test("Every framework has the properties of its line in the specification", arguments: UIFramework.all)
    func propertiesAreTheFrameworks(_ framework: UIFramework) throws {
        // A variant has the properties of the framework before it that has a line.
        let listed = UIFramework.all.prefix { $0.name != framework.name } + [framework]
        let line = try #require(listed.compactMap { specification.properties[$0.name] }.last)
        #expect(framework.animationNanoseconds == line.milliseconds * 1_000_000)
        let properties: [(name: String, holds: Bool)] = [
            ("containers", framework.reportsContainers), ("parts first", framework.reportsChildrenFirst),
            ("destroy", framework.reportsDestroy), ("keeps pages", framework.keepsPages),
            ("appears before window", framework.appearsBeforeWindow),
        ]
        #expect(properties.filter(\.holds).map(\.name).sorted() == line.names.sorted(), "\(framework.name)")
    }

    @Test("The list of sources contains every source of an order", arguments: UIFramework.all)
    func sourcesAreListed(_ framework: UIFramework) throws {
        for transition in framework.transitions {
            for source in try #require(framework[transition]).source.split(separator: ", ").map(String.init) {
                #expect(specification.sources.contains(source), "\(framework.name), \(transition.name): \(source)")
            }
        }
    }
}
