import Foundation
import TestSupport
import Testing

@testable import PageViewCommand

extension CommandTests {
    @Test("The exit status depends on the reason, and the largest of several applies")
    func exitStatusTellsTheReason() async throws {
        let folder = try Folder([
            "good.trace": Traces.page("a") + "expect pageView a\n",
            "wrong.trace": Traces.page("a") + "expect pageView b\n", "bad.trace": "oops\n",
        ])
        let cases: [([String], Int32)] = [
            (["replay", "good.trace"], 0), (["replay", "wrong.trace"], 0), (["replay", "bad.trace"], 65),
            (["replay", "bad.trace", "good.trace"], 65),
            (["replay", "missing.trace"], 66), (["replay", "missing.trace", "bad.trace"], 66),
            (["replay", "bad.trace", "missing.trace"], 66),
            (["verify", "good.trace"], 0), (["verify", "wrong.trace"], 1),
            (["verify", "bad.trace", "wrong.trace"], 65),
            (["verify", "wrong.trace", "missing.trace"], 66), (["verify", "wrong.trace", "good.trace"], 1),
            (["convert", "bad.trace"], 65),
            (["convert", "good.trace"], 0), (["convert", "missing.trace"], 66), (["replay", "--none"], 64),
            (["verify"], 64),
        ]
        for (arguments, status) in cases {
            let run = try await Run.pageview(arguments, in: folder)
            #expect(run.hasExited)
            #expect(run.status == status, "\(arguments)")
        }
    }

    /// Calls that are wrong, each with the beginning of its message after `expected `.
    private static let misuse: [(String, String)] = [
        ("", ""), ("play", ""), ("replay --some", ""), ("replay -x", ""), ("replay --to jsonl", ""), ("verify", ""),
        ("verify --all x", ""), ("convert --all", ""), ("convert --to", ""), ("convert --to xml", ""),
        ("convert --to=xml", ""), ("convert --to= jsonl", ""), ("convert a b", ""), ("replay --all=yes", ""),
        ("--version", ""), ("unknown --help", ""), ("help foo", ""), ("help replay explain", ""),
        ("replay --follow --format posthog a.trace", ""), ("replay --follow a.trace a.trace", ""),
        ("replay --follow .", ""),
        ("replay --format xml", "--format \(FormatName.list), found --format xml\n"),
        ("replay --format otlp --all", "--format or --all, found both\n"),
        ("replay --format otlp --idle 2", "--format or --idle, found both\n"),
        ("replay --key x", "--format beside --key, found none\n"),
        ("replay --began-at x", "--format beside --began-at, found none\n"),
        ("replay --idle=0", idle + "0\n"), ("replay --idle=-1", idle + "-1\n"), ("replay --idle=x", idle + "x\n"),
        ("replay --idle=", idle + "\n"), ("replay --idle=1e400", idle + "1e400\n"),
        ("simulate --events 0", "--events and a whole number from 1, found --events 0"),
        ("simulate --events many", "--events and a whole number from 1, found --events many"),
        ("simulate --sessions -1", "--sessions and a whole number from 1, found --sessions -1"),
        ("simulate --seed -1", "--seed and a whole number, found --seed -1"),
        ("simulate --events 10 --sessions 11", "as many events as sessions at least, found --events 10 --sessions 11"),
        ("simulate --seed", "a value after --seed, found the end"),
        ("simulate --framework x", "--framework and one of uikit, "),
        ("simulate --to xml", "--to jsonl or --to trace, found --to xml"),
        ("simulate x.trace", "no file to simulate, found x.trace"),
        ("journal stat", "one folder, found 0\n"), ("journal cat a b", "one folder, found 2\n"),
        ("journal", "journal cat, verify or stat, found journal alone\n"),
        ("journal dog", "journal cat, verify or stat, found journal dog\n"),
        ("journal cat --json file", "an option of this command, found --json\n"),
        ("timeline a.trace", ""), ("timeline a.trace -o", ""), ("timeline a.trace -o a.png", ""),
        ("timeline a.trace -o svg", ""), ("timeline a.trace -o -", ""), ("timeline a.trace -o a.svg --format png", ""),
        ("timeline a.trace b.trace -o a.svg", ""), ("timeline . -o a.svg", ""),
        ("timeline a.trace -o a.svg --fold 0", ""), ("timeline a.trace -o a.svg --fold long", ""),
        ("timeline a.trace -o a.svg --json", ""), ("stats --steps few", ""), ("stats --min -1", ""),
        ("explain --at noon", "--at and a number of seconds, found --at noon"), ("explain --color=sometimes", ""),
    ]
    private static let idle = "--idle and a number of seconds above 0, found --idle "

