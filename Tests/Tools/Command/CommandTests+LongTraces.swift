import Foundation
import NavigationTraces
import TestSupport
import Testing

/// Traces that the command reads in several pieces (TR-005).
extension CommandTests {
    /// The maximum number of bytes that the command reads at a time.
    private static let pieceSize = 128 << 10

    @Test(
        "A long trace gives the records of its lines, one after another",
        arguments: TestDepth.sample(1, of: [["--to", "jsonl"], []]))
    func longTraces(notation: [String]) async throws {
        let folder = try Folder()
        let trace = try await Run.pageview(
            ["simulate", "--events", "\(TestDepth.number(5_000, proof: 40_000))", "--sessions", "20"] + notation)
        #expect(trace.output.count > 2 * Self.pieceSize)
        try folder.write(trace.output, to: "long")
        var replay = TraceReplay()
        var writer = ReplayWriter(writesAll: true)
        for event in Reading(Array(trace.output), notation.isEmpty ? .lines : .jsonLines).events {
            for record in replay.apply(event) { writer.write(record) }
        }
        let expected = Data(writer.takeBytes())
        let file = try await Run.pageview(["replay", "--all", "long"], in: folder)
        #expect(file.output == expected && file.status == 0 && file.hasExited && file.errors.isEmpty)
        let pipe = try await Run.pageview(["replay", "--all"], input: trace.output)
        #expect(pipe.output == expected && pipe.status == 0 && pipe.hasExited && pipe.errors.isEmpty)
    }

    @Test("A malformed line anywhere in a long trace is reported at its place, after the records before it")
    func malformedLinesInLongTraces() async throws {
        let folder = try Folder()
        let count = TestDepth.number(2_500, proof: 30_000)
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
}
