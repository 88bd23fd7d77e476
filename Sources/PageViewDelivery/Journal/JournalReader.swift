#if !os(Windows) && !os(WASI)
import PageViewTracking

/// What is found in a journal.
public enum JournalItem: Sendable, Hashable {
    /// An event, as it was written.
    case event(TrackedEvent)
    /// A place that holds none; what comes behind it is read all the same.
    case problem(JournalProblem)
}

/// Reads the journal in a folder, oldest segment first: every event, and what is none (rule JR-005).
///
/// Nothing is changed, and any bytes may lie there. A segment that somebody still writes to is read up to its last whole
/// record. Of acknowledged events those come that are still there. Not for several threads at a time. As everywhere, the
/// names of pages are kept for as long as the process lives.
public struct JournalReader {
    private let folder: JournalFolder
    private var segments: ArraySlice<SegmentName>
    private var segment: SegmentReader?

    /// Looks for the segments in a folder; there are none if it does not exist.
    ///
    /// - Throws: If the folder cannot be read.
    public init(directory: String) throws(JournalError) {
        try self.init(JournalFolder(directory))
    }

    package init(_ folder: JournalFolder) throws(JournalError) {
        self.folder = folder
        segments = try folder.segments()[...]
    }

    /// The next event or problem; `nil` at the end. A segment that cannot be read is a problem, too.
    public mutating func next() -> JournalItem? {
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
                // Acknowledged and removed since.
                if error.isMissing { continue }
                return .problem(JournalProblem(unreadable: error, line: line, offset: offset))
            }
        }
    }
}
#endif
