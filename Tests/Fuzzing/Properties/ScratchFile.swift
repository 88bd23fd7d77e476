#if !os(Windows) && !os(WASI)
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif
import PageViewDelivery
import PageViewTracking

/// A file that is written anew for each segment, because a reader takes a path, and gone at the end.
struct ScratchFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Calls `body` with a file of its own, in memory where the system has such a folder.
    static func with(_ body: (borrowing ScratchFile) throws(Violation) -> Void) throws(Violation) {
        try body(ScratchFile())
    }

    private init() throws(Violation) {
        var failure = ""
        for folder in ["/dev/shm", "/tmp", "."] {
            // Its last letters are changed into ones of which there is no file yet.
            var template = Array((folder + "/pageview-fuzz-" + String(repeating: "X", count: 6)).utf8)
            template.append(0)
            let descriptor = unsafe template.withUnsafeMutableBytes { bytes in
                unsafe bytes.baseAddress.map { unsafe mkstemp($0.assumingMemoryBound(to: CChar.self)) } ?? -1
            }
            if descriptor >= 0 {
                self.descriptor = descriptor
                path = String(decoding: template.dropLast(), as: UTF8.self)
                return
            }
            failure += " \(folder): \(errno)"
        }
        throw Violation(description: "expected a folder for a file, found none:\(failure)")
    }

    deinit {
        close(descriptor)
        _ = unsafe path.withCString { unsafe unlink($0) }
    }

    /// Writes a segment and reads it.
    func read(_ bytes: [UInt8]) throws(Violation) -> [JournalItem] {
        let written = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0 else {
            throw Violation(description: "expected to write \(bytes.count) bytes to \(path), found that it cannot be")
        }
        return try readAgain(from: 0)
    }

    /// Reads what was written last, from a place on.
    func readAgain(from start: Int) throws(Violation) -> [JournalItem] {
        do throws(JournalError) {
            var reader = try SegmentReader(path, from: start)
            var items: [JournalItem] = []
            while let item = try reader.next() { items.append(item) }
            return items
        } catch {
            throw Violation(description: "\(error)")
        }
    }

    /// Reads what was written last as if somebody were still writing.
    func readInUse() throws(Violation) -> [JournalItem] {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Violation(description: "expected \(path) to be locked by nobody, found that it is")
        }
        defer { _ = flock(descriptor, LOCK_UN) }
        return try readAgain(from: 0)
    }
}
#endif
