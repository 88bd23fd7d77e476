import PageViewAutomation

/// Applies the events of batches to their sessions, in order, and writes the emitted records.
///
/// Several workers can divide the sessions. Each worker then receives all batches, and applies the events of its own sessions.
package struct ReplayWorker: ~Copyable {
    /// The number of written bytes at which the worker stops, so that the caller can take them.
    private static let bufferLimit = 64 << 10
    /// The number of events whose data is prefetched at once.
    private static let prefetchedEvents = 32

    private var sessions: SessionTable
    /// The written records.
    package var writer: RecordWriter
    /// The number of this worker and the number of workers; `nil` if one worker has all sessions.
    private let share: (number: Int, count: Int)?
    /// The end of each event's output, if several workers divide the sessions.
    private var marks: [WorkerOutput.Mark] = []
    private var eventsBefore = 0

    /// A position in a batch.
    package struct Cursor: Sendable {
        var event = 0
        var interruption = 0

        /// Creates the position at the beginning of a batch.
        package init() {}
    }

    /// The reason why a worker has stopped.
    package enum Stop: Sendable {
        /// The batch has ended.
        case end
        /// The caller must take the written bytes.
        case full
        /// A line is malformed. Its number counts from 1 in the batch.
        case error(TraceError)
    }

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - writesAll: Whether to write all records, or only page views and interactions.
    ///   - idleLimit: The time in nanoseconds after which an idle session ends; `nil` for never (TR-006).
    ///   - share: The number of this worker and the number of workers; `nil` if one worker has all sessions.
    ///   - isLast: Whether the process ends after this worker. Then open sessions are not deallocated.
    package init(
        writesAll: Bool, idleLimit: Int64? = nil, share: (number: Int, count: Int)? = nil, isLast: Bool = false
    ) {
        writer = RecordWriter(writesAll: writesAll)
        sessions = SessionTable(policy: .standard, kinds: writer.kinds, idleLimit: idleLimit)
        sessions.isLast = isLast
        self.share = share
    }

    /// Applies the events of a batch from a position, and advances the position.
    package mutating func apply(_ batch: EventBatch, from cursor: inout Cursor) -> Stop {
        while cursor.interruption < batch.interruptions.count {
            let (position, what) = batch.interruptions[cursor.interruption]
            guard applyEvents(batch, from: &cursor.event, to: position) else { return .full }
            cursor.interruption += 1
            switch what {
            case .header(let header):
                let isLast = sessions.isLast
                sessions.isLast = false
                sessions = SessionTable(policy: header.policy, kinds: sessions.kinds, idleLimit: sessions.idleLimit)
                sessions.isLast = isLast
            case .error(let error): return .error(error)
            }
        }
        guard applyEvents(batch, from: &cursor.event, to: batch.events.count) else { return .full }
        eventsBefore += batch.events.count
        return .end
    }

    /// Applies the events of this worker's sessions. Returns the output so far, and whether the batch has ended.
    ///
    /// The merge reports malformed lines, so this function skips them.
    package mutating func applyShare(_ batch: EventBatch, from cursor: inout Cursor) -> (WorkerOutput, isEnd: Bool) {
        var output = WorkerOutput()
        var isEnd = false
        repeat {
            switch apply(batch, from: &cursor) {
            case .error: continue
            case .end:
                isEnd = true
                output.progress = .before(batch.events.count)
            case .full:
                // The output of the event follows the ends of sessions that are idle by then.
                output.progress = .before(cursor.event)
                if let line = sessions.lastLineOfIdleSession { output.progress.line = line }
            }
            break
        } while true
        output.bytes = writer.takeBytes()
        swap(&output.marks, &marks)
        return (output, isEnd)
    }

    /// Applies events up to `end`. Returns whether it reached the end.
    private mutating func applyEvents(_ batch: EventBatch, from next: inout Int, to end: Int) -> Bool {
        // Slices, because `Array.span` needs macOS 26 and iOS 26.
        let (allBytes, allEvents, allDetails) = (batch.bytes[...], batch.events[...], batch.details[...])
        let (bytes, events, details) = (allBytes.span, allEvents.span, allDetails.span)
        while next < end {
            guard writer.count < Self.bufferLimit else { return false }
            if next % Self.prefetchedEvents == 0 {
                sessions.readAhead(events.extracting(next..<min(next + Self.prefetchedEvents, events.count)))
            }
            if share == nil, sessions.idleLimit == nil {
                // The end of the prefetched events.
                let last = min(end, next / Self.prefetchedEvents * Self.prefetchedEvents + Self.prefetchedEvents)
                next += sessions.apply(
                    events.extracting(next..<last), bytes, details, &writer, writingAtMost: Self.bufferLimit)
                continue
            }
            let event = events[next]
            sessions.advance(line: eventsBefore + next, to: event)
            while let line = sessions.lastLineOfIdleSession {
                guard writer.count < Self.bufferLimit else { return false }
                sessions.endIdleSession(&writer)
                mark(WorkerOutput.Position(event: next, line: line))
            }
            if belongsToShare(event) {
                _ = sessions.apply(events.extracting(next..<next + 1), bytes, details, &writer, writingAtMost: 0)
                mark(.of(next))
            }
            next += 1
        }
        return true
    }

    @inline(__always)
    private func belongsToShare(_ event: ScannedEvent) -> Bool {
        guard let share else { return true }
        return Self.worker(of: event.keys.contains(.session) ? event.session.hash : 0, among: share.count)
            == share.number
    }

    /// Returns the worker of the session with this hash.
    ///
    /// It uses the highest bits, because the session table of a worker uses the lowest. If both used the same bits, the names of
    /// one worker would share few slots.
    static func worker(of hash: UInt32, among count: Int) -> Int {
        Int((UInt64(hash) &* UInt64(count)) &>> 32)
    }

    /// Marks the end of the output at a position.
    @inline(__always)
    private mutating func mark(_ position: WorkerOutput.Position) {
        guard share != nil, writer.count > marks.last?.end ?? 0 else { return }
        marks.append(WorkerOutput.Mark(position: position, end: writer.count))
    }
}

/// The output of one worker for a part of a batch.
package struct WorkerOutput: Sendable {
    /// A position in the merged output of a batch.
    ///
    /// The order is the order of events. Before an event come the ends of the sessions that became idle, in the order of their
    /// last lines (TR-006).
    struct Position: Comparable, Sendable {
        var event: Int
        var line: Int

        /// Returns the position of an event's own output.
        static func of(_ event: Int) -> Position { Position(event: event, line: .max) }

        /// Returns the position before all output of an event.
        static func before(_ event: Int) -> Position { Position(event: event, line: -1) }

        static func < (left: Position, right: Position) -> Bool {
            left.event == right.event ? left.line < right.line : left.event < right.event
        }
    }

    /// The end of the output at a position.
    struct Mark: Sendable {
        let position: Position
        let end: Int
    }

    var bytes: [UInt8] = []
    var marks: [Mark] = []
    /// The position up to which all output has been written.
    var progress = Position.before(0)
}
