import Foundation
import TestSupport
import Testing

/// The journeys in `Specs/Tools/Audits/`: what a user saw, what a product sent by its documented rules, and the expected output.
extension CommandTests {
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
        let run = try await Run.pageview(arguments, in: folder)
        #expect(run.errors == "" && run.status == 0)
        #expect(run.lines == Array(lines.dropFirst()))
    }
}
