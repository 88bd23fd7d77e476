#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import PageViewDelivery
import PageViewTracking

/// A temporary file that is rewritten for each segment, because a reader takes a path.
struct ScratchFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Creates a file, in memory if the system has a folder there.
    init() {
        var failure = ""
        for folder in ["/dev/shm", "/tmp", "."] {
            // `mkstemp` replaces the last letters so that the name is new.
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
        fatalError("expected a folder for a file, found none:\(failure)")
    }

    deinit {
        close(descriptor)
        _ = unsafe path.withCString { unsafe unlink($0) }
    }

    /// Writes a segment and reads it.
    func read(_ bytes: [UInt8]) -> [JournalItem] {
        let written = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0 else {
            fatalError("expected to write \(bytes.count) bytes to \(path), found the error \(errno)")
        }
        return readAgain(from: 0)
    }

    /// Reads the last written segment from an offset on.
    func readAgain(from start: Int) -> [JournalItem] {
        do throws(JournalError) {
            var reader = try SegmentReader(path, from: start)
            var items: [JournalItem] = []
            while let item = try reader.next() { items.append(item) }
            return items
        } catch {
            fatalError("expected to read \(path), found the error: \(error)")
        }
    }

    /// Reads the last written segment while it is locked, as if a writer still used it.
    func readInUse() -> [JournalItem] {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            fatalError("expected no lock on \(path), found one")
        }
        defer { _ = flock(descriptor, LOCK_UN) }
        return readAgain(from: 0)
    }
}
