import Foundation
import TestSupport
import Testing

@testable import PageViewCommand

extension CommandTests {
    /// A name with a control character of each kind, and its escapes in JSON.
    private static let hostile = "x\u{1B}[31m\u{7F}\u{85}\u{9B}\u{61C}\u{200E}\u{2028}\u{202E}\u{2066}y"
    private static let escaped = #"x\u001b[31m\u007f\u0085\u009b\u061c\u200e\u2028\u202e\u2066y"#

    /// A trace with that name in every position, unescaped where JSON allows it.
    private static var hostileTrace: String {
        let name = hostile.replacingOccurrences(of: "\u{1B}", with: "\\u001b")
        let page = #"{"name":"\#(name)","context":"\#(name)"}"#
        return """
            {"trace":1,"title":"\(name)"}
            {"t":0,"event":"create","component":"\(name)","scene":"\(name)","session":"\(name)"}
            {"t":0,"event":"ready","component":"\(name)","page":\(page),"session":"\(name)","payload":{"\(name)":1}}
            {"t":1,"event":"deepLink","url":"\(name)","source":"\(name)","scene":"\(name)","session":"\(name)"}
            {"t":1,"event":"didAppear","component":"\(name)","session":"\(name)"}
            {"t":2,"event":"interaction","name":"\(name)","properties":{"\(name)":["\(name)"]},"session":"\(name)"}
            {"t":2,"event":"didAppear","component":"\(name)","session":"\(name)"}
            {"t":2,"event":"note","text":"\(name)","session":"\(name)"}
            {"t":3,"event":"record","page":"\(name)","session":"\(name)"}
            {"expect":"pageView","page":"\(name)2","component":"\(name)","session":"\(name)"}
            {"t":4,"event":"willAppear","component":"\(name)2","session":"\(name)"}
            {"t":5,"event":"\(name)"}

            """
    }

    private func expectHarmless(_ run: Run, _ what: String) {
        for text in [run.text, run.errors] {
            let obeyed = text.unicodeScalars.first { scalar in
                switch scalar.value {
                case 0x0A: false
                case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
                default: false
                }
            }
            #expect(obeyed == nil, "\(what): \(text.debugDescription)")
        }
    }

    @Test(
        "No command prints a control character from a trace (TR-008)",
        arguments: formats.map { ["replay", "--format", $0] } + [
            ["replay"], ["replay", "--all"],
            ["replay", "--all", "--idle", "1"], ["convert"], ["convert", "--to", "jsonl"],
            ["convert", "--to", "trace"], ["verify"], ["explain"], ["explain", "--json"], ["explain", "--at", "2"],
            ["explain", "--at", "2", "--json"], ["stats"], ["stats", "--json"],
            ["timeline", "--format", "svg", "-o", "-"], ["timeline", "--format", "html", "-o", "-"],
        ])
    func tracesAreHarmless(arguments: [String]) async throws {
        let run = try await Run.pageview(arguments + ["-"], input: Self.hostileTrace).failed(65)
        #expect(!run.output.isEmpty)
        expectHarmless(run, "\(arguments)")
    }

    @Test("Convert escapes control characters and reads the escapes as the same text (TR-008)")
    func escapesAreTheSameText() async throws {
        let event = #"{"t":0,"event":"note","text":"\#(Self.escaped)"}"# + "\n"
        for notation in ["jsonl", "trace"] {
            let once = try await Run.pageview(["convert", "--to", notation], input: event)
            #expect(once.text.contains(Self.escaped), "\(once.text)")
            let back = try await Run.pageview(["convert", "--to", "jsonl"], input: once.text)
            #expect(back.text == event)
        }
    }

    @Test("No command prints a control character from an argument or a file name (TR-008)")
    func argumentsAreHarmless() async throws {
        let name = Self.hostile + "\nforged: line"
        let folder = try Folder([
            "in\(name)/\(name).trace": "nonsense\n", "a.trace": "0 didAppear a\n",
            "\(name).jsonl": "{\"event\":\"sceneActive\"}\n{\"expect\":\"pageView\"}\n",
            "journal\(name)/0000000000000001-0000000000000000.jsonl": "damaged\n",
        ])
        var calls = [
            [name], ["replay", "--follow", "in\(name)"], ["timeline", "-o", "none\(name)/x.svg", "a.trace"],
            ["timeline", "-o", "x.svg", "--session", name, "a.trace"],
        ]
        for command in Subcommand.allCases {
            let operands = [name, "in\(name)", "--\(name)", "\(name).jsonl"]
            let options = command.parts.options.filter(\.takesValue).map { [$0.name, name, "a.trace"] }
            calls += (operands.map { [$0] } + options).map { [command.rawValue] + $0 }
        }
        for command in ["cat", "verify", "stat"] {
            for operand in [name, "journal\(name)", "a.trace\(name)"] { calls.append(["journal", command, operand]) }
        }
        for call in TestDepth.sample(16, of: calls) {
            let run = try await Run.pageview(call, in: folder)
            #expect(run.hasExited, "\(call)")
            expectHarmless(run, "\(call)")
            // The line break in a name must not begin a new line.
            #expect(!run.lines.contains("forged: line"), "\(call)")
            #expect(!run.errorLines.contains { $0.hasPrefix("forged") }, "\(call)")
        }
    }

    @Test("Explain of one session ignores the scenes of the others (EX-003)")
    func explainOfOneSession() async throws {
        let text = """
            0 create a page=a session=x
            0 didAppear a session=x
            0 create a page=a scene=other session=y
            0 didAppear a session=y

            """
        let all = try await Run.pageview(["explain"], input: text)
        #expect(all.text.contains("the first of the scene main"))
        let one = try await Run.pageview(["explain", "--session", "x"], input: text)
        #expect(one.lines.count == 1 && one.text.contains("as the first of its scene"))
    }
}
