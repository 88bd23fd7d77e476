#if !os(Windows) && !os(WASI)
package import AnalyticsJSON

/// A segment of this process alone: whole records are added to its end (rules JR-003, JR-008).
struct SegmentWriter {
    let name: SegmentName
    private let file: OpenFile
    private let calls: SegmentCalls
    /// How many bytes of whole records are in it.
    private(set) var bytes = 0
    /// How many records are in it.
    private(set) var records = 0

    /// Opens a new segment that is later than all that are there.
    init(
        in folder: JournalFolder, after newest: SegmentName?, _ calls: SegmentCalls, isDurable: Bool
    ) throws(JournalError) {
        self.calls = calls
        while true {
            let name = SegmentName(after: newest, now: WallClock.system.now)
            let file: OpenFile
            do throws(JournalError) {
                file = try calls.create(folder.file(name.file))
            } catch {
                if error.isTaken { continue }
                throw error
            }
            // Somebody may have taken it for a segment of a process that has ended, and removed it, or be about to.
            guard file.lock(), try file.status.hasName else { continue }
            (self.name, self.file) = (name, file)
            if isDurable { try Files.synchronize(folder: folder.path) }
            return
        }
    }

    /// Whether it has not been removed.
    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// Adds records, so many of them. If it cannot, nothing of them is left in the segment, or the segment is over.
    ///
    /// - Parameter isOver: Set if what is left of them could not be taken away; nothing must be added any more.
    mutating func append(
        _ records: ByteSpan, count: Int, isDurable: Bool, isOver: inout Bool
    ) throws(JournalError) {
        var written = 0
        do throws(JournalError) {
            while written < records.count {
                written += try calls.write(file, records.extracting(droppingFirst: written))
            }
            if isDurable { try calls.synchronize(file) }
        } catch {
            if written > 0 {
                do throws(JournalError) { try calls.truncate(file, bytes) } catch { isOver = true }
            }
            throw error
        }
        bytes += records.count
        self.records += count
    }
}

/// The calls to the system on which writing depends; tests put faults into them.
package struct SegmentCalls: Sendable {
    package var create: @Sendable (String) throws(JournalError) -> OpenFile
    package var write: @Sendable (OpenFile, ByteSpan) throws(JournalError) -> Int
    package var truncate: @Sendable (OpenFile, Int) throws(JournalError) -> Void
    package var synchronize: @Sendable (OpenFile) throws(JournalError) -> Void

    /// Those of the system.
    package static let system = SegmentCalls(
        create: { path throws(JournalError) in try OpenFile(path, for: .appendingToNew) },
        write: { file, bytes throws(JournalError) in try file.write(bytes) },
        truncate: { file, size throws(JournalError) in try file.truncate(to: size) },
        synchronize: { file throws(JournalError) in try file.synchronize() })
}
#endif
