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
        // The chapter lists the variant `UIKit, drawer` as `drawer`, below UIKit.
        #expect(specification.names == UIFramework.all.map { $0.name.components(separatedBy: ", ").last })
        #expect(Set(UIFramework.all.map(\.name)).count == UIFramework.all.count)
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

/// Returns the text of a file of this repository.
func repositoryText(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
}

/// The chapter on the simulator: its frameworks and its list of sources.
struct ListedFrameworks {
    /// The names of the frameworks, in order.
    let names: [String]
    /// The duration of animations and the properties of each framework.
    let properties: [String: (milliseconds: Int64, names: [String])]
    /// The list of sources at the end of the chapter.
    let sources: Set<String>

    init() throws {
        let chapter = try chapter("Simulator")
        let parts = try #require(chapter.components(separatedBy: "\n## The frameworks\n").last)
            .components(separatedBy: "\n### Sources\n")
        names = Self.items(parts[0]).flatMap { item -> [String] in
            let variants = item.text.split(separator: /Variants?:/, maxSplits: 1).dropFirst().first ?? ""
            return [item.name]
                + variants.components(separatedBy: "; ").map { $0.trimmingCharacters(in: [" ", "."]) }
                .filter { !$0.isEmpty }
        }
        properties = Self.rows(parts[0]).reduce(into: [:]) { properties, cells in
            if let time = Int64(cells[1]) { properties[cells[0]] = (time, cells[2].components(separatedBy: ", ")) }
        }
        sources = Set(Self.items(parts[1]).flatMap { $0.name.components(separatedBy: ", ") })
    }

    /// The items of a list that begin with a bold name.
    private static func items(_ text: String) -> [(name: String, text: String)] {
        text.replacing("\n  ", with: " ").matches(of: /\n- \*\*(.*?)\*\*: (.*)/).map {
            (String($0.output.1), String($0.output.2))
        }
    }

    /// The cells of all lines of all tables in a text.
    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
