import Foundation
import TestWatch
import Testing

@testable import PageViewBench

/// How the program ends.
@Suite(.watched)
struct StatusTests {
    private let folder = try? TemporaryFolder()
    /// A hook that finds that nothing is allocated.
    private let counter = AllocationCounter(
        start: {}, stop: { (.init(calls: 0, bytes: 0), .init(calls: 0, bytes: 0)) }, track: {},
        live: { .init(requested: 0, usable: 0) }, untrack: {})

    /// The status with which it ends that writes its report to a file.
    private func status(_ arguments: [String], output: String = "/dev/null") throws -> Int32 {
        let file = try #require(FileHandle(forWritingAtPath: output))
        defer { try? file.close() }
        return run(arguments, output: file.fileDescriptor)
    }

    private func run(_ arguments: [String], output: Int32) -> Int32 {
        Bench.$errorOutput.withValue(-1) { Bench.run(arguments, allocations: counter, output: output) }
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = try #require(folder).file(name)
        try #require(TextFile.write(text, to: path))
        return path
    }

    @Test("With a filter, a check compares only the selected rows")
    func filteredCheck() throws {
        let fine = try file("fine", "memory.growth 0\ntracker.allocations 2\n")
        #expect(try status(["--exact", "--filter", "memory", "--check", fine]) == 0)
        let unknown = try file("unknown", "memory.growth 0\nmemory.unknown 2\n")
        #expect(try status(["--exact", "--filter", "memory", "--check", unknown]) == 1)
    }

    @Test(
        "A report that cannot be written fails in every form",
        arguments: [
            ["--filter", "memory", "--exact"], ["--filter", "memory", "--exact", "--json"],
            ["--filter", "memory", "--exact", "--markdown"], ["--list"], ["--help"], ["--trace", "5"],
        ])
    func lostOutput(arguments: [String]) throws {
        #expect(try status(arguments) == 0)
        #expect(try status(arguments, output: "/dev/full") == 74)
        // No descriptor has this number.
        #expect(run(arguments, output: .max) == 74)
    }

    @Test("A report that cannot be written records nothing")
    func lostRecord() throws {
        let table = try file("table", "memory.growth 7\n")
        #expect(try status(["--filter", "memory", "--exact", "--record", table], output: "/dev/full") == 74)
        #expect(TextFile.read(table) == "memory.growth 7\n")
        #expect(try status(["--filter", "memory", "--exact", "--record", table]) == 0)
        #expect(TextFile.read(table) == "memory.growth 0\n")
    }

    @Test("A named file or folder must exist", arguments: ["--command", "--peers", "--package"])
    func named(option: String) throws {
        #expect(try status([option, "/nonexistent", "--filter", "memory", "--exact"]) == 70)
    }

    @Test("A useless named file is reported; a missing default is not a failure")
    func owed() throws {
        #expect(try status(["--command", "/bin/false", "--filter", "sessions", "--quick"]) == 70)
        #expect(try status(["--filter", "startup", "--quick"]) == 0)
    }

    @Test("A named program that cannot be compared with is a failure; an unnamed one is not")
    func owedPeers() throws {
        let scripts = try #require(folder).path
        #expect(Peer.unmeasured(.init(description: "none"), try Options(["--peers", scripts])).isRequired)
        #expect(!Peer.unmeasured(.init(description: "none"), try Options([])).isRequired)
    }

    @Test("The help lists every exit status", arguments: [0, 1, 64, 70, 74])
    func help(status: Int) throws {
        let sentence = try #require(Options.usage.components(separatedBy: "Exit status:").last)
        #expect(sentence.contains(" \(status) "))
    }
}
