#if !os(Windows) && !os(WASI)
// The few calls to the system that a recording needs; Foundation would make a program many times as large.
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What the system refused a recording.
public struct RecordingError: Error, Sendable, Hashable {
    /// The file.
    public let path: String
    /// What was wanted.
    public let expected: String
    /// What the system said.
    public let found: String

    static func system(_ path: String, _ expected: String) -> RecordingError {
        // The systems do not agree on whether it can be missing.
        let text: UnsafeMutablePointer<CChar>? = unsafe strerror(errno)
        let words = unsafe text.map { unsafe String(cString: $0) } ?? "error \(errno)"
        return RecordingError(path: path, expected: expected, found: words)
    }
}

extension RecordingError: CustomStringConvertible {
    /// `PATH: expected …, found …`.
    public var description: String { "\(path): expected \(expected), found \(found)" }
}

/// A new file that whole lines are added to.
struct RecordingFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// Where the last whole line ends.
    private(set) var size = 0
    /// Whether what follows that could not be taken back.
    private var isTorn = false

    /// Makes a file, readable by its owner alone; one that is there already is not touched.
    init(_ path: String) throws(RecordingError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        // The system would take what stands before a NUL for the path.
        let end = path.utf8.firstIndex(of: 0)
        descriptor = end == nil ? unsafe path.withCString { unsafe open($0, flags, mode_t(0o600)) } : -1
        self.path = path
        if let end {
            throw RecordingError(
                path: String(path.prefix(upTo: end)), expected: "a path without NUL", found: "one after that")
        }
        guard descriptor >= 0 else { throw .system(path, "to make a new file") }
    }

    /// Opens a file that is there, as it is.
    init(existing path: String) throws(RecordingError) {
        descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
        self.path = path
        guard descriptor >= 0 else { throw .system(path, "to open the file") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Hands whole lines to the operating system, all or none of them.
    mutating func append(_ lines: [UInt8]) throws(RecordingError) {
        if isTorn { try repair() }
        var written = 0
        while written < lines.count {
            let count = unsafe lines.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                #if canImport(Darwin)
                return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Musl)
                return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Android)
                return unsafe Android.write(descriptor, rest.baseAddress, rest.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let error = RecordingError.system(path, "to write \(lines.count) bytes")
                isTorn = written > 0
                try? repair()
                throw error
            }
            written += count
        }
        size += lines.count
    }

    /// Takes half a line back that was written when the system refused the rest.
    private mutating func repair() throws(RecordingError) {
        guard isTorn else { return }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system(path, "to cut the file off") }
        isTorn = false
    }
}
#endif
