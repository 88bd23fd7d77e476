#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A delivery from a journal in a back end's format: the next request, and the effect of its response (JR-018).
@usableFromInline
struct WireDelivery: ~Copyable {
    /// A request, or events that are not converted yet.
    private struct Part {
        /// The body; `nil` before the conversion.
        var body: WireBatch?
        /// The positions of the events in the batch of the journal.
        var events: [Int]
        /// The identity that the request does not describe, because the back end may have rejected its description.
        var identity: UInt64?
    }

    private let format: any WireFormat
    private let clock: WallClock
    private var journal: JournalQueue
    private var state: UploadState
    /// The events of the journal's batch, their parts that are not sent yet (the next one last), and the losses so far.
    private var (events, parts, losses): ([TrackedEvent], [Part], [TrackingDiagnostic]) = ([], [], [])
    /// The numbers of losses so far that the format caused.
    private var (rejections, omissions) = (0, 0)
    /// The error if the back end accepts nothing: it rejected an event of the batch alone.
    private var rejection: UploadError?
    /// Whether the back end has accepted a request of the batch, and of this delivery.
    private var (isAccepted, hasAccepted) = (false, false)
    /// The error of a held batch, all of which was rejected. The next batch shows whether the back end accepts anything.
    private var doubt: UploadError?

    @usableFromInline var result: JournalUpload { journal.result }

    @usableFromInline init(of uploader: JournalUploader, _ format: any WireFormat, _ clock: WallClock) throws {
        (self.format, self.clock) = (format, clock)
        journal = try JournalQueue(of: uploader)
        state = UploadState(journal.isEmpty ? nil : uploader.folder)
    }

    /// Returns the request to send; `nil` at the end.
    @usableFromInline
    mutating func next(
        _ compress: ([UInt8]) throws -> [UInt8]?, _ report: (TrackingDiagnostic) -> Void
    ) throws -> UploadRequest? {
        while result.retryAfter == nil {
            if let part = parts.last {
                if let body = part.body { return UploadRequest(body, compress) }
                parts.removeLast()
                addRequests(for: part)
            } else {
                try finishBatch(report)
                guard let next = try journal.next() else {
                    if let doubt, !hasAccepted { throw doubt }
                    if doubt != nil { acknowledge(report) }
                    return nil
                }
                events = next
                let written = addRequests(for: Part(events: Array(next.indices)))
                losses += written.rejections.map(\.diagnostic) + written.omissions.map(\.diagnostic)
                rejections += written.rejections.count
                omissions += written.omissions.count
            }
        }
        return nil
    }

    /// Converts events, and adds their requests before the other parts.
    @discardableResult
    private mutating func addRequests(for part: Part) -> WireBatches {
        var format = format
        if var identifying = format as? any IdentifyingFormat {
            identifying.identified = part.identity ?? state.identified
            format = identifying
        }
        let written = format.batches(of: part.events.map { events[$0] }, sentAt: clock.now)
        var rest = part.events
        let converted = written.batches.map { body in
            Part(
                body: body,
                events: body.events.compactMap { id in
                    rest.firstIndex { events[$0].id == id }.map { rest.remove(at: $0) }
                },
                identity: part.identity)
        }
        parts += converted.reversed()
        return written
    }

    /// Acknowledges the batch, whose requests have all been answered, or holds it.
    private mutating func finishBatch(_ report: (TrackingDiagnostic) -> Void) throws {
        defer { (rejection, isAccepted) = (nil, false) }
        if isAccepted { doubt = nil }
        if let rejection, !isAccepted {
            // A back end that rejects two batches may reject the key, or all requests.
            if doubt != nil { throw rejection }
            doubt = rejection
        }
        if doubt == nil { acknowledge(report) }
    }

    private mutating func acknowledge(_ report: (TrackingDiagnostic) -> Void) {
        for loss in losses { report(loss) }
        losses = []
        journal.acknowledge()
        journal.result.delivered -= rejections
        journal.result.rejected += rejections
        journal.result.omitted += omissions
        (rejections, omissions) = (0, 0)
        if hasAccepted { state.failures = 0 }
        state.save()
    }

    /// Decides by the response to the last request.
    @usableFromInline
    mutating func receive(_ response: UploadResponse, _ report: (TrackingDiagnostic) -> Void) throws {
        guard let part = parts.popLast(), let body = part.body else { return }
        switch response.status {
        case 200..<300:
            (isAccepted, hasAccepted) = (true, true)
            if part.identity != nil { addIdentityLoss() }
            state.identified = part.identity ?? body.identified ?? state.identified
        case 400, 413, 422: reject(part, body, response.status)
        case 408, 425, 429, 500..<600: postpone("status \(response)", response.wait(at: clock.now), report)
        case 300..<500: throw UploadError(path: body.path, status: response.status, concernsOneEvent: false)
        default: postpone("status \(response), which HTTP does not define", response.wait(at: clock.now), report)
        }
    }

    /// Halves a rejected request, until an event is alone.
    private mutating func reject(_ part: Part, _ body: WireBatch, _ status: Int) {
        let half = part.events.count / 2
        guard half == 0 else {
            parts.append(Part(events: Array(part.events[half...])))
            parts.append(Part(events: Array(part.events[..<half])))
            return
        }
        let error = UploadError(path: body.path, status: status, concernsOneEvent: true)
        guard let index = part.events.first else {
            rejection = error
            state.identified = body.identified ?? state.identified
            return addIdentityLoss()
        }
        // The description of the identity may be at fault, and not the event.
        if let identity = body.identified, part.identity == nil {
            parts.append(Part(events: part.events, identity: identity))
            return
        }
        rejection = error
        let message = "expected the back end to accept the event, found status \(status)"
        losses.append(
            TrackingDiagnostic(
                .eventRejected, "\(message); \(Quarantine.name) keeps it, unless the file is full",
                event: events[index].name))
        journal.reject(index, message)
    }

    private mutating func addIdentityLoss() {
        losses.append(
            TrackingDiagnostic(
                .eventRejected,
                "expected the back end to accept what identifies a user, found a rejection; the events are sent without it"
            ))
    }

    /// Ends the delivery. The next one begins with the same batch.
    @usableFromInline
    mutating func postpone(_ found: String, _ wait: Duration?, _ report: (TrackingDiagnostic) -> Void) {
        state.failures += 1
        state.save()
        let wait = wait ?? state.backOff
        journal.result.retryAfter = wait
        report(
            TrackingDiagnostic(
                .uploadPostponed, "expected the status 200, found \(found); upload the events again in \(wait)"))
    }
}
#endif
