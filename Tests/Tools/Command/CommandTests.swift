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
        let folder = try Folder()
        try folder.write(Traces.page("one") + "expect nothing\nexpect pageView other\n", to: "1.trace")
        try folder.write("{\"trace\":1,\"policy\":\"session\"}\n", to: "2.jsonl")
        try folder.write(Traces.page("two") + "sceneBackground\nsceneForeground", to: "3.trace")
        let run = try await Run.pageview(
            ["replay", "3.trace", "2.jsonl", "1.trace", "-", "1.trace"], in: folder, input: Traces.page("in"))
        #expect(run.lines == ["two", "one", "in", "one"].map(Traces.pageView))
        #expect(run.status == 0)
    }

    @Test("Empty input produces empty output and success")
    func nothingToRead() async throws {
        let folder = try Folder()
        try folder.write("", to: "empty.jsonl")
        try folder.write("\n \r\n", to: "blank.trace")
        try folder.makeFolder("none")
        for arguments in [["empty.jsonl"], ["blank.trace"], ["none"], []] {
            let run = try await Run.pageview(["replay"] + arguments, in: folder, input: "")
            #expect(run.output.isEmpty && run.errors.isEmpty)
            #expect(run.status == 0 && run.hasExited)
        }
    }

    @Test("The second component of a name has a number in its ids")
    func secondComponentOfANameHasANumber() async throws {
        let run = try await Run.pageview(["replay"], input: Traces.page("a") + "destroy a\n" + Traces.page("a"))
        #expect(run.lines.count == 2)
        #expect(run.lines.first == Traces.pageView("a"))
        #expect(run.lines.last?.hasPrefix(#"{"event":"pageView","seq":2,"t":0,"id":"a~2/1","#) == true)
    }
}
