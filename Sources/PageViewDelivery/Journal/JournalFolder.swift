#if !os(Windows) && !os(WASI)
import PageViewTracking

/// The folder of a journal. It is listed anew each time: there is no index that could be wrong (rule JR-004).
package struct JournalFolder: Sendable {
    package let path: String
    let files: any FileSystem

    package init(_ path: String, in files: any FileSystem = SystemFileSystem()) {
        (self.path, self.files) = (path, files)
    }

    /// Where the file of this name lies.
    package func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// The segments, oldest first; none if the folder does not exist.
    package func segments() throws(JournalError) -> [SegmentName] {
        do {
            return try files.names(in: path).compactMap(SegmentName.init(file:)).sorted()
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// The size of a segment in bytes; 0 if it is gone.
    package func size(of segment: SegmentName) throws(JournalError) -> Int {
        try files.status(of: file(segment.file))?.size ?? 0
    }

    /// How far a segment is acknowledged. An unreadable file counts as none: what was delivered is delivered again, and nothing is
    /// lost.
    package func acknowledged(in segment: SegmentName) -> Acknowledgement {
        let bytes = try? files.contents(of: file(segment.acknowledgement), atMost: Acknowledgement.largestFile)
        return bytes.flatMap(Acknowledgement.init(file:)) ?? .none
    }

    // MARK: Removing

    /// Removes a segment of so many bytes, unless somebody writes to it. Returns whether it is gone.
    ///
    /// A process locks a segment a moment after it has opened it. If the segment is removed in between, that process finds that its
    /// file has no name any more, and opens another. And a segment that was found unused in between may have been filled
    /// and closed since: then it is larger, and stays.
    package func remove(_ segment: SegmentName, of bytes: Int) throws(JournalError) -> Bool {
        do {
            let file = try files.open(file(segment.file), for: .reading)
            // Shared, so that a process that merely looks whether it is in use does not keep it.
            guard file.lockShared(), try file.status.size == bytes else { return false }
            try files.remove(file.path)
        } catch {
            guard error.isMissing else { throw error }
        }
        // What cannot be removed is nothing that we made, and says nothing of other segments.
        try? files.remove(file(segment.acknowledgement))
        return true
    }

    /// Removes a segment that nobody uses, to make room. Returns what is lost with it, `nil` if it is in use.
    func drop(_ segment: SegmentName) throws(JournalError) -> JournalDrop? {
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
        guard try remove(segment, of: size) else { return nil }
        return JournalDrop(
            path: file(segment.file), events: lost.events, bytes: lost.bytes, isAtLeast: lost.isAtLeast)
    }

    /// What a purge has done.
    struct Purge {
        /// How many events were removed.
        var events = 0
        /// The first error.
        var failure: JournalError?
        /// Whether no event is left. What is no file, such as a folder with the name of a segment, holds none.
        var isComplete = true
    }

    /// Removes everything that may hold an event, even while another process writes.
    func purge() throws(JournalError) -> Purge {
        var purge = Purge()
        for segment in try segments() {
            // Opened first and counted last: a writer adds to it until it has lost its name.
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
        do throws(JournalError) { try files.remove(file(Quarantine.name)) } catch {
            purge.failure = purge.failure ?? error
            if isFile(Quarantine.name) { purge.isComplete = false }
        }
        // Not every file system can promise that of its names.
        try? files.synchronize(folder: path)
        return purge
    }

    /// Whether a name is that of a file, which may hold events, as far as that can be known.
    private func isFile(_ name: String) -> Bool {
        do throws(JournalError) {
            _ = try files.open(file(name), for: .reading)
            return true
        } catch { return error.code != nil && !error.isMissing }
    }

    /// Removes acknowledgements whose segments are gone. For the one process that takes events.
    func removeStrayAcknowledgements() throws(JournalError) {
        for name in try files.names(in: path) {
            guard let segment = SegmentName(acknowledgement: name) else { continue }
            // A segment is opened before its acknowledgement is written.
            if try files.status(of: file(segment.file)) == nil { try? files.remove(file(name)) }
        }
    }
}

// MARK: Marks

/// Whether the events of a folder are being removed (rule CO-004): one empty file, whose name says so.
///
/// To rename it takes no space. While it says that events are being removed, nothing in the folder may be delivered.
extension JournalFolder {
    enum Mark: String, CaseIterable {
        case none = "revocation.none"
        /// Consent is being taken back. A tracker completes that, because it has the store.
        case revocation = "revocation.begun"
        /// A purge outside of a revocation. Every journal completes it.
        case purge = "revocation.purge"
    }

    /// The mark; a revocation if there are several.
    func mark() throws(JournalError) -> Mark {
        for mark in [Mark.revocation, .purge] {
            if try files.status(of: file(mark.rawValue)) != nil { return mark }
        }
        return .none
    }

    /// Makes the files that a revocation and an uploader need: a full disk may have no space for them later.
    func reserve() throws(JournalError) {
        try make(JournalQueue.lockName)
        if try mark() == .none { try make(Mark.none.rawValue) }
    }

    /// Sets the mark. A folder that does not exist holds nothing to mark.
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

/// What a removed segment held that was not acknowledged.
private struct LostEvents {
    private(set) var events = 0
    private(set) var bytes = 0
    private var counted = 0

    /// How many bytes of a segment are read to count its events. No journal writes nearly as large a one, unless it was asked to.
    private static let mostCounted = 16 << 20

    /// Whether there may be more events than were counted.
    var isAtLeast: Bool { counted < bytes }

    init() {}

    init(in file: any OpenFile, behind acknowledged: Int) throws(JournalError) {
        let size = try file.status.size
        let start = acknowledged <= size ? acknowledged : 0
        bytes = size - start
        try file.seek(to: start)
        var window = FileWindow(file)
        while counted < Self.mostCounted {
            try window.fill(1)
            guard window.count > 0 else { break }
            events += window.lineBreaks(upTo: window.count)
            counted += window.count
            window.drop(window.count)
        }
    }
}
#endif
