#if !os(Windows) && !os(WASI)
import AnalyticsJSON

/// What a journal is about to write, and where (rules JR-006 to JR-008).
struct JournalState {
    let folder: JournalFolder
    let limits: JournalLimits
    /// Whether each event is written at once.
    let isSync: Bool
    /// Whether what is written is on the disk itself before it counts as written.
    let isDurable: Bool
    let calls: SegmentCalls

    private(set) var counts = JournalCounts()
    /// What has been removed, and not told yet.
    private var drops: [JournalDrop] = []
    /// What could not be removed to make room, and has not been told yet.
    private var failures: [JournalError] = []
    private var segment: SegmentWriter?
    private var event = JSONWriter()
    /// Whole records that are to be added to the segment.
    private var buffer = OutputBuffer()

    init(folder: JournalFolder, limits: JournalLimits, isSync: Bool, isDurable: Bool, calls: SegmentCalls) {
        (self.folder, self.limits, self.calls) = (folder, limits, calls)
        (self.isSync, self.isDurable) = (isSync, isDurable)
    }

    mutating func receive(_ event: TrackedEvent) throws(JournalError) {
        do throws(JournalError) {
            try add(event)
        } catch {
            counts.refused += 1
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
        // Whoever cannot be rid of a full buffer takes no more, so that it stays bounded.
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

    /// Writes what is in the buffer. If it cannot, it stays there.
    mutating func write() throws(JournalError) {
        guard buffer.count > 0 else { return }
        // In a file that somebody has removed, and the folder perhaps with it, nobody would ever find them.
        if try segment?.hasName == false { segment = nil }
        if segment == nil { segment = try openSegment() }
        var isOver = false
        defer { if isOver { segment = nil } }
        let (count, isDurable) = (counts.buffered, isDurable)
        try append(count, isDurable, &isOver)
        counts.written += count
        counts.buffered = 0
        buffer.removeAll()
    }

    private mutating func append(_ count: Int, _ isDurable: Bool, _ isOver: inout Bool) throws(JournalError) {
        let result: Result<Void, JournalError> = buffer.withWritten { bytes in
            do throws(JournalError) {
                try segment?.append(bytes, count: count, isDurable: isDurable, isOver: &isOver)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private mutating func openSegment() throws(JournalError) -> SegmentWriter {
        try Files.makeFolder(folder.path)
        let segments = try folder.segments()
        try makeRoom(segments)
        return try SegmentWriter(in: folder, after: segments.last, calls, isDurable: isDurable)
    }

    /// Removes the oldest segments until a new one may be as large as it can become. Those that are in use stay.
    private mutating func makeRoom(_ segments: [SegmentName]) throws(JournalError) {
        var sizes: [Int] = []
        for segment in segments { sizes.append(try folder.size(of: segment)) }
        var total = sizes.reduce(limits.usedSegmentBytes, +)
        for (segment, size) in zip(segments, sizes) {
            if size == 0 {
                // Left by a process that ended before it wrote; whether it goes is of no importance.
                _ = try? folder.remove(segment, of: 0)
            } else if total > limits.totalBytes {
                do throws(JournalError) {
                    guard let drop = try folder.drop(segment) else { continue }
                    counts.dropped += drop.events
                    drops.append(drop)
                } catch {
                    failures.append(error)
                }
                // What cannot be removed is as if it were not there: the others need not go in its place.
                total -= size
            }
        }
    }

    /// Removes all that this process may remove: the buffer, its segment, and those that nobody uses.
    mutating func purge() throws(JournalError) {
        counts.purged += counts.buffered
        counts.buffered = 0
        buffer.removeAll()
        segment = nil
        var failure: JournalError?
        for segment in try folder.segments() {
            do throws(JournalError) {
                counts.purged += try purge(segment)
            } catch {
                failure = failure ?? error
            }
        }
        try Files.remove(folder.file(Quarantine.name))
        if let failure { throw failure }
    }

    /// Removes a segment; how many events were in it. What cannot be opened is no segment that somebody writes to.
    private func purge(_ segment: SegmentName) throws(JournalError) -> Int {
        do throws(JournalError) {
            return try folder.drop(segment)?.events ?? 0
        } catch {
            try Files.remove(folder.file(segment.file))
            try Files.remove(folder.file(segment.acknowledgement))
            return 0
        }
    }

    /// What there is to tell: what was dropped, and what could not be.
    mutating func takeNews() -> (drops: [JournalDrop], failures: [JournalError]) {
        defer { (drops, failures) = ([], []) }
        return (drops, failures)
    }
}

extension JournalLimits {
    /// With how many bytes a segment is full: at least two of them have room.
    fileprivate var usedSegmentBytes: Int { max(1, min(segmentBytes, totalBytes / 2)) }
}
#endif
