package import Foundation

/// The programs of this package, built with the tests.
package enum BuiltProgram {
    struct NotFound: Error, CustomStringConvertible {
        let name: String
        let searched: [String]
        var description: String { "no executable '\(name)' beside \(searched)" }
    }

    /// Returns the URL of a program, beside the test bundle or in a folder above it.
    package static func find(_ name: String) throws -> URL {
        var searched: [String] = []
        for start in starts {
            var folder = start
            // The bundle is in the products folder. On macOS the test executable is deep inside the bundle.
            for _ in 0..<5 {
                folder = folder.deletingLastPathComponent()
                let candidate = folder.appendingPathComponent(name)
                let isFile = (try? candidate.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
                if isFile, FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
                searched.append(folder.path)
            }
        }
        throw NotFound(name: name, searched: searched)
    }

    /// The URLs from which to search upwards: test bundles, then the executable of this process.
    private static var starts: [URL] {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let own = [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }].compactMap {
            $0
        }
        return (arguments + bundles + own).map { $0.standardizedFileURL.resolvingSymlinksInPath() }
    }
}
