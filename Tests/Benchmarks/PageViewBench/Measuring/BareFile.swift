import Glibc

/// A file to which lines are added by the system's own call: what a journal cannot be faster than.
final class BareFile {
    private let descriptor: Int32
    private let line: [UInt8]

    /// Creates a file for lines of so many bytes.
    init(_ path: String, lineBytes: Int) throws {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw ChildProcess.Failure(description: "\(path) cannot be opened") }
        line = Array(repeating: 0x20, count: lineBytes - 1) + [0x0A]
    }

    /// Adds so many lines.
    func write(_ count: Int) {
        for _ in 0..<count {
            let written = unsafe Glibc.write(descriptor, line, line.count)
            precondition(written == line.count, "expected a line to be written")
        }
        // It need not grow from one measurement to the next.
        _ = ftruncate(descriptor, 0)
    }

    deinit { _ = close(descriptor) }
}
