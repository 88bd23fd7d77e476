#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// The undelivered events of a journal, oldest first, for one consumer at a time (JR-009, JR-010).
@usableFromInline
struct JournalQueue: ~Copyable {
    /// Events that are delivered together, and the positions in the segments behind them.
    private struct Batch {
        var events: [TrackedEvent] = []
        /// The place of each event in its segment, as a problem without a message.
        var places: [JournalProblem] = []
        var problems: [JournalProblem] = []
        /// The events that the back end rejected, for the quarantine.
        var rejected: [JournalProblem] = []
        var positions: [SegmentPosition] = []

        var isEmpty: Bool { positions.isEmpty && problems.isEmpty }
    }

    /// The position up to which a segment has been read.
    private struct SegmentPosition {
        let segment: SegmentName
        var acknowledgement: Acknowledgement
        /// The size of the segment if it is complete and read to its end; otherwise `nil`.
        var finishedSize: Int?
    }

    static let lockName = "uploading"

    private let uploader: JournalUploader
    private var folder: JournalFolder { uploader.folder }
    /// The lock of the folder; `nil` if the folder contained no events and no mark.
    private var lock: (any OpenFile)?
    private var segments: ArraySlice<SegmentName> = []
    private var current: (reader: SegmentReader, position: SegmentPosition)?
    private var batches: [Batch] = []
    /// The errors of failed acknowledgements, by segment. The next upload delivers their events again.
    private var failures: [SegmentName: JournalError] = [:]
    @usableFromInline var result = JournalUpload()

    var isEmpty: Bool { lock == nil }

    /// Opens the queue of a folder. Throws if the folder cannot be read, or if another consumer has its lock.
    @usableFromInline init(of uploader: JournalUploader) throws {
        self.uploader = uploader
        let folder = uploader.folder
        segments = try folder.segments()[...]
        if segments.isEmpty, try folder.mark() == .none { return }
        let lock = try folder.files.open(folder.file(Self.lockName), for: .appending)
        guard lock.lock() else {
            throw JournalError(
                path: lock.path, expected: "no other consumer of the journal", found: "one that holds the lock")
        }
        self.lock = lock
        // Another consumer may have removed segments in the meantime.
        segments = try folder.segments()[...]
        try folder.removeStrayAcknowledgements()
    }

    /// Returns the events of the next batch, which may contain only problems; `nil` at the end. Throws if the journal cannot be
    /// read, or at the end, if an acknowledgement failed.
    @usableFromInline mutating func next() throws -> [TrackedEvent]? {
        while lock != nil {
            let batch = try read()
            // The check is between the read and the delivery, because a revocation may have begun meanwhile.
            if try folder.mark() != .none {
                (segments, current, failures) = ([], nil, [:])
                let purge = try folder.purge()
                if let failure = purge.failure, !purge.isComplete { throw failure }
                result.purged += purge.events
                return nil
            }
            // A purge or a drop may have removed events that are still in memory here.
            guard try areAllPresent(batch) else {
                (segments, current) = (try folder.segments()[...], nil)
                continue
            }
            guard !batch.isEmpty else {
                if let failure = failures.values.first { throw failure }
                return nil
            }
            batches.append(batch)
            return batch.events
        }
        return nil
    }

    private func areAllPresent(_ batch: Batch) throws(JournalError) -> Bool {
        for position in batch.positions {
            if try folder.files.status(of: folder.file(position.segment.file)) == nil { return false }
        }
        return true
    }

    private mutating func read() throws(JournalError) -> Batch {
        var batch = Batch()
        var bytes = 0
        if let (reader, _) = current, try !reader.hasName { current = nil }
        while batch.events.count < uploader.batchEvents, bytes < uploader.batchBytes {
            guard openSegment(&batch.problems), var (reader, position) = current.take() else { break }
            let (before, line) = (reader.offset, reader.line)
            let item: JournalItem?
            do throws(JournalError) {
                item = try reader.next()
            } catch {
                // The next upload tries the rest of the segment again.
                batch.problems.append(JournalProblem(unreadable: error, line: line, offset: before))
                continue
            }
            position.acknowledgement.offset = reader.offset
            bytes += reader.offset - before
            switch item {
            case .event(let event):
                batch.events.append(event)
                batch.places.append(
                    JournalProblem(
                        path: reader.path, line: line, column: 1, offset: before, length: reader.offset - before,
                        message: ""))
                position.acknowledgement.records += 1
                current = (reader, position)
            case .problem(let problem):
                batch.problems.append(problem)
                current = (reader, position)
            case nil:
                position.finishedSize = reader.isClosed ? reader.offset : nil
                // The segment contains nothing new, but a process may still write to it.
                if position.finishedSize == nil, batch.positions.last?.segment != position.segment { continue }
            }
            if batch.positions.last?.segment == position.segment { batch.positions.removeLast() }
            batch.positions.append(position)
        }
        return batch
    }

