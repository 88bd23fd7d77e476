import Foundation
import TestSupport
import Testing

/// The subcommand that compares an export with a trace (AU-112).
extension CommandTests {
    /// A list, and an item that the user begins to leave and stays on; then another item.
    static let seen = """
        0.5  create list#1 page=list
        0.5  didAppear list#1
        4.4  create item#1 page=item
        4.4  didAppear item#1
        9.2  willDisappear item#1
        9.8  didAppear item#1
        20.6 didDisappear item#1
        20.6 create item#2 page=item
        20.6 didAppear item#2

        """

    static func segment(_ name: String, _ time: String, type: String = "screen", id: Int) -> String {
        #"{"type":"\#(type)","name":"\#(name)","anonymousId":"s1","messageId":"\#(id)","timestamp":"2026-01-01T00:00:\#(time)Z"}"#
            + "\n"
    }

    static let sent =
        segment("tap", "00.100", type: "track", id: 1) + segment("list", "00.520", id: 2)
        + segment("item", "04.430", id: 3) + segment("item", "09.812", id: 4)

    private static let outcomes = """
        {"line":1,"session":"s1","outcome":"ignored"}
        {"line":2,"session":"s1","outcome":"right","name":"list","page":"list","t":0.52,"seq":1,"delay":0.02}
        {"line":3,"session":"s1","outcome":"right","name":"item","page":"item","t":4.43,"seq":2,"delay":0.03}
        {"line":4,"session":"s1","outcome":"repeated","name":"item","page":"item","t":9.812,"of":2,"cause":"cancelledTransition","rules":["POL-002","AP-004"]}
        {"pageView":3,"outcome":"missing","page":"item","t":20.6,"cause":"sharedName","rules":["AP-011"]}
        {"summary":{"sent":3,"right":2,"repeated":1,"tooEarly":0,"tooLate":0,"wrongName":0,"outOfPlace":0,"ignored":1,"folded":0,"pageViews":3,"missing":1},"causes":{"repeated/cancelledTransition":1,"missing/sharedName":1}}

        """

    /// Creates a folder with the trace and the export.
    static func auditFolder(_ sent: String = sent) throws -> Folder {
        try Folder(["seen.trace": seen, "sent.jsonl": sent])
    }

    static func audit(
        _ folder: Folder, _ arguments: String..., files: [String] = ["seen.trace", "sent.jsonl"], input: String = ""
    ) async throws -> Run {
        try await audit(folder, arguments + files, input: input)
    }

    static func audit(_ folder: Folder, _ arguments: [String], input: String = "") async throws -> Run {
        try await Run.pageview(["audit", "--began-at", "2026-01-01T00:00:00Z"] + arguments, in: folder, input: input)
    }

    @Test("An audit as JSON has an object for each line, each missing page view and the counts (AU-112)")
    func auditAsJSON() async throws {
        let run = try await Self.audit(Self.auditFolder(), "--json").succeeded()
        #expect(run.text == Self.outcomes)
        let strict = try await Self.audit(Self.auditFolder(), "--json", "--strict").failed(1)
        #expect(strict.text == run.text)
    }

    @Test("An export from standard input gives the same output as a file (AU-110, AU-112)")
    func auditOfPipes() async throws {
        for (files, input) in [(["seen.trace", "-"], Self.sent), (["-", "sent.jsonl"], Self.seen)] {
            let run = try await Self.audit(Self.auditFolder(), "--json", files: files, input: input)
            #expect(run.errors == "" && run.text == Self.outcomes)
        }
    }

    @Test("Lines of several files have the names of their files, and a file can have its own format (AU-112)")
    func auditOfSeveralFiles() async throws {
        let folder = try Self.auditFolder()
        try folder.write("2026-01-01T00:00:20.650Z item\n", to: "more.txt")
        let run = try await Self.audit(folder, "--json", files: ["seen.trace", "sent.jsonl", "more.txt"])
        #expect(run.errors == "")
        #expect(run.lines.first == #"{"file":"sent.jsonl","line":1,"session":"s1","outcome":"ignored"}"#)
        let last =
            #"{"file":"more.txt","line":1,"outcome":"right","name":"item","page":"item","t":20.65,"seq":3,"delay":0.05}"#
        #expect(run.lines.contains(last) && run.lines.last?.contains(#""sent":4,"right":3"#) == true)
    }

