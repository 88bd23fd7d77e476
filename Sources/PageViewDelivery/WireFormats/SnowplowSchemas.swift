import PageViewTracking

/// The schemas of a product's own in its Snowplow registry, such as `iglu:com.acme/item_bought/jsonschema/1-0-0`.
public struct SnowplowSchemas: Sendable, Hashable {
    /// The schema of each event's payload, by the event's name. An event without one is sent as a structured event.
    public var events: [String: String]
    /// The schema of the payloads of page views; without one they are left out, and that is told.
    public var pagePayload: String?
    /// The schema of what is known of users; without one it is left out, and that is told.
    public var userProperties: String?

    /// Creates a list of schemas.
    public init(events: [String: String] = [:], pagePayload: String? = nil, userProperties: String? = nil) {
        self.events = events
        self.pagePayload = pagePayload
        self.userProperties = userProperties
    }
}

/// Snowplow's own schemas.
enum SnowplowSchema {
    static let payloadData = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"
    static let event = "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0"
    static let entities = "iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-1"
    static let screen = "iglu:com.snowplowanalytics.mobile/screen/jsonschema/1-0-0"
    static let screenView = "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0"
    static let screenEnd = "iglu:com.snowplowanalytics.mobile/screen_end/jsonschema/1-0-0"
    static let screenSummary = "iglu:com.snowplowanalytics.mobile/screen_summary/jsonschema/1-0-0"
    static let deepLink = "iglu:com.snowplowanalytics.mobile/deep_link/jsonschema/1-0-0"
    static let deepLinkReceived = "iglu:com.snowplowanalytics.mobile/deep_link_received/jsonschema/1-0-0"
}
