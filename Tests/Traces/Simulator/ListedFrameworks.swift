import Foundation
import TestSupport

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
        let rows = Self.rows(chapter.components(separatedBy: "| framework | behaviour | variants |").last ?? "")
        names = rows.prefix { $0.count == 3 && Int64($0[1]) == nil && $0[0] != "framework" }
            .filter { !$0[0].hasPrefix("---") }.flatMap {
                [$0[0]] + $0[2].components(separatedBy: "; ").filter { !$0.isEmpty }
            }
        properties = rows.filter { $0.count == 3 }.reduce(into: [:]) { properties, cells in
            if let time = Int64(cells[1]) { properties[cells[0]] = (time, cells[2].components(separatedBy: ", ")) }
        }
        sources = Set(rows.flatMap { $0[0].components(separatedBy: ", ") })
    }

    /// The cells of all lines of all tables in a text.
    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
