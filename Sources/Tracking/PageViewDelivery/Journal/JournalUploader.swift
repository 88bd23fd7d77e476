#if !os(Windows) && !os(WASI)
import PageViewTracking

/// Delivers the events of a journal to your code, oldest first, in batches (JR-009, JR-010).
///
///     let uploader = JournalUploader(directory: "…/journal")
///     try await uploader.upload { events in try await backEnd.post(events) }
///
/// An uploader delivers each event at least once. It delivers an event again, with the same `id`, until `send` has returned and
/// the acknowledgement is on the disk. In all processes together, one call at a time can deliver from a folder. If a process is
/// still writing to a segment, the uploader reads only complete records. Any thread may call it.
public struct JournalUploader: Sendable {
    fileprivate let folder: JournalFolder
    fileprivate let batchEvents: Int
    fileprivate let batchBytes: Int

    /// Creates an uploader.
    ///
    /// - Parameters:
    ///   - directory: The folder of the journal.
    ///   - batchEvents: The maximum number of events in a batch.
    ///   - batchBytes: The approximate maximum number of bytes of a batch in the journal. A single event may exceed it.
    public init(directory: String, batchEvents: Int = 100, batchBytes: Int = 256 << 10) {
        self.init(JournalFolder(directory), batchEvents: batchEvents, batchBytes: batchBytes)
    }

    package init(_ folder: JournalFolder, batchEvents: Int = 100, batchBytes: Int = 256 << 10) {
        self.folder = folder
        self.batchEvents = max(1, batchEvents)
        self.batchBytes = max(1, batchBytes)
    }

    /// Delivers the events of the journal in batches, and acknowledges each batch when `send` returns.
    ///
    /// During a revocation of the folder, this function delivers nothing and removes the events (CO-004).
    ///
    /// - Throws: The error of `send`; its batch and all later ones stay in the journal. ``JournalError`` if the journal cannot be
    ///   read, or if another call is delivering from it.
    @discardableResult
    public func upload(_ send: ([TrackedEvent]) throws -> Void) throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let events = try delivery.next() {
            if !events.isEmpty { try send(events) }
            try delivery.acknowledge()
        }
        return delivery.result
    }

    /// Delivers the events of the journal in batches, with an asynchronous `send`.
    ///
    /// If its task is cancelled, this function begins no further batch. A batch whose `send` has returned is acknowledged. This
    /// function is compiled into the programs that use it, so other programs need not link Swift's concurrency library.
    ///
    /// - Throws: The error of `send`; its batch and all later ones stay in the journal. `CancellationError` if the task is
    ///   cancelled before a batch. ``JournalError`` if the journal cannot be read, or if another call is delivering from it.
    @_alwaysEmitIntoClient
    @discardableResult
    public func upload(_ send: ([TrackedEvent]) async throws -> Void) async throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let events = try delivery.next() {
            try Task.checkCancellation()
            if !events.isEmpty { try await send(events) }
            try delivery.acknowledge()
        }
        return delivery.result
    }
}

