#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// The undelivered events of a journal, oldest first, for one who takes them at a time (rules JR-009, JR-010).
struct JournalQueue {
    /// Events that are delivered together, and how far the segments have been read with them.
    struct Batch: Sendable {
        var events: [TrackedEvent] = []
        var problems: [JournalProblem] = []
        /// The segments that have been read on, in order.
        var places: [Place] = []
        /// How many events were removed, because consent was taken back.
        var purged = 0

        var isEmpty: Bool { places.isEmpty && problems.isEmpty && purged == 0 }
    }

    /// How far a segment has been read.
    struct Place: Sendable {
        let segment: SegmentName
        var acknowledgement: Acknowledgement
        /// Whether nothing more can come in it.
        var isFinished = false
    }

    static let lockName = "uploading"

    private let folder: JournalFolder
    private let lock: any OpenFile
    private var segments: ArraySlice<SegmentName>
    private var current: (reader: SegmentReader, place: Place)?
    /// What keeps a segment from being acknowledged, so that its events come again.
    private var failures: [SegmentName: JournalError] = [:]

    /// Opens the queue of a folder; `nil` if there is none.
    ///
    /// - Throws: If it cannot be read, or somebody else takes from it.
    init?(_ folder: JournalFolder) throws(JournalError) {
        self.folder = folder
        segments = try folder.segments()[...]
        if segments.isEmpty, try folder.mark() == .none { return nil }
        lock = try folder.files.open(folder.file(Self.lockName), for: .appending)
        guard lock.lock() else {
            throw JournalError(
                path: lock.path, expected: "nobody else to take events from the journal", found: "somebody who does")
        }
        // What others have taken in the meantime is gone.
        segments = try folder.segments()[...]
        try folder.removeStrayAcknowledgements()
    }

    /// The next events, at most so many of at most so many bytes, but one at least; empty at the end.
    ///
    /// - Throws: If the journal cannot be read; or, at the end, the error for which events that were delivered will come again.
    mutating func next(events limit: Int, bytes byteLimit: Int) throws(JournalError) -> Batch {
        while true {
            var batch = try read(events: limit, bytes: byteLimit)
            // Now that the events are read, and before anybody gets them: a revocation may have begun meanwhile.
            if try folder.mark() != .none {
                (segments, current, failures) = ([], nil, [:])
                batch = Batch()
                let purge = try folder.purge()
                if let failure = purge.failure, !purge.isComplete { throw failure }
                batch.purged = purge.events
                return batch
            }
            // What was purged, or dropped to make room, is not handed over from memory.
            guard try areAllPresent(batch) else {
                (segments, current) = (try folder.segments()[...], nil)
                continue
            }
            if batch.isEmpty, let failure = failures.values.first { throw failure }
            return batch
        }
    }

    private func areAllPresent(_ batch: Batch) throws(JournalError) -> Bool {
        for place in batch.places {
            if try folder.files.status(of: folder.file(place.segment.file)) == nil { return false }
        }
        return true
    }

    private mutating func read(events limit: Int, bytes byteLimit: Int) throws(JournalError) -> Batch {
        var batch = Batch()
        var bytes = 0
        if let (reader, _) = current, try !reader.hasName { current = nil }
        while batch.events.count < limit, bytes < byteLimit {
            guard openSegment(&batch.problems) else { break }
            guard var (reader, place) = current.take() else { break }
            let before = reader.offset
            let item: JournalItem?
            do throws(JournalError) {
                item = try reader.next()
            } catch {
                // The rest of it comes the next time, if it can be read then.
                batch.problems.append(JournalProblem(unreadable: error, line: reader.line, offset: before))
                continue
            }
            place.acknowledgement.offset = reader.offset
            switch item {
            case .event(let event):
                batch.events.append(event)
                bytes += reader.offset - before
                place.acknowledgement.records += 1
                current = (reader, place)
            case .problem(let problem):
                batch.problems.append(problem)
                bytes += problem.length
                current = (reader, place)
            case nil:
                place.isFinished = reader.isClosed
                // Nothing new in a segment that somebody may still write to.
                if !place.isFinished, batch.places.last?.segment != place.segment { continue }
            }
            if batch.places.last?.segment == place.segment { batch.places.removeLast() }
            batch.places.append(place)
        }
        return batch
    }

    /// Opens the next segment that can be read, unless one is open; the others are problems.
    private mutating func openSegment(_ problems: inout [JournalProblem]) -> Bool {
        while current == nil {
            guard let segment = segments.popFirst() else { return false }
            do throws(JournalError) {
                let acknowledged = folder.acknowledged(in: segment)
                let reader = try SegmentReader(
                    folder.file(segment.file), from: acknowledged.offset, in: folder.files)
                let isPlace = reader.offset == acknowledged.offset
                current = (
                    reader, Place(segment: segment, acknowledgement: isPlace ? acknowledged : .none)
                )
            } catch {
                // Removed to make room.
                if error.isMissing { continue }
                problems.append(JournalProblem(unreadable: error))
            }
        }
        return true
    }

    /// Records that the events of a batch are delivered. Returns how many of its problems are in the quarantine.
    ///
    /// An acknowledgement that cannot be written stops nothing: once the rest of its segment is delivered, the segment is removed,
    /// which takes no space.
    mutating func acknowledge(_ batch: Batch) throws(JournalError) -> Int {
        var quarantined = 0
        // First, for what is acknowledged may be gone a moment later.
        for problem in batch.problems where problem.length > 0 {
            // One that cannot be written must not have the batch sent for ever.
            if (try? Quarantine.add(problem, in: folder)) == true { quarantined += 1 }
        }
        for place in batch.places {
            do throws(JournalError) {
                try acknowledge(place)
                failures[place.segment] = nil
            } catch {
                failures[place.segment] = error
            }
        }
        return quarantined
    }

    private func acknowledge(_ place: Place) throws(JournalError) {
        if place.isFinished, try folder.remove(place.segment, of: place.acknowledgement.offset) { return }
        let acknowledgement = folder.file(place.segment.acknowledgement)
        try place.acknowledgement.write(to: acknowledgement, in: folder.files)
        // Afterwards, for a process that removes a segment removes this behind it: one of the two finds it.
        if try folder.files.status(of: folder.file(place.segment.file)) == nil {
            try folder.files.remove(acknowledgement)
        }
    }
}
#endif
