#if !os(Windows) && !os(WASI)
import PageViewTracking

/// What lies in the folder of a journal.
public struct JournalStatistics: Sendable, Hashable {
    /// How many segments there are.
    public private(set) var segments = 0
    /// How many of them somebody writes to.
    public private(set) var segmentsInUse = 0
    /// How many events can be read.
    public private(set) var records = 0
    /// How many of those are acknowledged; their segments are removed when nobody writes to them any more.
    public private(set) var acknowledged = 0
    /// How many bytes the segments have.
    public private(set) var bytes = 0
    /// How many places in segments hold no event.
    public private(set) var problems = 0
    /// How many places are in the quarantine.
    public private(set) var quarantined = 0
    /// The earliest time of an event.
    public private(set) var oldest: WallTime?
    /// The latest time of an event.
    public private(set) var newest: WallTime?

    /// Looks through a folder. Nothing is changed.
    ///
    /// - Throws: ``JournalError`` if something in it cannot be read.
    public init(directory: String) throws(JournalError) {
        let folder = JournalFolder(directory)
        for segment in try folder.segments() {
            do throws(JournalError) {
                try add(segment, in: folder)
            } catch {
                guard error.isMissing else { throw error }
            }
        }
        quarantined = try Quarantine.count(in: folder)
    }

    private mutating func add(_ segment: SegmentName, in folder: JournalFolder) throws(JournalError) {
        var reader = try SegmentReader(folder.file(segment.file), in: folder.files)
        segments += 1
        if !reader.isClosed { segmentsInUse += 1 }
        let size = try folder.size(of: segment)
        bytes = bytes.saturatingAdding(size)
        let acknowledged = folder.acknowledged(in: segment).offset
        // One that lies behind the end is not meant, and counts as none for who delivers, too.
        let end = acknowledged <= size ? acknowledged : 0
        while let item = try reader.next() {
            switch item {
            case .problem: problems += 1
            case .event(let event):
                records += 1
                if reader.offset <= end { self.acknowledged += 1 }
                oldest = min(oldest ?? event.time, event.time)
                newest = max(newest ?? event.time, event.time)
            }
        }
    }
}
#endif
