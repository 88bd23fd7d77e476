import PageViewTracking
import AnalyticsJSON

/// The requests of the OpenTelemetry protocol for logs in JSON, `/v1/logs` (WF-060 to WF-063).
public struct OTLPLogsFormat: WireFormat {
    private let serviceName: String
    /// The limits of a collector: 20 MiB, with a margin, and 512 records per batch, and 30 levels.
    ///
    /// One level of a payload takes three levels in OTLP, and JSON readers stop at about a hundred.
    public var limits = WireLimits(eventBytes: .max, batchBytes: 20_000_000, batchEvents: 512, nestingLevels: 30)

    /// Creates a format, with the value of `service.name`.
    public init(serviceName: String) { self.serviceName = serviceName }

    /// Converts events into batches, in order. The protocol has no field for the time of sending.
    public func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
        var packer = WirePacker(limits, path: "/v1/logs", tail: "]}]}]}") { json in
            json.raw("{\"resourceLogs\":[{\"resource\":")
            json.beginObject()
            json.attributes { $0.attribute("service.name", .string(serviceName)) }
            json.endObject()
            json.raw(",\"scopeLogs\":[{\"scope\":")
            json.library()
            json.raw(",\"logRecords\":[")
        }
        for event in events {
            packer.add(event) { draft throws(WireRejection) in try write(event, &draft) }
        }
        return packer.finish()
    }

    private static let information: Int64 = 9

    private func write(_ event: TrackedEvent, _ draft: inout WireDraft) throws(WireRejection) {
        // The field is unsigned in the protocol.
        guard event.time.nanoseconds >= 0 else {
            throw .outOfRange(field: "timeUnixNano", expected: "1970 or later", found: "\(event.time)")
        }
        let name = try sentName(of: event)
        draft.json.beginObject()
        draft.json.member("timeUnixNano", digits: event.time.nanoseconds)
        draft.json.member("observedTimeUnixNano", digits: event.time.nanoseconds)
        draft.json.key("severityNumber")
        draft.json.int(Self.information)
        draft.json.member("eventName", name)
        draft.json.attributes { json in
            json.attributes(of: event)
            for entry in event.payload.entries where !OTLPNames.isReserved(entry.key) {
                json.attribute(entry.key, entry.value)
            }
        }
        draft.json.endObject()
        draft.omit(reserved: event.payload.entries.lazy.map(\.key).filter(OTLPNames.isReserved))
    }

    private func sentName(of event: TrackedEvent) throws(WireRejection) -> String {
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

/// The attribute names that a payload cannot set (WF-062).
enum OTLPNames {
    private static let conventions: Set<String> = [
        "app.build_id", "app.installation.id", "app.screen.id", "app.screen.name", "device.id", "device.manufacturer",
        "device.model.identifier", "log.record.uid", "os.name", "os.version", "service.version", "session.id",
        "user.id",
    ]

    /// Returns whether a name is empty, begins with `pageview.`, or belongs to the semantic conventions.
    static func isReserved(_ name: String) -> Bool {
        name.isEmpty || conventions.contains(name) || name.utf8.starts(with: "pageview.".utf8)
    }
}

extension JSONWriter {
    mutating func attributes(_ write: (inout JSONWriter) -> Void) { list("attributes", write) }

    mutating func attribute(_ key: String, _ value: AnalyticsValue) {
        separate()
        beginObject()
        member("key", key)
        self.key("value")
        anyValue(value)
        endObject()
    }

    private mutating func attributes(_ texts: KeyValuePairs<String, String?>) {
        for (key, text) in texts {
            if let text { attribute(key, .string(text)) }
        }
    }

    mutating func attributes(of event: TrackedEvent) {
        let (app, page) = (event.appContext, event.page)
        // This id identifies the screen and not one appearance.
        let screenID = page.map { page in page.context.map { "\($0)/\(page.name)" } ?? page.name }
        attributes([
            "log.record.uid": event.id.description, "app.installation.id": event.identity.anonymousID.description,
            "user.id": event.identity.sentUserID, "session.id": event.sessionID?.description,
            "os.name": app?.system, "os.version": app?.systemVersion, "service.version": app?.appVersion,
            "app.build_id": app?.appBuild, "device.id": app?.deviceID,
            "device.manufacturer": app?.deviceManufacturer, "device.model.identifier": app?.deviceModel,
            "pageview.locale": app?.locale, "pageview.app_name": app?.appName, "app.screen.id": screenID,
            "app.screen.name": page?.name, "pageview.id": page?.id.description, "pageview.context": page?.context,
            "pageview.scene": event.scene,
        ])
        switch event.details {
        case .custom, .interaction: break
        case .pageView(let details):
            attributes([
                "pageview.cause": details.cause.rawValue, "pageview.appeared_at": details.appearedAt?.description,
                "pageview.previous.id": details.previous?.id.description,
                "pageview.previous.name": details.previous?.name,
                "pageview.previous.context": details.previous?.context,
            ])
            if let link = details.deepLink { attributes(of: link) }
        case .pageLeave(let details):
            attribute("pageview.outcome", .string(details.outcome.rawValue))
            attribute("pageview.foreground_seconds", AnalyticsValue(seconds: details.foregroundNanoseconds))
            attribute("pageview.background_seconds", AnalyticsValue(seconds: details.backgroundNanoseconds))
        case .deepLink(let details): attributes(of: details)
        }
        let user = event.identity.properties
        if !user.isEmpty { attribute("pageview.user_properties", .object(user)) }
    }

    private mutating func attributes(of link: DeepLinkDetails) {
        attributes([
            "pageview.deep_link.url": link.url, "pageview.deep_link.source": link.source,
            "pageview.referrer.id": link.referrer?.id.description, "pageview.referrer.name": link.referrer?.name,
            "pageview.referrer.context": link.referrer?.context,
        ])
    }

    mutating func anyValue(_ value: AnalyticsValue) {
        beginObject()
        switch value {
        // In the protocol, a value without a kind is the empty value.
        case .null: break
        case .bool(let value):
            key("boolValue")
            bool(value)
        case .int(let value): member("intValue", digits: value)
        case .double(let value):
            key("doubleValue")
            double(value)
        // A decimal number has the same type with and without a fraction, because a back end fixes the type of each name
        // (WF-063).
        case .decimal(let value):
            key("doubleValue")
            raw(value.text.utf8.contains(UInt8(ascii: ".")) ? value.text : value.text + ".0")
        case .string(let value): member("stringValue", value)
        case .array(let values):
            object("arrayValue") { json in
                json.list("values") { json in
                    for value in values {
                        json.separate()
                        json.anyValue(value)
                    }
                }
            }
        case .object(let payload):
            object("kvlistValue") { json in
                json.list("values") { json in
                    for entry in payload.entries { json.attribute(entry.key, entry.value) }
                }
            }
        }
        endObject()
    }

    private mutating func double(_ value: Double) {
        if value.isFinite {
            raw(value.description)
        } else {
            string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }
}
