import AnalyticsJSON
import PageViewTracking

/// Some bytes, read as the JSON of an event without anything around it.
struct EventReading {
    /// The event, or what is wrong and at which byte.
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
