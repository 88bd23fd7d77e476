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
    let folder: JournalFolder
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
    /// Sends the events of the journal to a back end in its format, with a transport of the app (JR-014, JR-018 to JR-020).
    ///
    /// This function sends one request after another, and decides by each response. An event that the back end rejects goes to
    /// the quarantine, and does not prevent the others. If the back end cannot be reached or is overloaded, the events remain in
    /// the journal, and ``JournalUpload/retryAfter`` is the time to wait before the next call. There is no timer in this library.
    ///
    /// The uploader reports what became of the events of a batch when all its requests have been answered. If its task is
    /// cancelled, it begins no further request. It acknowledges only batches whose requests have all been answered. This
    /// function is compiled into the programs that use it, so other programs need not link Swift's concurrency library.
    ///
    /// - Parameters:
    ///   - format: The format of the back end.
    ///   - clock: The source of the time of sending.
    ///   - compress: Compresses a body with gzip. If it returns `nil` or throws, the body is sent as it is.
    ///   - report: Called for each event that the format or the back end rejects, for each part that the format omits, and if
    ///     the back end accepts no events now, so that the next call sends the remaining ones.
    ///   - send: Sends a request as HTTP `POST` and returns the response. It throws if there is none.
    /// - Throws: ``UploadError`` if the back end rejects all requests. `CancellationError` if the task is cancelled.
    ///   ``JournalError`` if the journal cannot be read, or if another call is delivering from it.
    @_alwaysEmitIntoClient
    @discardableResult
    public func upload(
        as format: some WireFormat, clock: WallClock = .system,
        gzip compress: (_ body: [UInt8]) throws -> [UInt8]? = { _ in nil },
        report: (TrackingDiagnostic) -> Void, send: (UploadRequest) async throws -> UploadResponse
    ) async throws -> JournalUpload {
        var delivery = try WireDelivery(of: self, format, clock)
        while let request = try delivery.next(compress, report) {
            try Task.checkCancellation()
            let response: UploadResponse
            do {
                response = try await send(request)
            } catch {
                try Task.checkCancellation()
                delivery.postpone("\(error)", report)
                break
            }
            try delivery.receive(response, report)
        }
        return delivery.result
    }
}

/// One delivery from a journal (JR-009). Each batch must be acknowledged, or held, before the next one.
@usableFromInline
struct JournalDelivery: ~Copyable {
    private let uploader: JournalUploader
    private var queue: JournalQueue?
    private var batch: JournalQueue.Batch?
    /// Earlier batches that are not acknowledged yet.
    private var held: [JournalQueue.Batch] = []
    /// The result so far.
    @usableFromInline var result = JournalUpload()
    /// Whether there is nothing to deliver. This delivery then holds no lock.
    var isEmpty: Bool { queue == nil }

    @usableFromInline init(of uploader: JournalUploader) throws {
        self.uploader = uploader
        queue = try JournalQueue(uploader.folder)
    }

    /// Returns the events of the next batch, which may be empty; `nil` at the end.
    @usableFromInline mutating func next() throws -> [TrackedEvent]? {
        batch = try queue?.next(events: uploader.batchEvents, bytes: uploader.batchBytes)
        return batch.flatMap { $0.isEmpty ? nil : $0.events }
    }

    /// Adds an event of the last batch to those that the back end rejected. Its acknowledgement puts them into the quarantine.
    mutating func reject(_ index: Int, _ message: String) { batch?.reject(index, message) }

    /// Keeps the last batch until the next acknowledgement.
    mutating func hold() {
        if let batch { held.append(batch) }
        batch = nil
    }

    /// Acknowledges the last batch, and those that are held.
    @usableFromInline mutating func acknowledge() throws {
        for batch in held + (batch.map { [$0] } ?? []) {
            guard let quarantined = try queue?.acknowledge(batch) else { return }
            result.add(batch, quarantined: quarantined)
        }
        (held, batch) = ([], nil)
    }
}

/// The result of a delivery from a journal.
public struct JournalUpload: Sendable, Hashable {
    /// The number of delivered events.
    public private(set) var delivered = 0
    /// The number of events that the back end or its format rejected (JR-014, JR-018).
    public private(set) var rejected = 0
    /// The number of parts that the back end's format omitted from delivered events (JR-014).
    public private(set) var omitted = 0
    /// The number of problems: ranges of bytes that contain no event (JR-010).
    public private(set) var problems = 0
    /// The number of problems, and of events that the back end rejected, in the quarantine. The quarantine has a size limit.
    public private(set) var quarantined = 0
    /// The number of events that were removed because of a revocation (CO-004).
    public private(set) var purged = 0
    /// How long to wait before the next call, if events remain because the back end does not accept them now (JR-019).
    public internal(set) var retryAfter: Duration?

    /// Moves a number of events from the delivered to the rejected ones, and counts omitted parts.
    mutating func count(rejected: Int, omitted: Int) {
        delivered -= rejected
        self.rejected += rejected
        self.omitted += omitted
    }

    mutating fileprivate func add(_ batch: JournalQueue.Batch, quarantined: Int) {
        delivered += batch.events.count - batch.rejected.count
        rejected += batch.rejected.count
        problems += batch.problems.count
        purged += batch.purged
        self.quarantined += quarantined
    }
}
#endif
