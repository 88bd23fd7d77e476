import AnalyticsJSON
import PageViewAutomation

/// The events, header and malformed lines of a chunk.
package struct EventBatch: Sendable {
    /// A line that is not an event.
    enum Interruption: Sendable {
        /// The header of the trace.
        case header(TraceHeader)
        /// A malformed line. Its number counts from 1 in the chunk.
        case error(TraceError)
    }

    /// The bytes of the chunk, followed by texts that the chunk does not contain in plain form.
    package var bytes: [UInt8]
    package var events: [ScannedEvent] = []
    /// The values that few events have. The first element is empty; all events without such values share it.
    package var details = [ScannedDetail()]
    /// The header and the malformed lines, with the number of events before each.
    var interruptions: [(position: Int, what: Interruption)] = []
    /// The number of lines of the chunk.
    package internal(set) var lineCount = 0

    /// Creates an empty batch.
    package init() {
        bytes = []
    }

    /// Returns and removes the memory of the chunk, which invalidates the events.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Removes all contents, and takes the bytes of another chunk.
    package mutating func reset(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
        events.removeAll(keepingCapacity: true)
        details.removeSubrange(1...)
        interruptions.removeAll(keepingCapacity: true)
        lineCount = 0
    }

    mutating func interrupt(_ what: Interruption) { interruptions.append((events.count, what)) }

    /// Adds an event, and copies its names behind the chunk.
    package mutating func append(_ event: TraceEvent, seed: UInt64) {
        let values = event.action.values
        var scanned = ScannedEvent()
        scanned.kind = values.kind
        if let time = event.time {
            scanned.time = time.nanoseconds
            scanned.keys.insert(.time)
        }
        if let session = event.session {
            scanned.session = append(session, seed)
            scanned.keys.insert(.session)
        }
        if let component = values.component {
            scanned.component = append(component, seed)
            scanned.keys.insert(.component)
        }
        if let scene = values.scene {
            scanned.scene = append(scene, seed)
            scanned.keys.insert(.scene)
        }
        scanned.detail = Int32(truncatingIfNeeded: details.count)
        details.append(ScannedDetail(values: values.detail, parent: values.parent.map { append($0, seed) }))
        events.append(scanned)
    }

    private mutating func append(_ text: String, _ seed: UInt64) -> ScannedText {
        ScannedText(text, appendedTo: &bytes, seed: seed)
    }
}

/// The contents of a batch as values of the general reader, for tests.
extension EventBatch {
    /// A line of the chunk, unless it is an expectation.
    package enum Line: Sendable {
        case header(TraceHeader)
        case event(TraceEvent)
        /// A malformed line. Its number counts from 1 in the chunk.
        case error(TraceError)
    }

    /// The lines, in order.
    package var lines: [Line] {
        var lines: [Line] = []
        var interruptions = interruptions[...]
        for position in 0...events.count {
            while let next = interruptions.first, next.position == position {
                switch next.what {
                case .header(let header): lines.append(.header(header))
                case .error(let error): lines.append(.error(error))
                }
                interruptions.removeFirst()
            }
            if position < events.count, let event = event(events[position]) { lines.append(.event(event)) }
        }
        return lines
    }

    /// Returns the event with its names as strings.
    private func event(_ scanned: ScannedEvent) -> TraceEvent? {
        var values = EventValues(scanned.kind)
        if scanned.keys.contains(.component) { values.component = text(scanned.component) }
        if scanned.keys.contains(.scene) { values.scene = text(scanned.scene) }
        values.parent = details[Int(scanned.detail)].parent.map(text)
        values.detail = details[Int(scanned.detail)].values
        guard let action = try? TraceEvent.Action(values) else { return nil }
        return TraceEvent(
            time: scanned.moment,
            session: scanned.keys.contains(.session) ? text(scanned.session) : nil, action)
    }

    private func text(_ text: ScannedText) -> String {
        let bytes = bytes[...]
        return bytes.span.string(text.range)
    }
}

/// The position of a text in the bytes of a batch, and its hash.
struct ScannedText {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var hash: UInt32 = 0

    var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}

extension ScannedText {
    /// Appends a text to bytes, with padding.
    init(_ text: String, appendedTo bytes: inout [UInt8], seed: UInt64) {
        let start = bytes.count
        bytes += text.utf8
        let count = bytes.count - start
        bytes += [UInt8](repeating: 0, count: ByteSpan.padding)
        let all = bytes[...]
        self.init(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
            hash: TextHash.of(all.span, start, count, seed: seed))
    }

    /// Returns the text with its hash.
    func hashed(in bytes: ByteSpan) -> ScannedText {
        ScannedText(
            start: start, count: count, hash: TextHash.of(bytes, Int(start), Int(count), seed: TextHash.start))
    }

    /// Calls `body` with a text and the bytes that have it.
    static func with<Result>(_ text: String, _ body: (ScannedText, ByteSpan) -> Result) -> Result {
        var bytes: [UInt8] = []
        let text = ScannedText(text, appendedTo: &bytes, seed: TextHash.start)
        let all = bytes[...]
        return body(text, all.span)
    }
}

/// An event of a trace in compact form.
///
/// It corresponds to ``EventValues``, but contains positions instead of names. The values that few events have are in
/// ``ScannedDetail``.
package struct ScannedEvent {
    /// The time in nanoseconds.
    var time: Int64 = 0
    var session = ScannedText()
    var component = ScannedText()
    /// The scene, without a hash, because most events do not use it.
    var scene = ScannedText()
    /// The index of the other values in the details of the batch; 0 if there are none.
    var detail: Int32 = 0
    var kind = EventKind.note
    /// The keys of the line.
    var keys: EventKeys = []

    /// The time of the event; `nil` for the time of the previous event.
    @inline(__always)
    var moment: Timestamp? { keys.contains(.time) ? Timestamp(nanoseconds: time) : nil }

    /// Whether the event is a note without a time, which has no effect on an engine.
    @inline(__always)
    var isEmptyNote: Bool { kind == .note && !keys.contains(.time) }
}

/// The values that few events have, with the position of the parent's name.
package struct ScannedDetail: Sendable {
    var values = EventDetail()
    var parent: ScannedText?
}

extension ScannedText: Sendable, BitwiseCopyable {}
extension ScannedEvent: Sendable, BitwiseCopyable {}
