import AnalyticsJSON
import PageViewAutomation

/// The events of a chunk, and what else there is among them.
package struct EventBatch: Sendable {
    /// Something that is no event.
    enum Interruption: Sendable {
        /// The header of the trace.
        case header(TraceHeader)
        /// A line that is malformed; lines count from 1 in the chunk.
        case error(TraceError)
    }

    /// The bytes of the chunk, and behind them the texts that stand in it otherwise.
    var bytes: [UInt8]
    var events: [ScannedEvent] = []
    var details: [EventDetail] = []
    /// What is no event, with the number of events before it.
    var interruptions: [(position: Int, what: Interruption)] = []
    /// How many lines the chunk has.
    package internal(set) var lineCount = 0

    /// Creates a batch without events.
    package init() {
        bytes = []
    }

    /// Takes the memory of the chunk; the events are of no use any more.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Lets go of everything and takes other bytes.
    mutating func reset(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
        events.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        interruptions.removeAll(keepingCapacity: true)
        lineCount = 0
    }

    /// What an event says that few say.
    func detail(of event: ScannedEvent) -> EventDetail {
        event.detail < 0 ? .none : details[Int(event.detail)]
    }

    mutating func interrupt(_ what: Interruption) { interruptions.append((events.count, what)) }

    /// Adds an event whose texts stand nowhere in the chunk as they are.
    mutating func append(_ event: TraceEvent, seed: UInt64) {
        var scanned = ScannedEvent()
        scanned.name = event.action.name
        if let time = event.time {
            scanned.time = time.nanoseconds
            scanned.parts.insert(.time)
        }
        if let session = event.session {
            scanned.session = append(session, seed)
            scanned.parts.insert(.session)
        }
        var detail: EventDetail?
        var scene: String?
        switch event.action {
        case .create(_, let named, let declaration):
            scene = named
            detail = EventDetail(
                page: declaration.page, payload: declaration.payload, isReady: declaration.isReady,
                isAttached: declaration.isAttached, parent: declaration.parent.map { append($0, seed) })
        case .component(_, _, let named): scene = named
        case .pending(_, let named, let page):
            scene = named
            if page != nil { detail = EventDetail(page: page) }
        case .ready(_, let named, let page, let payload), .record(_, let named, let page, let payload):
            scene = named
            if page != nil || payload != nil { detail = EventDetail(page: page, payload: payload) }
        case .scene(let named, _): scene = named
        case .interaction(let name, let named, let properties):
            scene = named
            detail = EventDetail(payload: properties, text: name)
        case .deepLink(let url, let named, let source):
            scene = named
            detail = EventDetail(text: url, source: source)
        case .note(let text): detail = EventDetail(text: text)
        case .sessionEnd: break
        }
        if let component = event.action.component {
            scanned.component = append(component, seed)
            scanned.parts.insert(.component)
        }
        if let scene {
            scanned.scene = append(scene, seed)
            scanned.parts.insert(.scene)
        }
        if let detail {
            scanned.detail = Int32(truncatingIfNeeded: details.count)
            details.append(detail)
        }
        events.append(scanned)
    }

    private mutating func append(_ text: String, _ seed: UInt64) -> ScannedText {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let count = bytes.count - start
        for _ in 0..<ByteSpan.padding { bytes.append(0) }
        return ScannedText(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
            hash: TextHash.of(bytes.span, start, count, seed: seed))
    }
}
