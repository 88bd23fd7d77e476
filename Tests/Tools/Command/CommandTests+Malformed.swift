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
        let folder = try Folder([name: text])
        let run = try await Run.pageview(["replay", name], in: folder).failed(65)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix(message))
        #expect(run.output.isEmpty)
        let piped = try await Run.pageview(["replay"], input: text).failed(65)
        #expect(piped.errors.hasPrefix("<stdin>:" + message.split(separator: ":").dropFirst().joined(separator: ":")))
    }

    @Test("Replay writes the records before a malformed line, and continues with the next file")
    func whatCameBeforeAMalformedLineIsPrinted() async throws {
        let folder = try Folder()
        let lines = Traces.twoPages.split(separator: "\n").map(String.init)
        try folder.write(
            (lines.prefix(4) + ["{\"event\":"] + lines.dropFirst(4)).joined(separator: "\n"), to: "bad.jsonl")
        try folder.write(Traces.page("next"), to: "good.trace")
        let run = try await Run.pageview(["replay", "bad.jsonl", "good.trace"], in: folder).failed(65)
        // The next file is read in full.
        #expect(run.lines == [Traces.first, Traces.tap, Traces.pageView("next")])
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("bad.jsonl:5:10: expected "))
    }

    @Test(
        "A malformed line ends the reading, unless --skip-invalid is given",
        arguments: [
            ("replay", #""name":"first""#, #""name":"second""#), ("convert --to trace", "page=first", "page=second"),
            ("replay --format posthog", "first", "second"), ("explain", "first appeared", "second appeared"),
            ("stats", "first ", "second "), ("verify -", "1 passed, 0 failed", "2 passed, 0 failed"),
            ("timeline --format svg -o -", ">first</text>", ">second</text>"),
        ])
    func malformedLine(call: String, before: String, after: String) async throws {
        let input = """
            0 create a page=first
            0 didAppear a
            expect pageView first
            oops
            1 create b page=second
            1 didAppear b
            expect pageView second
            """
        let arguments = call.split(separator: " ").map(String.init)
        let run = try await Run.pageview(arguments, input: input).failed(65)
        #expect(run.text.contains(before) && !run.text.contains(after))
        #expect(run.errorLines.first?.hasPrefix("<stdin>:4:1: expected ") == true)
        let skipping = try await Run.pageview(arguments + ["--skip-invalid"], input: input).failed(65)
        #expect(skipping.text.contains(after) && skipping.errors == run.errors)
    }

    @Test("Standard output and standard error keep their common order")
    func orderOfOutputAndErrors() async throws {
        let folder = try Folder(["both": ""])
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
}
