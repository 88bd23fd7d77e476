import Foundation
import NavigationTraces
import TestSupport

/// The chapters in `Specs/`.
struct Specification {
    let chapters: [(name: String, document: SpecificationDocument)]

    /// Read once for all tests. An unreadable chapter fails each of them.
    static let shared = Result { try Specification() }

    private init() throws {
        chapters = try chapterPaths().map {
            ($0, SpecificationDocument(try chapter(String($0.dropLast(".md".count)))))
        }
    }

    var rules: [SpecificationDocument.Rule] { chapters.flatMap(\.document.rules) }

    var examples: [SpecificationDocument.Example] { chapters.flatMap(\.document.examples) }
}

/// Returns the paths and the texts of the files in a folder of the package, by the ends of their names.
func files(in folder: String, _ suffixes: String...) throws -> [(path: String, text: String)] {
    let folder = packageFolder.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
        suffixes.contains(where: $0.hasSuffix)
    }
    .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
}
