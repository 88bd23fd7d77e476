import Foundation
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

    @Test("Each order has evidence and sources, which the list of sources contains")
    func sourcesAreListed() throws {
        for line in UIFramework.table.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("properties")
        {
            let source = try #require(
                line.wholeMatch(of: /[^|]*\|[^|]*\| (?:run|read|assumed): (.*)/)?.output.1, "\(line)")
            for name in source.components(separatedBy: ", ") {
                #expect(specification.sources.contains(name), "\(line)")
            }
        }
    }
}
