import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The lines at the end of each rule lead to its API, its code, its example and its tests.
@Suite(.watched)
struct ClosingLineTests {
    /// A rule's section, and the names that its closing lines quote.
    private struct Section {
        let id: String
        let text: String

        /// The names in code voice after a keyword at the beginning of a paragraph, such as `Code:`.
        func names(after keyword: String) -> [String] {
            let paragraphs = text.components(separatedBy: "\n\n").filter { $0.hasPrefix("\(keyword): ") }
            return paragraphs.flatMap { $0.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 } }
                .map { $0.element.replacingOccurrences(of: "\n", with: " ") }
        }
    }

    /// Read once for all tests. An unreadable file fails each of them.
    private static let contents = Result { try readContents() }

    private let specification: Specification
    private let sections: [Section]
    /// The text of each source file, by name.
    private let sources: [String: String]

    init() throws {
        specification = try Specification.shared.get()
        (sections, sources) = try Self.contents.get()
    }

    private static func readContents() throws -> ([Section], [String: String]) {
        let rules = Set(try Specification.shared.get().rules.map(\.id))
        let parts = try chapters().flatMap { $0.components(separatedBy: "\n## ").dropFirst() }
        let sections = parts.map { Section(id: String($0.prefix { !$0.isWhitespace }), text: $0) }
            .filter { rules.contains($0.id) }
        var sources: [String: String] = [:]
        for (path, text) in try files(in: "Sources", ".swift", ".js", ".css", ".ts", ".c")
        where !path.contains(".docc/") {
            sources[path] = text
        }
        return (sections, sources)
    }

    @Test("Each rule names the files of its code, and they exist")
    func codeExists() {
        #expect(sections.count == specification.rules.count)
        for section in sections {
            let files = section.names(after: "Code")
            #expect(!files.isEmpty, "\(section.id)")
            for file in files { #expect(sources[file] != nil, "\(section.id): \(file)") }
        }
    }

    @Test("Each rule has a trace as its example, or names a test that exists")
    func exampleExists() throws {
        let keywords: Set<String> = ["func", "struct", "function", "def"]
        var words: Set<String> = []
        // The tests of the web are written in JavaScript and Python.
        for (path, text) in try files(in: "Tests", ".swift", ".mjs", ".py") {
            // The suite of a test in another language is its file.
            words.formUnion((path.split(separator: "/").last ?? "").split(separator: ".").prefix(1).map(String.init))
            for line in wordsOfLines(text) where line.contains(where: keywords.contains) { words.formUnion(line) }
        }
        let withTrace = Set(specification.examples.map(\.rule))
        for section in sections where !withTrace.contains(section.id) {
            let names = section.names(after: "Example")
            #expect(names.count == 1, "\(section.id)")
            for name in names {
                let parts = name.split(separator: ".")
                try #require(parts.count == 2, "\(section.id): \(name)")
                #expect(words.isSuperset(of: parts.map(String.init)), "\(section.id): \(name)")
            }
        }
    }

    @Test("Each public declaration that a rule names exists")
    func interfaceExists() {
        let keywords: Set<String> = ["case", "func", "var", "let", "struct", "class", "enum", "protocol", "typealias"]
        var declared: Set<String> = ["init"]
        for (file, source) in sources {
            for words in wordsOfLines(source) where words.contains(where: keywords.contains) {
                declared.formUnion(words)
            }
            // A type of JavaScript declares its members without a keyword.
            guard file.hasSuffix(".d.ts") else { continue }
            for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("*") {
                declared.formUnion(wordsOfLines(String(line)).joined())
            }
        }
        for section in sections {
            for name in section.names(after: "API") {
                // The last component, without its arguments: of `engine.declare(_:for:)`, `declare`.
                let call = name.prefix { !"(<: ".contains($0) }
                guard let word = call.split(separator: ".").last else { continue }
                #expect(declared.contains(String(word.drop { $0 == "@" })), "\(section.id): \(name)")
            }
        }
    }

    @Test("The chapter about policies names each preset and each policy")
    func policiesAreListed() throws {
        let text = try chapter("Policies")
        for preset in PolicyPreset.allCases { #expect(text.contains("`\(preset.rawValue)`"), "\(preset)") }
        for choice in EnginePolicy.Choice.allCases { #expect(text.contains("`\(choice.rawValue)`"), "\(choice)") }
    }

    @Test("The chapter about traces lists each input, and an example has it", arguments: EventKind.allCases)
    func inputsAreListed(kind: EventKind) throws {
        let text = try chapter("Notation")
        #expect(text.contains("`\(kind.name)"), "\(kind)")
        if case .component = kind {
            #expect(try chapter("Lifecycle").contains("\n| `\(kind.name)` | component |"), "\(kind)")
        }
        let examples = specification.examples.map(\.text).joined(separator: "\n")
        #expect(examples.contains(kind.name), "\(kind)")
    }
}
