import Foundation
import TestSupport
import Testing

/// The input, output and exit status of the command as a process (TR-004, TR-005).
@Suite(.watched)
struct CommandTests {
    @Test("Replay reads standard input without operands and for a hyphen", arguments: [[], ["-"], ["--", "-"]])
    func standardInput(operands: [String]) async throws {
        let run = try await Run.pageview(["replay"] + operands, input: Traces.twoPages).succeeded()
        #expect(run.lines == Traces.twoPagesOutput && run.text.hasSuffix("}\n"))
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
            ["replay", "3.trace", "2.jsonl", "1.trace", "-", "1.trace"], in: folder, input: Traces.page("in")
        ).succeeded()
        #expect(run.lines == ["two", "one", "in", "one"].map(Traces.pageView))
    }

    @Test("Empty input produces empty output and success")
    func nothingToRead() async throws {
        let folder = try Folder(["empty.jsonl": "", "blank.trace": "\n \r\n"])
        try folder.makeFolder("none")
        for arguments in [["empty.jsonl"], ["blank.trace"], ["none"], []] {
            let run = try await Run.pageview(["replay"] + arguments, in: folder, input: "").succeeded()
            #expect(run.output.isEmpty)
        }
    }

    @Test("Replay writes each kind of record with all its members")
    func replayPrintsOneSampleOfEach() async throws {
        let trace = """
            0 create home#1 page=home context=shop
            0.5 didAppear home#1
            1 didAppear home#1
            2 interaction tap properties={"on":"row"}
            2 deepLink app://item/42 source=mail
            2.5 create item#1 page=item context=shop payload={"price":5}
            2.5 didAppear item#1
            4 didDisappear item#1
            4 didDisappear home#1
            """
        let run = try await Run.pageview(["replay", "--all"], input: trace).succeeded()
        let samples = [
            #"{"event":"pageView","seq":2,"t":2.5,"id":"item#1/1","page":{"name":"item","context":"shop"},"payload":{"price":5},"scene":"main","component":"item#1","appearance":1,"appearedAt":2.5,"cause":"appeared","previous":{"id":"home#1/1","name":"home","context":"shop"},"deepLink":{"url":"app://item/42","source":"mail","referrer":{"id":"home#1/1","name":"home","context":"shop"}}}"#,
            #"{"event":"interaction","t":2,"name":"tap","properties":{"on":"row"},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}"#,
            #"{"event":"deepLink","t":2,"url":"app://item/42","source":"mail","scene":"main","referrer":{"id":"home#1/1","name":"home","context":"shop"}}"#,
            #"{"event":"pageLeave","t":4,"id":"item#1/1","page":{"name":"item","context":"shop"},"scene":"main","component":"item#1","outcome":"counted","foreground":1.5,"background":0,"current":1.5}"#,
            #"{"event":"currentPage","t":4,"scene":"main","page":null,"component":null}"#,
            #"{"event":"diagnostic","t":1,"kind":"duplicateDidAppear","component":"home#1"}"#,
        ]
        for sample in samples { #expect(run.lines.contains(sample)) }
    }

    private static let inWords = """
        trace title="Two pages"
        0 create a page=a
        0.5 didAppear a
        1 interaction tap
        2 didDisappear a
        2 didAppear a

        """

    @Test("Convert writes the other notation, and detects the notation from the name or from the text")
    func convertBothWays() async throws {
        let folder = try Folder(["two.jsonl": Traces.twoPages, "two.trace": Self.inWords])
        let words = try await Run.pageview(["convert", "two.jsonl"], in: folder).succeeded()
        #expect(words.text == Self.inWords)
        let json = try await Run.pageview(["convert", "two.trace"], in: folder)
        #expect(json.text == Traces.twoPages)
        #expect(try await Run.pageview(["convert"], input: Traces.twoPages).text == Self.inWords)
        #expect(try await Run.pageview(["convert", "-"], input: Self.inWords).text == Traces.twoPages)
    }

    @Test(
        "The option --to sets the notation of the output, which may be that of the input",
        arguments: [["--to", "jsonl"], ["--to=jsonl"]])
    func convertToJSON(options: [String]) async throws {
        for input in [Traces.twoPages, Self.inWords, "  " + Traces.twoPages.replacing("\n", with: "\r\n\r\n")] {
            let run = try await Run.pageview(["convert"] + options, input: input).succeeded()
            #expect(run.text == Traces.twoPages)
        }
        for input in [Traces.twoPages, "# remark\n\n" + Self.inWords] {
            #expect(try await Run.pageview(["convert", "-", "--to", "trace"], input: input).text == Self.inWords)
        }
    }

    /// Replays a trace with an idle limit. Returns the printed lines without current pages.
    private func replayed(_ trace: String, idle: String) async throws -> [String] {
        let run = try await Run.pageview(["replay", "--all", "--idle", idle], input: trace).succeeded()
        return run.lines.filter { !$0.contains("currentPage") }
    }

    @Test("A session without lines for the idle limit ends at the time of its last line")
    func idleSessionsEnd() async throws {
        let trace = """
            0 create home page=home session=a
            1 didAppear home session=a
            20 create home page=home session=b
            30.5 didAppear home session=b
            31 note x session=b
            40 didAppear home session=a
            """
        let leave =
            #"{"event":"pageLeave","t":1,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","outcome":"counted","foreground":0,"background":0,"current":0,"session":"a"}"#
        let first = #"{"event":"pageView","seq":1,"t":1,"id":"home/1","page":{"name":"home"},"#
        let lines = try await replayed(trace, idle: "30")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix(first) == true)
        // The line at 31 of the other session is the first that is thirty seconds later.
        #expect(lines.last == leave)
        #expect(try await replayed(trace, idle: "30.001").contains(leave))
        #expect(try await !replayed(trace, idle: "39.1").contains(leave))
        // With this limit the session continues, so its last line repeats the `didAppear`.
        #expect(try await replayed(trace, idle: "39.1").last?.contains("duplicateDidAppear") == true)
    }

    @Test("Idle sessions end in the order of their last lines")
    func orderOfIdleSessions() async throws {
        let names = ["c", "a", "", "b"]
        let begin = names.map { "create home page=home session=\"\($0)\"\ndidAppear home session=\"\($0)\"\n" }
        let trace = begin.joined() + "1 create x\ncreate home page=home session=a\n9 note y\n"
        let leaves = try await replayed(trace, idle: "8").filter { $0.contains("pageLeave") }
        #expect(leaves.map { $0.split(separator: #""session":"#).last } == ["\"c\"}", "\"\"}", "\"b\"}", "\"a\"}"])
    }

    @Test("A time that goes back ends no session, and a line without a time has the time of the trace")
    func timeOfTheTrace() async throws {
        let trace = """
            5 create home page=home session=a
            didAppear home session=a
            50 create home page=home session=b
            1 didAppear home session=b
            1 note x session=b
            sceneActive session=b
            """
        #expect(try await replayed(trace, idle: "45").contains { $0.contains("pageLeave") })
        #expect(try await !replayed(trace, idle: "46").contains { $0.contains("pageLeave") })
    }

    @Test("A folder stands for its traces, at any depth, in the order of their names")
    func folders() async throws {
        let folder = try Folder([
            "all/b/c.trace": Traces.page("c"), "all/a.jsonl": Traces.twoPages, "all/z.trace": Traces.page("z"),
            "all/readme.txt": "this is no trace", "all/b/notes.md": "this neither", "all/.hidden.trace": "nor this",
        ])
        for name in ["all", "all/"] {
            let run = try await Run.pageview(["replay", name], in: folder).succeeded()
            #expect(run.lines == Traces.twoPagesOutput + [Traces.pageView("c"), Traces.pageView("z")])
        }
    }

    @Test("A folder's links to files are read, links to folders and pipes are not, and names may be any bytes")
    func oddFolders() async throws {
        let folder = try Folder(["elsewhere.trace": Traces.page("linked")])
        try folder.write(Traces.page("bytes"), to: "all/a/g.trace")
        try await folder.run(
            """
            folder=$(printf 'all/a/f\\377')
            mkdir "$folder" && mv all/a/g.trace "$folder" && cd all
            ln -s ../elsewhere.trace b.trace && ln -s . c && ln -s . d.trace && ln -s nowhere e && mkfifo h.trace
            """)
        let run = try await Run.pageview(["replay", "all"], in: folder).succeeded()
        #expect(run.lines == [Traces.pageView("bytes"), Traces.pageView("linked")])
    }

    @Test("Replay reports the unreadable files of a folder and reads the rest")
    func unreadableInFolder() async throws {
        let folder = try Folder(["all/z.trace": Traces.page("z")])
        try await folder.run("ln -s nowhere all/broken.trace")
        let broken = try await Run.pageview(["replay", "all"], in: folder)
        #expect(broken.lines == [Traces.pageView("z")])
        #expect(broken.errorLines.count == 1 && broken.errors.hasPrefix("all/broken.trace: "))
        #expect(broken.status == 66)

        // These paths exceed the largest length of a path.
        let deep = Array(repeating: String(repeating: "d", count: 250), count: 10).joined(separator: "/")
        try await folder.run("mkdir -p all/\(deep) more/\(deep); mv more all/\(deep)")
        let run = try await Run.pageview(["replay", "all"], in: folder).failed(66)
        try await folder.run("rm -r all")
        #expect(run.lines == [Traces.pageView("z")])
        #expect(run.errorLines.count == 2 && run.errorLines.last?.hasPrefix("all/\(deep)/") == true)
    }

    @Test("Verify reports a trace without expectations, and succeeds")
    func nothingToVerify() async throws {
        let folder = try Folder(["a.trace": Traces.page("a")])
        try folder.makeFolder("none")
        for name in ["a.trace", "none"] {
            let run = try await Run.pageview(["verify", name], in: folder)
            #expect(run.text == "0 passed, 0 failed\n")
            #expect(
                run.errors
                    == "\(name): expected an expectation, found none; add a line such as 'expect pageView home'\n")
            #expect(run.status == 0)
        }
    }
}