    @Test("The options choose the format, the session key, the map and the tolerance (AU-112)")
    func auditOptions() async throws {
        func renamed(_ text: String) -> String {
            text.replacingOccurrences(of: #""name":"item""#, with: #""name":"Item 7""#)
        }
        let folder = try Self.auditFolder(renamed(Self.sent))
        try folder.write("# names\nItem * = item\n", to: "names.map")
        let run = try await Self.audit(
            folder, "--json", "--map", "names.map", "--session-key", "type/anonymousId", "--format=segment")
        #expect(run.errors == "")
        let expected = renamed(Self.outcomes)
            .replacingOccurrences(of: #""line":1,"session":"s1""#, with: #""line":1,"session":"track/s1""#)
            .replacingOccurrences(of: #""session":"s1""#, with: #""session":"screen/s1""#)
        #expect(run.text == expected)
        let narrow = try await Self.audit(Self.auditFolder(), "--json", "--tolerance", "0.025")
        #expect(narrow.text.contains(#""line":2,"session":"s1","outcome":"right""#))
        #expect(narrow.text.contains(#""line":3,"session":"s1","outcome":"tooLate""#))
    }

    @Test("A malformed line ends the reading of its file, or is skipped (AU-107, AU-112)")
    func auditOfMalformedLines() async throws {
        let folder = try Self.auditFolder(Self.sent + "{\n" + Self.segment("item", "20.700", id: 5))
        let run = try await Self.audit(folder, "--json").failed(65)
        #expect(run.text == Self.outcomes)
        #expect(run.errors == "sent.jsonl:5:2: expected a key in quotes, found the end of the line\n")
        let skipped = try await Self.audit(folder, "--json", "--skip-invalid").failed(65)
        #expect(skipped.errors == run.errors)
        #expect(skipped.text.contains(#"{"line":6,"session":"s1","outcome":"right","name":"item""#))
        try folder.write("a b\n", to: "names.map")
        let wrongMap = try await Self.audit(folder, "--map", "names.map").failed(65)
        #expect(wrongMap.text == "")
        #expect(wrongMap.errors.hasPrefix("names.map:1:1: expected 'sent name = page name'"))
    }

    @Test("Wrong options of an audit end with status 64, and missing files with status 66 (AU-112)")
    func auditMisuse() async throws {
        let folder = try Self.auditFolder()
        let cases: [(String, Int32)] = [
            ("--format segmnt seen.trace sent.jsonl", 64), ("--session-key a..b seen.trace sent.jsonl", 64),
            ("--tolerance -1 seen.trace sent.jsonl", 64), ("--tolerance soon seen.trace sent.jsonl", 64),
            ("--began-at 2026-01-01 seen.trace sent.jsonl", 64), ("--follow seen.trace sent.jsonl", 64),
            ("--began-at 2026-01-01T00:00:00 seen.trace sent.jsonl", 64), ("seen.trace", 64), ("seen.trace .", 64),
            ("- -", 64), ("--map - seen.trace -", 64), ("--map . seen.trace -", 64), ("seen.trace none", 66),
            ("--map none seen.trace sent.jsonl", 66), ("none sent.jsonl", 66),
        ]
        for (arguments, status) in cases {
            let run = try await Run.pageview(["audit"] + arguments.split(separator: " ").map(String.init), in: folder)
            #expect(run.status == status && run.text == "", "\(arguments)")
            #expect(run.errors.hasPrefix(status == 64 ? "pageview: expected " : "none: expected "), "\(arguments)")
        }
    }

    @Test("A file that cannot be read leaves out its own lines (AU-112)")
    func auditOfMissingFiles() async throws {
        let run = try await Self.audit(Self.auditFolder(), "--json", files: ["seen.trace", "sent.jsonl", "none"])
            .failed(66)
        #expect(run.errors.hasPrefix("none: ") && run.text == Self.outcomes)
    }

    @Test(
        "The events of a malformed payload before its error count (AU-107)", arguments: ["--strict", "--skip-invalid"])
    func auditOfMalformedPayload(_ option: String) async throws {
        func event(_ name: String, _ time: String) -> String {
            #"{"event":"$screen","distinct_id":"u","timestamp":"2026-01-01T00:00:\#(time)Z","properties":{"$screen_name":"\#(name)"}}"#
        }
        let payload =
            "{\"api_key\":\"k\",\"batch\":[\n\(event("list", "00.520")),\n\(event("item", "04.430").prefix(40))"
        let folder = try Self.auditFolder(payload)
        let run = try await Self.audit(folder, "--json", "--format", "posthog", option).failed(65, "sent.jsonl:3:41: ")
        #expect(option == "--skip-invalid" || run.errorLines.count == 1)
        #expect(run.text.contains(#"{"line":2,"outcome":"right","name":"list""#))
    }

    /// The journeys: what a user saw, what a product sent by its documented rules, and the expected output.
    private static let audits = packageFolder.appending(path: "Specs/Tools/Audits")

    /// The names of the journeys.
    static let auditJourneys: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: audits.path)) ?? []).sorted()

