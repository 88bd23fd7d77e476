import Foundation
import Testing

extension CommandTests {
    /// A run of `pageview replay --follow` of a file, which ends when the object is deallocated.
    private final class Following {
        let file: URL
        let folder: Folder
        private let process: Process
        private let output = Pipe()
        private let errors = Pipe()
        private var rest = Data()

        init(_ text: String, _ options: String...) throws {
            folder = try Folder()
            file = try folder.file("log.trace", text)
            process = try Executable.process(["replay", "--follow"] + options + [file.path])
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        // SIGKILL, because the environment of the tests may ignore other signals.
        deinit { if process.isRunning { _ = kill(process.processIdentifier, SIGKILL) } }

        func append(_ text: String) throws {
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        }

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

    @Test("A followed file is replayed line by line as it grows (TR-007)")
    func followPrintsWhatIsAdded() throws {
        let following = try Following("0 create a page=a\n1 didAppear a\n")
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":1,"t":1,"id":"a/1""#) == true)
        try following.append("2 didDisappear a\n3 didApp")
        try following.append("ear a\n4 interaction tap\n5 didDis")
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":2,"t":3,"id":"a/2""#) == true)
        #expect(following.line()?.hasPrefix(#"{"event":"interaction","t":4,"name":"tap""#) == true)
        try following.append("appear a\n6 didAppear a\n")
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
        let following = try Following("0 create a page=a\n0 didAppear a\n", "--all")
        while following.line()?.contains("currentPage") == false {}
        try following.append("1 interaction before\n" + half)
        #expect(following.line()?.contains("before") == true)
        let next = "0 interaction after\n"
        switch rotation {
        case .emptied: try Data(next.utf8).write(to: following.file)
        case .replaced:
            let other = try following.folder.file("other", next + String(repeating: "#", count: 500))
            #expect(unsafe rename(other.path, following.file.path) == 0)
        }
        #expect(following.message() == "\(following.file.path): the file was rewritten; the replay begins again\n")
        #expect(following.line()?.contains("after") == true)
    }

    @Test(
        "An overwritten file of any length is replayed from its beginning (TR-007)", arguments: [-1, 0, 1, 700, 70_000])
    func followSeesWhatIsWrittenOver(more: Int) throws {
        let old = "0 create a page=a\n0 didAppear a\n1 interaction old\n# \(String(repeating: "-", count: 2000))\n"
        let following = try Following(old)
        #expect(following.line()?.contains("a/1") == true)
        #expect(following.line()?.contains("old") == true)
        let new = "0 create b page=b\n0 didAppear b\n"
        let filler = old.utf8.count + more - new.utf8.count - 2
        // A single write in place, so that the file is never shorter in between.
        let handle = try FileHandle(forUpdating: following.file)
        try handle.write(contentsOf: Data((new + "#" + String(repeating: "+", count: filler) + "\n").utf8))
        try handle.truncate(atOffset: UInt64(old.utf8.count + more))
        try handle.close()
        #expect(following.message() == "\(following.file.path): the file was rewritten; the replay begins again\n")
        #expect(following.line()?.hasPrefix(#"{"event":"pageView","seq":1,"t":0,"id":"b/1""#) == true)
    }

    @Test("Following ends when its reader closes the pipe, even with nothing to print (TR-007)")
    func followEndsWithItsReader() throws {
        let following = try Following("0 create a page=a\n0 didAppear a\n")
        #expect(following.line()?.contains("a/1") == true)
        try following.closeOutput()
        #expect(following.status() == 0)
    }

    @Test("A malformed line ends following, unless --skip-invalid is given (TR-007)")
    func followEndsAtMalformedLines() throws {
        let following = try Following("0 interaction first\n")
        let skipping = try Following("0 interaction first\n", "--skip-invalid")
        #expect(following.line()?.contains("first") == true)
        #expect(skipping.line()?.contains("first") == true)
        for followed in [following, skipping] { try followed.append("oops\n1 interaction second\n") }
        #expect(following.status() == 65)
        #expect(following.line() == nil)
        #expect(following.message().hasPrefix("\(following.file.path):2:1: expected "))
        #expect(skipping.line()?.contains("second") == true)
    }
}
