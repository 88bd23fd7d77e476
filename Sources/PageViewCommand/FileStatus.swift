#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What can lie at a path.
enum FileKind {
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case other
}

/// What lies at a path, or is open.
struct FileStatus {
    let kind: FileKind
    /// In bytes.
    let size: Int
    /// Who may read, write and execute it.
    typealias Permissions = mode_t
    let permissions: Permissions
    private let device: dev_t
    private let number: ino_t

    /// Looks at what lies at a path. A link is what it leads to, unless `followsLink` is false.
    init(of path: Path, followsLink: Bool = true) throws(SystemError) {
        var status = stat()
        let result = unsafe followsLink ? stat(path.cString, &status) : lstat(path.cString, &status)
        guard result == 0 else { throw .last }
        self.init(status)
    }

    /// Looks at what is open.
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

    /// Whether it is the same, by whatever path.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
