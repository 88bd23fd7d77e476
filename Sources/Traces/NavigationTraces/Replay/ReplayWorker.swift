import PageViewAutomation

/// Applies the events of batches to their sessions, in order, and writes the emitted records.
package struct ReplayWorker: ~Copyable {
    /// The number of written bytes at which the worker stops, so that the caller can take them.
    private static let bufferLimit = 64 << 10

    private var sessions: SessionTable
    /// The written records.
    package var writer: RecordWriter

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
    ///   - isLast: Whether the process ends after this worker. Then open sessions are not deallocated.
    package init(writesAll: Bool, idleLimit: Int64? = nil, isLast: Bool = false) {
        writer = RecordWriter(writesAll: writesAll)
        sessions = SessionTable(policy: .standard, kinds: writer.kinds, idleLimit: idleLimit)
        sessions.isLast = isLast
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
        return .end
    }

    /// Applies events up to `end`. Returns whether it reached the end.
    private mutating func applyEvents(_ batch: EventBatch, from next: inout Int, to end: Int) -> Bool {
        // Slices, because `Array.span` needs macOS 26 and iOS 26.
        let (allBytes, allEvents, allDetails) = (batch.bytes[...], batch.events[...], batch.details[...])
        let (bytes, events, details) = (allBytes.span, allEvents.span, allDetails.span)
        while next < end {
            guard writer.count < Self.bufferLimit else { return false }
            guard sessions.idleLimit != nil else {
                next += sessions.apply(
                    events.extracting(next..<end), bytes, details, &writer, writingAtMost: Self.bufferLimit)
                continue
            }
            sessions.advance(to: events[next])
            while sessions.hasIdleSession {
                guard writer.count < Self.bufferLimit else { return false }
                sessions.endIdleSession(&writer)
            }
            _ = sessions.apply(events.extracting(next..<next + 1), bytes, details, &writer, writingAtMost: 0)
            next += 1
        }
        return true
    }
}
