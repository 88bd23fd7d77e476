import PageViewAutomation

/// Applies the events of batches, in order, to the sessions they belong to, and writes what comes of it.
///
/// Sessions can be shared out among lanes: each is given all batches, and applies what belongs to its own sessions.
package struct ReplayWorker: ~Copyable {
    /// When so many bytes have been written it is time to take them.
    private static let bufferLimit = 64 << 10
    /// For so many events at a time it reads ahead.
    private static let prefetchedEvents = 32

    private var sessions: SessionTable
    /// What has been written.
    package var writer: RecordWriter
    /// The number of the lane among so many that share the sessions; `nil` for one that has them all.
    private let share: (number: Int, count: Int)?
    /// Where what has been written of each event ends, if sessions are shared.
    private var marks: [WorkerOutput.Mark] = []
    private var eventsBefore = 0

    /// A place in a batch.
    package struct Cursor: Sendable {
        var event = 0
        var interruption = 0

        /// The beginning of a batch.
        package init() {}
    }

    /// Why a lane has stopped.
    package enum Stop: Sendable {
        /// The batch has come to its end.
        case end
        /// Enough has been written to be taken.
        case full
        /// A line is malformed; lines count from 1 in the batch.
        case error(TraceError)
    }

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - writesAll: Whether it writes everything, or page views and interactions.
    ///   - idleLimit: For so many nanoseconds of the trace's time a session may be idle; `nil` for any time (TR-006).
    ///   - share: The number of the lane among so many that share the sessions; `nil` for one that has them all.
    ///   - isLast: Whether the process ends with it: then the memory of open sessions is left to the system.
    package init(
        writesAll: Bool, idleLimit: Int64? = nil, share: (number: Int, count: Int)? = nil, isLast: Bool = false
    ) {
        writer = RecordWriter(writesAll: writesAll)
        sessions = SessionTable(policy: .standard, kinds: writer.kinds, idleLimit: idleLimit)
        sessions.isLast = isLast
        self.share = share
    }

    /// Applies the events of a batch from a place on, which is moved to where it stops.
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

    /// The same for one lane of several: what has been written of the batch, and whether that was all of it. Malformed
    /// lines are for others to see.
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
                // What comes of the event itself comes after the sessions that are idle by then.
                output.progress = .before(cursor.event)
                if let line = sessions.lastLineOfIdleSession { output.progress.line = line }
            }
            break
        } while true
        output.bytes = writer.takeBytes()
        swap(&output.marks, &marks)
        return (output, isEnd)
    }

    /// Whether it has come to the end of these events.
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
                // As far as has been read ahead.
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
        return Self.worker(of: event.parts.contains(.session) ? event.session.hash : 0, among: share.count)
            == share.number
    }

    /// The lane of a session with this hash. It goes by the highest bits, because a lane's table goes by the lowest: they
    /// would be the same for many that are in one lane, and finding one of them would take long.
    static func worker(of hash: UInt32, among count: Int) -> Int {
        Int((UInt64(hash) &* UInt64(count)) &>> 32)
    }

    /// Takes note that what has been written until now comes of this.
    @inline(__always)
    private mutating func mark(_ position: WorkerOutput.Position) {
        guard share != nil, writer.count > marks.last?.end ?? 0 else { return }
        marks.append(WorkerOutput.Mark(position: position, end: writer.count))
    }
}

/// What a lane has written of a batch.
package struct WorkerOutput: Sendable {
    /// A place in the order of all that is written of a batch: by the event, and before its own by the lines that the
    /// sessions were last heard of that were idle until then.
    struct Position: Comparable, Sendable {
        var event: Int
        var line: Int

        /// What the event itself comes to.
        static func of(_ event: Int) -> Position { Position(event: event, line: .max) }

        /// Before anything of an event.
        static func before(_ event: Int) -> Position { Position(event: event, line: -1) }

        static func < (left: Position, right: Position) -> Bool {
            left.event == right.event ? left.line < right.line : left.event < right.event
        }
    }

    /// Where something ends that belongs together.
    struct Mark: Sendable {
        let position: Position
        let end: Int
    }

    var bytes: [UInt8] = []
    var marks: [Mark] = []
    /// All that comes before this has been written.
    var progress = Position.before(0)
}
