#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// The buffer and the current segment of a ``JournalProvider`` (JR-006 to JR-008).
struct JournalState {
    let folder: JournalFolder
    let limits: JournalLimits
    /// Whether each event is written immediately.
    let isSync: Bool
    /// Whether an event counts as written only when it is on the disk.
    let isDurable: Bool

    private(set) var counts = JournalCounts()
    /// Removed events that are not reported yet.
    private var drops: [JournalDrop] = []
    /// Errors of removals that are not reported yet.
    private var failures: [JournalError] = []
    private var segment: SegmentWriter?
    private var event = JSONWriter()
    /// Complete records that wait to be added to the segment.
    private var buffer = OutputBuffer()
    /// The number of revocations that have begun and not ended.
    private var revocations = 0

    init(folder: JournalFolder, limits: JournalLimits, isSync: Bool, isDurable: Bool) {
        (self.folder, self.limits, self.isSync, self.isDurable) = (folder, limits, isSync, isDurable)
    }

    /// Creates the folder, and completes an interrupted purge or the removal of an interrupted revocation.
    mutating func configure() throws(JournalError) {
        try files.makeFolders(folder.path)
        try folder.reserve()
        switch try folder.mark() {
        case .none: break
        case .purge: try purge()
        // The mark stays for a tracker, which saves the denial. Without the mark, the denial would be lost.
        case .revocation: if revocations == 0 { try removeEvents() }
        }
    }

    private var files: any FileSystem { folder.files }

    mutating func receive(_ event: TrackedEvent) throws(JournalError) {
        do throws(JournalError) {
            try add(event)
        } catch {
            counts.rejected += 1
            throw error
        }
    }

    private mutating func add(_ event: TrackedEvent) throws(JournalError) {
        try encode(event)
        let length = RecordFrame.prefixLength + self.event.count + RecordFrame.suffixLength
        if isFull(with: length) {
            try write()
            segment = nil
        }
        // A full buffer that cannot be written accepts no event, so memory stays limited.
        if buffer.count > 0, buffer.count + length > limits.bufferBytes { try write() }
        let before = buffer.count
        self.event.buffer.withWritten { RecordFrame.append($0, to: &buffer) }
        counts.buffered += 1
        guard isSync else { return }
        do throws(JournalError) {
            try write()
        } catch {
            buffer.count = before
            counts.buffered -= 1
            throw error
        }
    }

    private mutating func encode(_ event: TrackedEvent) throws(JournalError) {
        guard !event.isTooDeep else {
            throw JournalError(
                path: folder.path,
                expected: "a payload of at most \(Payload.deepestNesting) levels in '\(event.name)'", found: "more"
            )
        }
        self.event.removeAll()
        event.write(to: &self.event)
        guard self.event.count <= RecordFrame.longestEvent else {
            throw JournalError(
                path: folder.path, expected: "at most \(RecordFrame.longestEvent) bytes of '\(event.name)'",
                found: "\(self.event.count)")
        }
    }

    private func isFull(with length: Int) -> Bool {
        let bytes = (segment?.bytes ?? 0) + buffer.count
        let records = (segment?.records ?? 0) + counts.buffered
        return bytes > 0 && (bytes + length > limits.usedSegmentBytes || records >= limits.segmentEvents)
    }

    /// Writes the records of the buffer. If that fails, they stay in the buffer.
    mutating func write() throws(JournalError) {
        guard buffer.count > 0 else { return }
        // Another program may have removed the file, perhaps with its folder. A reader would never find records in such a file.
        if try segment?.hasName == false { segment = nil }
        if segment == nil { segment = try openSegment() }
        // The records were framed before the segment had a name, or for an earlier segment.
        if let segment, isDurable { RecordFrame.include(segment.checksum, in: &buffer) }
        var isOver = false
        defer { if isOver { segment = nil } }
        let count = counts.buffered
        try append(count, &isOver)
        counts.written += count
        counts.buffered = 0
        buffer.removeAll()
    }