extension JournalUploader {
    /// Delivers the events of the journal in a back end's format, in batches (JR-014).
    ///
    /// If the format cannot express an event, or if the back end would reject its size, the uploader reports the event and does
    /// not deliver it again. It reports a part that the format omits from an event, too. The uploader sends the requests of a
    /// batch first, and then makes its reports. If `send` throws, it makes no report, and the next upload tries again.
    ///
    /// - Parameters:
    ///   - format: The format of the back end.
    ///   - clock: The source of the time of sending.
    ///   - onRejection: Called for each event that the format rejects.
    ///   - onOmission: Called for each part that the format omits from an event that it accepts.
    ///   - send: Sends the body of one request. If it throws, its events and all later ones are delivered again.
    /// - Throws: The error of `send`. ``JournalError`` if the journal cannot be read, or if another call is delivering from it.
    @discardableResult
    public func upload(
        as format: some WireFormat, clock: WallClock = .system, onRejection: (WireRejection) -> Void,
        onOmission: (WireOmission) -> Void, send: (WireBatch) throws -> Void
    ) throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let written = try delivery.next(as: format, clock) {
            for batch in written.batches { try send(batch) }
            delivery.report(written, onRejection, onOmission)
            try delivery.acknowledge()
        }
        return delivery.result
    }

    /// Delivers the events of the journal in a back end's format, with an asynchronous `send`.
    ///
    /// It reports rejected events and omitted parts as the synchronous function does. If its task is cancelled, it begins no
    /// further batch of the journal. A batch whose requests have all returned is acknowledged. This function is compiled into the
    /// programs that use it, so other programs need not link Swift's concurrency library.
    ///
    /// - Parameters:
    ///   - format: The format of the back end.
    ///   - clock: The source of the time of sending.
    ///   - onRejection: Called for each event that the format rejects.
    ///   - onOmission: Called for each part that the format omits from an event that it accepts.
    ///   - send: Sends the body of one request, and returns when the back end has accepted it. The uploader makes one call at a
    ///     time. If it throws, its events and all later ones are delivered again.
    /// - Throws: The error of `send`. `CancellationError` if the task is cancelled before a batch. ``JournalError`` if the
    ///   journal cannot be read, or if another call is delivering from it.
    @_alwaysEmitIntoClient
    @discardableResult
    public func upload(
        as format: some WireFormat, clock: WallClock = .system, onRejection: (WireRejection) -> Void,
        onOmission: (WireOmission) -> Void, send: (WireBatch) async throws -> Void
    ) async throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let written = try delivery.next(as: format, clock) {
            try Task.checkCancellation()
            for batch in written.batches { try await send(batch) }
            delivery.report(written, onRejection, onOmission)
            try delivery.acknowledge()
        }
        return delivery.result
    }
}

/// One delivery from a journal (JR-009). Each batch must be acknowledged before the next one.
@usableFromInline
struct JournalDelivery: ~Copyable {
    private let uploader: JournalUploader
    private var queue: JournalQueue?
    private var batch: JournalQueue.Batch?
    /// The result so far.
    @usableFromInline private(set) var result = JournalUpload()

    @usableFromInline init(of uploader: JournalUploader) throws {
        self.uploader = uploader
        queue = try JournalQueue(uploader.folder)
    }

    /// Returns the events of the next batch, which may be empty; `nil` at the end.
    @usableFromInline mutating func next() throws -> [TrackedEvent]? {
        batch = try queue?.next(events: uploader.batchEvents, bytes: uploader.batchBytes)
        return batch.flatMap { $0.isEmpty ? nil : $0.events }
    }

    /// Returns the next batch in a format; `nil` at the end.
    @usableFromInline mutating func next(as format: some WireFormat, _ clock: WallClock) throws -> WireBatches? {
        guard let events = try next() else { return nil }
        return format.batches(of: events, sentAt: clock.now)
    }

    /// Reports the rejected events and the omitted parts of the last batch, and counts them with its acknowledgement.
    @usableFromInline mutating func report(
        _ written: WireBatches, _ onRejection: (WireRejection) -> Void, _ onOmission: (WireOmission) -> Void
    ) {
        for rejection in written.rejections { onRejection(rejection) }
        for omission in written.omissions { onOmission(omission) }
        result.count(rejected: written.rejections.count, omitted: written.omissions.count)
    }

    /// Acknowledges the last batch.
    @usableFromInline mutating func acknowledge() throws {
        guard let batch, let quarantined = try queue?.acknowledge(batch) else { return }
        result.add(batch, quarantined: quarantined)
    }
}

/// The result of a delivery from a journal.
public struct JournalUpload: Sendable, Hashable {
    /// The number of delivered events.
    public private(set) var delivered = 0
    /// The number of events that the back end's format rejected (JR-014).
    public private(set) var rejected = 0
    /// The number of parts that the back end's format omitted from delivered events (JR-014).
    public private(set) var omitted = 0
    /// The number of problems: ranges of bytes that contain no event (JR-010).
    public private(set) var problems = 0
    /// The number of problems whose bytes are in the quarantine. The quarantine has a size limit.
    public private(set) var quarantined = 0

    /// The number of events that were removed because of a revocation (CO-004).
    public private(set) var purged = 0

    /// Moves a number of events from the delivered to the rejected ones, and counts omitted parts.
    fileprivate mutating func count(rejected: Int, omitted: Int) {
        delivered -= rejected
        self.rejected += rejected
        self.omitted += omitted
    }

    mutating fileprivate func add(_ batch: JournalQueue.Batch, quarantined: Int) {
        delivered += batch.events.count
        problems += batch.problems.count
        purged += batch.purged
        self.quarantined += quarantined
    }
}
#endif
