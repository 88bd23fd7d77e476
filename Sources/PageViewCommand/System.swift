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

    /// Whether a folder may not be looked into.
    var isAboutFolder: Bool { code == EACCES }

    /// Whether the other end of a pipe is gone.
    var isClosedPipe: Bool { code == EPIPE }
}

/// The system's files, folders and clock.
enum System {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// Lets a closed pipe be an error of a write instead of the end of the process.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func open(_ path: String) throws(SystemError) -> Int32 {
        #if canImport(Darwin)
        let descriptor = unsafe Darwin.open(path, O_RDONLY)
        #elseif canImport(Glibc)
        let descriptor = unsafe Glibc.open(path, O_RDONLY)
        #else
        let descriptor = unsafe Musl.open(path, O_RDONLY)
        #endif
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Musl.close(descriptor)
        #endif
    }

    /// Fills the buffer as far as there is something to read; how far, 0 at the end.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                #if canImport(Darwin)
                unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Glibc)
                unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
                #else
                unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
        }
    }

    /// Writes all bytes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let start = written
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                #if canImport(Darwin)
                return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                #else
                return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
                #endif
            }
            if count >= 0 { written += count } else if errno != EINTR { throw .last }
        }
    }

    /// Whether a path is a folder, and its size in bytes.
    static func status(of path: String) throws(SystemError) -> (isFolder: Bool, size: Int) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        return (status.st_mode & S_IFMT == S_IFDIR, Int(status.st_size))
    }

    /// Whether a path is a link to something else.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a folder, sorted by their bytes, without those that begin with a point.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .last }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func terminate(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}
