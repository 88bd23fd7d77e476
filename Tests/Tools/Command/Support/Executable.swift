import Foundation
import TestSupport

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
