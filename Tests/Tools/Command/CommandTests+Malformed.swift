import Foundation
import TestSupport
import Testing

extension CommandTests {
    @Test(
        "The message about a malformed line has its file, line and column",
        arguments: [
            (
                "shop.jsonl", "\n{\"event\":\"sceneActive\"}\n{\"event\":\"didAppear\",\"component\":7}\n",
                "shop.jsonl:3:34: expected 'component' to be a string, found 7"
            ),
            (
                "shop.trace", "# x\n\ncreate a page=x   colour=red\n",
                "shop.trace:3:19: expected no key but session, scene, page, payload, state, parent, attached, exclusive, level, context, found 'colour'"
            ),
            // é is two bytes long and the smiley four.
            ("a.jsonl", #"{"é😀":1,"event":5}"#, "a.jsonl:1:21: "),
            ("a b.trace", "oops", "a b.trace:1:1: expected a time in seconds or an event, one of "),
        ])
    func malformedLineIsToldWithItsPlace(name: String, text: String, message: String) async throws {
        let folder = try Folder()
        try folder.write(text, to: name)
        let run = try await Run.pageview(["replay", name], in: folder)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix(message))
        #expect(run.output.isEmpty)
        #expect(run.status == 65 && run.hasExited)
        let piped = try await Run.pageview(["replay"], input: text)
        #expect(piped.errors.hasPrefix("<stdin>:" + message.split(separator: ":").dropFirst().joined(separator: ":")))
        #expect(piped.status == 65)
    }

    @Test("Replay writes the records before a malformed line, and continues with the next file")
    func whatCameBeforeAMalformedLineIsPrinted() async throws {
        let folder = try Folder()
        let lines = Traces.twoPages.split(separator: "\n").map(String.init)
        try folder.write(
            (lines.prefix(4) + ["{\"event\":"] + lines.dropFirst(4)).joined(separator: "\n"), to: "bad.jsonl")
        try folder.write(Traces.page("next"), to: "good.trace")
        let run = try await Run.pageview(["replay", "bad.jsonl", "good.trace"], in: folder)
        // The next file is read in full.
        #expect(run.lines == [Traces.first, Traces.tap, Traces.pageView("next")])
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("bad.jsonl:5:10: expected "))
        #expect(run.status == 65)
    }

    @Test("With --skip-invalid, replay reports each malformed line and replays the rest")
    func skipInvalidGoesOn() async throws {
        let lines = Traces.twoPages.split(separator: "\n").map(String.init)
        let bad = lines.prefix(2) + ["{]", #"{"event":"magic"}"#] + lines.dropFirst(2) + ["{"]
        let run = try await Run.pageview(["replay", "--skip-invalid"], input: bad.joined(separator: "\n"))
        #expect(run.lines == Traces.twoPagesOutput)
        #expect(
            run.errorLines.map { $0.prefix(12) }
                == ["<stdin>:3:2: ", "<stdin>:4:10:", "<stdin>:9:2: "].map { $0.prefix(12) })
        #expect(run.status == 65)
    }

    @Test("Standard output and standard error keep their common order")
    func orderOfOutputAndErrors() async throws {
        let folder = try Folder()
        try folder.write("", to: "both")
        let both = folder.url.appendingPathComponent("both")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "\"$1\" replay --skip-invalid > \"$2\" 2>&1", "sh", try Executable.find().path, both.path,
        ]
        let input = try folder.file("input", Traces.page("a") + "oops\ndidDisappear a\ndidAppear a\n")
        process.standardInput = try FileHandle(forReadingFrom: input)
        try await Run.wait(for: process)
        let kinds = String(decoding: try Data(contentsOf: both), as: UTF8.self).split(separator: "\n").map {
            $0.prefix(9)
        }
        #expect(kinds == ["{\"event\":", "<stdin>:3", "{\"event\":"])
    }

    @Test(
        "Hostile input is rejected at its first line without a crash", arguments: HostileInput.allCases,
        TestDepth.sample(1, of: ["replay", "convert"]))
    func hostileInput(input: HostileInput, command: String) async throws {
        for options in TestDepth.sample(1, of: [["--skip-invalid"], []]) {
            let run = try await Run.pageview([command] + options, input: input.bytes)
            #expect(run.hasExited)
            #expect(run.status == 65)
            #expect(run.errorLines.first?.hasPrefix("<stdin>:1:") == true)
            #expect(run.output.isEmpty)
        }
    }

    @Test("Replay accepts a very long line")
    func longLine() async throws {
        let long = String(repeating: "x", count: TestDepth.number(300_000, proof: 3_000_000))
        let run = try await Run.pageview(
            ["replay"], input: #"{"event":"interaction","name":"\#(long)"}"# + "\n" + #"{"event":"record","page":"a"}"#)
        #expect(run.status == 0 && run.hasExited)
        #expect(run.lines.count == 2)
        #expect(run.lines.first.map { $0.utf8.count > long.utf8.count } == true)
    }
}
