import PageViewTracking
import AnalyticsJSON

/// Puts events into batches in order, each as full as it gets (rules WF-002, WF-004).
struct WirePacker {
    /// Writes one event, whole.
    typealias Writing = (inout WireDraft) throws(WireRefusal.Reason) -> Void

    private let limits: WireLimits
    private let (head, tail): ([UInt8], [UInt8])
    private var (draft, preface) = (WireDraft(), WireDraft())
    private var (bytes, events, count): ([UInt8], [EventID], Int) = ([], [], 0)
    private var result = WireBatches()

    /// Creates a packer of batches that begin and end like this.
    init(_ limits: WireLimits, tail: StaticString, head write: (inout JSONWriter) -> Void) {
        self.limits = limits
        var writer = JSONWriter()
        write(&writer)
        head = writer.takeBytes()
        writer.raw(tail)
        self.tail = writer.takeBytes()
    }

    /// Adds an event, or rejects it; returns whether it was added.
    ///
    /// - Parameters:
    ///   - hasPreface: Whether something that belongs to no event comes before this one.
    ///   - writePreface: Writes the preface. It is no optional function: the metadata of one that throws a typed error needs
    ///     macOS 15 and iOS 18.
    ///   - write: Writes the event.
    @discardableResult
    mutating func add(
        _ event: TrackedEvent, hasPreface: Bool = false,
        writePreface: Writing = { _ throws(WireRefusal.Reason) in }, _ write: Writing
    ) -> Bool {
        do throws(WireRefusal.Reason) {
            let levels = limits.nestingLevels
            guard !event.payload.isNested(deeperThan: levels), !event.identity.properties.isNested(deeperThan: levels)
            else { throw .nestedTooDeep(limit: levels) }
            try draft.write(write, limits, around: head.count + tail.count)
            if hasPreface {
                try preface.write(writePreface, limits, around: head.count + tail.count)
                append(preface.json, nil)
            }
            append(draft.json, event.id)
            result.omissions += draft.omissions.map { WireOmission(event: event.id, part: $0) }
            return true
        } catch {
            result.refusals.append(WireRefusal(event: event.id, reason: error))
            return false
        }
    }

    /// All batches.
    mutating func finish() -> WireBatches {
        close()
        return result
    }

    private mutating func append(_ json: JSONWriter, _ event: EventID?) {
        let isFull = bytes.count + 1 + json.count + tail.count > limits.batchBytes || count >= limits.batchEvents
        if count > 0, isFull { close() }
        if count == 0 { bytes += head } else { bytes.append(0x2C) }
        json.buffer.withWritten { span in unsafe span.withUnsafeBufferPointer { unsafe bytes += $0 } }
        count += 1
        if let event { events.append(event) }
    }

    private mutating func close() {
        guard count > 0 else { return }
        result.batches.append(WireBatch(bytes: bytes + tail, events: events))
        bytes.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        count = 0
    }
}

extension WireDraft {
    /// Writes an event that fits into a batch, if need be alone.
    fileprivate mutating func write(
        _ write: WirePacker.Writing, _ limits: WireLimits, around envelope: Int
    ) throws(WireRefusal.Reason) {
        reset()
        try write(&self)
        let bytes = json.count
        guard bytes <= limits.eventBytes else { throw .tooLarge(bytes: bytes, limit: limits.eventBytes) }
        guard bytes + envelope <= limits.batchBytes else {
            throw .tooLarge(bytes: bytes + envelope, limit: limits.batchBytes)
        }
    }
}

extension Payload {
    /// Whether there are more levels of objects and arrays than so many, this one included.
    fileprivate func isNested(deeperThan levels: Int) -> Bool {
        levels < 1 || entries.contains { $0.value.isNested(deeperThan: levels - 1) }
    }
}

extension AnalyticsValue {
    /// Goes no deeper than the limit, however deep the value is.
    fileprivate func isNested(deeperThan levels: Int) -> Bool {
        switch self {
        case .object(let payload): payload.isNested(deeperThan: levels)
        case .array(let values): levels < 1 || values.contains { $0.isNested(deeperThan: levels - 1) }
        case .null, .bool, .int, .double, .decimal, .string: false
        }
    }
}
