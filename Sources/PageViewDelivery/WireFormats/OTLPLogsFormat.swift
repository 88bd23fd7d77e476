import PageViewTracking
import AnalyticsJSON

/// The requests of OpenTelemetry's protocol for logs in JSON, `/v1/logs` (rules WF-060 to WF-063).
public struct OTLPLogsFormat: WireFormat {
    /// What is sent as `service.name`.
    public let serviceName: String
    /// What sends the events, as the instrumentation scope.
    public var library: WireLibrary
    /// What a collector takes at most.
    public var limits: WireLimits

    /// Creates a format.
    public init(serviceName: String, library: WireLibrary = .own, limits: WireLimits = .otlpLogs) {
        self.serviceName = serviceName
        self.library = library
        self.limits = limits
    }

    /// Writes events in batches, in order. The time of sending has no place in this protocol.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, tail: "]}]}]}") { json in
            json.raw("{\"resourceLogs\":[{\"resource\":")
            json.beginObject()
            json.attributes { $0.attribute("service.name", .string(serviceName)) }
            json.endObject()
            json.raw(",\"scopeLogs\":[{\"scope\":")
            json.beginObject()
            json.member("name", library.name)
            json.member("version", library.version)
            json.endObject()
            json.raw(",\"logRecords\":[")
        }
        for event in events {
            packer.add(event) { draft throws(WireRefusal.Reason) in try write(event, &draft) }
        }
        return packer.finish()
    }

    /// The severity of information, which an event has.
    private static let information: Int64 = 9

    private func write(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRefusal.Reason) {
        // The protocol has no numbers below 0 there.
        guard event.time.nanoseconds >= 0 else { throw .outOfRange(field: "timeUnixNano") }
        let name = try sentName(of: event)
        draft.json.beginObject()
        draft.json.member("timeUnixNano", digits: event.time.nanoseconds)
        draft.json.member("observedTimeUnixNano", digits: event.time.nanoseconds)
        draft.json.key("severityNumber")
        draft.json.int(Self.information)
        draft.json.member("eventName", name)
        draft.json.attributes { json in
            json.attributes(of: event)
            for entry in event.payload.entries where !OTLPNames.isOwn(entry.key) {
                json.attribute(entry.key, entry.value)
            }
        }
        draft.json.endObject()
        for entry in event.payload.entries where OTLPNames.isOwn(entry.key) {
            draft.omissions.append(.value(name: entry.key))
        }
    }

    private func sentName(of event: TrackedEvent) throws(WireRefusal.Reason) -> String {
        switch event.details {
        case .pageView: return "pageview.viewed"
        case .pageLeave: return "pageview.left"
        case .deepLink: return "pageview.deep_link_opened"
        case .custom, .interaction:
            guard !event.name.isEmpty else { throw .missing(field: "eventName") }
            return event.name
        }
    }
}
