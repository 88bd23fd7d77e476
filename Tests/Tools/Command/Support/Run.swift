import Foundation
import TestSupport
import Testing

/// The result of a run of the command.
struct Run: Sendable {
    let status: Int32
    /// Whether the command exited; otherwise a signal ended it.
    let hasExited: Bool
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

    /// Checks that the command succeeded and printed no error.
    @discardableResult
    func succeeded(_ location: SourceLocation = #_sourceLocation) -> Run {
        #expect(status == 0 && hasExited && errors.isEmpty, "\(errors)", sourceLocation: location)
        return self
    }

    /// Checks that the command failed with a status, and that its errors begin with a text.
    @discardableResult
    func failed(_ status: Int32, _ errors: String = "", _ location: SourceLocation = #_sourceLocation) -> Run {
        #expect(self.status == status && hasExited, sourceLocation: location)
        #expect(self.errors.hasPrefix(errors), sourceLocation: location)
        return self
    }

    /// The destination of standard output.
    enum Output {
        /// A file that is read afterwards.
        case file
        /// Another file, such as a device.
        case path(String)
        /// A pipe whose reading end is closed.
        case closedPipe
    }

    /// Runs the command in a folder and waits for its end.
    ///
    /// Input, output and errors are files because an unread pipe could fill up and block the command.
    static func pageview(
        _ arguments: [String], in folder: Folder? = nil, input: (some Sequence<UInt8>)? = [UInt8]?.none,
        inputFile: URL? = nil, output: Output = .file
    ) async throws -> Run {
        let own = try Folder()
        let process = try Executable.process(arguments, in: (folder ?? own).url)
        if let inputFile {
            process.standardInput = try FileHandle(forReadingFrom: inputFile)
        } else if let input {
            try own.write(input, to: "input")
            process.standardInput = try FileHandle(forReadingFrom: own.url.appendingPathComponent("input"))
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try own.write("", to: "output")
        try own.write("", to: "errors")
        let outputFile = own.url.appendingPathComponent("output")
        let errorFile = own.url.appendingPathComponent("errors")
        process.standardError = try FileHandle(forWritingTo: errorFile)
        switch output {
        case .file:
            process.standardOutput = try FileHandle(forWritingTo: outputFile)
        case .path(let path):
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        case .closedPipe:
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            process.standardOutput = pipe.fileHandleForWriting
        }

        let (status, hasExited) = try await wait(for: process)
        return Run(
            status: status, hasExited: hasExited, output: try Data(contentsOf: outputFile),
            errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
    }

    static func pageview(
        _ arguments: [String], in folder: Folder? = nil, input: String, output: Output = .file
    ) async throws -> Run {
        try await pageview(arguments, in: folder, input: Array(input.utf8), output: output)
    }

    /// Runs a process to its end. Returns its status and whether it exited.
    @discardableResult
    static func wait(for process: Process) async throws -> (Int32, Bool) {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                continuation.resume(returning: (ended.terminationStatus, ended.terminationReason == .exit))
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// The built command.
enum Executable {
    static func find() throws -> URL { try BuiltProgram.find("pageview") }

    /// Returns a process that has not started.
    static func process(_ arguments: [String], in folder: URL? = nil) throws -> Process {
        let process = Process()
        process.executableURL = try find()
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }
}
