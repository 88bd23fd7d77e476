/// A file that somebody else goes on writing, such as a log (rule TR-007).
struct FollowedFile {
    /// How often is looked, in milliseconds.
    private static let interval: Int32 = 100
    /// So many bytes at the beginning of what was read, and so many at its end, are looked at again.
    private static let remembered = 512

    private let descriptor: Int32
    private let path: Path
    private var first: [UInt8] = []
    private var last: [UInt8] = []
    private var count = 0
    /// Whether it has become shorter or been written anew, or another file has taken its place.
    private(set) var hasBegunAnew = false

    init(_ descriptor: Int32, at path: Path) {
        (self.descriptor, self.path) = (descriptor, path)
    }

    /// Fills a part of the buffer as far as there is something to read, and waits until there is; how far, 0 when there
    /// will be nothing more: it has begun anew, or is none that could grow, such as the end of a pipe.
    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(SystemError) -> Int {
        guard try FileStatus(of: descriptor).kind == .file else {
            return try System.read(descriptor, into: &buffer, range)
        }
        while true {
            let more = try System.read(descriptor, into: &buffer, range)
            // What was written over it may be as long as it was, or longer.
            hasBegunAnew = try !isAsRead()
            if hasBegunAnew { return 0 }
            if more > 0 {
                remember(buffer[range.prefix(more)])
                return more
            }
            Progress.clear()
            if try !isGrowing() {
                hasBegunAnew = true
                return 0
            }
        }
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>) {
        first += bytes.prefix(max(0, Self.remembered - first.count))
        last = Array((last + bytes.suffix(Self.remembered)).suffix(Self.remembered))
        count += bytes.count
    }

    /// Waits until there is more, or another file; whether it is more.
    private func isGrowing() throws(SystemError) -> Bool {
        while true {
            let own = try FileStatus(of: descriptor)
            if own.size > count { return true }
            guard try isAsRead() else { return false }
            // While there is nothing of the name, as between the two steps of a rotation, the file goes on.
            if let other = try? FileStatus(of: path), !other.isSameFile(as: own) {
                // Between the two looks it may have been written to.
                return try FileStatus(of: descriptor).size > count
            }
            Terminal.wait(milliseconds: Self.interval)
        }
    }

    /// Whether what was read first and what was read last still stands there.
    private func isAsRead() throws(SystemError) -> Bool {
        let start = try System.bytes(of: descriptor, at: 0, count: first.count)
        let end = try System.bytes(of: descriptor, at: count - last.count, count: last.count)
        return start == first && end == last
    }
}