    @Test("Wrong use prints a message, and a line that names the help, on standard error only", arguments: misuse)
    func wrongUse(call: String, message: String) async throws {
        let folder = try Folder(["a.trace": Traces.page("a")])
        let run = try await Run.pageview(call.split(separator: " ").map(String.init), in: folder)
        #expect(run.status == 64 && run.hasExited)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("pageview: expected \(message)"), "\(run.errors)")
        #expect(run.errors.hasSuffix(" for help.\n") && run.errorLines.count == 2)
        #expect(run.errorLines.last?.hasPrefix("Run 'pageview help") == true)
    }

    @Test("Help is printed on standard output, and is short (TR-005)", arguments: [["--help"], ["-h"], ["help"]])
    func help(arguments: [String]) async throws {
        let run = try await Run.pageview(arguments).succeeded()
        #expect(run.text == Subcommand.help && run.lines.count < 20 && run.text.contains("pageview help COMMAND"))
    }

    @Test("Each subcommand prints its own help, and the help names it", arguments: Subcommand.allCases)
    func helpOfSubcommand(subcommand: Subcommand) async throws {
        let name = subcommand.rawValue
        for arguments in [["help", name], [name, "--help"], [name, "x", "-h"]] {
            let run = try await Run.pageview(arguments).succeeded()
            #expect(run.text == subcommand.help)
        }
        #expect(subcommand.help.contains("\nusage: pageview \(name) "))
        #expect(
            subcommand.help.contains("\nExit status: 0 ") && subcommand.help.contains("\nExample: pageview \(name) "))
        #expect(subcommand.help.contains("64 wrong use"))
        #expect(Subcommand.help.contains("  \(name) ") && Subcommand.help.contains(subcommand.parts.summary))
        for option in subcommand.parts.options { #expect(subcommand.help.contains("\n  \(option.form) ")) }
    }

