import Foundation
import TestWatch
import Testing

@testable import PageViewBench

/// `.scripts/bench`, with a stand-in for the program that it builds.
@Suite(.watched)
struct ScriptTests {
    private static let document = """
        Before.
        <!-- figures: of old -->

        old

        <!-- end of figures -->
        After.

        """
    private let folder: TemporaryFolder

    /// A package with nothing but the script, the document, and tools that do what the test asks of them.
    init() throws {
        folder = try TemporaryFolder()
        let manager = FileManager.default
        for name in [".scripts", "Specs", "Tests/Benchmarks/CoreBenchmarks", "tools"] {
            try manager.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.scripts/bench")
        try manager.copyItem(atPath: script.standardizedFileURL.path, toPath: folder.file(".scripts/bench"))
        try Self.document.write(toFile: folder.file("Specs/Costs.md"), atomically: true, encoding: .utf8)
        let tools = [
            (
                "tools/swift",
                "case \"$*\" in *--show-bin-path) echo \"$TOOLS\" ;; *) echo \"$*\" >>\"$TOOLS/log\" ;; esac"
            ),
            ("tools/pageview-bench", "echo \"$*\" >>\"$TOOLS/log\"; printf '%b' \"$REPORT\"; exit \"$STATUS\""),
            ("tools/valgrind", ""), ("tools/strip", ""),
            ("Tests/Benchmarks/CoreBenchmarks/run", "echo \"calls $*\" >>\"$TOOLS/log\""),
        ]
        // A shell writes the tools. If this process wrote them, the child of another test could still have such a file open, and the
        // system runs no program that is open for writing.
        let writing = "printf '#!/bin/sh\\n%s\\n' \"$2\" >\"$1\" && chmod 755 \"$1\""
        for (name, body) in tools {
            try #require(try ChildProcess.run(["sh", "-c", writing, "sh", folder.file(name), body]).status == 0)
        }
    }

    private func run(_ arguments: [String], report: String = "### A\\n\\nnew\\n", status: Int = 0) throws -> Int32 {
        let path = "PATH=\(folder.file("tools")):/usr/bin:/bin"
        return try ChildProcess.run(
            ["env", path, "bash", folder.file(".scripts/bench")] + arguments,
            environment: ["TOOLS": folder.file("tools"), "REPORT": report, "STATUS": "\(status)"]
        ).status
    }

    private var document: String? { TextFile.read(folder.file("Specs/Costs.md")) }
    /// Whether anything was built or measured.
    private var hasBegun: Bool { TextFile.size(folder.file("tools/log")) != nil }

    @Test(
        "An option that excludes --document is rejected before the build",
        arguments: [
            ["--filter", "memory"], ["--json"], ["--help"], ["--list"], ["--quick"], ["--exact"], ["extra"],
            ["--build-probes", "--json"], ["--peers", "x", "--list"], ["--peers"], ["--record", "x"],
        ])
    func refused(options: [String]) throws {
        #expect(try run(["--document"] + options) == 64)
        #expect(document == Self.document)
        #expect(!hasBegun)
    }

    @Test("The script replaces the figures and nothing else", arguments: [[], ["--build-probes", "--peers", "a b"]])
    func replaced(options: [String]) throws {
        #expect(try run(["--document"] + options) == 0)
        let lines = try #require(document).split(separator: "\n").map(String.init)
        #expect(lines.first == "Before." && lines.last == "After.")
        #expect(lines.contains("### A") && lines.contains("new") && !lines.contains("old"))
        #expect(lines.count { $0.hasPrefix("<!--") } == 2)
        let log = try #require(TextFile.read(folder.file("tools/log")))
        let measured = (["--markdown"] + options).joined(separator: " ")
        #expect(log.hasSuffix("\(measured)\ncalls --document\n"))
    }

    @Test("A program that fails or prints nothing leaves the document unchanged", arguments: [("", 0), ("### A", 70)])
    func kept(report: String, status: Int) throws {
        #expect(try run(["--document"], report: report, status: status) == 70)
        #expect(document == Self.document)
        #expect(TextFile.size(folder.file("Specs/Costs.md.new")) == nil)
    }

    @Test("A document without its two marks is left unchanged")
    func unmarked() throws {
        for text in ["Before.\n<!-- end of figures -->\n", "Before.\n<!-- figures: of old -->\nold\n", "Before.\n"] {
            try #require(TextFile.write(text, to: folder.file("Specs/Costs.md")))
            #expect(try run(["--document"]) == 70)
            #expect(document == text)
        }
    }

    @Test("An argument after an option without a value is rejected", arguments: ["--help", "--record", "--nothing"])
    func extra(option: String) throws {
        #expect(try run([option, "extra"]) == 64)
        #expect(!hasBegun)
    }

    @Test("The help is shown if it is the only option")
    func help() throws { #expect(try run(["--help"]) == 0) }
}
