import AnalyticsJSON
import PageViewTracking

/// The result of reading bytes as the JSON of a single event.
struct EventReading {
    /// The event, or an error with its byte offset.
    let outcome: Result<TrackedEvent, LineError>

    init(_ bytes: [UInt8]) {
        var parser = JSONParser(bytes, bytes.indices)
        do throws(LineError) {
            let event = try TrackedEvent(from: &parser)
            try parser.finish()
            outcome = .success(event)
        } catch {
            outcome = .failure(error)
        }
    }
}

extension TrackedEvent {
    /// The event as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.takeBytes()
    }
}
