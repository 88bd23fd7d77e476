import Foundation
import Testing

extension CommandTests {
    @Test("Timeline writes SVG or HTML according to the ending or --format")
    func timelineWritesPictures() async throws {
        let folder = try Folder(["two.jsonl": Traces.twoPages])
        let svg = try await Run.pageview(["timeline", "two.jsonl", "-o", "two.svg"], in: folder).succeeded()
        #expect(svg.output.isEmpty)
        let html = try await Run.pageview(["timeline", "-o=two.html", "two.jsonl"], in: folder).succeeded()
        #expect(html.output.isEmpty)
        let picture = try Data(contentsOf: folder.url.appendingPathComponent("two.svg"))
        let document = try Data(contentsOf: folder.url.appendingPathComponent("two.html"))
        #expect(String(decoding: picture, as: UTF8.self).hasPrefix("<svg xmlns="))
        #expect(String(decoding: document, as: UTF8.self).hasPrefix("<!doctype html>"))
        for (format, expected) in [("svg", picture), ("html", document)] {
            let run = try await Run.pageview(
                ["timeline", "--format", format, "-o", "-"], in: folder, input: Traces.twoPages
            ).succeeded()
            #expect(run.output == expected)
        }
    }

    @Test("The option --session draws one session, and an unknown session fails")
    func timelineOfASession() async throws {
        let text = "0 didAppear a session=anna\n1 didAppear b session=ben\n"
        func draw(_ options: [String]) async throws -> String {
            try await Run.pageview(["timeline", "--format", "svg", "-o", "-"] + options, input: text).text
        }
        let all = try await draw([])
        #expect(all.contains("session anna") && all.contains("session ben"))
        let one = try await draw(["--session", "ben"])
        #expect(!one.contains("anna") && one.contains("session ben"))
        let missing = try await Run.pageview(
            ["timeline", "--session", "missing", "--format", "svg", "-o", "-"], input: text
        ).failed(64)
        #expect(missing.output.isEmpty)
        #expect(
            missing.errors.hasPrefix("pageview: expected --session and a session of the trace, found --session missing")
        )
    }

    @Test(
        "Timeline does not overwrite the trace it draws, even through a link",
        arguments: ["own.svg", "./own.svg", "link.svg", "hard.svg"])
    func timelineKeepsItsInput(output: String) async throws {
        let folder = try Folder(["own.svg": Traces.page("a")])
        try await folder.run("ln -s own.svg link.svg; ln own.svg hard.svg")
        for input in ["own.svg", "-"] {
            let run = try await Run.pageview(
                ["timeline", "-o", output, input], in: folder, inputFile: folder.url.appendingPathComponent("own.svg")
            ).failed(64)
            #expect(run.errors.hasPrefix("pageview: expected -o and another file than the trace, found \(output)\n"))
            #expect(try Data(contentsOf: folder.url.appendingPathComponent("own.svg")) == Data(Traces.page("a").utf8))
        }
    }

    @Test("Timeline replaces a picture but keeps its permissions and links, and only the owner can read a new one")
    func timelineReplacesPictures() async throws {
        let folder = try Folder(["a.trace": Traces.page("a"), "deep/a.svg": "an old picture"])
        try await folder.run("chmod 640 deep/a.svg; ln -s deep/a.svg link.SVG; ln -s nothing.svg dangling.svg")
        for output in ["link.SVG", "dangling.svg", "deep/new.svg"] {
            try await Run.pageview(["timeline", "a.trace", "-o", output], in: folder).succeeded()
        }
        try await folder.run(
            """
            test -L link.SVG; test -L dangling.svg; test -f nothing.svg; test "$(ls -l deep/a.svg | cut -c 1-10)" = -rw-r-----
            cmp deep/a.svg nothing.svg; test "$(ls -A | sort | tr '\\n' ' ')" = "a.trace dangling.svg deep link.SVG nothing.svg "
            test "$(ls -A deep | tr '\\n' ' ')" = "a.svg new.svg "
            for new in nothing.svg deep/new.svg; do test "$(ls -l $new | cut -c 1-10)" = -rw-------; done
            """)
    }

    @Test("Timeline keeps the old picture if it cannot write a new one")
    func timelineKeepsTheOldPicture() async throws {
        let folder = try Folder(["a.trace": Traces.page("a"), "a.svg": "an old picture"])
        let command = try Executable.find().path
        // The limit of the shell is smaller than the picture.
        try await folder.run(
            """
            status=0; (trap '' XFSZ; ulimit -f 1; exec '\(command)' timeline a.trace -o a.svg 2>errors) || status=$?
            test $status = 74; grep -q '^a.svg: ' errors; rm errors
            test "$(cat a.svg)" = "an old picture"; test "$(ls -A | sort | tr '\\n' ' ')" = "a.svg a.trace "
            """)
    }

    @Test("The option --fold shortens long gaps")
    func timelineFoldsGaps() async throws {
        let text = "0 interaction a\n1 interaction b\n2 interaction c\n900 interaction d\n"
        for (fold, isFolded) in [("auto", true), ("10", true), ("1000", false), ("never", false)] {
            let run = try await Run.pageview(["timeline", "--fold", fold, "--format", "svg", "-o", "-"], input: text)
                .succeeded()
            #expect(run.text.contains("no events for 898 s, from 2 to 900") == isFolded, "\(fold)")
        }
    }

    @Test("Timeline reports output that cannot be written")
    func timelineOutputThatCannotBeWritten() async throws {
        let folder = try Folder(["a.trace": Traces.page("a")])
        try folder.makeFolder("folder.svg")
        for output in ["none/a.svg", "folder.svg"] {
            let run = try await Run.pageview(["timeline", "a.trace", "-o", output], in: folder).failed(74)
            #expect(run.errors.hasPrefix("\(output): "))
        }
        #if os(Linux)
        try await Run.pageview(
            ["timeline", "a.trace", "--format", "html", "-o", "/dev/full"], in: folder
        ).failed(74)
        #endif
    }
}
