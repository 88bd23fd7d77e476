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

    /// The Markdown files in a folder of the package.
    private static func documents(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: packageFolder.appending(path: folder).path)
            .filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }.sorted()
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

    @Test("Every block of Swift in the documents compiles, in the examples")
    func codeCompiles() throws {
        #expect(try expectToCompile("README.md") >= 3)
        #expect(try expectToCompile("Specs/Traces/Recording.md") >= 1)
        let articles = try Self.documents(in: "Sources")
        #expect(articles.count >= 13)
        #expect(try articles.reduce(0) { try $0 + expectToCompile($1) } >= 25)
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
        let names = countedPages(of: engine)
        let scanner = ScannerScreen()
        scanner.viewDidAppear()
        #expect(names.values == [])
        await endOfTurn()
        let item = ItemScreen()
        item.viewDidAppear()
        await endOfTurn()
        #expect(handle(url: "app://item/42", from: nil) == "item")
        #expect(names.values == ["scanItem"])
        item.model.pageViewState = .ready(PageViewEvent(pageContext: .item, payload: ["price": 89]))
        item.viewDidDisappear()
        await endOfTurn()
        item.viewDidAppear()
        await endOfTurn()
        #expect(names.values == ["scanItem", "item", "item"])
    }

    @Test("Two navigations in one turn of the main queue count one page, as the guide for adapters states")
    @MainActor
    func turnIsOneUpdate() async {
        let (engine, screens) = showTwoPages()
        let names = countedPages(of: engine)
        #expect(engine.currentPage == nil)
        await endOfTurn()
        #expect(names.values == ["item"])
        #expect(engine.currentPage?.page == "item")
        withExtendedLifetime(screens) {}
    }

    @Test("A loop that handles each key in an update counts the page that it draws")
    @MainActor
    func keyIsOneUpdate() {
        let terminal = Terminal()
        let names = countedPages(of: terminal.engine)
        terminal.handle("o")
        #expect(names.values == ["item"])
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
        let complaints = Log<String>()
        let tracker = try setUpShop { complaints.append("\($0)") }
        #expect(complaints.values == [])
        #expect(tracker.counts.accepted == 1)
        #expect(tracker.identity.userID == nil)
    }

    @Test("The providers of the migration guide forward each page view once, and stop each view that they started")
    func pageViewsAreForwarded() throws {
        let calls = Log<String>()
        try withPageViewRecorder { recorder in
            let tracker = Tracker(
                observing: recorder.engine,
                providers: [
                    screens { name, _ in calls.append("screen \(name)") },
                    views(
                        start: { key, name in calls.append("start \(name) \(key)") },
                        stop: { key in calls.append("stop \(key)") }),
                ])
            var app = recorder.launch(.uiKit, showing: .stack(["search"]))
            try app.push(.pending("item"))
            try app.goBack()
            try recorder.expect("search", "search")
            tracker.shutDown(within: .seconds(10))
        }
        let all = calls.values
        #expect(all.filter { $0.hasPrefix("screen") } == ["screen search", "screen search"])
        let keys = all.filter { !$0.hasPrefix("screen") }
        #expect(keys.count == 3)
        #expect(keys[0].hasPrefix("start search ") && keys[2].hasPrefix("start search "))
        #expect(keys[1] == keys[0].replacing("start search", with: "stop"))
    }

    @Test("Every link of the README and of the specification leads to a file")
    func linksLeadSomewhere() throws {
        let link = try Regex(#"\]\(([^)#]+)\)"#)
        for document in try ["README.md"] + Self.documents(in: "Specs") {
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

/// Returns a log that receives the names of the pages that an engine counts.
private func countedPages(of engine: PageViewEngine) -> Log<String> {
    let names = Log<String>()
    engine.addReceiver(of: .pageViews) { record in
        if case .pageView(let pageView) = record { names.append(pageView.page.name.rawValue) }
    }
    return names
}