    private mutating func append(_ count: Int, _ isOver: inout Bool) throws(JournalError) {
        let result: Result<Void, JournalError> = buffer.withWritten { bytes in
            do throws(JournalError) {
                try segment?.append(bytes, count: count, isOver: &isOver)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private mutating func openSegment() throws(JournalError) -> SegmentWriter {
        try files.makeFolders(folder.path)
        let segments = try folder.segments()
        try removeOldestSegments(segments)
        return try SegmentWriter(
            in: folder, after: segments.last, isDurable: isDurable, limit: limits.usedSegmentBytes)
    }

    /// Removes the oldest unused segments until a new one fits, even when it becomes full.
    private mutating func removeOldestSegments(_ segments: [SegmentName]) throws(JournalError) {
        var sizes: [Int] = []
        for segment in segments { sizes.append(try folder.size(of: segment)) }
        // A foreign file may have any size.
        var total = sizes.reduce(limits.usedSegmentBytes) { $0.saturatingAdding($1) }
        for (segment, size) in zip(segments, sizes) {
            if size == 0 {
                // A process that ended before its first write has left this segment. A failed removal costs nothing.
                _ = try? folder.remove(segment, of: 0)
            } else if total > limits.totalBytes {
                do throws(JournalError) {
                    guard let drop = try folder.drop(segment) else { continue }
                    counts.dropped += drop.events
                    drops.append(drop)
                } catch {
                    failures.append(error)
                }
                // An entry that cannot be removed counts as absent, so that other segments are not removed in its place (JR-015).
                total -= size
            }
        }
    }

    // MARK: Revocations

    /// Begins a revocation. The mark stays until each revocation that began has ended.
    mutating func beginRevocation() throws(JournalError) {
        revocations += 1
        try folder.setMark(.revocation)
    }

    mutating func endRevocation() throws(JournalError) {
        if revocations <= 1 { try folder.setMark(.none) }
        revocations = max(0, revocations - 1)
    }

    /// Removes the events in memory and in all segments (JR-007).
    ///
    /// Outside of a revocation, this function marks the folder meanwhile. If this process is killed, another one completes the
    /// purge.
    mutating func purge() throws(JournalError) {
        guard revocations == 0 else { return try removeEvents() }
        let isBeingRevoked = (try? folder.mark()) == .revocation
        var failure: JournalError?
        if !isBeingRevoked {
            do throws(JournalError) { try folder.setMark(.purge) } catch { failure = error }
        }
        try removeEvents()
        if !isBeingRevoked { try folder.setMark(.none) }
        if let failure { throw failure }
    }

    /// Removes all events, without changing the mark.
    ///
    /// - Throws: The first error, if an event may be left.
    private mutating func removeEvents() throws(JournalError) {
        counts.purged += counts.buffered
        counts.buffered = 0
        buffer.removeAll()
        segment = nil
        let purge = try folder.purge()
        counts.purged += purge.events
        guard let failure = purge.failure else { return }
        guard purge.isComplete else { throw failure }
        failures.append(failure)
    }

    /// Returns the drops and errors that are not reported yet, and clears them.
    mutating func takeReports() -> (drops: [JournalDrop], failures: [JournalError]) {
        defer { (drops, failures) = ([], []) }
        return (drops, failures)
    }
}

extension Int {
    /// Returns the sum, or the largest integer on overflow.
    func saturatingAdding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension JournalLimits {
    /// The number of bytes at which a segment is full. At least two segments fit into the total.
    fileprivate var usedSegmentBytes: Int { max(1, min(segmentBytes, totalBytes / 2)) }
}

/// Appends complete records to a segment of this process alone (JR-003, JR-008).
final class SegmentWriter {
    private let file: any OpenFile
    /// Whether to wait until the records are on the disk.
    private let isDurable: Bool
    /// The number of bytes at which the segment is full.
    private let limit: Int
    /// The checksum before those of the records.
    let checksum: UInt32
    /// The number of bytes of complete records.
    private(set) var bytes = 0
    /// The number of records.
    private(set) var records = 0
    /// The offset up to which space is reserved.
    private var reserved = 0

    /// The number of bytes reserved at a time. It is small, because a killed process leaves unused bytes behind.
    private static let reservedStep = 64 << 10
    private static let zeros = [UInt8](repeating: 0, count: reservedStep)[...]

    /// Creates a segment that sorts behind all others, and the file for its acknowledgements.
    init(
        in folder: JournalFolder, after newest: SegmentName?, isDurable: Bool, limit: Int
    ) throws(JournalError) {
        (self.isDurable, self.limit) = (isDurable, limit)
        let files = folder.files
        while true {
            let name = SegmentName(after: newest, now: WallClock.system.now, isPowerCutSafe: isDurable)
            let file: any OpenFile
            do throws(JournalError) {
                file = try files.open(folder.file(name.file), for: isDurable ? .writingToNew : .appendingToNew)
            } catch {
                if error.isTaken { continue }
                throw error
            }
            // An unlocked file looks like the segment of an ended process. So another process may have locked or removed it.
            guard file.lock(), try file.status.hasName else { continue }
            (self.file, checksum) = (file, name.checksum)
            do throws(JournalError) {
                // Created now, because a later uploader may have no disk space.
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

    /// Releases the reserved space behind the end.
    deinit { if reserved > bytes { try? file.truncate(to: bytes) } }

    /// Whether the segment has not been removed.
    var hasName: Bool {
        get throws(JournalError) { try file.hasName }
    }

    /// Appends records. If that fails, removes the written part again.
    ///
    /// - Parameters:
    ///   - records: The bytes of complete records.
    ///   - count: The number of records.
    ///   - isOver: Set if the written part could not be removed, or the disk did not confirm it. The caller must then append
    ///     nothing more.
    func append(_ records: ByteSpan, count: Int, isOver: inout Bool) throws(JournalError) {
        if !isDurable, bytes + records.count > reserved {
            let end = bytes + max(records.count, Self.reservedStep)
            file.preallocate(bytes..<end)
            reserved = end
        }
        var written = 0
        do throws(JournalError) {
            while written < records.count {
                written += try file.write(records.extracting(droppingFirst: written))
            }
            if isDurable {
                try writeZeros(from: bytes + written)
                do throws(JournalError) {
                    try file.synchronize()
                } catch {
                    // A later synchronization may succeed without these bytes, and an uploader may have read them.
                    isOver = true
                    throw error
                }
            }
        } catch {
            if written > 0 {
                reserved = 0
                do throws(JournalError) {
                    try file.truncate(to: bytes)
                    try file.seek(to: bytes)
                } catch { isOver = true }
            }
            throw error
        }
        bytes += records.count
        self.records += count
    }

    /// Reserves space behind the records with zeros, unless there is some (JR-017).
    ///
    /// A synchronization is fast if neither the size of the file nor its blocks have changed. So the reserved space grows with
    /// the segment. A full disk is no error here.
    private func writeZeros(from end: Int) throws(JournalError) {
        guard end > reserved else { return }
        let goal = min(limit, max(4 * end, Self.reservedStep))
        reserved = end
        while reserved < goal,
            let count = try? file.write(Self.zeros.span.extracting(first: min(Self.zeros.count, goal - reserved)))
        {
            reserved += count
        }
        try file.seek(to: end)
    }
}
#endif
