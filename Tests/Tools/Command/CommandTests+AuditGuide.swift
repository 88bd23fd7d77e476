import Foundation
import TestSupport
import Testing

/// The guide about audits, which must show the output of the command.
extension CommandTests {
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
