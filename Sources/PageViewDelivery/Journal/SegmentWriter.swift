#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A segment of this process alone: whole records are added to its end (rules JR-003, JR-008).
final class SegmentWriter {
    private let file: any OpenFile
    /// How many bytes of whole records are in it.
    private(set) var bytes = 0
    /// How many records are in it.
    private(set) var records = 0
    /// Up to where space is reserved for it.
    private var reserved = 0

    /// How many bytes are reserved at a time: little, because a process that is killed leaves them behind.
    private static let reservedStep = 64 << 10

    /// Opens a new segment that is later than all that exist, and beside it the file for its acknowledgements.
    init(in folder: JournalFolder, after newest: SegmentName?, isDurable: Bool) throws(JournalError) {
        let files = folder.files
        while true {
            let name = SegmentName(after: newest, now: WallClock.system.now)
            let file: any OpenFile
            do throws(JournalError) {
                file = try files.open(folder.file(name.file), for: .appendingToNew)
            } catch {
                if error.isTaken { continue }
                throw error
            }
            // Another process may have taken it for a segment of a process that ended, and removed it, or be about to.
            guard file.lock(), try file.status.hasName else { continue }
            self.file = file
            do throws(JournalError) {
                // Now, because an uploader may have no space for it later.
                let note = try files.open(folder.file(name.acknowledgement), for: .appendingToNew)
                let bytes = Acknowledgement.none.file[...]
                try note.writeAll(bytes.span)
                if isDurable { try files.synchronize(folder: folder.path) }
            } catch {
                try? files.remove(file.path)
                try? files.remove(folder.file(name.acknowledgement))
                throw error
            }
            return
        }
    }

    /// Releases what is reserved behind its end.
    deinit { if reserved > bytes { try? file.truncate(to: bytes) } }

    /// Whether it has not been removed.
    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// Adds records, so many of them. If it cannot, nothing of them is left in the segment, or the segment is over.
    ///
    /// - Parameter isOver: Set if what is left of them could not be taken away; nothing must be added any more.
    func append(_ records: ByteSpan, count: Int, isDurable: Bool, isOver: inout Bool) throws(JournalError) {
        if bytes + records.count > reserved {
            let end = bytes + max(records.count, Self.reservedStep)
            file.preallocate(bytes..<end)
            reserved = end
        }
        var written = 0
        do throws(JournalError) {
            while written < records.count {
                written += try file.write(records.extracting(droppingFirst: written))
            }
            if isDurable { try file.synchronize() }
        } catch {
            if written > 0 {
                reserved = 0
                do throws(JournalError) { try file.truncate(to: bytes) } catch { isOver = true }
            }
            throw error
        }
        bytes += records.count
        self.records += count
    }
}
#endif
