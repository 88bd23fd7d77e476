#if !os(Windows) && !os(WASI)
import PageViewTracking

/// The folder of a journal. Each operation lists the folder again, because there is no index (JR-004).
package struct JournalFolder: Sendable {
    package let path: String
    let files: any FileSystem

    package init(_ path: String, in files: any FileSystem = SystemFileSystem()) {
        (self.path, self.files) = (path, files)
    }

    package func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// Returns the segments, oldest first; none if the folder does not exist.
    package func segments() throws(JournalError) -> [SegmentName] {
        do {
            return try files.names(in: path).compactMap(SegmentName.init(file:)).sorted()
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// Returns the size of a segment; 0 if the segment does not exist.
    package func size(of segment: SegmentName) throws(JournalError) -> Int {
        try files.status(of: file(segment.file))?.size ?? 0
    }

    /// Returns the acknowledgement of a segment. An unreadable file counts as none, so events are delivered again.
    package func acknowledged(in segment: SegmentName) -> Acknowledgement {
        let bytes = try? files.contents(of: file(segment.acknowledgement), atMost: Acknowledgement.largestFile)
        return bytes.flatMap(Acknowledgement.init(file:)) ?? .none
    }

    // MARK: Removing

    /// Removes a segment that no process writes to and that still has the given size (JR-003). Returns whether it no longer
    /// exists. A process locks its segment a moment after the creation, so it may have filled the segment since, or must
    /// create another one.
    package func remove(_ segment: SegmentName, of bytes: Int) throws(JournalError) -> Bool {
        do {
            let file = try files.open(file(segment.file), for: .reading)
            // The lock is shared, because another process that only tests for use must not prevent the removal.
            guard file.lockShared(), try file.status.size == bytes else { return false }
            try files.remove(file.path)
        } catch {
            guard error.isMissing else { throw error }
        }
        // An entry that cannot be removed is not from this library, and does not concern other segments.
        try? files.remove(file(segment.acknowledgement))
        return true
    }

    /// Removes an unused segment to free space. Returns the loss; `nil` if the segment is in use.
    func drop(_ segment: SegmentName) throws(JournalError) -> LostEvents? {
        var lost = LostEvents()
        var size = 0
        do {
            let file = try files.open(file(segment.file), for: .reading)
            guard file.isUnused else { return nil }
            size = try file.status.size
            lost = try LostEvents(in: file, behind: acknowledged(in: segment).offset)
        } catch {
            guard error.isMissing else { throw error }
        }
        return try remove(segment, of: size) ? lost : nil
    }

    struct Purge {
        var events = 0
        var failure: JournalError?
        /// Whether no event is left. An entry that is not a file contains none.
        var isComplete = true
    }

    /// Removes every file that may contain an event, even while another process writes (JR-007, JR-015).
    func purge() throws(JournalError) -> Purge {
        var purge = Purge()
        for segment in try segments() {
            // The file is opened before the removal and counted after it, because a process writes until the file has no name.
            let opened = try? files.open(file(segment.file), for: .reading)
            let acknowledged = acknowledged(in: segment).offset
            do throws(JournalError) {
                try files.remove(file(segment.file))
                if let opened { purge.events += (try? LostEvents(in: opened, behind: acknowledged))?.events ?? 0 }
                try files.remove(file(segment.acknowledgement))
            } catch {
                purge.failure = purge.failure ?? error
                if isFile(segment.file) { purge.isComplete = false }
            }
        }
        for name in [Quarantine.name, UploadState.name] {
            do throws(JournalError) { try files.remove(file(name)) } catch {
                purge.failure = purge.failure ?? error
                if isFile(name) { purge.isComplete = false }
            }
        }
        // Some file systems cannot synchronize a folder.
        try? files.synchronize(folder: path)
        return purge
    }

    /// Returns whether a name may belong to a file, which may contain events.
    private func isFile(_ name: String) -> Bool {
        do throws(JournalError) {
            _ = try files.open(file(name), for: .reading)
            return true
        } catch { return error.code != nil && !error.isMissing }
    }

    /// Removes acknowledgements whose segments no longer exist. Only the one delivering process may call this.
    func removeStrayAcknowledgements() throws(JournalError) {
        for name in try files.names(in: path) {
            guard let segment = SegmentName(acknowledgement: name) else { continue }
            // A segment is created before its acknowledgement.
            if try files.status(of: file(segment.file)) == nil { try? files.remove(file(name)) }
        }
    }
}

// MARK: Marks

/// The mark of a folder: one empty file, whose name is the state of a removal (CO-004). A rename changes it without disk space.
/// While a removal is marked, no event of the folder is delivered.
extension JournalFolder {
    /// The raw value is the name of the file.
    enum Mark: String, CaseIterable {
        case none = "revocation.none"
        /// A revocation has begun. A tracker completes it, because the tracker has the store.
        case revocation = "revocation.begun"
        /// A purge outside of a revocation has begun. Any journal completes it.
        case purge = "revocation.purge"
    }

    /// Returns the mark. A revocation takes precedence if several marks exist.
    func mark() throws(JournalError) -> Mark {
        for mark in [Mark.revocation, .purge] {
            if try files.status(of: file(mark.rawValue)) != nil { return mark }
        }
        return .none
    }

    /// Creates the files that a revocation and an uploader need later, when the disk may be full.
    func reserve() throws(JournalError) {
        try make(JournalQueue.lockName)
        if try mark() == .none { try make(Mark.none.rawValue) }
    }

    /// Sets the mark. A missing folder contains no events, so it needs no mark.
    func setMark(_ mark: Mark) throws(JournalError) {
        var failure: JournalError?
        var isSet = false
        for other in Mark.allCases where other != mark {
            do throws(JournalError) {
                try files.rename(file(other.rawValue), to: file(mark.rawValue))
                isSet = true
            } catch {
                if !error.isMissing { failure = failure ?? error }
            }
        }
        if !isSet, mark != .none, try files.status(of: file(mark.rawValue)) == nil {
            do throws(JournalError) { try make(mark.rawValue) } catch {
                if error.isMissing { return }
                throw error
            }
        } else if let failure {
            throw failure
        }
        try? files.synchronize(folder: path)
    }

    private func make(_ name: String) throws(JournalError) {
        do throws(JournalError) {
            _ = try files.open(file(name), for: .appendingToNew)
        } catch {
            guard error.isTaken else { throw error }
        }
    }
}

/// The unacknowledged events of a removed segment, counted by their lines (JR-006, JR-015).
struct LostEvents {
    private(set) var events = 0
    private(set) var isAtLeast = false

    /// The maximum number of bytes that are read. Larger segments come only from larger limits or other programs.
    private static let countedByteLimit = 16 << 20

    init() {}

    init(in file: any OpenFile, behind acknowledged: Int) throws(JournalError) {
        let size = try file.status.size
        let start = acknowledged <= size ? acknowledged : 0
        try file.seek(to: start)
        var counted = 0
        while counted < Self.countedByteLimit {
            let piece = try file.readPart(FileWindow.pieceLength)
            if piece.isEmpty { break }
            events += piece.count { $0 == 0x0A }
            counted += piece.count
        }
        isAtLeast = counted < size - start
    }
}
#endif
