#if !os(Windows) && !os(WASI)
import PageViewTracking

extension JournalUploader {
    /// Hands over what is in the journal as a back end takes it, batch by batch (rule JR-014).
    ///
    /// An event that the format cannot express, or that is larger than its back end takes, is told and does not come again: sent
    /// anew it would be no smaller.
    ///
    /// - Parameters:
    ///   - format: The back end's format.
    ///   - clock: Tells when a batch is sent.
    ///   - onRefusal: Is told of each event that cannot be sent.
    ///   - send: Sends the body of one request, or throws; then its events, and all behind them, come again.
    /// - Throws: What `send` throws, and ``JournalError`` as where events are handed over.
    @discardableResult
    public func upload(
        as format: some WireFormat, clock: WallClock = .system, onRefusal: (WireRefusal) -> Void,
        send: (WireBatch) throws -> Void
    ) throws -> JournalUpload {
        var refused = 0
        var result = try upload { events in
            let written = format.batches(of: events, sentAt: clock.now)
            for batch in written.batches { try send(batch) }
            for refusal in written.refusals { onRefusal(refusal) }
            refused += written.refusals.count
        }
        result.refuse(refused)
        return result
    }
}
#endif
