import Foundation
import Testing

/// The report of the subcommand that compares an export with a trace (AU-303).
extension CommandTests {
    private static let files = ["seen.trace", "sent.jsonl"]

    @Test("An audit with -o writes a report, and prints the same as without", arguments: [["--json"], []])
    func auditReport(options: [String]) async throws {
        let folder = try Self.auditFolder()
        let without = try await Self.audit(folder, Self.files + options)
        let with = try await Self.audit(folder, Self.files + options + ["-o", "report.HTML"]).succeeded()
        #expect(with.output == without.output)
        #expect(!with.output.isEmpty)
        let report = try folder.text("report.HTML")
        #expect(report.hasPrefix("<!doctype html>"))
        #expect(report.contains("<h1>2 of 3 sent were right, and 1 of 3 page views was not sent.</h1>"))
        #expect(report.contains("<bdi>sent.jsonl</bdi> against <bdi>seen.trace</bdi>"))
        #expect(report.contains("<svg width=\"1110\""))
    }

    @Test("An audit as text has sentences and a table, and ends with its counts in words (AU-112, AU-209)")
    func auditInWords() async throws {
        let run = try await Self.audit(Self.auditFolder(Self.sent + Self.segment("itm", "50.000", id: 5))).succeeded()
        #expect(
            run.lines.prefix(2) == [
                "sent.jsonl:1: line 1 is no page view.",
                "sent.jsonl:2: list was sent at 0.520 s, 0.020 s after its count, as page view 1.",
            ])
        for row in ["sent        4", "repeated    1  cancelledTransition 1", "missing     1  sharedName 1"] {
            #expect(run.lines.contains(row))
        }
        #expect(run.lines.contains { $0.hasPrefix("item, page view 3 at 20.600 s, was not sent: ") })
        #expect(
            run.lines.suffix(4) == [
                "2 of 4 sent were right.", "1 of 4 sent was repeated: by cancelled swipes (POL-002).",
                "1 of 4 sent was out of place.",
                "1 of 3 page views was not sent: after a page with the same name (AP-011).",
            ])
        #expect(run.lines.contains("1 line has the name itm, which no page has; the nearest page is item."))
    }

    @Test("A trace from standard input has a report without timelines")
    func auditReportOfPipes() async throws {
        let folder = try Self.auditFolder()
        try await Self.audit(
            folder, "-o", "report.html", files: ["-", "sent.jsonl"], input: Self.seen
        ).succeeded()
        let report = try folder.text("report.html")
        #expect(report.contains("The trace is no file that can be read again, so there are no timelines."))
        #expect(!report.contains("<svg width=\"1110\"") && report.contains("was sent again at 9.812 s"))
    }

    @Test("A malformed line of the trace is reported once, and the report has what came before it")
    func auditReportOfMalformedTraces() async throws {
        let folder = try Self.auditFolder()
        try folder.write(Self.seen + "oops\n30 didDisappear item#2\n", to: "seen.trace")
        for options in [[], ["--skip-invalid"]] {
            let run = try await Self.audit(folder, Self.files + ["-o", "report.html"] + options).failed(65)
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("seen.trace:10:1: expected "))
            #expect(try folder.text("report.html").contains("<svg width=\"1110\""))
        }
    }

    @Test(
        "An audit rejects an output that is no .html file or one of its inputs, and reports one that cannot be written")
    func auditReportMisuse() async throws {
        let folder = try Self.auditFolder()
        try folder.write(Self.seen, to: "seen.html")
        try folder.makeFolder("folder.html")
        for output in ["report.svg", "report", "-"] {
            let run = try await Self.audit(folder, "-o", output).failed(64)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("pageview: expected -o and a file that ends in .html, found -o \(output)\n"))
        }
        let own = try await Self.audit(folder, "-o", "seen.html", files: ["seen.html", "sent.jsonl"])
        #expect(own.status == 64 && own.output.isEmpty)
        #expect(own.errors.hasPrefix("pageview: expected -o and another file than the inputs, found seen.html\n"))
        #expect(try folder.text("seen.html") == Self.seen)
        for output in ["none/report.html", "folder.html"] {
            let run = try await Self.audit(folder, "-o", output)
            #expect(run.status == 74 && run.hasExited)
            #expect(run.errors.hasPrefix("\(output): ") && run.lines.last?.hasPrefix("1 of 3 page views") == true)
        }
    }
}
