import Foundation
import TestSupport
import Testing

/// The input, output and exit status of the command as a process (TR-004, TR-005).
@Suite(.watched)
struct CommandTests {
    @Test("Replay reads standard input without operands and for a hyphen", arguments: [[], ["-"], ["--", "-"]])
    func standardInput(operands: [String]) async throws {
        let run = try await Run.pageview(["replay"] + operands, input: Traces.twoPages)
        #expect(run.lines == Traces.twoPagesOutput && run.text.hasSuffix("}\n"))
        #expect(run.errors.isEmpty && run.status == 0 && run.hasExited)
        let words = try await Run.pageview(["replay"] + operands, input: Traces.page("x"))
        #expect(words.lines == [Traces.pageView("x")])
    }

    @Test("The option --all writes the other kinds of records too")
    func all() async throws {
        let run = try await Run.pageview(["replay", "--all"], input: Traces.twoPages)
        #expect(
            Set(run.lines.map { $0.split(separator: "\"")[3] }) == [
                "pageView", "currentPage", "interaction", "pageLeave",
            ])
        #expect(run.lines.filter { Traces.twoPagesOutput.contains($0) } == Traces.twoPagesOutput)
        #expect(
            run.lines.contains(
                #"{"event":"pageLeave","t":2,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","outcome":"counted","foreground":1.5,"background":0,"current":1.5}"#
            ))
        let after = try await Run.pageview(["replay", "-", "--all"], input: Traces.twoPages)
        #expect(after.output == run.output)
    }

    @Test("Each file is a separate trace, in the order of the operands, and its expectations have no effect")
    func severalFiles() async throws {
        let folder = try Folder([
            "1.trace": Traces.page("one") + "expect nothing\nexpect pageView other\n",
            "2.jsonl": "{\"trace\":1,\"policy\":\"session\"}\n",
            "3.trace": Traces.page("two") + "sceneBackground\nsceneForeground",
        ])
        let run = try await Run.pageview(
            ["replay", "3.trace", "2.jsonl", "1.trace", "-", "1.trace"], in: folder, input: Traces.page("in"))
        #expect(run.lines == ["two", "one", "in", "one"].map(Traces.pageView))
        #expect(run.status == 0)
    }

    @Test("Empty input produces empty output and success")
    func nothingToRead() async throws {
        let folder = try Folder(["empty.jsonl": "", "blank.trace": "\n \r\n"])
        try folder.makeFolder("none")
        for arguments in [["empty.jsonl"], ["blank.trace"], ["none"], []] {
            let run = try await Run.pageview(["replay"] + arguments, in: folder, input: "")
            #expect(run.output.isEmpty && run.errors.isEmpty)
            #expect(run.status == 0 && run.hasExited)
        }
    }
}
