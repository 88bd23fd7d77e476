import Foundation
import TestWatch
import Testing

extension CommandTests {
    static let jobs = ["2", "7"]

    @Test(
        "Replay writes the same bytes on several threads as on one", arguments: jobs, [["--to", "jsonl"], []])
    func jobsWriteTheSame(jobs: String, notation: [String]) async throws {
        let folder = try Folder()
        let simulate = ["simulate", "--events", "\(TestDepth.number(600, proof: 2_000))"] + notation
        try folder.write(try await Run.pageview(simulate).output, to: "one")
        try folder.write(try await Run.pageview(simulate + ["--sessions", "90"]).output, to: "many")
        for options in [["--all"], ["--all", "--idle", "30"], []] {
            let alone = try await Run.pageview(["replay", "one", "many"] + options, in: folder)
            #expect(alone.status == 0 && alone.lines.count > TestDepth.number(30, proof: 100))
            let run = try await Run.pageview(["replay", "one", "many", "--jobs", jobs] + options, in: folder)
            #expect(run.output == alone.output)
            #expect(run.status == 0 && run.hasExited && run.errors.isEmpty)
        }
    }

    @Test("Several threads report malformed lines with the same output and errors as one", arguments: jobs)
    func malformedLinesOnSeveralThreads(jobs: String) async throws {
        let folder = try Folder()
        let count = TestDepth.number(2_000, proof: 9_000)
        let trace = try await Run.pageview(
            ["simulate", "--events", "\(count)", "--sessions", "50", "--to", "jsonl"])
        for places in [[0, count - 1], [count / 2, count / 2 + 1, count - 200]] {
            var lines = trace.lines
            for place in places { lines[place] += "x" }
            try folder.write(lines.joined(separator: "\n"), to: "bad.jsonl")
            for options in [[], ["--skip-invalid"], ["--skip-invalid", "--all"]] {
                let alone = try await Run.pageview(["replay", "bad.jsonl"] + options, in: folder)
                #expect(alone.errorLines.count == (options.isEmpty ? 1 : places.count))
                let run = try await Run.pageview(["replay", "bad.jsonl", "--jobs", jobs] + options, in: folder)
                #expect(run.output == alone.output && run.errors == alone.errors)
                #expect(run.status == 65 && run.hasExited)
            }
        }
    }

    @Test("Several threads accept empty input, and end without an error if the reader closes the pipe", arguments: jobs)
    func endsOfJobs(jobs: String) async throws {
        for input in ["", "\n", "\n\n# remark\n"] {
            let run = try await Run.pageview(["replay", "--jobs", jobs], input: input)
            #expect(run.output.isEmpty && run.errors.isEmpty && run.status == 0 && run.hasExited)
        }
        let trace = try await Run.pageview(["simulate", "--events", "\(TestDepth.number(4_000, proof: 20_000))"])
        let run = try await Run.pageview(["replay", "--jobs", jobs], input: trace.output, output: .closedPipe)
        #expect(run.errors.isEmpty && run.status == 0 && run.hasExited)
    }

    @Test(
        "A number of jobs that is not a whole number up to 1024 fails with a message",
        arguments: ["", "-1", "x", "1.5", "100000"])
    func wrongJobs(jobs: String) async throws {
        let run = try await Run.pageview(["replay", "--jobs=\(jobs)"], input: "")
        #expect(run.errors.hasPrefix("pageview: expected --jobs and a whole number up to 1024, found --jobs \(jobs)\n"))
        #expect(run.status == 64)
    }
}
