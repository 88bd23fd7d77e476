#if !os(Windows) && !os(WASI)
import PageViewTracking

/// Takes events out of a journal, oldest first, and hands them to whatever sends them (rules JR-009, JR-010).
///
///     let uploader = JournalUploader(directory: "…/journal")
///     try await uploader.upload { events in try await backEnd.post(events) }
///
/// Each event is handed over at least once: until `send` has returned for it, and that has been noted on the disk, it comes
/// again with the same ``TrackedEvent/id``. One call at a time takes from a folder, in all processes. What is in use is
/// read as far as it is written. Any thread.
public struct JournalUploader: Sendable {
    fileprivate let folder: JournalFolder
    fileprivate let batchEvents: Int
    fileprivate let batchBytes: Int

    /// Creates an uploader.
    ///
    /// - Parameters:
    ///   - directory: The folder of the journal.
    ///   - batchEvents: How many events are handed over at a time, at most.
    ///   - batchBytes: How many bytes they have in the journal, roughly; one event can have more.
    public init(directory: String, batchEvents: Int = 100, batchBytes: Int = 256 << 10) {
        self.init(JournalFolder(directory), batchEvents: batchEvents, batchBytes: batchBytes)
    }

    package init(_ folder: JournalFolder, batchEvents: Int = 100, batchBytes: Int = 256 << 10) {
        self.folder = folder
        self.batchEvents = max(1, batchEvents)
        self.batchBytes = max(1, batchBytes)
    }

    /// Hands over what is in the journal, in batches, and notes each of them as delivered when `send` has returned.
    ///
    /// While a revocation of the folder is under way it hands over nothing, and removes the events (rule CO-004).
    ///
    /// - Throws: What `send` throws; its batch and all behind it stay in the journal. ``JournalError`` if the journal cannot
    ///   be read, or somebody else takes from it at this moment.
    @discardableResult
    public func upload(_ send: ([TrackedEvent]) throws -> Void) throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let events = try delivery.next() {
            if !events.isEmpty { try send(events) }
            try delivery.acknowledge()
        }
        return delivery.result
    }

    /// The same with a `send` that waits.
    ///
    /// It is compiled into the programs that use it: others are not linked with what waiting needs.
    @_alwaysEmitIntoClient
    @discardableResult
    public func upload(_ send: ([TrackedEvent]) async throws -> Void) async throws -> JournalUpload {
        var delivery = try JournalDelivery(of: self)
        while let events = try delivery.next() {
            if !events.isEmpty { try await send(events) }
            try delivery.acknowledge()
        }
        return delivery.result
    }
}

/// A delivery of what is in a journal: batch after batch, each of which is acknowledged before the next one.
@usableFromInline
struct JournalDelivery: ~Copyable {
    private let uploader: JournalUploader
    private var queue: JournalQueue?
    private var batch: JournalQueue.Batch?
    /// What has been taken out until now.
    @usableFromInline private(set) var result = JournalUpload()

    @usableFromInline init(of uploader: JournalUploader) throws {
        self.uploader = uploader
        queue = try JournalQueue(uploader.folder)
    }

    /// The events of the next batch, of which there may be none; `nil` if nothing is left.
    @usableFromInline mutating func next() throws -> [TrackedEvent]? {
        batch = try queue?.next(events: uploader.batchEvents, bytes: uploader.batchBytes)
        return batch.flatMap { $0.isEmpty ? nil : $0.events }
    }

    /// Notes the last batch as delivered.
    @usableFromInline mutating func acknowledge() throws {
        guard let batch, let quarantined = try queue?.acknowledge(batch) else { return }
        result.add(batch, quarantined: quarantined)
    }
}

/// What has been taken out of a journal.
public struct JournalUpload: Sendable, Hashable {
    /// How many events were delivered.
    public private(set) var delivered = 0
    /// How many events the back end's format could not take (rule JR-014).
    public private(set) var refused = 0
    /// How many places held no event; rule JR-010 says what became of them.
    public private(set) var problems = 0
    /// Of how many of those the bytes are kept in the quarantine; the others came when it was full.
    public private(set) var quarantined = 0

    /// How many events were removed and not delivered, because consent was taken back (rule CO-004).
    public private(set) var purged = 0

    /// So many of those that were handed over could not be sent.
    mutating func refuse(_ count: Int) {
        delivered -= count
        refused += count
    }

    mutating fileprivate func add(_ batch: JournalQueue.Batch, quarantined: Int) {
        delivered += batch.events.count
        problems += batch.problems.count
        purged += batch.purged
        self.quarantined += quarantined
    }
}
#endif
