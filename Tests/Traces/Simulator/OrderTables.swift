import NavigationSimulator
import Foundation
import TestSupport
import NavigationTraces

/// Returns the text of a file of this repository.
func repositoryText(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
}

/// The tables of the chapter on the simulator.
struct OrderTables {
    /// One line of a table.
    struct Row: Hashable {
        let transition: String
        let order: String
        let evidence: String
        let source: String
    }

    /// The table of one framework.
    struct Table {
        let name: String
        /// The name of the static property of `UIFramework`.
        let code: String
        /// The framework whose rows this table inherits.
        let base: String?
        let rows: [Row]
    }

    let tables: [Table]
    /// The duration of animations and the properties of each framework.
    let properties: [String: (milliseconds: Int64, names: [String])]

    /// The list of sources at the end of the chapter.
    let sources: Set<String>

    init() throws {
        let sections = try repositoryText("Specs/Traces/Simulator.md").components(separatedBy: "\n### ")
        sources = Set(Self.cells(sections[sections.count - 1]).flatMap { $0[0].components(separatedBy: ", ") })
        tables = try sections.dropFirst().filter { !$0.hasPrefix("Sources") }.map(Self.table)
        properties = try Self.cells(sections[0]).filter { $0.count == 3 && Int64($0[1]) != nil }
            .reduce(into: [:]) { properties, cells in
                let milliseconds = try Self.required(Int64(cells[1]), cells[0])
                properties[cells[0]] = (milliseconds, cells[2].components(separatedBy: ", "))
            }
    }

    private struct Unreadable: Error {
        let text: String
    }

    private static func required<Value>(_ value: Value?, _ text: String) throws -> Value {
        guard let value else { throw Unreadable(text: text) }
        return value
    }

    private static func table(_ section: String) throws -> Table {
        let name = section.prefix { $0 != "\n" }
        let prose = section.dropFirst(name.count).prefix { $0 != "|" }.replacing("\n", with: " ")
        let code = try required(prose.firstMatch(of: /`UIFramework\.(\w+)`/), String(name))
        let base = prose.firstMatch(of: /Otherwise as (.+)\. *$/)
        let rows = cells(section).filter { $0.count == 4 && $0[0] != "transition" && !$0[0].hasPrefix("---") }
            .map { Row(transition: $0[0], order: $0[1], evidence: $0[2], source: $0[3]) }
        return Table(name: String(name), code: String(code.1), base: base.map { String($0.1) }, rows: rows)
    }

    /// The cells of all lines of all tables in a text.
    private static func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
        }
    }

    func table(of name: String) -> Table? { tables.first { $0.name == name } }

    /// Returns the rows of a framework, including inherited ones.
    func rows(of name: String) throws -> [String: Row] {
        let table = try Self.required(table(of: name), name)
        let inherited = try table.base.map { try rows(of: $0) } ?? [:]
        return inherited.merging(table.rows.map { ($0.transition, $0) }) { $1 }
    }

    /// Returns the framework at the root of the inheritance.
    func root(of name: String) throws -> String {
        let table = try Self.required(table(of: name), name)
        return try table.base.map { try root(of: $0) } ?? name
    }
}
