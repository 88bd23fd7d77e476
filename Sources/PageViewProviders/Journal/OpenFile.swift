#if !os(Windows) && !os(WASI)
// The few calls to the system that a journal needs; Foundation would make a program many times as large.
import AnalyticsJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file that is open; it is closed, and its lock let go, when nobody has it any more.
package final class OpenFile: Sendable {
    let path: String
    let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit {
        // A child of this process has the file too until it is another program; closing alone would leave it the lock.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// How a file is opened.
    enum Access {
        case reading
        /// For reading a segment: what a link points to is none.
        case readingSegment
        /// For reading what is in the folder itself, or waiting for it.
        case folder
        /// For adding to its end; it must not be there yet.
        case appendingToNew
        /// For adding to its end; it is made if it is not there.
        case appending

        fileprivate var flags: Int32 {
            // Closed in programs that this one starts: they must not keep its locks.
            switch self {
            // Without waiting for somebody at the other end, if it is a pipe.
            case .reading: O_RDONLY | O_CLOEXEC | O_NONBLOCK
            case .readingSegment: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
            case .folder: O_RDONLY | O_CLOEXEC
            case .appendingToNew: O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
            case .appending: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
            }
        }
    }

    /// Opens a file, readable by its owner alone. Anything else of its name is an error, such as a folder or a pipe.
    convenience init(_ path: String, for access: Access) throws(JournalError) {
        while true {
            let descriptor = unsafe path.withCString { unsafe open($0, access.flags, mode_t(0o600)) }
            if descriptor >= 0 {
                self.init(path: path, descriptor: descriptor)
                guard access == .folder || isRegular else {
                    throw JournalError(path: path, expected: "a regular file", found: "something else")
                }
                return
            }
            guard errno == EINTR else { throw .system(path, "to open the file") }
        }
    }

    /// Reads on, into a part of the buffer; how many bytes, 0 at the end.
    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(JournalError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
                #if canImport(Darwin)
                return unsafe Darwin.read(descriptor, part.baseAddress, part.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.read(descriptor, part.baseAddress, part.count)
                #elseif canImport(Musl)
                return unsafe Musl.read(descriptor, part.baseAddress, part.count)
                #elseif canImport(Android)
                return unsafe Android.read(descriptor, part.baseAddress, part.count)
                #endif
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw .system(path, "to read the file") }
        }
    }

    /// Whether an item can begin at a place: a line, or a record in front of which the line break is damaged. Goes to the
    /// beginning of the file.
    func isItemStart(_ offset: Int) throws(JournalError) -> Bool {
        try seek(to: offset - 1)
        var bytes = [UInt8](repeating: 0, count: 1 + RecordFrame.markLength)
        var count = 0
        while count < bytes.count {
            let more = try read(into: &bytes, count..<bytes.count)
            if more == 0 { break }
            count += more
        }
        try seek(to: 0)
        let read = bytes[...]
        return count > 0 && (read[0] == 0x0A || RecordFrame.mayBegin(in: read.span, at: 1, end: count))
    }

    /// Goes to a place in the file.
    func seek(to offset: Int) throws(JournalError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .system(path, "to go to byte \(offset)") }
    }

    /// Hands bytes to the operating system; how many it took.
    func write(_ bytes: ByteSpan) throws(JournalError) -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Android)
                return unsafe Android.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw .system(path, "to write \(bytes.count) bytes") }
        }
    }

    /// Hands all bytes to the operating system.
    func writeAll(_ bytes: ByteSpan) throws(JournalError) {
        var written = 0
        while written < bytes.count { written += try write(bytes.extracting(droppingFirst: written)) }
    }

    /// Cuts the file off.
    func truncate(to size: Int) throws(JournalError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            guard errno == EINTR else { throw .system(path, "to cut the file off at byte \(size)") }
        }
    }

    /// Waits until what was written is on the disk itself.
    func synchronize() throws(JournalError) {
        #if canImport(Darwin)
        // `fsync` there leaves it in the memory of the disk.
        let result = fcntl(descriptor, F_FULLFSYNC)
        #else
        let result = fdatasync(descriptor)
        #endif
        guard result == 0 else { throw .system(path, "to have it on the disk") }
    }

    /// Takes the lock that tells others that the file is in use; whether nobody had it.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Keeps others from taking the lock, as any number may at the same time; whether nobody had it.
    func lockOut() -> Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 }

    /// Whether nobody has the lock.
    var isUnused: Bool {
        guard lockOut() else { return false }
        _ = flock(descriptor, LOCK_UN)
        return true
    }

    private var isRegular: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The size in bytes, and whether the file still has a name.
    var status: (size: Int, hasName: Bool) {
        get throws(JournalError) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path, "to look at the file") }
            return (Int(status.st_size), status.st_nlink > 0)
        }
    }
}

extension JournalError {
    /// What the operating system refused last.
    static func system(_ path: String, _ expected: String) -> JournalError {
        let code = errno
        // The systems do not agree on whether it can be missing.
        let text: UnsafeMutablePointer<CChar>? = unsafe strerror(code)
        let words = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
        return JournalError(path: path, expected: expected, found: words, code: code)
    }

    /// Whether there is nothing of that name.
    var isMissing: Bool { code == ENOENT }
    /// Whether there is something of that name already.
    var isTaken: Bool { code == EEXIST }
}
#endif
