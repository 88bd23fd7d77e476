import Foundation
import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// Simulated traces, and traces that the command reads in several pieces (TR-005).
extension CommandTests {
    /// The maximum number of bytes that the command reads at a time.
    private static let pieceSize = 128 << 10

    @Test(
        "A long trace gives the records of its lines, one after another",
        arguments: TestDepth.sample(1, of: [["--to", "jsonl"], []]))
    func longTraces(notation: [String]) async throws {
        let folder = try Folder()
        let trace = try await Run.pageview(
            ["simulate", "--events", "\(TestDepth.number(3_600, proof: 40_000))", "--sessions", "20"] + notation)
        #expect(trace.output.count > 2 * Self.pieceSize)
        try folder.write(trace.output, to: "long")
        var replay = TraceReplay()
        var writer = ReplayWriter(writesAll: true)
        for event in Reading(Array(trace.output), notation.isEmpty ? .lines : .jsonLines).events {
            for record in replay.apply(event) { writer.write(record) }
        }
        let expected = Data(writer.takeBytes())
        let file = try await Run.pageview(["replay", "--all", "long"], in: folder).succeeded()
        #expect(file.output == expected)
        let pipe = try await Run.pageview(["replay", "--all"], input: trace.output).succeeded()
        #expect(pipe.output == expected)
    }

    @Test("A malformed line anywhere in a long trace is reported at its place, after the records before it")
    func malformedLinesInLongTraces() async throws {
        let folder = try Folder()
        let count = TestDepth.number(1_850, proof: 30_000)
        let trace = try await Run.pageview(["simulate", "--events", "\(count)", "--sessions", "50", "--to", "jsonl"])
        for places in [[0, count - 1], [count / 2, count / 2 + 1, count - 200]] {
            var lines = trace.lines
            for place in places { lines[place] += "x" }
            try folder.write(lines.joined(separator: "\n"), to: "bad.jsonl")
            try folder.write(lines[..<places[0]].joined(separator: "\n"), to: "before.jsonl")
            for place in places.reversed() { lines.remove(at: place) }
            try folder.write(lines.joined(separator: "\n"), to: "rest.jsonl")
            for (options, other) in [([], "before.jsonl"), (["--skip-invalid"], "rest.jsonl")] {
                let run = try await Run.pageview(["replay", "--all", "bad.jsonl"] + options, in: folder)
                let expected = try await Run.pageview(["replay", "--all", other], in: folder)
                #expect(run.output == expected.output && expected.status == 0)
                #expect(run.status == 65 && run.hasExited)
                let reported = options.isEmpty ? [places[0]] : places
                #expect(run.errorLines.count == reported.count)
                for (line, place) in zip(run.errorLines, reported) {
                    #expect(line.hasPrefix("bad.jsonl:\(place + 1):"))
                }
            }
        }
    }

    @Test("A malformed line ends the command although its input stays open")
    func malformedLineInAnOpenPipe() throws {
        let process = try Executable.process(["replay"])
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let line = #"{"t":0,"event":"didAppear","component":"a"}"# + "\n"
        let count = 2 * Self.pieceSize / line.utf8.count
        try input.fileHandleForWriting.write(contentsOf: Data(String(repeating: line, count: count).utf8))
        try input.fileHandleForWriting.write(contentsOf: Data("oops\n".utf8))
        process.waitUntilExit()
        #expect(process.terminationStatus == 65)
        let message = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(message.hasPrefix("<stdin>:\(count + 1):1: expected "))
        try input.fileHandleForWriting.close()
    }

    @Test("Parts of a trace in separate processes print the same lines as the whole trace")
    func partsMakeTheWhole() async throws {
        let simulated = try await Run.pageview(
            [
                "simulate", "--events", "\(TestDepth.number(1_200, proof: 3_000))", "--sessions", "30", "--to", "jsonl",
                "--seed", "5",
            ])
        let header = #"{"trace":1,"policy":"literal"}"#
        let lines = simulated.lines.dropFirst()
        let whole = try await Run.pageview(["replay", "--all"], input: ([header] + lines).joined(separator: "\n"))
        var together: [String] = []
        let sessions = lines.map { (session: Self.session($0), line: $0) }
        for digit in 0...9 {
            let own = sessions.filter { $0.session.hasSuffix("\(digit)") }.map(\.line)
            let run = try await Run.pageview(["replay", "--all"], input: ([header] + own).joined(separator: "\n"))
                .succeeded()
            together += run.lines
        }
        // The sort is stable to keep the order within a session.
        func sorted(_ lines: [String]) -> [String] {
            lines.enumerated().map { (Self.session($0.1), $0.0, $0.1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }
        #expect(whole.lines.count > TestDepth.number(400, proof: 1_000))
        #expect(sorted(together) == sorted(whole.lines))
        let bare = try await Run.pageview(["replay", "--all"], input: lines.joined(separator: "\n"))
        #expect(bare.lines != whole.lines)
    }

    private static func session(_ line: String) -> Substring {
        line.split(separator: #""session":""#).dropFirst().first?.prefix { $0 != "\"" } ?? ""
    }

    /// Returns the lines of a trace without the header of the line notation.
    private func events(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("trace") }
    }

    @Test("Simulate writes the same trace for a seed, and another trace for another seed (SIM-006)")
    func simulateIsReproducible() async throws {
        let first = try await Run.pageview(["simulate", "--seed", "7", "--events", "300"]).succeeded()
        #expect(first.text.hasPrefix("trace title=\"Simulated: UIKit, seed 7\"\n"))
        #expect(events(first.text).count == 300)
        #expect(try await Run.pageview(["simulate", "--events=300", "--seed=7"]).text == first.text)
        #expect(try await Run.pageview(["simulate", "--seed", "8", "--events", "300"]).text != first.text)
    }

    /// Every sixth framework; the tests of the simulator try all of them.
    private static let someFrameworks = UIFramework.all.enumerated().filter { $0.offset % 6 == 0 }.map(\.element)

    @Test(
        "Simulate writes the same trace in both notations, and the trace replays",
        arguments: TestDepth.sample(3, of: someFrameworks))
    func simulateReplays(framework: UIFramework) async throws {
        let options = [
            "simulate", "--seed", "5", "--events", "\(TestDepth.number(200, proof: 400))", "--framework",
            framework.identifier,
        ]
        let words = try await Run.pageview(options).succeeded()
        let json = try await Run.pageview(options + ["--to", "jsonl"]).succeeded()
        #expect(try await Run.pageview(["convert", "--to", "trace"], input: json.text).text == words.text)
        let replay = try await Run.pageview(["replay"], input: words.text).succeeded()
        #expect(replay.text.contains("\"event\":\"pageView\""))
        #expect(try await Run.pageview(["replay"], input: json.text).text == replay.text)
    }

    @Test("The option --sessions distributes the events, and each session ends (SIM-007)", arguments: [1, 3, 40, 200])
    func simulateSessions(count: Int) async throws {
        let run = try await Run.pageview(["simulate", "--events", "200", "--sessions", "\(count)", "--to", "jsonl"])
        let lines = events(run.text).dropFirst()
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.contains("\"session\":\"s") })
        let ends = lines.filter { $0.contains("sessionEnd") }.count
        #expect(ends == count)
    }
}
