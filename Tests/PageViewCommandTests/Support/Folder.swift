import Foundation

/// A folder of its own for a test, gone with it.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("pageview-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, with the folders above it.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

    /// Writes a file; where it is.
    func file(_ name: String, _ text: String) throws -> URL {
        try write(text, to: name)
        return url.appendingPathComponent(name)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: url.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    /// Runs a script in the folder, for what Foundation cannot make.
    func run(_ script: String) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = url
        let (status, _) = try await Run.wait(for: process)
        guard status == 0 else { throw CocoaError(.executableRuntimeMismatch) }
    }
}
