import Foundation
import NavigationTraces
import PageViewAutomation
import PageViewTracking
import TestWatch
import Testing

/// What the README says is so. Its examples share an engine, so one goes after the other.
@Suite(.serialized, .watched)
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The fenced blocks of a document in a language.
    private func blocks(_ language: String, of document: String = "README.md") throws -> [String] {
        try text(document).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    /// What is for Apple's platforms is compiled against stand-ins for them.
    private static var forApple: String { "AppleStubs/Run/UIKit/ReadmeExamples.swift" }

    /// The articles of the documentation.
    private static var articles: [String] {
        get throws {
            let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
            return try #require(files).compactMap { $0 as? String }
                .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "Sources/\($0)" }.sorted()
        }
    }

    /// Expects every block of Swift in a document, paragraph by paragraph, to be among the examples.
    private func expectToCompile(_ document: String, in examples: [String]) throws -> Int {
        // Statements stand inside functions there.
        func unindented(_ text: String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.joined(
                separator: "\n")
        }
        let examples = unindented(try examples.map { try text("Tests/\($0)") }.joined())
        let blocks = try blocks("swift", of: document)
        for block in blocks {
            for part in block.components(separatedBy: "\n\n") {
                let part = unindented(part.trimmingCharacters(in: .newlines))
                #expect(examples.contains(part), "\(document): not among the examples: \(part)")
            }
        }
        return blocks.count
    }

    @Test("Every block of Swift compiles, in the examples")
    func codeCompiles() throws {
        #expect(try expectToCompile("README.md", in: ["ReadmeTests/ReadmeExamples.swift", Self.forApple]) >= 6)
    }

    @Test("Every block of Swift in the articles of the documentation compiles, in the examples")
    func articlesCompile() throws {
        let articles = try Self.articles
        #expect(articles.count >= 9)
        let examples = ["ReadmeTests/ArticleExamples.swift", Self.forApple]
        let count = try articles.reduce(0) { try $0 + expectToCompile($1, in: examples) }
        #expect(count >= 6)
    }

    @Test("The replay prints what the README shows")
    func replayIsShown() throws {
        var reader = TraceReader(notation: .lines)
        reader.append(try text("Specs/Traces/item-page-waits.trace").utf8)
        reader.finish()
        var replay = TraceReplay()
        var writer = RecordWriter()
        while let line = try reader.next() {
            if case .event(let event) = line { for record in replay.apply(event) { writer.write(record) } }
        }
        let shown = try #require(try blocks("json").first)
        #expect(String(decoding: writer.takeBytes(), as: UTF8.self) == shown)
    }

    @Test("The recording of the README is a test that holds, and needs its header for that")
    func recordingIsATest() throws {
        let trace = try #require(try blocks("text").first { $0.hasPrefix("trace title=recorded exhaustive=,") })
        func failures(_ text: String) throws -> (passed: Int, failed: Int) {
            var reader = TraceReader(notation: .lines)
            reader.append(text.utf8)
            reader.finish()
            var verifier = TraceVerifier()
            while let line = try reader.next() { _ = verifier.check(line, number: reader.lineNumber) }
            _ = verifier.finish()
            return (verifier.passed, verifier.failed)
        }
        #expect(try failures(trace) == (2, 0))
        #expect(try failures(trace.replacing(" exhaustive=,", with: "")).failed > 0)
        #expect(
            try failures(trace.replacing("4     didAppear", with: "4     didDisappear item-0\n4     didAppear")) == (
                1, 1
            ))
    }

    @Test("The pages of the README are counted as it says")
    @MainActor
    func pagesAreCounted() {
        let names = PageNames()
        engine.addReceiver(names)
        let scanner = ScannerScreen()
        scanner.viewDidAppear()
        let item = ItemScreen()
        item.viewDidAppear()
        #expect(handle(url: "app://item/42", from: nil) == "item")
        #expect(names.all == ["scanItem"])
        item.model.pageViewState = .ready(PageViewEvent(pageContext: .item, payload: ["price": 89]))
        item.viewDidDisappear()
        item.viewDidAppear()
        #expect(names.all == ["scanItem", "item", "item"])
    }

    @Test("What is tracked as the README does it is in the journal, with its page, and is uploaded")
    @MainActor
    func eventsAreUploaded() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = setUpTracking(in: folder)
        CharacterListTracker(tracker: tracker).trackSelected(42)
        var bodies: [String] = []
        try upload(from: folder) { bodies.append(String(decoding: $0, as: UTF8.self)) }
        try upload(from: folder) { bodies.append(String(decoding: $0, as: UTF8.self)) }
        #expect(bodies.count == 1)
        #expect(bodies[0].contains("list_sorted") && bodies[0].contains("character_selected"))
        #expect(tracker.consent == .granted)
    }

    @Test("The shop of the README tracks without a complaint")
    func shopIsTracked() throws {
        let complaints = Protected<[String]>([])
        let tracker = try setUpShop { diagnostic in complaints.withLock { $0.append("\(diagnostic)") } }
        #expect(complaints.withLock { $0 } == [])
        #expect(tracker.counts.accepted == 1)
        #expect(tracker.identity.userID == nil)
    }

    @Test("Every link of the README leads somewhere")
    func linksLeadSomewhere() throws {
        let link = try Regex(#"\]\(([^)#]+)\)"#)
        let readme = try text("README.md")
        let targets = readme.matches(of: link).compactMap { $0.output[1].substring.map(String.init) }
        #expect(targets.count > 10)
        for target in targets {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: target).path), "\(target)")
        }
    }
}

/// Keeps the names of the pages that were counted.
private final class PageNames: PageViewReceiver {
    private let names = Protected<[String]>([])

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { names.withLock { $0.append(pageView.page.name.rawValue) } }
    }

    var all: [String] { names.withLock { $0 } }
}
