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

/// Returns the words of each line: letters, digits, underscores and hyphens of ASCII. A loop over bytes is fast in a debug build.
func wordsOfLines(_ text: String, hasHyphens: Bool = false) -> [[String]] {
    let isWord = (0...255).map { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
            || hasHyphens && byte == 0x2D
    }
    let bytes = Array(text.utf8) + [0x0A]
    var (lines, words, first, index) = ([[String]](), [String](), 0, 0)
    while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if isWord[Int(byte)] { continue }
        if first < index - 1 { words.append(String(decoding: bytes[first..<index - 1], as: UTF8.self)) }
        first = index
        if byte == 0x0A {
            lines.append(words)
            words = []
        }
    }
    return lines
}
