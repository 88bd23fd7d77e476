#if !os(Windows) && !os(WASI)
import PageViewTracking
package import AnalyticsJSON

/// The file operations that journals and stores need.
///
/// Everything in this module that touches a file goes through it. So a test can make any operation fail, tear a write, fill
/// the disk or end the process, at each operation in turn.
package protocol FileSystem: Sendable {
    /// Opens a file, or makes it for its owner alone. Anything but a regular file is an error, a link too.
    func open(_ path: String, for access: FileAccess) throws(JournalError) -> any OpenFile
    /// Makes one folder for its owner alone. Returns whether it did not exist before.
    func makeFolder(_ path: String) throws(JournalError) -> Bool
    /// The names in a folder, in no order.
    func names(in folder: String) throws(JournalError) -> [String]
    /// The status of a file, or of the link itself; `nil` if there is neither.
    func status(of path: String) throws(JournalError) -> FileStatus?
    /// Removes a file. It is no error if there is none.
    func remove(_ path: String) throws(JournalError)
    /// Gives a file another name, in one step. A file that has that name already is replaced.
    func rename(_ path: String, to newPath: String) throws(JournalError)
    /// Waits until the names in a folder are on the disk itself.
    func synchronize(folder: String) throws(JournalError)
    /// Waits for the lock of a folder, and holds it until the result is deallocated. Other processes have to ask for it too.
    func lock(folder: String) throws(JournalError) -> any OpenFile
}

/// A file that is open. Deallocation closes it and releases its lock.
package protocol OpenFile: AnyObject, Sendable {
    /// Its path when it was opened.
    var path: String { get }
    /// What the system knows of it now.
    var status: FileStatus { get throws(JournalError) }
    /// Reads on, into a part of a buffer. Returns the number of bytes, 0 at the end of the file.
    func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(JournalError) -> Int
    /// Moves to a place in the file.
    func seek(to offset: Int) throws(JournalError)
    /// Hands bytes to the system. Returns how many it took.
    func write(_ bytes: ByteSpan) throws(JournalError) -> Int
    /// Cuts the file off at a size, and releases what was preallocated behind it.
    func truncate(to size: Int) throws(JournalError)
    /// Reserves space behind the end of the file, where the file system can; its size stays.
    func preallocate(_ range: Range<Int>)
    /// Waits until what was written is on the disk itself.
    func synchronize() throws(JournalError)
    /// Takes the exclusive lock. Returns whether nobody else had a lock.
    func lock() -> Bool
    /// Takes a shared lock, which keeps others from the exclusive one. Returns whether nobody had that.
    func lockShared() -> Bool
    /// Releases the lock.
    func unlock()
}

/// What a file is opened for.
package enum FileAccess: Sendable {
    /// For reading it.
    case reading
    /// For adding to its end; it must not exist yet.
    case appendingToNew
    /// For adding to its end; it is made if it does not exist.
    case appending
    /// For reading it, and for changing bytes where they are.
    case updating
}

/// What a file system knows of a file.
package struct FileStatus: Sendable, Hashable {
    /// The size in bytes.
    package let size: Int
    /// Whether the file still has a name.
    package let hasName: Bool
    /// Differs between any two contents that a name ever had, as far as the file system can tell.
    package let version: UInt64

    package init(size: Int, hasName: Bool, version: UInt64) {
        (self.size, self.hasName, self.version) = (size, hasName, version)
    }
}

// MARK: What is made of them

extension FileSystem {
    /// Makes a folder and those above it. Each new one is on the disk before the next is made.
    package func makeFolders(_ path: String) throws(JournalError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            let parent = made.isEmpty ? "." : made
            made += made.isEmpty || made == "/" ? part : "/" + part
            // Not every file system can promise this of a name.
            if try makeFolder(made) { try? synchronize(folder: parent) }
        }
    }

    /// Returns the bytes of a small file; `nil` if there is none.
    package func contents(of path: String, atMost limit: Int) throws(JournalError) -> [UInt8]? {
        let file: any OpenFile
        do {
            file = try open(path, for: .reading)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        return try file.contents(atMost: limit)
    }

    /// Replaces a file in one step. A reader, also one after a crash, finds all of the old bytes or all of the new ones.
    package func replace(_ path: String, with bytes: [UInt8]) throws(JournalError) {
        let file = try makeTemporary(for: path)
        do throws(JournalError) {
            let bytes = bytes[...]
            try file.writeAll(bytes.span)
            try file.synchronize()
            try rename(file.path, to: path)
        } catch {
            try? remove(file.path)
            throw error
        }
    }

    /// Makes a file beside another, with a name that nobody else uses.
    private func makeTemporary(for path: String) throws(JournalError) -> any OpenFile {
        while true {
            do throws(JournalError) {
                let file = try open(TemporaryName.random(for: path), for: .appendingToNew)
                // Another process may have removed it already, as the file of a process that ended.
                if file.lock(), try file.status.hasName { return file }
            } catch {
                guard error.isTaken else { throw error }
            }
        }
    }

    /// Removes the temporary files of a name that no running process holds.
    package func removeTemporaries(of name: Substring, in folder: String) throws(JournalError) {
        for entry in try names(in: folder) {
            guard entry.hasPrefix(name), TemporaryName.isSuffix(entry.dropFirst(name.count)) else { continue }
            let path = folder == "/" ? "/" + entry : folder + "/" + entry
            guard let file = try? open(path, for: .reading), file.lockShared() else { continue }
            try remove(path)
        }
    }
}

extension OpenFile {
    /// Returns the bytes from here to the end.
    package func contents(atMost limit: Int) throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        var count = 0
        while count <= limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: max(4096, count)) }
            let more = try read(into: &bytes, count..<bytes.count)
            if more == 0 { return Array(bytes[..<count]) }
            count += more
        }
        throw JournalError(path: path, expected: "at most \(limit) bytes", found: "more")
    }

    /// Reads so many bytes, fewer at the end of the file.
    package func read(_ limit: Int) throws(JournalError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = try read(into: &bytes, count..<limit)
            if more == 0 { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    /// Hands all bytes to the system.
    package func writeAll(_ bytes: ByteSpan) throws(JournalError) {
        var written = 0
        while written < bytes.count { written += try write(bytes.extracting(droppingFirst: written)) }
    }

    /// Whether nobody has the exclusive lock.
    package var isUnused: Bool {
        guard lockShared() else { return false }
        unlock()
        return true
    }
}

/// The name of a file that is going to replace another: a random number tells it from those of other processes (JR-011).
enum TemporaryName {
    private static let ending = ".new"

    /// Returns a name beside that of a file.
    static func random(for path: String) -> String { path + "." + Hexadecimal.digits(.random(in: 0 ... .max)) + ending }

    /// Whether this is what such a name has behind that of the file.
    static func isSuffix(_ suffix: Substring) -> Bool {
        guard suffix.utf8.first == 0x2E, suffix.hasSuffix(ending) else { return false }
        return Hexadecimal.number(suffix.dropFirst().dropLast(ending.utf8.count).utf8) != nil
    }
}
#endif
