#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// The undelivered events of a journal, oldest first, for one consumer at a time (JR-009, JR-010).
struct JournalQueue {
    /// Events that are delivered together, and the positions in the segments behind them.
    struct Batch: Sendable {
        var events: [TrackedEvent] = []
        /// Where each event is in its segment.
        var records: [(path: String, line: Int, offset: Int, length: Int)] = []
        var problems: [JournalProblem] = []
        /// The events that the back end rejected, for the quarantine.
        var rejected: [JournalProblem] = []
        /// The positions in the segments that were read, in order.
        var positions: [SegmentPosition] = []
        /// The number of events that were removed because of a revocation.
        var purged = 0

        var isEmpty: Bool { positions.isEmpty && problems.isEmpty && purged == 0 }

        /// Adds an event to those that the back end rejected.
        mutating func reject(_ index: Int, _ message: String) {
            let (path, line, offset, length) = records[index]
            rejected.append(
                JournalProblem(path: path, line: line, column: 1, offset: offset, length: length, message: message))
        }
    }

    /// The position up to which a segment has been read.
    struct SegmentPosition: Sendable {
        let segment: SegmentName
        var acknowledgement: Acknowledgement
        /// The size of the segment if it is complete and read to its end; otherwise `nil`.
        var finishedSize: Int?
    }

    static let lockName = "uploading"

    private let folder: JournalFolder
    private let lock: any OpenFile
    private var segments: ArraySlice<SegmentName>
    private var current: (reader: SegmentReader, position: SegmentPosition)?
    /// The errors of failed acknowledgements, by segment. The next upload delivers their events again.
    private var failures: [SegmentName: JournalError] = [:]

    /// Opens the queue of a folder; returns `nil` if the folder contains no events and no mark.
    ///
    /// - Throws: An error if the folder cannot be read, or if another consumer has its lock.
    init?(_ folder: JournalFolder) throws(JournalError) {
        self.folder = folder
        segments = try folder.segments()[...]
        if segments.isEmpty, try folder.mark() == .none { return nil }
        lock = try folder.files.open(folder.file(Self.lockName), for: .appending)
        guard lock.lock() else {
            throw JournalError(
                path: lock.path, expected: "no other consumer of the journal", found: "one that holds the lock")
        }
        // Another consumer may have removed segments in the meantime.
        segments = try folder.segments()[...]
        try folder.removeStrayAcknowledgements()
    }

    /// Returns the next events, within both limits but at least one; empty at the end.
    ///
    /// - Throws: An error if the journal cannot be read. At the end, the error of an acknowledgement that failed.
    mutating func next(events limit: Int, bytes byteLimit: Int) throws(JournalError) -> Batch {
        while true {
            var batch = try read(events: limit, bytes: byteLimit)
            // The check is between the read and the delivery, because a revocation may have begun meanwhile.
            if try folder.mark() != .none {
                (segments, current, failures) = ([], nil, [:])
                batch = Batch()
                let purge = try folder.purge()
                if let failure = purge.failure, !purge.isComplete { throw failure }
                batch.purged = purge.events
                return batch
            }
            // A purge or a drop may have removed events that are still in memory here.
            guard try areAllPresent(batch) else {
                (segments, current) = (try folder.segments()[...], nil)
                continue
            }
            if batch.isEmpty, let failure = failures.values.first { throw failure }
            return batch
        }
    }

    private func areAllPresent(_ batch: Batch) throws(JournalError) -> Bool {
        for position in batch.positions {
            if try folder.files.status(of: folder.file(position.segment.file)) == nil { return false }
        }
        return true
    }

    private mutating func read(events limit: Int, bytes byteLimit: Int) throws(JournalError) -> Batch {
        var batch = Batch()
        var bytes = 0
        if let (reader, _) = current, try !reader.hasName { current = nil }
        while batch.events.count < limit, bytes < byteLimit {
            guard openSegment(&batch.problems) else { break }
            guard var (reader, position) = current.take() else { break }
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
            switch item {
            case .event(let event):
                batch.events.append(event)
                batch.records.append((reader.path, line, before, reader.offset - before))
                bytes += reader.offset - before
                position.acknowledgement.records += 1
                current = (reader, position)
            case .problem(let problem):
                batch.problems.append(problem)
                bytes += problem.length
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

    /// Acknowledges a batch. Returns how many of its problems were added to the quarantine.
    ///
    /// A failed acknowledgement does not stop the delivery. When the rest of its segment is delivered, the segment is removed,
    /// which needs no disk space.
    mutating func acknowledge(_ batch: Batch) throws(JournalError) -> Int {
        var quarantined = 0
        // The quarantine comes before the acknowledgement, which can remove the segment.
        for (problems, limit) in [
            (batch.problems, Quarantine.largestProblem), (batch.rejected, Quarantine.largestEvent),
        ] {
            for problem in problems where problem.length > 0 {
                // A failure here must not prevent the acknowledgement, or each upload would send the batch again.
                if (try? Quarantine.add(problem, atMost: limit, in: folder)) == true { quarantined += 1 }
            }
        }
        for position in batch.positions {
            do throws(JournalError) {
                try acknowledge(position)
                failures[position.segment] = nil
            } catch {
                failures[position.segment] = error
            }
        }
        return quarantined
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

/// The file that keeps the damaged bytes of segments, and rejected events (JR-010, JR-018).
///
/// The file contains JSON Lines. Each byte is written as the Unicode character of its number, so no byte is lost.
struct Quarantine {
    static let name = "quarantine.jsonl"
    /// The size in bytes at which the file is full.
    static let largestSize = 1 << 20
    /// The maximum number of bytes kept of one problem.
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
        writer.endObject()
        writer.newline()
        do throws(JournalError) {
            let line = writer.takeBytes()[...]
            try file.writeAll(line.span)
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

    /// Returns the number of problems in the file.
    static func count(in folder: JournalFolder) throws(JournalError) -> Int {
        let bytes = try folder.files.contents(of: folder.file(name), atMost: largestSize + 8 * largestEvent)
        return bytes?.count { $0 == 0x0A } ?? 0
    }

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
