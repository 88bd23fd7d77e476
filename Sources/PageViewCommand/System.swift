// The few calls to the system that the command needs; Foundation would make it several times as large and slow to start.
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An error of the system, with its words for it.
struct SystemError: Error {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    var message: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// Whether there is nothing of that name.
    var isMissing: Bool { code == ENOENT }

    /// Whether there is something of that name.
    var isExisting: Bool { code == EEXIST }

    /// Whether the other end of a pipe is gone.
    var isClosedPipe: Bool { code == EPIPE }
}

/// The system's files, folders and clock.
enum System {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// What the command was called with, byte for byte.
    static var arguments: [Path] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map {
                unsafe Path(bytes: UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:)))
            }
        }
    }

    /// Lets a closed pipe be an error of a write instead of the end of the process.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func open(_ path: Path) throws(SystemError) -> Int32 { try open(path, O_RDONLY) }

    /// Opens a file that there is, and leaves it as it is.
    static func openToWrite(_ path: Path) throws(SystemError) -> Int32 { try open(path, O_WRONLY) }

    /// Makes a file that there must not be yet.
    static func createNew(_ path: Path) throws(SystemError) -> Int32 { try open(path, O_WRONLY | O_CREAT | O_EXCL) }

    private static func open(_ path: Path, _ flags: Int32) throws(SystemError) -> Int32 {
        #if canImport(Darwin)
        let descriptor = unsafe Darwin.open(path.cString, flags, 0o666)
        #elseif canImport(Glibc)
        let descriptor = unsafe Glibc.open(path.cString, flags, 0o666)
        #else
        let descriptor = unsafe Musl.open(path.cString, flags, 0o666)
        #endif
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Makes a file, or empties the one that is there.
    static func create(_ path: Path) throws(SystemError) -> Int32 {
        let descriptor = unsafe creat(path.cString, 0o666)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Says who may read, write and execute a file.
    static func setPermissions(_ permissions: FileStatus.Permissions, of descriptor: Int32) throws(SystemError) {
        guard fchmod(descriptor, permissions) == 0 else { throw .last }
    }

    /// Gives a file another name, in the place of what bore it.
    static func move(_ path: Path, to other: Path) throws(SystemError) {
        guard unsafe rename(path.cString, other.cString) == 0 else { throw .last }
    }

    static func remove(_ path: Path) {
        unsafe _ = unlink(path.cString)
    }

    /// The path without links in it, if there is something.
    static func resolved(_ path: Path) -> Path? {
        guard let text = unsafe realpath(path.cString, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe Path(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
    }

    /// Tells this process from all others that there are.
    static var processNumber: Int { Int(getpid()) }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Musl.close(descriptor)
        #endif
    }

    /// Fills a part of the buffer as far as there is something to read; how far, 0 at the end.
    static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
                #if canImport(Darwin)
                return unsafe Darwin.read(descriptor, part.baseAddress, part.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.read(descriptor, part.baseAddress, part.count)
                #else
                return unsafe Musl.read(descriptor, part.baseAddress, part.count)
                #endif
            }
            if count >= 0 { return count }
            try wait(for: descriptor, POLLIN)
        }
    }

    /// Writes all bytes.
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.extracting(droppingFirst: written).withUnsafeBytes { rest in
                #if canImport(Darwin)
                return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                #else
                return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
                #endif
            }
            if count >= 0 { written += count } else { try wait(for: descriptor, POLLOUT) }
        }
    }

    /// Returns when what was interrupted, or would have had to wait, is to be tried again.
    private static func wait(for descriptor: Int32, _ readiness: Int32) throws(SystemError) {
        switch errno {
        case EINTR: break
        case EAGAIN, EWOULDBLOCK:
            // Somebody else's side of the pipe has made it one that does not wait.
            var request = pollfd(fd: descriptor, events: Int16(readiness), revents: 0)
            unsafe _ = poll(&request, 1, -1)
        default: throw .last
        }
    }

    /// So many bytes from a place in a file on, or fewer where it ends; where it is read from stays as it is.
    static func bytes(of descriptor: Int32, at place: Int, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(place)) }
        guard read >= 0 else { throw .last }
        return Array(bytes.prefix(read))
    }

    /// Waits so long, unless before that whoever reads from the other end goes away; whether that is so.
    static func loses(readerOf descriptor: Int32, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0 else { return false }
        if request.revents & Int16(POLLERR | POLLHUP) != 0 { return true }
        // What cannot be asked answers at once.
        _ = poll(nil, 0, milliseconds)
        return false
    }

    /// What lies in a folder, sorted by the bytes of the names, without those that begin with a point.
    static func contents(of folder: Path) throws(SystemError) -> [Path] {
        guard let stream = unsafe opendir(folder.cString) else { throw .last }
        defer { unsafe _ = closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw .last }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map(folder.appending)
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether the environment has a variable, and it is not empty.
    static func hasVariable(_ name: String) -> Bool {
        unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false
    }

    static func terminate(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}
