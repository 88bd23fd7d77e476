import PageViewTracking
import AnalyticsJSON

/// One event as it is being written; the memory is used again for the next.
struct WireDraft {
    /// Takes the JSON of the event.
    var json = JSONWriter()
    /// For JSON that goes into a text of the other.
    var inner = JSONWriter()
    /// What has been left out.
    var omissions: [WireOmission.Part] = []

    /// Begins an event.
    mutating func reset() {
        json.removeAll()
        inner.removeAll()
        omissions.removeAll(keepingCapacity: true)
    }

    /// Writes what is in `inner` as a text, and empties it.
    mutating func stringOfInner(_ key: StaticString) {
        json.key(key)
        inner.buffer.withWritten { span in
            json.write(atMost: OutputCursor.longestString(span.count)) { out in
                out.append(0x22)
                for index in span.indices { out.escaped(span[index]) }
                out.append(0x22)
            }
        }
        inner.removeAll()
    }
}
