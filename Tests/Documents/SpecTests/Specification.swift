import NavigationTraces
import TestSupport

/// The chapters in `Specs/`.
struct Specification {
    struct Chapter {
        let name: String
        let document: SpecificationDocument
    }

    let chapters: [Chapter]

    /// The ends of the names of test files. The tests of the web are written in JavaScript and Python.
    static let testSuffixes = [".swift", ".mjs", ".py"]

    /// Read once for all tests. An unreadable chapter fails each of them.
    static let shared = Result { try Specification() }

    private init() throws {
        chapters = try chapterPaths().map {
            Chapter(name: $0, document: SpecificationDocument(try chapter(String($0.dropLast(".md".count)))))
        }
    }

    var rules: [SpecificationDocument.Rule] { chapters.flatMap(\.document.rules) }

    var examples: [SpecificationDocument.Example] { chapters.flatMap(\.document.examples) }

    func text(of chapter: String) throws -> String {
        try TestSupport.chapter(String(chapter.dropLast(".md".count)))
    }
}