    /// Opens the next readable segment unless one is open. Adds unreadable ones to the problems.
    private mutating func openSegment(_ problems: inout [JournalProblem]) -> Bool {
        while current == nil {
            guard let segment = segments.popFirst() else { return false }
            do throws(JournalError) {
                let acknowledged = folder.acknowledged(in: segment)
                let reader = try SegmentReader(
                    folder.file(segment.file), from: acknowledged.offset, in: folder.files)
                let isValid = reader.offset == acknowledged.offset
                current = (
                    reader, SegmentPosition(segment: segment, acknowledgement: isValid ? acknowledged : .none)
                )
            } catch {
                // Another process removed the segment to free space.
                if error.isMissing { continue }
                problems.append(JournalProblem(unreadable: error))
            }
        }
        return true
    }

    /// Adds an event of the last batch to those that the back end rejected.
    mutating func reject(_ index: Int, _ message: String) {
        var problem = batches[batches.count - 1].places[index]
        problem.message = message
        batches[batches.count - 1].rejected.append(problem)
    }

    /// Acknowledges all batches since the last call, and puts their problems and rejected events into the quarantine. A failed
    /// acknowledgement does not stop the delivery, because the segment may yet be removed, which needs no disk space.
    @usableFromInline mutating func acknowledge() {
        for batch in batches {
            // The quarantine comes before the acknowledgement, which can remove the segment.
            quarantine(batch.problems, atMost: Quarantine.largestProblem)
            quarantine(batch.rejected, atMost: Quarantine.largestEvent)
            for position in batch.positions {
                do throws(JournalError) {
                    try acknowledge(position)
                    failures[position.segment] = nil
                } catch {
                    failures[position.segment] = error
                }
            }
            result.delivered += batch.events.count - batch.rejected.count
            result.rejected += batch.rejected.count
            result.problems += batch.problems.count
        }
        batches = []
    }

    private mutating func quarantine(_ problems: [JournalProblem], atMost limit: Int) {
        for problem in problems where problem.length > 0 {
            // A failure here must not prevent the acknowledgement, or each upload would send the batch again.
            if (try? Quarantine.add(problem, atMost: limit, in: folder)) == true { result.quarantined += 1 }
        }
    }

    private func acknowledge(_ position: SegmentPosition) throws(JournalError) {
        if let size = position.finishedSize, try folder.remove(position.segment, of: size) { return }
        let acknowledgement = folder.file(position.segment.acknowledgement)
        try position.acknowledgement.write(to: acknowledgement, in: folder.files)
        // Another process may have removed the segment and its acknowledgement before the write.
        if try folder.files.status(of: folder.file(position.segment.file)) == nil {
            try folder.files.remove(acknowledgement)
        }
    }
}

/// The file that keeps the damaged bytes of segments, and rejected events, as JSON Lines (JR-010, JR-018).
enum Quarantine {
    static let name = "quarantine.jsonl"
    static let largestSize = 1 << 20
    static let largestProblem = 4 << 10
    /// The maximum number of bytes kept of a rejected event: that of most whole events, which a developer needs.
    static let largestEvent = 32 << 10

    /// Adds a problem unless the file is full. Returns whether the problem was added.
    static func add(
        _ problem: JournalProblem, atMost limit: Int, in folder: JournalFolder
    ) throws(JournalError) -> Bool {
        let text = try text(of: problem, atMost: limit, in: folder.files)
        let file = try folder.files.open(folder.file(name), for: .appending)
        let size = try file.status.size
        guard size < largestSize else { return false }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("path", problem.path)
        writer.member("line", problem.line)
        writer.member("offset", problem.offset)
        writer.member("length", problem.length)
        writer.member("message", problem.message)
        writer.member("bytes", text)
        writer.endLine()
        do throws(JournalError) {
            try file.writeAll(writer.bytes)
        } catch {
            // A line must be complete or absent.
            try? file.truncate(to: size)
            throw error
        }
        // A purge may have removed the segment and the quarantine before this line was added. The line must not survive.
        guard try folder.files.status(of: problem.path) == nil else { return true }
        try file.truncate(to: size)
        if size == 0 { try folder.files.remove(file.path) }
        return false
    }

    static func count(in folder: JournalFolder) throws(JournalError) -> Int {
        let bytes = try folder.files.contents(of: folder.file(name), atMost: largestSize + 8 * largestEvent)
        return bytes?.count { $0 == 0x0A } ?? 0
    }

    /// Returns the bytes, each as the Unicode character of its number, so that no byte is lost.
    private static func text(
        of problem: JournalProblem, atMost limit: Int, in files: any FileSystem
    ) throws(JournalError) -> String {
        let file = try files.open(problem.path, for: .reading)
        try file.seek(to: problem.offset)
        var text = String.UnicodeScalarView()
        for byte in try file.read(min(problem.length, limit)) { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
#endif
