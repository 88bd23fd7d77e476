#if !os(Windows) && !os(WASI)
import AnalyticsJSON

/// The undelivered events of a journal, oldest first, for one who takes them at a time (rules JR-009, JR-010).
struct JournalQueue {
    /// Events that are delivered together, and how far the segments have been read with them.
    struct Batch: Sendable {
        var events: [TrackedEvent] = []
        var problems: [JournalProblem] = []
        /// The segments that have been read on, in order.
        var places: [Place] = []

        var isEmpty: Bool { places.isEmpty && problems.isEmpty }
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
    private let lock: OpenFile
    private var segments: ArraySlice<SegmentName>
    private var current: (reader: SegmentReader, place: Place)?

    /// Opens the queue of a folder; `nil` if there is none.
    ///
    /// - Throws: If it cannot be read, or somebody else takes from it.
    init?(_ folder: JournalFolder) throws(JournalError) {
        self.folder = folder
        segments = try folder.segments()[...]
        guard !segments.isEmpty else { return nil }
        lock = try OpenFile(folder.file(Self.lockName), for: .appending)
        guard lock.lock() else {
            throw JournalError(
                path: lock.path, expected: "nobody else to take events from the journal", found: "somebody who does")
        }
        // What others have taken in the meantime is gone.
        segments = try folder.segments()[...]
        try folder.removeStrayAcknowledgements(of: segments)
    }

    /// The next events, at most so many of at most so many bytes, but one at least; empty at the end.
    mutating func next(events limit: Int, bytes byteLimit: Int) throws(JournalError) -> Batch {
        var batch = Batch()
        var bytes = 0
        // What was purged, or dropped to make room, is not handed over from a file that is merely still open.
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
                let reader = try SegmentReader(folder.file(segment.file), from: acknowledged.offset)
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

    /// Takes note that the events of a batch are delivered. How many of its problems are kept in the quarantine.
    func acknowledge(_ batch: Batch) throws(JournalError) -> Int {
        var quarantined = 0
        // First, for what is acknowledged may be gone a moment later.
        for problem in batch.problems where problem.length > 0 {
            // One that cannot be written must not have the batch sent for ever.
            if (try? Quarantine.add(problem, in: folder)) == true { quarantined += 1 }
        }
        for place in batch.places {
            if place.isFinished, try folder.remove(place.segment, of: place.acknowledgement.offset) { continue }
            let acknowledgement = folder.file(place.segment.acknowledgement)
            try Files.replace(acknowledgement, with: place.acknowledgement.json)
            // Afterwards, for whoever removes a segment removes this behind it: one of the two finds it.
            if try Files.size(of: folder.file(place.segment.file)) == nil { try Files.remove(acknowledgement) }
        }
        return quarantined
    }
}
#endif
