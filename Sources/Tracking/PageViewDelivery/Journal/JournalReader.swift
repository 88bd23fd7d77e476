#if !os(Windows) && !os(WASI)
import PageViewTracking

package enum JournalItem: Sendable, Hashable {
    case event(TrackedEvent)
    /// Bytes that contain no event. The reader continues behind them.
    case problem(JournalProblem)
}

/// Reads the events and problems in the folder of a journal, oldest segment first (JR-005). Includes acknowledged events that
/// are not removed yet. In a segment in use, it stops behind the last complete record.
package struct JournalReader {
    private let folder: JournalFolder
    private var segments: ArraySlice<SegmentName>
    private var segment: SegmentReader?

    /// Lists the segments in a folder; none if the folder does not exist.
    package init(directory: String) throws(JournalError) { try self.init(JournalFolder(directory)) }

    package init(_ folder: JournalFolder) throws(JournalError) {
        self.folder = folder
        segments = try folder.segments()[...]
    }

    /// Returns the next event or problem; `nil` at the end. A segment that cannot be read is a problem too.
    package mutating func next() -> JournalItem? {
        while true {
            do throws(JournalError) {
                if segment == nil {
                    guard let name = segments.popFirst() else { return nil }
                    segment = try SegmentReader(folder.file(name.file), in: folder.files)
                }
                if let item = try segment?.next() { return item }
                segment = nil
            } catch {
                let line = segment?.line ?? 1
                let offset = segment?.offset ?? 0
                segment = nil
                // An uploader acknowledged and removed the segment meanwhile.
                if error.isMissing { continue }
                return .problem(JournalProblem(unreadable: error, line: line, offset: offset))
            }
        }
    }
}

/// The numbers of segments, events and problems in the folder of a journal.
package struct JournalStatistics: Sendable, Hashable {
    package private(set) var segments = 0
    package private(set) var segmentsInUse = 0
    package private(set) var records = 0
    /// The number of acknowledged events that are not removed yet.
    package private(set) var acknowledged = 0
    package private(set) var bytes = 0
    package private(set) var problems = 0
    package private(set) var quarantined = 0
    package private(set) var oldest: WallTime?
    package private(set) var newest: WallTime?

    package init(directory: String) throws(JournalError) {
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
        // A position behind the end counts as no acknowledgement, as in a delivery.
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
