import Foundation
import TestSupport

/// A process that writes a journal until it is killed, and reports its progress through a pipe.
///
/// `posix_spawn` starts it, because tests start hundreds and each test waits on its own thread.
final class VictimProcess {
    private let process: pid_t
    private let output: Int32
    private var unread: [UInt8] = []

    struct NotStarted: Error {}

    init(in folder: TestFolder, number: Int, segmentBytes: Int) throws {
        let program = try BuiltProgram.find("JournalVictim").path
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw NotStarted() }
        // Other processes started meanwhile must not inherit the pipe, or it would never end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        var process = pid_t()
        let arguments = [program, folder.path, String(number), String(segmentBytes)]
        var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let result = unsafe posix_spawn(&process, program, &actions, nil, &pointers, environ)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw NotStarted()
        }
        self.process = process
    }

    deinit { close(output) }

    /// Returns the next line; `nil` at the end of the output.
    func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            unread += piece[..<count]
        }
    }

    /// Kills the process after a number of lines and a short delay. Returns all its lines.
    func kill(afterLines count: Int, spins: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = nextLine() { lines.append(line) }
        var spun = 0
        while spun < spins { spun += 1 }
        _ = Foundation.kill(process, SIGKILL)
        while let line = nextLine() { lines.append(line) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return lines
    }
}
