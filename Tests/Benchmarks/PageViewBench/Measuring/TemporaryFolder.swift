import Glibc

/// A folder that is gone with the last who holds it.
final class TemporaryFolder {
    let path: String

    init() throws {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        // What `mkdtemp` puts letters of its own in place of.
        let placeholder = String(repeating: "X", count: 6)
        var template = Array("\(parent)/pageview-bench-\(placeholder)".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw ChildProcess.Failure(description: "no folder can be made in \(parent)")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit { _ = try? ChildProcess.run(["rm", "-rf", path]) }
}
