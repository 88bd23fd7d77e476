#if !os(Windows) && !os(WASI)
import PageViewTracking

/// The file operations that journals and stores need. A test makes each one fail.
package protocol FileSystem: Sendable {
    /// Opens a regular file, or creates it for its owner alone. Throws for any other entry, and for a link.
    func open(_ path: String, for access: FileAccess) throws(JournalError) -> any OpenFile
    /// Creates one folder for its owner alone. Returns whether the folder did not exist before.
    func makeFolder(_ path: String) throws(JournalError) -> Bool
    /// Returns who can change a folder; `nil` if it does not exist.
    func access(toFolder path: String) -> FolderAccess?
    /// Returns the names in a folder, in no particular order.
    func names(in folder: String) throws(JournalError) -> [String]
    /// Returns the status of a file, and does not follow a link; `nil` if the path does not exist.
    func status(of path: String) throws(JournalError) -> FileStatus?
    /// Removes a file. A missing file is not an error.
    func remove(_ path: String) throws(JournalError)
    /// Renames a file atomically, and replaces an existing file with the new name.
    func rename(_ path: String, to newPath: String) throws(JournalError)
    /// Waits until the names in a folder are on the disk.
    func synchronize(folder: String) throws(JournalError)
    /// Waits for the advisory lock of a folder. The result holds the lock until it is deallocated.
    func lock(folder: String) throws(JournalError) -> any OpenFile
}

/// An open file. Deallocation closes it and releases its lock.
package protocol OpenFile: AnyObject, Sendable {
    var path: String { get }
    var status: FileStatus { get throws(JournalError) }
    /// Reads at most `limit` of the next bytes; none at the end of the file.
    func readPart(_ limit: Int) throws(JournalError) -> [UInt8]
    /// Moves to an offset from the beginning of the file, where the next read or write begins.
    func seek(to offset: Int) throws(JournalError)
    /// Passes bytes to the system. Returns the number of bytes that the system accepted.
    func write(_ bytes: Span<UInt8>) throws(JournalError) -> Int
    /// Cuts the file off at a size, and releases the space that was preallocated behind it.
    func truncate(to size: Int) throws(JournalError)
    /// Waits until the written bytes are on the disk.
    func synchronize() throws(JournalError)
    /// Acquires the exclusive lock without waiting. Returns false if another owner has a lock.
    func lock() -> Bool
    /// Acquires a shared lock without waiting. Returns false if another owner has the exclusive lock.
    func lockShared() -> Bool
    func unlock()
}

package enum FileAccess: Sendable {
    case reading
    /// Appending to a file that must not exist yet.
    case appendingToNew
    case appending
    /// Reading, and overwriting bytes in place.
    case updating
}

package struct FolderAccess: Sendable, Hashable {
    package let owner: UInt32
    package let mode: UInt32
    package let user: UInt32

    package init(owner: UInt32, mode: UInt32, user: UInt32) {
        (self.owner, self.mode, self.user) = (owner, mode, user)
    }
}

package struct FileStatus: Sendable, Hashable {
    package let size: Int
    /// Whether the file still has a name in a folder.
    package let hasName: Bool
    /// A number that changes whenever the file under a name changes, as far as the file system shows.
    package let version: UInt64
    /// Whether the file belongs to this process's user.
    package let isOwn: Bool

    package init(size: Int, hasName: Bool, version: UInt64, isOwn: Bool = true) {
        (self.size, self.hasName, self.version, self.isOwn) = (size, hasName, version, isOwn)
    }
}

// MARK: Composed operations

extension FileSystem {
    /// Creates a folder and its parents. Each name is on the disk before the next folder is created.
    package func makeFolders(_ path: String) throws(JournalError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            let parent = made.isEmpty ? "." : made
            made += made.isEmpty || made == "/" ? part : "/" + part
            // Some file systems cannot synchronize a folder.
            if try makeFolder(made) { try? synchronize(folder: parent) }
        }
    }

    /// Returns a warning if users other than the owner can change an existing folder. Throws if another user than root owns it,
    /// because that user can replace all its entries.
    package func check(folder path: String) throws(JournalError) -> JournalError? {
        guard let access = access(toFolder: path) else { return nil }
        let found = "mode \(String(access.mode, radix: 8)), owned by user \(access.owner)"
        guard access.owner == access.user || access.owner == 0 else {
            throw JournalError(path: path, expected: "a folder of user \(access.user) or of root", found: found)
        }
        guard access.mode & 0o022 != 0 else { return nil }
        return JournalError(path: path, expected: "a folder that only its owner can change (mode 700)", found: found)
    }

    /// Returns the bytes of a small file; `nil` if the file does not exist. With `isOwn`, another OS user's file is an error.
    package func contents(of path: String, atMost limit: Int, isOwn: Bool = false) throws(JournalError) -> [UInt8]? {
        let file: any OpenFile
        do {
            file = try open(path, for: .reading)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        if isOwn, try !file.status.isOwn {
            throw JournalError(path: path, expected: "a file of this OS user", found: "a file of another user")
        }
        return try file.contents(atMost: limit)
    }

    /// Replaces a file atomically. A reader finds all of the old bytes or all of the new bytes, even after a crash.
    package func replace(_ path: String, with bytes: [UInt8]) throws(JournalError) {
        let file = try makeTemporary(for: path)
        do throws(JournalError) {
            try file.writeAll(bytes)
            try file.synchronize()
            try rename(file.path, to: path)
        } catch {
            try? remove(file.path)
            throw error
        }
    }

    private func makeTemporary(for path: String) throws(JournalError) -> any OpenFile {
        while true {
            do throws(JournalError) {
                let file = try open(TemporaryName.random(for: path), for: .appendingToNew)
                // Another process may have removed the new file as the leftover of an ended process.
                if file.lock(), try file.status.hasName { return file }
            } catch {
                guard error.isTaken else { throw error }
            }
        }
    }

    /// Removes the temporary files of a name that no running process has locked.
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
    package func contents(atMost limit: Int) throws(JournalError) -> [UInt8] {
        let bytes = try read(limit + 1)
        guard bytes.count > limit else { return bytes }
        throw JournalError(path: path, expected: "at most \(limit) bytes", found: "more", isDamage: true)
    }

    package func read(_ limit: Int) throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let more = try readPart(min(limit - bytes.count, FileWindow.pieceLength))
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    package func writeAll(_ bytes: [UInt8]) throws(JournalError) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(rest.span)) }
    }

    /// Whether no owner has the exclusive lock.
    package var isUnused: Bool {
        guard lockShared() else { return false }
        unlock()
        return true
    }
}
#endif
