import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Verifies the examples of the specification and the references between rules, tests and sources.
@Suite(.watched)
struct SpecificationTests {
    private let specification: Specification

    init() throws {
        specification = try Specification.shared.get()
    }

    /// Verifies the examples of a document, and returns their number.
    private func verify(_ document: SpecificationDocument, _ name: String) throws -> Int {
        for example in document.examples {
            var verifier = TraceVerifier()
            let failures = try example.run(&verifier)
            #expect(failures.isEmpty, "\(name): \(failures.map { "\($0.line): \($0.message)" })")
            #expect(verifier.passed > 0, "\(name):\(example.line) expects nothing")
        }
        return document.examples.count
    }

    @Test("Every example passes and has an expectation")
    func examplesHold() throws {
        #expect(try specification.chapters.reduce(0) { try $0 + verify($1.document, $1.name) } > 100)
    }

    @Test("Every trace in the documentation's guides passes and has an expectation")
    func guidesHold() throws {
        let guides = try files(in: "Sources/Core/PageViewAutomation/PageViewAutomation.docc/Guides", ".md")
        let count = try guides.reduce(0) { try $0 + verify(SpecificationDocument($1.text), $1.path) }
        #expect(count > 20)
    }

    @Test("The notation chapter lists each kind of diagnostic")
    func diagnosticsAreListed() throws {
        let text = try chapter("Notation").split(separator: "\n").joined(separator: " ")
        let list = try #require(text.split(separator: "Kinds of diagnostics:").last?.split(separator: "Code:").first)
        for kind in Diagnostic.Kind.allCases { #expect(list.contains("`\(kind.rawValue)`"), "\(kind.rawValue)") }
    }

    @Test("Rule ids are unique, and sorted within each chapter")
    func idsAreUnique() {
        let ids = specification.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        for chapter in specification.chapters {
            let ids = chapter.document.rules.map(\.id)
            #expect(ids == ids.sorted(), "\(chapter.name)")
        }
        #expect(ids.count > 45)
    }

    @Test("Every example names a rule of its own chapter")
    func examplesShowRules() {
        for chapter in specification.chapters {
            let ids = Set(chapter.document.rules.map(\.id))
            for example in chapter.document.examples {
                #expect(ids.contains(example.rule), "\(chapter.name):\(example.line)")
            }
        }
    }

    @Test("Every rule that the sources cite exists")
    func citedRulesExist() throws {
        let ids = Set(specification.rules.map(\.id))
        let id = try Regex("\\b[A-Z]{2,3}-[0-9]{3}\\b")
        var cited: Set<String> = []
        for (path, text) in try files(in: "Sources", ".swift") {
            for word in wordsOfLines(text, hasHyphens: true).joined()
            where word.utf8.count >= 6 && word.utf8.contains(0x2D) {
                let rules = word.matches(of: id).map { String(word[$0.range]) }
                cited.formUnion(rules)
                #expect(ids.isSuperset(of: rules), "\(path) cites \(rules)")
            }
        }
        #expect(cited.count > 30)
    }

    @Test("The table of modules lists each folder of the sources, and no two files have one name")
    func modulesAreListed() throws {
        let contributing = try String(
            contentsOf: packageFolder.appending(path: "Specs/Contributing.md"), encoding: .utf8)
        // The parts of a path: the room, the module, and the rest.
        let paths = try files(in: "Sources", ".swift", ".c", ".h").map { $0.path.split(separator: "/") }
        for module in Set(paths.map { $0[1] }) { #expect(contributing.contains("`\(module)`"), "\(module)") }
        let names = paths.filter { !$0.contains { $0.hasSuffix(".docc") } }.compactMap(\.last)
        #expect(names.count == Set(names).count + names.filter { $0 == "Exports.swift" }.count - 1)
    }
}