    @Test("Help prints a rule that explanations cite (TL-009)", arguments: ["AP-002", "ap-002"])
    func helpOfARule(name: String) async throws {
        let run = try await Run.pageview(["help", name]).succeeded()
        #expect(
            run.text.hasPrefix("AP-002 When an appearance begins\n\n")
                && run.text.contains("- The component is attached."))
    }

    @Test(
        "A message about an unknown name suggests the nearest names (TR-005)",
        arguments: [
            (["reply"], "found reply; did you mean replay?"),
            (["help", "expain"], "found expain; did you mean explain?"),
            (["help", "AP-02"], "found AP-02; did you mean AP-002 or AP-012?"),
            (["VERIFY"], "found VERIFY; did you mean verify?"),
            (["explain", "--compnent", "a"], "found --compnent; did you mean --component?"),
            (["stats", "--jsn"], "found --jsn; did you mean --json?"), (["nothing-like-it"], "found nothing-like-it"),
        ])
    func suggestions(arguments: [String], message: String) async throws {
        let run = try await Run.pageview(arguments)
        #expect(run.status == 64 && run.errorLines.first?.hasSuffix(message) == true, "\(run.errors)")
    }

    @Test("Each message about a file states what was expected and found, and what to do (TR-005)")
    func messagesAboutFiles() async throws {
        let folder = try Folder(["a.trace": Traces.page("a")])
        let missing = "missing: expected a file or a folder, found none (No such file or directory); check the path"
        for arguments in [
            ["replay"], ["verify"], ["explain"], ["stats"], ["convert"], ["journal", "stat"],
            ["timeline", "-o", "a.svg"],
        ] {
            #expect(try await Run.pageview(arguments + ["missing"], in: folder).errorLines == [missing], "\(arguments)")
        }
        let both = try await Run.pageview(["replay", "missing", "a.trace"], in: folder).failed(66)
        #expect(both.errorLines == [missing] && both.lines == [Traces.pageView("a")])
        let output = try await Run.pageview(["timeline", "a.trace", "-o", "none/a.svg"], in: folder)
        #expect(
            output.errorLines == [
                "none/a.svg: expected an existing folder for it, found none (No such file or directory); create the folder"
            ])
    }

    @Test("The chapters list each subcommand with a rule", arguments: Subcommand.allCases)
    func chaptersListSubcommand(subcommand: Subcommand) throws {
        let rows = try TestSupport.chapter("Command").split(separator: "\n")
            .filter { $0.hasPrefix("| `pageview \(subcommand.rawValue)` |") }
        #expect(rows.count == 1 && rows.allSatisfy { $0.contains(/[A-Z]{2,3}-\d{3}/) })
        #expect(try TestSupport.chapter("Notation").contains("| `pageview \(subcommand.rawValue) "))
    }

    @Test("The chapter about wire formats and the help list each format", arguments: FormatName.allCases)
    func chaptersListFormat(format: FormatName) throws {
        #expect(try TestSupport.chapter("WireFormats").contains("`\(format.rawValue)`"))
        #expect(Subcommand.replay.help.contains(format.rawValue))
    }

    @Test("After two hyphens, a name that looks like an option is a file")
    func namesLikeOptions() async throws {
        let folder = try Folder(["--all": Traces.page("a")])
        let run = try await Run.pageview(["replay", "--", "--all"], in: folder).succeeded()
        #expect(run.lines == [Traces.pageView("a")])
    }

    @Test(
        "A closed pipe ends the command without an error, and does not change the exit status of a failure",
        arguments: [
            ("replay long.trace", 0), ("replay --all long.trace", 0), ("convert long.trace", 0), ("--help", 0),
            ("simulate --events 100000000", 0),
            ("timeline wrong.trace --format html -o -", 0), ("verify wrong.trace", 1),
            ("replay --skip-invalid bad.trace", 65), ("replay missing.trace wrong.trace", 66),
        ] as [(String, Int32)])
    func closedPipe(call: String, status: Int32) async throws {
        let events = String(repeating: "didDisappear a\ndidAppear a\n", count: TestDepth.number(4_000, proof: 20_000))
        let folder = try Folder([
            "long.trace": Traces.page("a") + events, "wrong.trace": Traces.page("a") + "expect pageView b\n",
            "bad.trace": "oops\n" + Traces.page("a"),
        ])
        let arguments = call.split(separator: " ").map(String.init)
        let run = try await Run.pageview(arguments, in: folder, output: .closedPipe)
        #expect(run.status == status && run.hasExited)
        #expect(status > 0 || run.errors.isEmpty)
    }

    @Test("An operand may have a name that is not UTF-8, and a file's name may end in a combining character")
    func oddOperands() async throws {
        let folder = try Folder(["all/a.trace": Traces.page("a")])
        // The shell passes the bytes as arguments because Foundation cannot.
        try await folder.run(
            """
            cp all/a.trace "$(printf 'x\\377.trace')"; mv all/a.trace "$(printf 'all/x\\330\\200.trace')"
            '\(try Executable.find().path)' replay x*.trace > mixed; '\(try Executable.find().path)' replay all > ending
            """)
        for name in ["mixed", "ending"] {
            let output = try folder.text(name)
            #expect(output == Traces.pageView("a") + "\n")
        }
    }

    @Test(
        "Replay waits for pipes in non-blocking mode",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3")))
    func pipesThatDoNotWait() async throws {
        let folder = try Folder()
        // Input and output are each longer than a pipe, which has 64 KiB.
        let count = TestDepth.number(2_600, proof: 20_000)
        try folder.write(
            """
            import os, subprocess, sys, threading
            out, end = os.pipe()
            inner, feed = os.pipe()
            os.set_blocking(end, False)
            os.set_blocking(inner, False)
            command = subprocess.Popen([sys.argv[1], "replay"], stdin=inner, stdout=end)
            os.close(end)
            def write():
                os.write(feed, b"create a page=a\\n")
                for _ in range(\(count)): os.write(feed, b"didAppear a\\ndidDisappear a\\n")
                os.close(feed)
            threading.Thread(target=write).start()
            lines = os.fdopen(out).read().count("\\n")
            sys.exit(0 if (lines, command.wait()) == (\(count), 0) else 1)
            """, to: "run.py")
        try await folder.run("python3 run.py '\(try Executable.find().path)'")
    }

    @Test(
        "Output that cannot be written fails with one message and status 74",
        .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full")),
        arguments: [
            ["replay"], ["convert"], ["verify", "-"], ["--help"], ["timeline", "--format", "html", "-o", "-"],
        ])
    func fullOutput(arguments: [String]) async throws {
        let run = try await Run.pageview(
            arguments, input: Array((Traces.page("a") + "expect pageView\n").utf8), output: .path("/dev/full")
        ).failed(74)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("standard output: "))
    }
}
