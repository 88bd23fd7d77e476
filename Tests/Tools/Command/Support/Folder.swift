import Foundation

/// A temporary folder for a test, removed on deallocation.
final class Folder: Sendable {
    let url: URL

    /// Creates the folder, with these files by their names.
    init(_ files: KeyValuePairs<String, String> = [:]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("pageview-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    /// Returns the text of a file.
    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and creates its parent folders.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

    /// Writes a file and returns its URL.
    func file(_ name: String, _ text: String) throws -> URL {
        try write(text, to: name)
        return url.appendingPathComponent(name)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: url.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    /// Runs a shell script in the folder, for files that Foundation cannot create.
    func run(_ script: String) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = url
        let (status, _) = try await Run.wait(for: process)
        guard status == 0 else { throw CocoaError(.executableRuntimeMismatch) }
    }
}
