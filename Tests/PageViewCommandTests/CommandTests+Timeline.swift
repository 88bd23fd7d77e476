import Foundation
import Testing

extension CommandTests {
    @Test("timeline writes SVG or HTML, as the ending says or --format does")
    func timelineWritesPictures() async throws {
        let folder = try Folder()
        try folder.write(Traces.twoPages, to: "two.jsonl")
        let svg = try await Run.pageview(["timeline", "two.jsonl", "-o", "two.svg"], in: folder)
        #expect(svg.status == 0 && svg.output.isEmpty && svg.errors.isEmpty)
        let html = try await Run.pageview(["timeline", "-o=two.html", "two.jsonl"], in: folder)
        #expect(html.status == 0 && html.output.isEmpty && html.errors.isEmpty)
        let picture = try Data(contentsOf: folder.url.appendingPathComponent("two.svg"))
        let document = try Data(contentsOf: folder.url.appendingPathComponent("two.html"))
        #expect(String(decoding: picture, as: UTF8.self).hasPrefix("<svg xmlns="))
        #expect(String(decoding: document, as: UTF8.self).hasPrefix("<!doctype html>"))
        for (format, expected) in [("svg", picture), ("html", document)] {
            let run = try await Run.pageview(
                ["timeline", "--format", format, "-o", "-"], in: folder, input: Traces.twoPages)
            #expect(run.status == 0)
            #expect(run.output == expected)
        }
    }

    @Test("timeline --session draws one session, and none of one that there is not")
    func timelineOfASession() async throws {
        let text = "0 didAppear a session=anna\n1 didAppear b session=ben\n"
        func draw(_ options: [String]) async throws -> String {
            try await Run.pageview(["timeline", "--format", "svg", "-o", "-"] + options, input: text).text
        }
        let all = try await draw([])
        #expect(all.contains("session anna") && all.contains("session ben"))
        let one = try await draw(["--session", "ben"])
        #expect(!one.contains("anna") && one.contains("session ben"))
        #expect(try await draw(["--session", "nobody"]).contains("nothing happens"))
    }

    @Test("timeline --fold draws long gaps short")
    func timelineFoldsGaps() async throws {
        let text = "0 interaction a\n1 interaction b\n2 interaction c\n900 interaction d\n"
        for (fold, isFolded) in [("auto", true), ("10", true), ("1000", false), ("never", false)] {
            let run = try await Run.pageview(["timeline", "--fold", fold, "--format", "svg", "-o", "-"], input: text)
            #expect(run.status == 0)
            #expect(run.text.contains("nothing happens for 898 s, from 2 to 900") == isFolded, "\(fold)")
        }
    }

    @Test("timeline draws what came before a malformed line, and with --skip-invalid what comes after it")
    func timelineDrawsWhatCameBefore() async throws {
        let folder = try Folder()
        try folder.write("0 didAppear before\noops\n1 didAppear after\n", to: "bad.trace")
        for (option, hasRest) in [([], false), (["--skip-invalid"], true)] as [([String], Bool)] {
            let run = try await Run.pageview(["timeline", "bad.trace", "-o", "bad.svg"] + option, in: folder)
            #expect(run.status == 65)
            #expect(run.errors.hasPrefix("bad.trace:2:1: expected "))
            let picture = try String(contentsOf: folder.url.appendingPathComponent("bad.svg"), encoding: .utf8)
            #expect(picture.contains(">before</text>"))
            #expect(picture.contains(">after</text>") == hasRest)
        }
        let missing = try await Run.pageview(["timeline", "missing.trace", "-o", "missing.svg"], in: folder)
        #expect(missing.status == 66)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("missing.svg").path))
    }

    @Test(
        "timeline without a place to write to, or with another one than it can, is wrong use",
        arguments: [
            ["a.trace"], ["a.trace", "-o"], ["a.trace", "-o", "a.png"], ["a.trace", "-o", "svg"],
            ["a.trace", "-o", "-"],
            ["a.trace", "-o", "a.svg", "--format", "png"], ["a.trace", "b.trace", "-o", "a.svg"], [".", "-o", "a.svg"],
            ["a.trace", "-o", "a.svg", "--fold", "0"], ["a.trace", "-o", "a.svg", "--fold", "long"],
            ["a.trace", "-o", "a.svg", "--json"],
        ])
    func timelineWrongUse(arguments: [String]) async throws {
        let folder = try Folder()
        try folder.write(Traces.page("a"), to: "a.trace")
        let run = try await Run.pageview(["timeline"] + arguments, in: folder)
        #expect(run.status == 64 && run.hasExited)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("pageview: expected "))
    }

    @Test("timeline says that its output cannot be written")
    func timelineOutputThatCannotBeWritten() async throws {
        let folder = try Folder()
        try folder.write(Traces.page("a"), to: "a.trace")
        try folder.makeFolder("folder.svg")
        for output in ["none/a.svg", "folder.svg"] {
            let run = try await Run.pageview(["timeline", "a.trace", "-o", output], in: folder)
            #expect(run.status == 74 && run.hasExited)
            #expect(run.errors.hasPrefix("\(output): "))
        }
        #if os(Linux)
        let full = try await Run.pageview(
            ["timeline", "a.trace", "--format", "html", "-o", "-"], in: folder, output: .path("/dev/full"))
        #expect(full.status == 74)
        let device = try await Run.pageview(
            ["timeline", "a.trace", "--format", "html", "-o", "/dev/full"], in: folder)
        #expect(device.status == 74)
        #endif
        let closed = try await Run.pageview(
            ["timeline", "a.trace", "--format", "html", "-o", "-"], in: folder, output: .closedPipe)
        #expect(closed.status == 0 && closed.hasExited)
    }
}
