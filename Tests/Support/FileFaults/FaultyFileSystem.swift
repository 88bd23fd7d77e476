package import PageViewDelivery

/// A file operation, as a test observes it before it takes place.
package struct FileOperation: Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        case open, makeFolder, names, status, remove, rename, synchronizeFolder, lockFolder
        case read, seek, write, truncate, synchronize
    }

    package let kind: Kind
    package let path: String
    /// The number of bytes to write.
    package var count = 0

    /// Whether the operation may change the disk.
    package var isChange: Bool {
        switch kind {
        case .open, .makeFolder, .remove, .rename, .write, .truncate, .synchronize, .synchronizeFolder: true
        case .names, .status, .lockFolder, .read, .seek: false
        }
    }

    package var description: String { "\(kind.rawValue) \(path)" }
}

/// A file system that reports every operation of another one to a test before it takes place.
///
/// The test may throw an error instead of the operation, write fewer bytes, or end the process.
package final class FaultyFileSystem: FileSystem {
    /// A function that runs before each operation; returns the maximum number of bytes to write.
    package typealias Observer = @Sendable (FileOperation) throws(JournalError) -> Int

    private let base: any FileSystem
    private let observer: Observer

    package init(_ base: any FileSystem, _ observer: @escaping Observer) {
        (self.base, self.observer) = (base, observer)
    }

    fileprivate func announce(_ kind: FileOperation.Kind, _ path: String, _ count: Int = 0) throws(JournalError) -> Int
    {
        try observer(FileOperation(kind: kind, path: path, count: count))
    }

    package func open(_ path: String, for access: FileAccess) throws(JournalError) -> any OpenFile {
        _ = try announce(.open, path)
        return FaultyFile(try base.open(path, for: access), self)
    }

    package func makeFolder(_ path: String) throws(JournalError) -> Bool {
        _ = try announce(.makeFolder, path)
        return try base.makeFolder(path)
    }

    package func access(toFolder path: String) -> FolderAccess? { base.access(toFolder: path) }

    package func names(in folder: String) throws(JournalError) -> [String] {
        _ = try announce(.names, folder)
        return try base.names(in: folder)
    }

    package func status(of path: String) throws(JournalError) -> FileStatus? {
        _ = try announce(.status, path)
        return try base.status(of: path)
    }

    package func remove(_ path: String) throws(JournalError) {
        _ = try announce(.remove, path)
        try base.remove(path)
    }

    package func rename(_ path: String, to newPath: String) throws(JournalError) {
        _ = try announce(.rename, newPath)
        try base.rename(path, to: newPath)
    }

    package func synchronize(folder: String) throws(JournalError) {
        _ = try announce(.synchronizeFolder, folder)
        try base.synchronize(folder: folder)
    }

    package func lock(folder: String) throws(JournalError) -> any OpenFile {
        _ = try announce(.lockFolder, folder)
        return try base.lock(folder: folder)
    }
}

private final class FaultyFile: OpenFile {
    private let base: any OpenFile
    private let files: FaultyFileSystem

    init(_ base: any OpenFile, _ files: FaultyFileSystem) {
        (self.base, self.files) = (base, files)
    }

    var path: String { base.path }
    var status: FileStatus {
        get throws(JournalError) {
            _ = try files.announce(.status, path)
            return try base.status
        }
    }

    func readPart(_ limit: Int) throws(JournalError) -> [UInt8] {
        _ = try files.announce(.read, path)
        return try base.readPart(limit)
    }

    func seek(to offset: Int) throws(JournalError) {
        _ = try files.announce(.seek, path)
        try base.seek(to: offset)
    }

    func write(_ bytes: Span<UInt8>) throws(JournalError) -> Int {
        let count = min(bytes.count, try files.announce(.write, path, bytes.count))
        return try base.write(bytes.extracting(first: count))
    }

    func truncate(to size: Int) throws(JournalError) {
        _ = try files.announce(.truncate, path)
        try base.truncate(to: size)
    }

    func synchronize() throws(JournalError) {
        _ = try files.announce(.synchronize, path)
        try base.synchronize()
    }

    func lock() -> Bool { base.lock() }
    func lockShared() -> Bool { base.lockShared() }
    func unlock() { base.unlock() }
}
