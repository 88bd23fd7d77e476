import PageViewTracking
import AnalyticsJSON

/// Packs events into batches in order, each as full as the limits allow (WF-002, WF-004).
struct WirePacker {
    typealias EventWriting = (inout WireDraft) throws(WireRejection) -> Void

    private let limits: WireLimits
    private let path: String
    private let (head, tail): ([UInt8], [UInt8])
    private var (draft, preface) = (WireDraft(), WireDraft())
    private var (bytes, events, count): ([UInt8], [EventID], Int) = ([], [], 0)
    /// The digests of the last identity that the back end knows, and of the last one that the current batch describes.
    private var (known, described): (UInt64?, UInt64?)
    private var result = WireBatches()

    /// Creates a packer of batches that are an object with a list of events, for a path of the vendor's address.
    init(
        _ limits: WireLimits, path: String, identified: UInt64? = nil, list: StaticString,
        _ members: (inout JSONWriter) -> Void
    ) {
        self.init(limits, path: path, identified: identified, tail: "]}") { json in
            json.beginObject()
            members(&json)
            json.key(list)
            json.beginArray()
        }
    }

    /// Creates a packer of batches with the given beginning and end. `identified` is the last identity that the back end knows.
    init(
        _ limits: WireLimits, path: String, identified: UInt64? = nil, tail: StaticString,
        head write: (inout JSONWriter) -> Void
    ) {
        self.limits = limits
        self.path = path
        known = identified
        var writer = JSONWriter()
        write(&writer)
        head = writer.takeBytes()
        writer.raw(tail)
        self.tail = writer.takeBytes()
    }

    /// Adds an event or rejects it. Returns whether the event was added. A preface, which belongs to no event, describes the
    /// identity unless it is the last known one.
    // `writePreface` is not optional: the metadata of an optional function with a typed error needs macOS 15 and iOS 18.
    @discardableResult
    mutating func add(
        _ event: TrackedEvent, identity: UInt64? = nil,
        writePreface: EventWriting = { _ throws(WireRejection) in }, _ write: EventWriting
    ) -> Bool {
        do throws(WireRejection) {
            let levels = max(0, limits.nestingLevels)
            guard !event.payload.isDeeper(than: levels), !event.identity.properties.isDeeper(than: levels)
            else { throw .nestedTooDeep(limit: limits.nestingLevels) }
            try draft.write(write, limits, around: head.count + tail.count)
            if let identity, identity != known {
                try preface.write(writePreface, limits, around: head.count + tail.count)
                append(preface.json, nil)
                (known, described) = (identity, identity)
            }
            append(draft.json, event.id)
            result.omissions += draft.omissions.map { part, reason in
                WireLoss(event: event.id, name: event.name, part: part, reason: reason)
            }
            return true
        } catch {
            result.rejections.append(WireLoss(event: event.id, name: event.name, part: nil, reason: error.reason))
            return false
        }
    }

    mutating func finish() -> WireBatches {
        close()
        return result
    }

    private mutating func append(_ json: JSONWriter, _ event: EventID?) {
        let isFull = bytes.count + 1 + json.count + tail.count > limits.batchBytes || count >= limits.batchEvents
        if count > 0, isFull { close() }
        if count == 0 { bytes += head } else { bytes.append(0x2C) }
        bytes += json.bytes
        count += 1
        if let event { events.append(event) }
    }

    private mutating func close() {
        guard count > 0 else { return }
        result.batches.append(WireBatch(bytes: bytes + tail, events: events, path: path, identified: described))
        bytes.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        (count, described) = (0, nil)
    }
}

extension WireDraft {
    /// Writes an event. Throws if the event does not fit into a batch of its own.
    fileprivate mutating func write(
        _ write: WirePacker.EventWriting, _ limits: WireLimits, around envelope: Int
    ) throws(WireRejection) {
        reset()
        try write(&self)
        let bytes = json.count
        guard bytes <= limits.eventBytes else { throw .tooLarge(bytes: bytes, limit: limits.eventBytes) }
        guard bytes + envelope <= limits.batchBytes else {
            throw .tooLarge(bytes: bytes + envelope, limit: limits.batchBytes)
        }
    }
}

/// The working memory for writing one event (WF-002). The packer uses it again for the next event.
struct WireDraft {
    var json = JSONWriter()
    /// JSON that becomes a string in the event.
    var inner = JSONWriter()
    private(set) var omissions: [(part: WireLoss.Part, reason: String)] = []

    mutating func reset() {
        json.removeAll()
        inner.removeAll()
        omissions.removeAll(keepingCapacity: true)
    }

    mutating func omit(_ part: WireLoss.Part, _ reason: String) { omissions.append((part, reason)) }

    /// Records that the event lacks the values whose names the format uses itself.
    mutating func omit(reserved names: some Sequence<String>) {
        for name in names {
            omit(
                .value(name: name),
                "expected a name that the format does not use itself, found \(JSONParser.quoted(name)); rename the value"
            )
        }
    }

    /// Writes the contents of `inner` as a string under a key, and clears `inner`.
    mutating func writeInnerAsString(_ key: StaticString) {
        json.key(key)
        json.string(utf8: inner.bytes)
        inner.removeAll()
    }
}
