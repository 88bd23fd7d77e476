// The system calls of the command. Foundation would make the command several times larger and slower to start.
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import PageViewLifecycle

/// An error number of a system call, with the system's message.
struct SystemError: Error {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    var message: String { SystemCalls.message(of: code) }

    var readFailure: String {
        switch code {
        case ENOENT, ENOTDIR: "expected a file or a folder, found none (\(message)); check the path"
        case EACCES, EPERM: "expected permission to read it, found none (\(message)); change its permissions"
        default: "expected to read it, found an error (\(message)); try another file or a copy"
        }
    }

    var writeFailure: String {
        switch code {
        case ENOENT, ENOTDIR: "expected an existing folder for it, found none (\(message)); create the folder"
        case EACCES, EPERM, EROFS: "expected permission to write it, found none (\(message)); write to another folder"
        case ENOSPC, EDQUOT, EFBIG:
            "expected space to write it, found none (\(message)); free space, or write to another disk"
        default: "expected to write it, found an error (\(message)); write to another file"
        }
    }

    var isMissing: Bool { code == ENOENT }

    var isExisting: Bool { code == EEXIST }

    var isClosedPipe: Bool { code == EPIPE }
}

enum System {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// The arguments of the process, byte for byte.
    static var arguments: [Path] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map {
                unsafe Path(bytes: UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:)))
            }
        }
    }

    /// Makes a write to a closed pipe fail with an error, instead of a signal that ends the process.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func openToRead(_ path: Path) throws(SystemError) -> Int32 { try descriptor(path, O_RDONLY) }

    /// Opens an existing file for writing, without truncating it.
    static func openToWrite(_ path: Path) throws(SystemError) -> Int32 { try descriptor(path, O_WRONLY) }

    static func createNew(_ path: Path) throws(SystemError) -> Int32 {
        try descriptor(path, O_WRONLY | O_CREAT | O_EXCL)
    }

    /// Creates a file, or truncates the existing one.
    static func create(_ path: Path) throws(SystemError) -> Int32 {
        try descriptor(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    private static func descriptor(_ path: Path, _ flags: Int32) throws(SystemError) -> Int32 {
        // A picture or a report contains the texts of its trace, so only the owner can read it.
        let descriptor = unsafe open(path.cString, flags, 0o600)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    static func setPermissions(_ permissions: FileStatus.Permissions, of descriptor: Int32) throws(SystemError) {
        guard fchmod(descriptor, permissions) == 0 else { throw .last }
    }

    /// Renames a file, and replaces a file that already has the new name.
    static func move(_ path: Path, to other: Path) throws(SystemError) {
        guard unsafe rename(path.cString, other.cString) == 0 else { throw .last }
    }

    static func remove(_ path: Path) {
        unsafe _ = unlink(path.cString)
    }

    /// Returns the path with all links resolved; `nil` if no file exists there.
    static func resolved(_ path: Path) -> Path? {
        guard let text = unsafe realpath(path.cString, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe Path(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
    }

    static var processNumber: Int { Int(getpid()) }

    static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

    /// Reads into a range of the buffer; returns the number of bytes, 0 at the end of the file.
    static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe SystemCalls.readPart(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), from: descriptor)
            }
            if count >= 0 { return count }
            try wait(for: descriptor, POLLIN)
        }
    }

    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.extracting(droppingFirst: written).withUnsafeBytes {
                unsafe SystemCalls.writePart(of: $0, to: descriptor)
            }
            if count >= 0 { written += count } else { try wait(for: descriptor, POLLOUT) }
        }
    }

    /// Waits until the descriptor is ready, if the failed call found that it is not. Throws any other error.
    private static func wait(for descriptor: Int32, _ readiness: Int32) throws(SystemError) {
        // Another process may have made the shared pipe non-blocking.
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last }
        var request = pollfd(fd: descriptor, events: Int16(readiness), revents: 0)
        unsafe _ = poll(&request, 1, -1)
    }

    /// Returns at most `count` bytes from an offset of a file, without moving the file's position.
    static func bytes(of descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        guard read >= 0 else { throw .last }
        return Array(bytes.prefix(read))
    }

    /// Waits until the reader of a pipe closes its end, or until the time is over.
    ///
    /// Returns whether the reader has closed its end.
    static func waitForHangup(of descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0 else { return false }
        if request.revents & Int16(POLLERR | POLLHUP) != 0 { return true }
        // `poll` returns at once for a descriptor that it does not support, so the time passes here.
        _ = poll(nil, 0, milliseconds)
        return false
    }

    /// Returns the paths in a folder, sorted by their bytes, without names that begin with a dot.
    static func contents(of folder: Path) throws(SystemError) -> [Path] {
        guard let names = unsafe SystemCalls.names(inFolder: folder.cString) else { throw .last }
        return names.filter { $0.first != UInt8(ascii: ".") }.sorted { $0.lexicographicallyPrecedes($1) }
            .map(folder.appending)
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func hasVariable(_ name: String) -> Bool {
        unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false
    }

    static func terminate(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}

/// A path in the file system: bytes, which need not be UTF-8.
struct Path: Equatable {
    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The argument `-`, which names standard input or standard output.
    static let standardInput = Path(bytes: [UInt8(ascii: "-")])

    var folder: Path {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Path(bytes: [UInt8(ascii: ".")]) }
        return Path(bytes: Array(bytes[...slash]))
    }

    func appending(_ name: [UInt8]) -> Path {
        let slash = UInt8(ascii: "/")
        return Path(bytes: bytes.last == slash ? bytes + name : bytes + [slash] + name)
    }

    /// The path as text, for messages; invalid UTF-8 is replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether the path ends in an extension such as `.html`, in any case.
    func ends(in suffix: String) -> Bool { text.lowercased().utf8.reversed().starts(with: suffix.utf8.reversed()) }

    var isFolder: Bool { (try? FileStatus(of: self).kind) == .folder }

    var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}

enum FileKind {
    case file
    case folder
    case link
    case other
}

struct FileStatus {
    let kind: FileKind
    let size: Int
    typealias Permissions = mode_t
    let permissions: Permissions
    private let device: dev_t
    private let number: ino_t

    /// Reads the status of the file at a path. If `followsLink` is false, a link itself is this file, and not its target.
    init(of path: Path, followsLink: Bool = true) throws(SystemError) {
        var status = stat()
        let result = unsafe followsLink ? stat(path.cString, &status) : lstat(path.cString, &status)
        guard result == 0 else { throw .last }
        self.init(status)
    }

    init(of descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            case S_IFLNK: .link
            default: .other
            }
        size = Int(status.st_size)
        permissions = status.st_mode & 0o777
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// Returns whether both are the status of the same file, which may have several paths.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
