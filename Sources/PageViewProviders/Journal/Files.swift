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

/// The files of a folder, by name.
enum Files {
    /// Makes a folder and those above it, for its owner alone; it is no error if it is there.
    static func makeFolder(_ path: String) throws(JournalError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made == "/" ? part : "/" + part
            guard unsafe made.withCString({ unsafe mkdir($0, 0o700) }) != 0 else { continue }
            // Some systems refuse for other reasons to make what is there.
            guard !isFolder(made) else { continue }
            throw .system(made, "to make the folder")
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        let code = errno
        defer { errno = code }
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, in no order.
    static func names(in folder: String) throws(JournalError) -> [String] {
        guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else {
            throw .system(folder, "to open the folder")
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
            errno = 0
        }
        guard errno == 0 else { throw .system(folder, "to read the folder") }
        return names
    }

    /// The size of a file in bytes; `nil` if there is none.
    static func size(of path: String) throws(JournalError) -> Int? {
        var status = stat()
        // That of a link itself, which may point nowhere.
        if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 { return Int(status.st_size) }
        guard errno == ENOENT else { throw .system(path, "to look at the file") }
        return nil
    }

    /// Removes a file; it is no error if there is none.
    static func remove(_ path: String) throws(JournalError) {
        if unsafe path.withCString({ unsafe unlink($0) }) != 0, errno != ENOENT {
            throw .system(path, "to remove the file")
        }
    }

    /// The bytes of a small file; `nil` if there is none.
    static func contents(of path: String, atMost limit: Int) throws(JournalError) -> [UInt8]? {
        let file: OpenFile
        do {
            file = try OpenFile(path, for: .reading)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        var bytes: [UInt8] = []
        var count = 0
        while count <= limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: max(4096, count)) }
            let more = try file.read(into: &bytes, count..<bytes.count)
            if more == 0 { return Array(bytes[..<count]) }
            count += more
        }
        throw JournalError(path: path, expected: "at most \(limit) bytes", found: "more")
    }

    /// Replaces a file in one step: whoever reads it, and whatever ends the process, finds all of one or all of the other.
    static func replace(_ path: String, with bytes: [UInt8]) throws(JournalError) {
        let (new, file) = try makeTemporary(for: path)
        do throws(JournalError) {
            let bytes = bytes[...]
            try file.writeAll(bytes.span)
            try file.synchronize()
            let result = unsafe new.withCString { new in unsafe path.withCString { path in unsafe rename(new, path) } }
            guard result == 0 else { throw .system(path, "to replace the file") }
        } catch {
            try? remove(new)
            throw error
        }
    }

    /// A new file beside another, of a name that nobody else has.
    private static func makeTemporary(for path: String) throws(JournalError) -> (String, OpenFile) {
        while true {
            let new = TemporaryName.any(for: path)
            do throws(JournalError) {
                let file = try OpenFile(new, for: .appendingToNew)
                // Somebody may have taken it for what an earlier process left, and removed it, or be about to.
                if file.lock(), try file.status.hasName { return (new, file) }
            } catch {
                guard error.isTaken else { throw error }
            }
        }
    }

    /// Removes what processes that ended in the middle of it have left of files that were to replace one.
    static func removeTemporaries(of name: Substring, in folder: String) throws(JournalError) {
        for entry in try names(in: folder) {
            guard entry.hasPrefix(name), TemporaryName.isTail(entry.dropFirst(name.count)) else { continue }
            let path = folder == "/" ? "/" + entry : folder + "/" + entry
            guard let file = try? OpenFile(path, for: .readingSegment), file.lockOut() else { continue }
            try remove(path)
        }
    }

    /// Waits until the names in a folder are on the disk itself.
    static func synchronize(folder: String) throws(JournalError) {
        let file = try OpenFile(folder, for: .folder)
        guard fsync(file.descriptor) == 0 else { throw .system(folder, "to have the folder on the disk") }
    }
}
#endif
