import Foundation
import TestSupport

/// A process that writes a journal until it is killed, and reports its progress through a pipe.
final class VictimProcess {
    private let process = Process()
    private let output = Pipe()

    init(in folder: TestFolder, number: Int, segmentBytes: Int) throws {
        process.executableURL = try BuiltProgram.find("JournalVictim")
        process.arguments = [folder.path, "\(number)", "\(segmentBytes)"]
        process.standardOutput = output
        try process.run()
    }

    /// Kills the process after a number of lines and a short delay. Returns the number of all its lines.
    func kill(afterLines count: Int, spins: Int) -> Int {
        var lines = 0
        func read(_ piece: Data) -> Bool {
            lines += piece.count { $0 == 0x0A }
            return !piece.isEmpty
        }
        while lines < count, read(output.fileHandleForReading.availableData) {}
        var spun = 0
        while spun < spins { spun += 1 }
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = read(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return lines
    }
}
