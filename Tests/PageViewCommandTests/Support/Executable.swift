import Foundation

/// The command that was built with these tests.
enum Executable {
    struct NotFound: Error, CustomStringConvertible {
        let searched: [String]
        var description: String { "no executable 'pageview' beside \(searched)" }
    }

    /// Where it is: beside the test bundle, or in a folder above it.
    static func find() throws -> URL {
        var searched: [String] = []
        for start in starts {
            var folder = start
            // The bundle is in the products' folder; on macOS the executable that runs the tests is deep inside it.
            for _ in 0..<5 {
                folder = folder.deletingLastPathComponent()
                let candidate = folder.appendingPathComponent("pageview")
                let isFile = (try? candidate.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
                if isFile, FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
                searched.append(folder.path)
            }
        }
        throw NotFound(searched: searched)
    }

    /// What may lie in the products' folder: whatever looks like a test bundle, then this process itself.
    private static var starts: [URL] {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let own = [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }].compactMap {
            $0
        }
        return (arguments + bundles + own).map { $0.standardizedFileURL.resolvingSymlinksInPath() }
    }
}
