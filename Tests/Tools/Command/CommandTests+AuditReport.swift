import Foundation
import Testing

/// The report of the subcommand that compares an export with a trace (AU-303).
extension CommandTests {
    private static let trace = """
        0.5  create list#1 page=list
        0.5  didAppear list#1
        4.4  create item#1 page=item
        4.4  didAppear item#1
        9.2  willDisappear item#1
        9.8  didAppear item#1

        """

    private static let export = """
        1970-01-01T00:00:00.520Z list
        1970-01-01T00:00:04.430Z item
        1970-01-01T00:00:09.812Z item

        """

    /// The arguments that audit the files of a folder.
    private static let arguments = ["audit", "--began-at", "1970-01-01T00:00:00Z", "seen.trace", "sent.txt"]

    private static func folder() throws -> Folder {
        let folder = try Folder()
        try folder.write(trace, to: "seen.trace")
        try folder.write(export, to: "sent.txt")
        return folder
    }

    @Test("An audit with -o writes a report, and prints the same as without", arguments: [["--json"], []])
    func auditReport(options: [String]) async throws {
        let folder = try Self.folder()
        let without = try await Run.pageview(Self.arguments + options, in: folder)
        let with = try await Run.pageview(Self.arguments + options + ["-o", "report.HTML"], in: folder)
        #expect(with.output == without.output && with.errors.isEmpty && with.status == 0)
        #expect(!with.output.isEmpty)
        let report = try String(contentsOf: folder.url.appendingPathComponent("report.HTML"), encoding: .utf8)
        #expect(report.hasPrefix("<!doctype html>"))
        #expect(report.contains("<h1>2 of 3 sent were right.</h1>"))
        #expect(report.contains("<bdi>sent.txt</bdi> against <bdi>seen.trace</bdi>"))
        #expect(report.contains("<svg width=\"1110\""))
    }

    @Test("An audit as text ends with its counts in words (AU-209)")
    func auditInWords() async throws {
        let folder = try Self.folder()
        try folder.write(Self.export + "1970-01-01T00:00:50.000Z itm\n", to: "sent.txt")
        let run = try await Run.pageview(Self.arguments, in: folder)
        #expect(
            run.lines.suffix(3) == [
                "2 of 4 sent were right.", "1 of 4 sent was repeated: by cancelled swipes (POL-002).",
                "1 of 4 sent was out of place.",
            ])
        #expect(run.lines.contains("1 line has the name itm, which no page has; the nearest page is item."))
    }

    @Test("A trace from standard input has a report without timelines")
    func auditReportOfPipes() async throws {
        let folder = try Self.folder()
        let run = try await Run.pageview(
            ["audit", "--began-at", "1970-01-01T00:00:00Z", "-", "sent.txt", "-o", "report.html"], in: folder,
            input: Self.trace)
        #expect(run.status == 0 && run.errors.isEmpty)
        let report = try String(contentsOf: folder.url.appendingPathComponent("report.html"), encoding: .utf8)
        #expect(report.contains("The trace is no file that can be read again, so there are no timelines."))
        #expect(!report.contains("<svg width=\"1110\"") && report.contains("was sent again at 9.812 s"))
    }

    @Test("A malformed line of the trace is reported once, and the report has what came before it")
    func auditReportOfMalformedTraces() async throws {
        let folder = try Self.folder()
        try folder.write(Self.trace + "oops\n12 didDisappear item#1\n", to: "seen.trace")
        for options in [[], ["--skip-invalid"]] {
            let run = try await Run.pageview(Self.arguments + ["-o", "report.html"] + options, in: folder)
            #expect(run.status == 65)
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("seen.trace:7:1: expected "))
            let report = try String(contentsOf: folder.url.appendingPathComponent("report.html"), encoding: .utf8)
            #expect(report.contains("<svg width=\"1110\""))
        }
    }

    @Test(
        "An audit rejects an output that is no .html file or one of its inputs, and reports one that cannot be written")
    func auditReportMisuse() async throws {
        let folder = try Self.folder()
        try folder.write(Self.trace, to: "seen.html")
        try folder.makeFolder("folder.html")
        for output in ["report.svg", "report", "-"] {
            let run = try await Run.pageview(Self.arguments + ["-o", output], in: folder)
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.errors.hasPrefix("pageview: expected -o and a file that ends in .html, found -o \(output)\n"))
        }
        let own = try await Run.pageview(["audit", "seen.html", "sent.txt", "-o", "seen.html"], in: folder)
        #expect(own.status == 64 && own.output.isEmpty)
        #expect(own.errors.hasPrefix("pageview: expected -o and another file than the inputs, found seen.html\n"))
        #expect(try String(contentsOf: folder.url.appendingPathComponent("seen.html"), encoding: .utf8) == Self.trace)
        for output in ["none/report.html", "folder.html"] {
            let run = try await Run.pageview(Self.arguments + ["-o", output], in: folder)
            #expect(run.status == 74 && run.hasExited)
            #expect(
                run.errors.hasPrefix("\(output): ")
                    && run.lines.last == "1 of 3 sent was repeated: by cancelled swipes (POL-002).")
        }
    }
}
