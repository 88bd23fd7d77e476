#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// What a journal is about to write, and where (rules JR-006 to JR-008).
struct JournalState {
    let folder: JournalFolder
    let limits: JournalLimits
    /// Whether each event is written at once.
    let isSync: Bool
    /// Whether what is written is on the disk itself before it counts as written.
    let isDurable: Bool

    private(set) var counts = JournalCounts()
    /// What has been removed, and not told yet.
    private var drops: [JournalDrop] = []
    /// What could not be removed to make room, and has not been told yet.
    private var failures: [JournalError] = []
    private var segment: SegmentWriter?
    private var event = JSONWriter()
    /// Whole records that are to be added to the segment.
    private var buffer = OutputBuffer()
    /// How many revocations have begun and not ended.
    private var revocations = 0

    init(folder: JournalFolder, limits: JournalLimits, isSync: Bool, isDurable: Bool) {
        (self.folder, self.limits, self.isSync, self.isDurable) = (folder, limits, isSync, isDurable)
    }

    /// Makes the folder, and completes what was interrupted there: a purge, and the removing part of a revocation.
    mutating func configure() throws(JournalError) {
        try files.makeFolders(folder.path)
        try folder.reserve()
        switch try folder.mark() {
        case .none: break
        case .purge: try purge()
        // The mark stays for a tracker, which saves the denial. Without it the denial would be lost.
        case .revocation: if revocations == 0 { try remove() }
        }
    }

    private var files: any FileSystem { folder.files }

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
        try files.makeFolders(folder.path)
        let segments = try folder.segments()
        try makeRoom(segments)
        return try SegmentWriter(in: folder, after: segments.last, isDurable: isDurable)
    }

    /// Removes the oldest segments until a new one may be as large as it can become. Those that are in use stay.
    private mutating func makeRoom(_ segments: [SegmentName]) throws(JournalError) {
        var sizes: [Int] = []
        for segment in segments { sizes.append(try folder.size(of: segment)) }
        // A hostile file may claim any size.
        var total = sizes.reduce(limits.usedSegmentBytes) { $0.saturatingAdding($1) }
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

    // MARK: Revocations

    /// Begins a revocation, which lasts until it is ended as often as it was begun.
    mutating func beginRevocation() throws(JournalError) {
        revocations += 1
        try folder.setMark(.revocation)
    }

    mutating func endRevocation() throws(JournalError) {
        if revocations <= 1 { try folder.setMark(.none) }
        revocations = max(0, revocations - 1)
    }

    /// Removes everything that may hold an event: the buffer and all segments. Outside of a revocation the folder has a mark meanwhile,
    /// so that another process completes it if this one is killed.
    mutating func purge() throws(JournalError) {
        guard revocations == 0 else { return try remove() }
        let isBeingRevoked = (try? folder.mark()) == .revocation
        var failure: JournalError?
        if !isBeingRevoked {
            do throws(JournalError) { try folder.setMark(.purge) } catch { failure = error }
        }
        try remove()
        if !isBeingRevoked { try folder.setMark(.none) }
        if let failure { throw failure }
    }

    /// - Throws: If an event may be left.
    private mutating func remove() throws(JournalError) {
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

    /// What there is to tell: what was dropped, and what could not be.
    mutating func takeNews() -> (drops: [JournalDrop], failures: [JournalError]) {
        defer { (drops, failures) = ([], []) }
        return (drops, failures)
    }
}

extension Int {
    /// The sum, or the largest number if that is larger.
    func saturatingAdding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension JournalLimits {
    /// With how many bytes a segment is full: at least two of them have room.
    fileprivate var usedSegmentBytes: Int { max(1, min(segmentBytes, totalBytes / 2)) }
}
#endif
