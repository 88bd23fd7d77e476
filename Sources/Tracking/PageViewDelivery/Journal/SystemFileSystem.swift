#if !os(Windows) && !os(WASI)
// Direct system calls, because Foundation would make a program many times as large.
import PageViewLifecycle
import PageViewTracking

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The file system of the operating system (JR-004).
package struct SystemFileSystem: FileSystem {
    package init() {}

    package func open(_ path: String, for access: FileAccess) throws(JournalError) -> any OpenFile {
        let file = try SystemFile(path, flags: access.flags)
        guard try file.isRegular else {
            throw JournalError(path: path, expected: "a regular file", found: "something else")
        }
        return file
    }

    package func makeFolder(_ path: String) throws(JournalError) -> Bool {
        if unsafe path.withCString({ unsafe mkdir($0, 0o700) }) == 0 { return true }
        // For an existing folder, some systems report other errors than EEXIST.
        if Self.folderStatus(path) != nil { return false }
        throw .system(path, "to make the folder")
    }

    package func access(toFolder path: String) -> FolderAccess? {
        Self.folderStatus(path).map {
            FolderAccess(owner: $0.st_uid, mode: UInt32($0.st_mode) & 0o7777, user: geteuid())
        }
    }

    private static func folderStatus(_ path: String) -> stat? {
        let code = errno
        defer { errno = code }
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? status : nil
    }

    package func names(in folder: String) throws(JournalError) -> [String] {
        guard let names = unsafe folder.withCString({ unsafe SystemCalls.names(inFolder: $0) }) else {
            throw .system(folder, "to read the folder")
        }
        return names.map { String(decoding: $0, as: UTF8.self) }
    }

    package func status(of path: String) throws(JournalError) -> FileStatus? {
        var status = stat()
        if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 { return FileStatus(status) }
        guard errno == ENOENT else { throw .system(path, "to read the attributes of the file") }
        return nil
    }

    package func remove(_ path: String) throws(JournalError) {
        if unsafe path.withCString({ unsafe unlink($0) }) != 0, errno != ENOENT {
            throw .system(path, "to remove the file")
        }
    }

    package func rename(_ path: String, to newPath: String) throws(JournalError) {
        // A call of `rename` here would call this method.
        let result = unsafe path.withCString { path in
            unsafe newPath.withCString { newPath in unsafe renameat(AT_FDCWD, path, AT_FDCWD, newPath) }
        }
        guard result == 0 else { throw .system(newPath, "to replace the file") }
    }

    package func synchronize(folder: String) throws(JournalError) {
        let file = try SystemFile(folder, flags: O_RDONLY | O_CLOEXEC)
        guard fsync(file.descriptor) == 0 else { throw .system(folder, "to synchronize the folder") }
    }

    package func lock(folder: String) throws(JournalError) -> any OpenFile {
        let file = try SystemFile(folder, flags: O_RDONLY | O_CLOEXEC)
        guard SystemCalls.retry({ Int(flock(file.descriptor, LOCK_EX)) }) == 0 else {
            throw .system(folder, "to lock the folder")
        }
        return file
    }
}

extension FileAccess {
    fileprivate var flags: Int32 {
        // O_CLOEXEC: child programs must not keep the locks. O_NONBLOCK: a pipe must not block. O_NOFOLLOW: the target of a link
        // belongs to another owner.
        let always = O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
        return switch self {
        case .reading: O_RDONLY | always
        case .appendingToNew: O_WRONLY | O_CREAT | O_EXCL | O_APPEND | always
        case .appending: O_WRONLY | O_CREAT | O_APPEND | always
        case .updating: O_RDWR | always
        }
    }
}

private final class SystemFile: OpenFile {
    let path: String
    let descriptor: Int32

    init(_ path: String, flags: Int32) throws(JournalError) {
        let descriptor = unsafe path.withCString { path in
            SystemCalls.retry { Int(unsafe open(path, flags, mode_t(0o600))) }
        }
        guard descriptor >= 0 else { throw .system(path, "to open the file") }
        (self.path, self.descriptor) = (path, Int32(descriptor))
    }

    deinit {
        // A forked child shares the file until it executes another program, so closing alone would not release the lock.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private var systemStatus: stat {
        get throws(JournalError) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else {
                throw .system(path, "to read the attributes of the file")
            }
            return status
        }
    }

    var isRegular: Bool { get throws(JournalError) { try systemStatus.st_mode & S_IFMT == S_IFREG } }

    var status: FileStatus { get throws(JournalError) { FileStatus(try systemStatus) } }

    func readPart(_ limit: Int) throws(JournalError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe SystemCalls.readPart(into: $0, from: descriptor) }
        guard count >= 0 else { throw .system(path, "to read the file") }
        return Array(bytes.prefix(count))
    }

    func seek(to offset: Int) throws(JournalError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .system(path, "to seek to byte \(offset)") }
    }

    func write(_ bytes: Span<UInt8>) throws(JournalError) -> Int {
        let count = unsafe bytes.withUnsafeBytes { unsafe SystemCalls.writePart(of: $0, to: descriptor) }
        guard count >= 0 else { throw .system(path, "to write \(bytes.count) bytes") }
        return count
    }

    func truncate(to size: Int) throws(JournalError) {
        guard SystemCalls.retry({ Int(ftruncate(descriptor, off_t(size))) }) == 0 else {
            throw .system(path, "to truncate the file to \(size) bytes")
        }
    }

    func synchronize() throws(JournalError) {
        #if canImport(Darwin)
        // On Darwin, `fsync` leaves the bytes in the memory of the disk.
        let result = fcntl(descriptor, F_FULLFSYNC)
        #else
        let result = fdatasync(descriptor)
        #endif
        guard result == 0 else { throw .system(path, "to synchronize the file") }
    }

    func lock() -> Bool { lock(LOCK_EX) }

    func lockShared() -> Bool { lock(LOCK_SH) }

    /// Acquires a lock without waiting. Succeeds on a file system without such locks.
    private func lock(_ kind: Int32) -> Bool { flock(descriptor, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    func unlock() { _ = flock(descriptor, LOCK_UN) }
}

extension FileStatus {
    /// Creates a status. The version includes the times of the last change, because file numbers are used again.
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        var hash: UInt64 = 0
        for part in [
            UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
            UInt64(bitPattern: Int64(modified.tv_sec)),
            UInt64(modified.tv_nsec), UInt64(bitPattern: Int64(changed.tv_sec)), UInt64(changed.tv_nsec),
        ] {
            hash = RandomBits.mixed(hash ^ part)
        }
        self.init(
            size: Int(status.st_size), hasName: status.st_nlink > 0, version: hash, isOwn: status.st_uid == geteuid())
    }
}

extension JournalError {
    fileprivate static func system(_ path: String, _ expected: String) -> JournalError {
        let code = errno
        return JournalError(path: path, expected: expected, found: SystemCalls.message(of: code), code: code)
    }

    var isMissing: Bool { code == ENOENT }
    var isTaken: Bool { code == EEXIST }
}
#endif
