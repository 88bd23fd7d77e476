import AnalyticsJSON
import PageViewTracking

extension TrackedEvent {
    /// Reads bytes as the JSON of a single event. An error has a byte offset.
    static func read(_ bytes: [UInt8]) -> Result<TrackedEvent, LineError> {
        Result { () throws(LineError) in
            var parser = JSONParser(bytes, bytes.indices)
            let event = try TrackedEvent(from: &parser)
            try parser.finish()
            return event
        }
    }

    /// The event as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.takeBytes()
    }
}
