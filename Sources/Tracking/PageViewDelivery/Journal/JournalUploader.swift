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
    let batchEvents: Int
    let batchBytes: Int

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
        var queue = try JournalQueue(of: self)
        while let events = try queue.next() {
            if !events.isEmpty { try send(events) }
            queue.acknowledge()
        }
        return queue.result
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
        var queue = try JournalQueue(of: self)
        while let events = try queue.next() {
            try Task.checkCancellation()
            if !events.isEmpty { try await send(events) }
            queue.acknowledge()
        }
        return queue.result
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
                delivery.postpone("\(error)", nil, report)
                break
            }
            try delivery.receive(response, report)
        }
        return delivery.result
    }
}

/// The result of a delivery from a journal.
public struct JournalUpload: Sendable, Hashable {
    /// The number of delivered events.
    public internal(set) var delivered = 0
    /// The number of events that the back end or its format rejected (JR-014, JR-018).
    public internal(set) var rejected = 0
    /// The number of parts that the back end's format omitted from delivered events (JR-014).
    public internal(set) var omitted = 0
    /// The number of problems: ranges of bytes that contain no event (JR-010).
    public internal(set) var problems = 0
    /// The number of problems, and of events that the back end rejected, in the quarantine. The quarantine has a size limit.
    public internal(set) var quarantined = 0
    /// The number of events that were removed because of a revocation (CO-004).
    public internal(set) var purged = 0
    /// How long to wait before the next call, if events remain because the back end does not accept them now (JR-019).
    public internal(set) var retryAfter: Duration?
}
#endif
