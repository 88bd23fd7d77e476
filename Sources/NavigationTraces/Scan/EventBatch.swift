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
    package var bytes: [UInt8]
    package var events: [ScannedEvent] = []
    /// The values that few events have. The first one is empty, and shared by the events that have none.
    package var details = [ScannedDetail()]
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
    package mutating func reset(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
        events.removeAll(keepingCapacity: true)
        details.removeSubrange(1...)
        interruptions.removeAll(keepingCapacity: true)
        lineCount = 0
    }

    /// The values of an event, with the names that `name` makes of the bytes.
    func values<Name>(of event: ScannedEvent, _ name: (ScannedText) -> Name) -> EventValues<Name, Name> {
        var values = EventValues<Name, Name>(event.name.kind)
        if event.parts.contains(.component) { values.component = name(event.component) }
        if event.parts.contains(.scene) { values.scene = name(event.scene) }
        values.parent = details[Int(event.detail)].parent.map(name)
        values.detail = details[Int(event.detail)].values
        return values
    }

    mutating func interrupt(_ what: Interruption) { interruptions.append((events.count, what)) }

    /// Adds an event whose names do not stand in the chunk as they are.
    package mutating func append(_ event: TraceEvent, seed: UInt64) {
        let values = event.action.values
        var scanned = ScannedEvent()
        scanned.name = values.kind.name
        if let time = event.time {
            scanned.time = time.nanoseconds
            scanned.parts.insert(.time)
        }
        if let session = event.session {
            scanned.session = append(session, seed)
            scanned.parts.insert(.session)
        }
        if let component = values.component {
            scanned.component = append(component, seed)
            scanned.parts.insert(.component)
        }
        if let scene = values.scene {
            scanned.scene = append(scene, seed)
            scanned.parts.insert(.scene)
        }
        scanned.detail = Int32(truncatingIfNeeded: details.count)
        details.append(ScannedDetail(values: values.detail, parent: values.parent.map { append($0, seed) }))
        events.append(scanned)
    }

    private mutating func append(_ text: String, _ seed: UInt64) -> ScannedText {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let count = bytes.count - start
        for _ in 0..<ByteSpan.padding { bytes.append(0) }
        let bytes = bytes[...]
        return ScannedText(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
            hash: TextHash.of(bytes.span, start, count, seed: seed))
    }
}
