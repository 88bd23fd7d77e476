import Foundation

/// A process that writes a journal until it is killed, and reports its progress through a pipe.
///
/// `posix_spawn` starts it, because tests start hundreds and each test waits on its own thread.
final class VictimProcess {
    private let process: pid_t
    private let output: Int32
    private var unread: [UInt8] = []

    struct NotStarted: Error {}

    init(in folder: TestFolder, how: String, number: Int) throws {
        let program = try VictimProgram.find()
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw NotStarted() }
        // Other processes started meanwhile must not inherit the pipe, or it would never end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        var process = pid_t()
        let arguments = [program, folder.path, how, String(number)]
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
        return lines + rest()
    }

    /// Waits for the end of the process. Returns its remaining lines.
    func rest() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return lines
    }
}

/// The program of the process, built with these tests.
enum VictimProgram {
    struct NotFound: Error, CustomStringConvertible {
        let searched: [String]
        var description: String { "no executable 'JournalVictim' beside \(searched)" }
    }

    /// Returns the program's path, beside the test bundle or in a folder above it.
    static func find() throws -> String {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        var searched: [String] = []
        for start in arguments + bundles + [Bundle.main.executableURL].compactMap(\.self) {
            var folder = start.standardizedFileURL.resolvingSymlinksInPath()
            for _ in 0..<5 {
                folder = folder.deletingLastPathComponent()
                let candidate = folder.appendingPathComponent("JournalVictim").path
                var isFolder: ObjCBool = false
                if unsafe FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue
                {
                    return candidate
                }
                searched.append(folder.path)
            }
        }
        throw NotFound(searched: searched)
    }
}
