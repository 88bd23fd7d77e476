import Foundation
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

/// A journey: a trace in `Specs/Traces/`.
struct Journey {
    let name: String
    let lines: [(line: TraceLine, number: Int)]

    static func all() throws -> [Journey] {
        let folder = packageFolder.appending(path: "Specs/Traces")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".trace") }
            .map { try Journey(name: $0, bytes: Data(contentsOf: folder.appending(path: $0))) }
    }

    init(name: String, bytes: some Sequence<UInt8>) throws {
        self.name = name
        var reader = TraceReader(notation: name.hasSuffix(".trace") ? .lines : .jsonLines)
        reader.append(bytes)
        reader.finish()
        var lines: [(line: TraceLine, number: Int)] = []
        while let line = try reader.next() { lines.append((line, reader.lineNumber)) }
        self.lines = lines
    }

    /// Verifies the expectations. Returns the failures and the number of expectations that passed.
    func verify() -> (failures: [String], passed: Int) {
        var verifier = TraceVerifier()
        var failures: [VerificationFailure] = []
        for (line, number) in lines { failures += verifier.check(line, number: number) }
        failures += verifier.finish()
        return (failures.map { "\(name):\($0.line): \($0.message)" }, verifier.passed)
    }
}
