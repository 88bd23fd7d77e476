import Glibc

/// Reads and writes whole files as text.
enum TextFile {
    /// Returns the contents of a file; `nil` if it cannot be read.
    static func read(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe _ = fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file; returns whether the write succeeded.
    static func write(_ text: String, to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        var text = text
        let written = text.withUTF8 { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
        return unsafe fclose(file) == 0 && written == text.utf8.count
    }

    /// Returns the size of a file in bytes; `nil` if it does not exist.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}

/// A temporary folder, which is removed with its last reference.
final class TemporaryFolder {
    let path: String

    init() throws {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        // `mkdtemp` replaces these letters.
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

/// A file that receives lines by plain system calls: the lower bound for the time of a journal.
final class BareFile {
    private let descriptor: Int32
    private let line: [UInt8]

    /// Creates a file for lines of this many bytes.
    init(_ path: String, lineBytes: Int) throws {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw ChildProcess.Failure(description: "\(path) cannot be opened") }
        line = Array(repeating: 0x20, count: lineBytes - 1) + [0x0A]
    }

    /// Appends `count` lines, and empties the file.
    func write(_ count: Int) {
        for _ in 0..<count {
            let written = unsafe Glibc.write(descriptor, line, line.count)
            precondition(written == line.count, "expected a line to be written")
        }
        // The file must not grow from one measurement to the next.
        _ = ftruncate(descriptor, 0)
    }

    deinit { _ = close(descriptor) }
}

/// Writes to descriptors such as standard output and standard error.
enum Terminal {
    /// Returns whether a descriptor is open.
    static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// Writes a whole text; returns whether the write succeeded.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
