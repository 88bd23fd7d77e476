import Foundation
import Testing

extension CommandTests {
    /// A run of `pageview replay --follow`, which ends when the object is deallocated.
    private final class Following {
        private let process: Process
        private let output = Pipe()
        private let errors = Pipe()
        private var rest = Data()

        init(_ file: URL, _ options: String...) throws {
            process = try Executable.process(["replay", "--follow"] + options + [file.path])
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        // SIGKILL, because the environment of the tests may ignore other signals.
        deinit { if process.isRunning { _ = kill(process.processIdentifier, SIGKILL) } }

        /// Waits for the next line of the output. Returns `nil` if the command has ended.
        func line() -> String? { next(from: output) }

        /// Closes the reading end of the output.
        func closeOutput() throws { try output.fileHandleForReading.close() }

        /// Waits for the end of the command. Returns its exit status.
        func status() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }

        /// Waits for the next output on standard error.
        func message() -> String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }

        private func next(from pipe: Pipe) -> String? {
            while true {
                if let end = rest.firstIndex(of: 0x0A) {
                    defer { rest = Data(rest[(end + 1)...]) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                rest += more
            }
        }
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test("A followed file is replayed line by line as it grows (TR-007)")
    func followPrintsWhatIsAdded() throws {
        let folder = try Folder()
        let file = try folder.file("log.trace", "0 create a page=a\n1 didAppear a\n")
        let following = try Following(file)
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":1,"t":1,"id":"a/1""#) == true)
        try append("2 didDisappear a\n3 didApp", to: file)
        try append("ear a\n4 interaction tap\n5 didDis", to: file)
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":2,"t":3,"id":"a/2""#) == true)
        #expect(following.line()?.hasPrefix(#"{"event":"interaction","t":4,"name":"tap""#) == true)
        try append("appear a\n6 didAppear a\n", to: file)
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":3,"t":6,"id":"a/3""#) == true)
    }

    /// The ways in which a file with an unfinished last line ends.
    enum Rotation: CaseIterable {
        case emptied
        case replaced
    }

    @Test(
        "An unfinished line of a rotated file has no effect, whether it is valid or not (TR-007)",
        arguments: Rotation.allCases, ["5 didDisappear a", "5 didDisap", "5 interaction tap", "{"])
    func followPassesOverHalfLines(rotation: Rotation, half: String) throws {
        let folder = try Folder()
        let file = try folder.file("log.trace", "0 create a page=a\n0 didAppear a\n")
        let following = try Following(file, "--all")
        while following.line()?.contains("currentPage") == false {}
        try append("1 interaction before\n" + half, to: file)
        #expect(following.line()?.contains("before") == true)
        let next = "0 interaction after\n"
        switch rotation {
        case .emptied: try Data(next.utf8).write(to: file)
        case .replaced:
            #expect(
                unsafe rename(try folder.file("other", next + String(repeating: "#", count: 500)).path, file.path) == 0)
        }
        #expect(following.message() == "\(file.path): the file was rewritten; the replay begins again\n")
        #expect(following.line()?.contains("after") == true)
    }

    @Test(
        "An overwritten file of any length is replayed from its beginning (TR-007)", arguments: [-1, 0, 1, 700, 70_000])
    func followSeesWhatIsWrittenOver(more: Int) throws {
        let folder = try Folder()
        let old = "0 create a page=a\n0 didAppear a\n1 interaction old\n# \(String(repeating: "-", count: 2000))\n"
        let file = try folder.file("log.trace", old)
        let following = try Following(file)
        #expect(following.line()?.contains("a/1") == true)
        #expect(following.line()?.contains("old") == true)
        let new = "0 create b page=b\n0 didAppear b\n"
        let filler = old.utf8.count + more - new.utf8.count - 2
        // A single write in place, so that the file is never shorter in between.
        let handle = try FileHandle(forUpdating: file)
        try handle.write(contentsOf: Data((new + "#" + String(repeating: "+", count: filler) + "\n").utf8))
        try handle.truncate(atOffset: UInt64(old.utf8.count + more))
        try handle.close()
        #expect(following.message() == "\(file.path): the file was rewritten; the replay begins again\n")
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":1,"t":0,"id":"b/1""#) == true)
    }

    @Test("Following ends when its reader closes the pipe, even with nothing to print (TR-007)")
    func followEndsWithItsReader() throws {
        let folder = try Folder()
        let file = try folder.file("log.trace", "0 create a page=a\n0 didAppear a\n")
        let following = try Following(file)
        #expect(following.line()?.contains("a/1") == true)
        try following.closeOutput()
        #expect(following.status() == 0)
    }

    @Test("A malformed line ends following, unless --skip-invalid is given (TR-007)")
    func followEndsAtMalformedLines() throws {
        let folder = try Folder()
        let file = try folder.file("log.trace", "0 interaction first\n")
        let following = try Following(file)
        let skipping = try Following(file, "--skip-invalid")
        #expect(following.line()?.contains("first") == true)
        #expect(skipping.line()?.contains("first") == true)
        try append("oops\n1 interaction second\n", to: file)
        #expect(following.status() == 65)
        #expect(following.line() == nil)
        #expect(following.message().hasPrefix("\(file.path):2:1: expected "))
        #expect(skipping.line()?.contains("second") == true)
    }
}