    @Test(
        "Each journey in Specs/Tools/Audits has the expected output, byte for byte (AU-208)", arguments: auditJourneys)
    func auditJourney(_ name: String) async throws {
        let source = Self.audits.appending(path: name)
        let folder = try Folder()
        let files = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
        for file in files { try folder.write(Data(contentsOf: source.appending(path: file)), to: file) }
        func lines(_ file: String) throws -> [String] {
            guard files.contains(file) else { return [] }
            return try String(contentsOf: source.appending(path: file), encoding: .utf8).split(separator: "\n")
                .map(String.init)
        }
        let trace = try #require(files.first { $0.hasPrefix("trace.") })
        let others = ["expected.json", "options.txt", "errors.txt", "names.map", trace]
        let sent = files.filter { !others.contains($0) }
        let run = try await Run.pageview(["audit", "--json"] + lines("options.txt") + [trace] + sent, in: folder)
        #expect(run.output == (try Data(contentsOf: source.appending(path: "expected.json"))), "\(run.text)")
        #expect(run.errorLines == (try lines("errors.txt")))
        #expect(run.status == (files.contains("errors.txt") ? 65 : 0))
    }

    @Test("Specs/Tools/Audits has at least twelve journeys, and one for each product")
    func auditJourneysAreThere() {
        #expect(Self.auditJourneys.count >= 12)
        for product in ["segment", "posthog", "snowplow", "firebase", "datadog", "lines"] {
            #expect(Self.auditJourneys.contains { $0.hasPrefix(product) }, "\(product)")
        }
    }

    @Test("The audit in the guide prints the lines that the guide shows (AU-112)")
    func auditGuide() async throws {
        let guide = try String(
            contentsOf: packageFolder.appending(
                path: "Sources/Core/PageViewAutomation/PageViewAutomation.docc/Guides/AuditingPageViews.md"),
            encoding: .utf8)
        let block = try #require(guide.components(separatedBy: "```console\n$ swift run pageview ").dropFirst().first)
        let lines = block.components(separatedBy: "\n```")[0].split(separator: "\n").map(String.init)
        let arguments = lines[0].split(separator: " ").map(String.init)
        let folder = try Folder()
        for path in arguments where path.hasPrefix("Specs/") {
            try folder.write(Data(contentsOf: packageFolder.appending(path: path)), to: path)
        }
        let run = try await Run.pageview(arguments, in: folder).succeeded()
        #expect(run.lines == Array(lines.dropFirst()))
    }
}
