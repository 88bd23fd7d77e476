import Foundation
import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import PageViewTesting
import PageViewTracking
import TestSupport
import Testing

/// The README and the guides are true. Their examples share an engine, so the tests run one after another.
@Suite(.serialized, .watched)
struct ReadmeTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
    }

    /// The fenced blocks of a document in a language.
    private func blocks(_ language: String, of document: String = "README.md") throws -> [String] {
        try text(document).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    /// The files that contain the code of documents. Stand-ins replace Apple's modules and a declarative framework.
    private static var examples: [String] {
        [
            "Documents/ReadmeTests/ReadmeExamples.swift", "Documents/ReadmeTests/ArticleExamples.swift",
            "Documents/ReadmeTests/UploadExamples.swift", "Documents/ReadmeTests/TurnExamples.swift",
            "Integration/AppleStubs/Run/UIKit/ReadmeExamples.swift", "Documents/OnAppearTests/GuideExamples.swift",
            "Documents/OnAppearTests/OnAppearTests.swift", "Traces/Platforms/ActivityPages.swift",
            "Traces/Platforms/ContainerPages.swift", "Traces/Platforms/DestinationPages.swift",
            "Traces/Platforms/NavigationValue.swift", "Traces/Platforms/RoutePages.swift",
        ]
    }

    /// The articles of the documentation.
    private static var articles: [String] {
        get throws {
            let files = FileManager.default.enumerator(atPath: packageFolder.appending(path: "Sources").path)
            return try #require(files).compactMap { $0 as? String }
                .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "Sources/\($0)" }.sorted()
        }
    }

    /// The README and the chapters of the specification, whose links lead to files.
    private static var linkingDocuments: [String] {
        get throws {
            let chapters = try FileManager.default.subpathsOfDirectory(
                atPath: packageFolder.appending(path: "Specs").path
            )
            .filter { $0.hasSuffix(".md") }.map { "Specs/\($0)" }.sorted()
            return ["README.md"] + chapters
        }
    }

    /// Expects every block of Swift in a document, paragraph by paragraph, to be among the examples.
    private func expectToCompile(_ document: String) throws -> Int {
        // Statements stand inside functions there.
        func unindented(_ text: String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.joined(
                separator: "\n")
        }
        let examples = unindented(try Self.examples.map { try text("Tests/\($0)") }.joined())
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
        #expect(try expectToCompile("README.md") >= 3)
        #expect(try expectToCompile("Specs/Traces/Recording.md") >= 1)
    }

    @Test("Every block of Swift in the articles of the documentation compiles, in the examples")
    func articlesCompile() throws {
        let articles = try Self.articles
        #expect(articles.count >= 13)
        let count = try articles.reduce(0) { try $0 + expectToCompile($1) }
        #expect(count >= 25)
    }

    @Test("The README has at most 900 words")
    func readmeIsShort() throws {
        let words = try text("README.md").split { $0.isWhitespace }
        #expect(words.count <= 900)
    }

    @Test("The replay prints the output in the chapter about the command; the README shows its beginning")
    func replayIsShown() throws {
        let lines = try replayed(try text("Specs/Traces/item-page-waits.trace"))
        #expect(try blocks("json", of: "Specs/Tools/Command.md").first == lines.map { $0 + "\n" }.joined())
        let shown = try #require(try blocks("json").first)
        let shortened = shown.split(separator: "\n")
        #expect(shortened.count == lines.count)
        for (short, line) in zip(shortened, lines) {
            #expect(short.hasSuffix("…") && line.hasPrefix(short.dropLast()), "\(short)")
        }
    }

    @Test("The recording in the chapter about recordings is a test that holds, and needs its header for that")
    func recordingIsATest() throws {
        let trace = try #require(
            try blocks("text", of: "Specs/Traces/Recording.md").first {
                $0.hasPrefix("trace title=recorded exhaustive=,")
            })
        func failures(_ text: String) throws -> (passed: Int, failed: Int) {
            let result = try Verification(text)
            return (result.passed, result.failed)
        }
        #expect(try failures(trace) == (2, 0))
        #expect(try failures(trace.replacing(" exhaustive=,", with: "")).failed > 0)
        #expect(
            try failures(trace.replacing("4     didAppear", with: "4     didDisappear item-0\n4     didAppear")) == (
                1, 1
            ))
    }

    @Test("The engine counts the pages of the guides as they state")
    @MainActor
    func pagesAreCounted() async {
        let names = PageNames()
        engine.addReceiver(names)
        let scanner = ScannerScreen()
        scanner.viewDidAppear()
        #expect(names.all == [])
        await endOfTurn()
        let item = ItemScreen()
        item.viewDidAppear()
        await endOfTurn()
        #expect(handle(url: "app://item/42", from: nil) == "item")
        #expect(names.all == ["scanItem"])
        item.model.pageViewState = .ready(PageViewEvent(pageContext: .item, payload: ["price": 89]))
        item.viewDidDisappear()
        await endOfTurn()
        item.viewDidAppear()
        await endOfTurn()
        #expect(names.all == ["scanItem", "item", "item"])
    }

    @Test("Two navigations in one turn of the main queue count one page, as the guide for adapters states")
    @MainActor
    func turnIsOneUpdate() async {
        let (engine, screens) = showTwoPages()
        let names = PageNames()
        engine.addReceiver(names)
        #expect(engine.currentPage == nil)
        await endOfTurn()
        #expect(names.all == ["item"])
        #expect(engine.currentPage?.page == "item")
        withExtendedLifetime(screens) {}
    }

    @Test("A loop that handles each key in an update counts the page that it draws")
    @MainActor
    func keyIsOneUpdate() {
        let terminal = Terminal()
        let names = PageNames()
        terminal.engine.addReceiver(names)
        terminal.handle("o")
        #expect(names.all == ["item"])
        #expect(terminal.drawn == ["item"])
    }

    @Test("The code of the tracking guide writes events into the journal and uploads them once")
    @MainActor
    func eventsAreUploaded() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = setUpTracking(in: folder)
        CharacterListTracker(tracker: tracker).trackSelected(42)
        var bodies: [String] = []
        for _ in 1...2 {
            let wait = try await upload(from: folder) { request in
                bodies.append(String(decoding: request.body, as: UTF8.self))
                return UploadResponse(status: 200)
            }
            #expect(wait == nil)
        }
        #expect(bodies.count == 1)
        #expect(bodies[0].contains("list_sorted") && bodies[0].contains("character_selected"))
        #expect(tracker.consent == .granted)
    }

    @Test("The shop of the tracking guide tracks without a diagnostic")
    func shopIsTracked() throws {
        let complaints = Locked<[String]>([])
        let tracker = try setUpShop { diagnostic in complaints.withLock { $0.append("\(diagnostic)") } }
        #expect(complaints.withLock { $0 } == [])
        #expect(tracker.counts.accepted == 1)
        #expect(tracker.identity.userID == nil)
    }

    @Test("The providers of the migration guide forward each page view once, and stop each view that they started")
    func pageViewsAreForwarded() throws {
        let calls = Locked<[String]>([])
        try withPageViewRecorder { recorder in
            let tracker = Tracker(
                observing: recorder.engine,
                providers: [
                    screens { name, _ in calls.withLock { $0.append("screen \(name)") } },
                    views(
                        start: { key, name in calls.withLock { $0.append("start \(name) \(key)") } },
                        stop: { key in calls.withLock { $0.append("stop \(key)") } }),
                ])
            var app = recorder.launch(.uiKit, showing: .stack(["search"]))
            try app.push(.pending("item"))
            try app.goBack()
            try recorder.expect("search", "search")
            tracker.shutDown(within: .seconds(10))
        }
        let all = calls.withLock { $0 }
        #expect(all.filter { $0.hasPrefix("screen") } == ["screen search", "screen search"])
        let keys = all.filter { !$0.hasPrefix("screen") }
        #expect(keys.count == 3)
        #expect(keys[0].hasPrefix("start search ") && keys[2].hasPrefix("start search "))
        #expect(keys[1] == keys[0].replacing("start search", with: "stop"))
    }

    @Test("Every link of the README and of the specification leads to a file")
    func linksLeadSomewhere() throws {
        let link = try Regex(#"\]\(([^)#]+)\)"#)
        for document in try Self.linkingDocuments {
            let folder = packageFolder.appending(path: document).deletingLastPathComponent()
            let targets = try text(document).matches(of: link).compactMap { $0.output[1].substring.map(String.init) }
            #expect(document != "README.md" || targets.count > 10)
            for target in targets {
                #expect(
                    FileManager.default.fileExists(atPath: folder.appending(path: target).path),
                    "\(document): \(target)")
            }
        }
    }
}

/// Keeps the names of the pages that were counted.
private final class PageNames: PageViewReceiver {
    private let names = Locked<[String]>([])

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { names.withLock { $0.append(pageView.page.name.rawValue) } }
    }

    var all: [String] { names.withLock { $0 } }
}
