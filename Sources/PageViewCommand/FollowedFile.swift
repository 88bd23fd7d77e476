#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that somebody else goes on writing, such as a log (rule TR-007).
struct FollowedFile {
    /// What has become of the file.
    enum Change {
        /// There is more to read.
        case grown
        /// It has become shorter, or another file has taken its place.
        case begunAnew
        /// It is none that could grow, such as the end of a pipe.
        case ended
    }

    /// How often is looked, in nanoseconds.
    private static let interval = 100_000_000

    private let descriptor: Int32
    private let path: Path

    init(_ descriptor: Int32, at path: Path) {
        (self.descriptor, self.path) = (descriptor, path)
    }

    /// Waits until there is more to read than has been read, or there never will be.
    func wait() throws(SystemError) -> Change {
        while true {
            var own = stat()
            guard unsafe fstat(descriptor, &own) == 0 else { throw .last }
            guard own.st_mode & S_IFMT == S_IFREG else { return .ended }
            let position = lseek(descriptor, 0, SEEK_CUR)
            if own.st_size > position { return .grown }
            if own.st_size < position { return .begunAnew }
            var other = stat()
            // While there is nothing of the name, as between the two steps of a rotation, the file goes on.
            if unsafe stat(path.cString, &other) == 0, other.st_ino != own.st_ino || other.st_dev != own.st_dev {
                return .begunAnew
            }
            var pause = timespec(tv_sec: 0, tv_nsec: Self.interval)
            unsafe _ = nanosleep(&pause, nil)
        }
    }
}
