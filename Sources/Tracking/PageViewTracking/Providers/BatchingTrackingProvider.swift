import PageViewLifecycle

/// A provider that sends events in batches: when a batch is full, after an interval, and at a flush.
///
/// A batch that could not be sent is sent again later. So a back end may receive an event more than once, with the same id. For
/// events that must survive the process, use a journal.
public final class BatchingTrackingProvider: TrackingProvider {
    /// The error of a failed batch that also made the provider drop its oldest events.
    package struct Overflow: Error, CustomStringConvertible {
        package let count: Int
        package let reason: any Error

        package var description: String { "\(count) events that could not be sent were dropped: \(reason)" }
    }

    /// The longest time that an event waits for its batch.
    public let flushInterval: Duration?
    private let count: Int
    private let keptLimit: Int
    private let send: @Sendable ([TrackedEvent]) throws -> Void
    private let waiting = Locked(Waiting())

    private struct Waiting: Sendable {
        var events: [TrackedEvent] = []
        var purges = 0
    }

    /// Creates a provider that sends batches.
    ///
    /// - Parameters:
    ///   - count: The maximal number of events in a batch. A full batch is sent at once.
    ///   - interval: The longest time that an event waits for its batch; `nil` for no limit.
    ///   - keptLimit: The maximal number of events that are kept while they cannot be sent.
    ///   - send: Sends a batch. Called on the provider's own thread, one call at a time. It throws if the batch must be sent
    ///     again.
    public init(
        count: Int = 20, interval: Duration? = .seconds(10), keptLimit: Int = 1_000,
        send: @escaping @Sendable ([TrackedEvent]) throws -> Void
    ) {
        self.count = max(1, count)
        flushInterval = interval
        self.keptLimit = max(self.count, keptLimit)
        self.send = send
    }

    /// Adds the event to its batch. Sends the batch if it is full.
    public func receive(_ event: TrackedEvent) throws {
        let isFull = waiting.withLock { waiting in
            waiting.events.append(event)
            return waiting.events.count.isMultiple(of: count)
        }
        if isFull { try flush() }
    }

    /// Sends all waiting events.
    public func flush() throws {
        while true {
            let (batch, purges) = waiting.withLock { (Array($0.events.prefix(count)), $0.purges) }
            guard !batch.isEmpty else { return }
            do {
                try send(batch)
            } catch {
                let dropped = waiting.withLock { waiting in
                    let excess = max(0, waiting.events.count - keptLimit)
                    waiting.events.removeFirst(excess)
                    return excess
                }
                throw dropped > 0 ? Overflow(count: dropped, reason: error) : error
            }
            waiting.withLock { waiting in
                if waiting.purges == purges { waiting.events.removeFirst(min(batch.count, waiting.events.count)) }
            }
        }
    }

    /// Discards all waiting events.
    public func purge() {
        waiting.withLock { waiting in
            waiting.events = []
            waiting.purges += 1
        }
    }

    /// Discards all waiting events. Of these, only a batch that is already being sent can still reach the back end.
    public func beginRevocation() { purge() }
}
