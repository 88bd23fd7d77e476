import PageViewLifecycle

/// Collects events and sends them a batch at a time: when enough have come, after an interval, and when it is flushed.
///
/// A batch that could not be sent is tried again with what comes next, so that the back end may get an event more than once;
/// it keeps its id. What has to survive the process belongs into a journal.
public final class BatchingTrackingProvider: TrackingProvider {
    /// What is thrown when so many batches could not be sent that the oldest events had to go.
    public struct Overflow: Error, CustomStringConvertible {
        /// How many events went.
        public let count: Int
        /// Why the last batch could not be sent.
        public let reason: any Error

        /// How many went, and why.
        public var description: String { "\(count) events that could not be sent were dropped: \(reason)" }
    }

    /// How long an event waits for its batch at most.
    public let flushInterval: Duration?
    private let count: Int
    private let keptLimit: Int
    private let send: @Sendable ([TrackedEvent]) throws -> Void
    private let waiting = Protected(Waiting())

    private struct Waiting: Sendable {
        var events: [TrackedEvent] = []
        /// How often the events were forgotten.
        var purges = 0
    }

    /// Creates a provider that sends batches.
    ///
    /// - Parameters:
    ///   - count: How many events a batch has at most, and so many are sent at once.
    ///   - interval: How long an event waits for its batch at most; `nil` for ever.
    ///   - keptLimit: How many events are kept at most while they cannot be sent.
    ///   - send: Sends a batch, or throws; called one call at a time, on the provider's own thread.
    public init(
        count: Int = 20, interval: Duration? = .seconds(10), keptLimit: Int = 1_000,
        send: @escaping @Sendable ([TrackedEvent]) throws -> Void
    ) {
        self.count = max(1, count)
        flushInterval = interval
        self.keptLimit = max(self.count, keptLimit)
        self.send = send
    }

    /// Takes the event into its batch, and sends that if it is full.
    public func receive(_ event: TrackedEvent) throws {
        let isFull = waiting.withLock { waiting in
            waiting.events.append(event)
            return waiting.events.count.isMultiple(of: count)
        }
        if isFull { try flush() }
    }

    /// Sends what waits.
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

    /// Forgets what waits.
    public func purge() {
        waiting.withLock { waiting in
            waiting.events = []
            waiting.purges += 1
        }
    }

    /// Forgets what waits, also while batches are being sent: none follows the one under way.
    public func beginRevocation() { purge() }
}
