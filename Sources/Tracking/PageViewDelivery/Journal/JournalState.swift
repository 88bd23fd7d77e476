#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON
import PageViewLifecycle

/// The buffer and the current segment of a ``JournalProvider`` (JR-006 to JR-008).
struct JournalState {
    private let folder: JournalFolder
    private let limits: JournalLimits
    /// Whether each event is written immediately.
    private let isSync: Bool
    /// Whether an event counts as written only when it is on the disk.
    private let isPowerCutSafe: Bool

    private(set) var counts = JournalCounts()
    /// The losses, failed removals and warnings that are not reported yet.
    private var reports: [(kind: TrackingDiagnostic.Kind, message: String)] = []
    /// The last warning that other users can change the folder; `nil` without one.
    private var warning: JournalError?
    private var segment: SegmentWriter?
    private var event = JSONWriter()
    /// Complete records that wait to be added to the segment.
    private var buffer: [UInt8] = []
    /// The number of revocations that have begun and not ended.
    private var revocations = 0

    init(folder: JournalFolder, limits: JournalLimits, isSync: Bool, isPowerCutSafe: Bool) {
        (self.folder, self.limits, self.isSync, self.isPowerCutSafe) = (folder, limits, isSync, isPowerCutSafe)
    }

    /// Creates the folder, and completes an interrupted purge or the removal of an interrupted revocation.
    mutating func configure() throws(JournalError) {
        try makeFolder()
        try folder.reserve()
        switch try folder.mark() {
        case .none: break
        case .purge: try purge()
        // The mark stays for a tracker, which saves the denial. Without the mark, the denial would be lost.
        case .revocation: if revocations == 0 { try removeEvents() }
        }
    }

    private var files: any FileSystem { folder.files }

    private mutating func makeFolder() throws(JournalError) {
        try files.makeFolders(folder.path)
        let known = warning
        warning = try files.check(folder: folder.path)
        if let warning, warning != known {
            reports.append((.providerFailed, "other users can remove events of the journal: \(warning)"))
        }
    }

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
        RecordFrame.append(self.event.bytes, to: &buffer)
        counts.buffered += 1
        guard isSync else { return }
        do throws(JournalError) {
            try write()
        } catch {
            buffer.removeLast(buffer.count - before)
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
        return bytes > 0 && (bytes + length > limits.segmentBytes || records >= limits.segmentEvents)
    }

    /// Writes the records of the buffer. If that fails, they stay in the buffer.
    mutating func write() throws(JournalError) {
        guard buffer.count > 0 else { return }
        // Another program may have removed the file, perhaps with its folder. A reader would never find records in such a file.
        if try segment?.hasName == false { segment = nil }
        if segment == nil { segment = try openSegment() }
        if let segment {
            defer { if segment.isOver { self.segment = nil } }
            try segment.append(buffer, count: counts.buffered)
        }
        counts.written += counts.buffered
        counts.buffered = 0
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func openSegment() throws(JournalError) -> SegmentWriter {
        try makeFolder()
        let segments = try folder.segments()
        try removeOldestSegments(segments)
        return try SegmentWriter(in: folder, after: segments.last, isPowerCutSafe: isPowerCutSafe)
    }

    /// Removes the oldest unused segments until a new one fits, even when it becomes full.
    private mutating func removeOldestSegments(_ segments: [SegmentName]) throws(JournalError) {
        var sizes: [Int] = []
        for segment in segments { sizes.append(try folder.size(of: segment)) }
        // A foreign file may have any size.
        var total = sizes.reduce(limits.segmentBytes) { $0.saturatingAdding($1) }
        for (segment, size) in zip(segments, sizes) {
            if size == 0 {
                // A process that ended before its first write has left this segment. A failed removal costs nothing.
                _ = try? folder.remove(segment, of: 0)
            } else if total > limits.totalBytes {
                do throws(JournalError) {
                    guard let lost = try folder.drop(segment) else { continue }
                    counts.dropped += lost.events
                    let events = "\(lost.isAtLeast ? "at least " : "")\(lost.events) undelivered events"
                    let path = folder.file(segment.file)
                    reports.append((.eventsDropped, "the journal is full: \(path) was removed with \(events)"))
                } catch {
                    reportFailedRemoval(error)
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

    /// Removes the events in memory and in all segments (JR-007). Outside of a revocation, it marks the folder meanwhile, so that
    /// another process completes the purge if this one is killed.
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

    /// Removes all events, without changing the mark. Throws the first error if an event may be left.
    private mutating func removeEvents() throws(JournalError) {
        counts.purged += counts.buffered
        counts.buffered = 0
        buffer.removeAll()
        segment = nil
        let purge = try folder.purge()
        counts.purged += purge.events
        guard let failure = purge.failure else { return }
        guard purge.isComplete else { throw failure }
        reportFailedRemoval(failure)
    }

    private mutating func reportFailedRemoval(_ error: JournalError) {
        reports.append((.providerFailed, "the journal could not remove an entry of its folder: \(error)"))
    }

    /// Returns what is not reported yet, and clears it.
    mutating func takeReports() -> [(kind: TrackingDiagnostic.Kind, message: String)] {
        defer { reports = [] }
        return reports
    }
}

/// Appends complete records to a segment of this process alone (JR-003, JR-008).
final class SegmentWriter {
    private let file: any OpenFile
    /// Whether to wait until the records are on the disk.
    private let isPowerCutSafe: Bool
    private(set) var bytes = 0
    private(set) var records = 0
    /// Whether a failed write may have left something in the file. The owner must then append nothing more.
    private(set) var isOver = false

    /// Creates a segment that sorts behind all others, and the file for its acknowledgements.
    init(in folder: JournalFolder, after newest: SegmentName?, isPowerCutSafe: Bool) throws(JournalError) {
        self.isPowerCutSafe = isPowerCutSafe
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
            // Until it is locked, the file looks like the segment of an ended process, and another process may lock or remove it.
            guard file.lock(), try file.status.hasName else { continue }
            self.file = file
            do throws(JournalError) {
                // Created now, because a later uploader may have no disk space.
                let note = try files.open(folder.file(name.acknowledgement), for: .appendingToNew)
                try note.writeAll(Acknowledgement.none.file)
                if isPowerCutSafe { try files.synchronize(folder: folder.path) }
            } catch {
                try? files.remove(file.path)
                try? files.remove(folder.file(name.acknowledgement))
                throw error
            }
            return
        }
    }

    var hasName: Bool {
        get throws(JournalError) { try file.status.hasName }
    }

    /// Appends a number of complete records. If that fails, removes the written part again.
    func append(_ records: [UInt8], count: Int) throws(JournalError) {
        do throws(JournalError) {
            try file.writeAll(records)
            // After a failed synchronization, the segment ends: a later one may succeed without these bytes, and an uploader may
            // have read them.
            isOver = isPowerCutSafe
            if isPowerCutSafe { try file.synchronize() }
            isOver = false
        } catch {
            do throws(JournalError) { try file.truncate(to: bytes) } catch { isOver = true }
            throw error
        }
        bytes += records.count
        self.records += count
    }
}
#endif
