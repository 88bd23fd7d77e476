import PageViewTracking
import AnalyticsJSON

/// Names of attributes that mean something already (rule WF-062).
enum OTLPNames {
    private static let conventions: Set<String> = [
        "app.installation.id", "app.screen.id", "app.screen.name", "log.record.uid", "user.id",
    ]

    /// Whether a payload may not give this name: one of the conventions, one of our own, or none at all.
    static func isOwn(_ name: String) -> Bool {
        name.isEmpty || conventions.contains(name) || name.utf8.starts(with: "pageview.".utf8)
    }
}

extension JSONWriter {
    /// Writes a list of attributes.
    mutating func attributes(_ write: (inout JSONWriter) -> Void) { list("attributes", write) }

    /// Writes an attribute into a list of them.
    mutating func attribute(_ key: String, _ value: AnalyticsValue) {
        separate()
        beginObject()
        member("key", key)
        self.key("value")
        anyValue(value)
        endObject()
    }

    private mutating func attribute(_ key: String, _ text: String?) {
        if let text { attribute(key, .string(text)) }
    }

    /// A number of seconds, digit for digit.
    private mutating func attribute(_ key: String, seconds nanoseconds: Int64) {
        separate()
        beginObject()
        member("key", key)
        object("value") { json in
            json.key("doubleValue")
            json.seconds(nanoseconds)
        }
        endObject()
    }

    /// Writes what is known of an event beside its payload.
    mutating func attributes(of event: TrackedEvent) {
        attribute("log.record.uid", event.id.description)
        attribute("app.installation.id", event.identity.anonymousID.description)
        attribute("user.id", event.identity.sentUserID)
        if let page = event.page {
            // The screen, and not one stay on it.
            attribute("app.screen.id", page.context.map { "\($0)/\(page.name)" } ?? page.name)
            attribute("app.screen.name", page.name)
        }
        attribute("pageview.id", event.page?.id.description)
        attribute("pageview.context", event.page?.context)
        attribute("pageview.scene", event.scene)
        switch event.details {
        case .custom, .interaction: break
        case .pageView(let details):
            attribute("pageview.cause", details.cause.rawValue)
            attribute("pageview.appeared_at", details.appearedAt?.description)
            attribute("pageview.previous.id", details.previous?.id.description)
            attribute("pageview.previous.name", details.previous?.name)
            attribute("pageview.previous.context", details.previous?.context)
            if let link = details.deepLink { attributes(of: link) }
        case .pageLeave(let details):
            attribute("pageview.outcome", details.outcome.rawValue)
            attribute("pageview.foreground_seconds", seconds: details.foregroundNanoseconds)
            attribute("pageview.background_seconds", seconds: details.backgroundNanoseconds)
        case .deepLink(let details): attributes(of: details)
        }
        let user = event.identity.properties
        if !user.isEmpty { attribute("pageview.user_properties", .object(user)) }
    }

    private mutating func attributes(of link: DeepLinkDetails) {
        attribute("pageview.deep_link.url", link.url)
        attribute("pageview.deep_link.source", link.source)
        attribute("pageview.referrer.id", link.referrer?.id.description)
        attribute("pageview.referrer.name", link.referrer?.name)
        attribute("pageview.referrer.context", link.referrer?.context)
    }

    /// Writes a value as the protocol's `AnyValue` (rule WF-063).
    mutating func anyValue(_ value: AnalyticsValue) {
        beginObject()
        switch value {
        // A value that has none of its kinds is the empty one.
        case .null: break
        case .bool(let value):
            key("boolValue")
            bool(value)
        case .int(let value): member("intValue", digits: value)
        case .double(let value):
            key("doubleValue")
            double(value)
        // The protocol has none, and a binary fraction is not the same.
        case .decimal(let value): member("stringValue", value.text)
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
