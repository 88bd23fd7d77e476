import Foundation
import Testing

extension CommandTests {
    @Test("A folder stands for its traces, at any depth, in the order of their names")
    func folders() async throws {
        let folder = try Folder([
            "all/b/c.trace": Traces.page("c"), "all/a.jsonl": Traces.twoPages, "all/z.trace": Traces.page("z"),
            "all/readme.txt": "this is no trace", "all/b/notes.md": "this neither", "all/.hidden.trace": "nor this",
        ])
        for name in ["all", "all/"] {
            let run = try await Run.pageview(["replay", name], in: folder)
            #expect(run.lines == Traces.twoPagesOutput + [Traces.pageView("c"), Traces.pageView("z")])
            #expect(run.status == 0 && run.errors.isEmpty)
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
        let run = try await Run.pageview(["replay", "all"], in: folder)
        #expect(run.lines == [Traces.pageView("bytes"), Traces.pageView("linked")])
        #expect(run.status == 0 && run.errors.isEmpty)
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
        let run = try await Run.pageview(["replay", "all"], in: folder)
        try await folder.run("rm -r all")
        #expect(run.lines == [Traces.pageView("z")])
        #expect(run.errorLines.count == 2 && run.errorLines.last?.hasPrefix("all/\(deep)/") == true)
        #expect(run.status == 66)
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
