import PageViewDelivery
import Foundation

extension WireReader {
    static let segment = WireReader(
        description: "Segment",
        format: { changed(SegmentFormat(writeKey: "KEY"), \.limits, $0) },
        items: { bytes in
            let body = try WireJSON.object(bytes)
            try require(Set(body.keys) == ["writeKey", "sentAt", "batch"], "keys", body)
            let items = try WireJSON.objects("batch", of: bytes)
            for item in items {
                let keys: Set = [
                    "type", "messageId", "timestamp", "anonymousId", "userId", "event", "name", "category",
                    "properties", "context", "traits",
                ]
                try require(keys.isSuperset(of: item.keys), "keys", item)
                let type = item["type"] as? String
                try require(["screen", "track", "identify"].contains(type), "type", item)
                try require((item["event"] is String) == (type == "track"), "event", item)
                try require(
                    (item["properties"] != nil || item["name"] != nil) ? type != "identify" : true, "identify", item)
                try require(item["traits"] == nil || type == "identify", "traits", item)
                let context = item["context"] as? [String: Any] ?? [:]
                let known: Set = ["library", "page", "traits", "app", "device", "os", "locale", "timezone"]
                try require(known.isSuperset(of: context.keys), "context", item)
                try require((item["messageId"] as? String)?.count ?? 100 < 100, "messageId", item)
                try require(item["anonymousId"] is String && item["timestamp"] is String, "strings", item)
                try require(item["userId"] as? String != "", "userId", item)
            }
            return items
        },
        id: { $0["type"] as? String == "identify" ? nil : $0["messageId"] as? String })

    /// The keys of `payload_data` 1-0-4 that the format uses. The schema allows no unknown keys.
    private static let snowplowKeys: Set = [
        "e", "tv", "p", "eid", "aid", "tna", "dtm", "stm", "duid", "uid", "sid", "lang", "tz", "ue_pr", "co", "se_ca",
        "se_ac", "se_pr",
    ]
    /// The names that Snowplow's own schemas allow and require.
    private static let schemas: [String: (allowed: Set<String>, required: Set<String>)] = [
        "screen_view": (
            ["name", "id", "type", "previousName", "previousId", "previousType", "transitionType"], ["name", "id"]
        ),
        "screen": (
            ["name", "id", "type", "viewController", "topViewController", "activity", "fragment"], ["name", "id"]
        ),
        "screen_end": ([], []),
        "screen_summary": (["foreground_sec", "background_sec"], ["foreground_sec"]),
        "application": (["version", "build"], ["version", "build"]),
        "mobile_context": (
            ["osType", "osVersion", "deviceManufacturer", "deviceModel"],
            ["osType", "osVersion", "deviceManufacturer", "deviceModel"]
        ),
        "deep_link": (["url", "referrer"], ["url"]), "deep_link_received": (["url", "referrer"], ["url"]),
    ]

    static let appSchemas = SnowplowSchemas(
        events: ["item_bought": "iglu:com.example/item_bought/jsonschema/1-0-0"])

    private static func checkSelfDescribing(_ value: Any?) throws {
        guard let value = value as? [String: Any], Set(value.keys) == ["schema", "data"],
            let schema = value["schema"] as? String, let data = value["data"] as? [String: Any]
        else { throw Nonconforming("no self-describing JSON: \(value ?? "nothing")") }
        guard schema.hasPrefix("iglu:com.snowplowanalytics.") else { return }
        let name = String(schema.split(separator: "/")[1])
        guard let (allowed, required) = schemas[name] else { throw Nonconforming("schema \(schema)") }
        let keys = Set(data.keys)
        try require(keys.isSubset(of: allowed) && keys.isSuperset(of: required), "keys of \(name)", data)
        for (key, value) in data {
            try require((value is String) == !key.hasSuffix("_sec"), "type of \(key)", data)
        }
    }

    static let snowplow = WireReader(
        description: "Snowplow",
        format: { changed(SnowplowFormat(appID: "shop", namespace: "main", schemas: appSchemas), \.limits, $0) },
        items: { bytes in
            let body = try WireJSON.object(bytes)
            let schema = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"
            try require(body["schema"] as? String == schema && body.count == 2, "envelope", body)
            let items = try WireJSON.objects("data", of: bytes)
            for item in items {
                try require(snowplowKeys.isSuperset(of: item.keys), "keys", item)
                try require(item.values.allSatisfy { $0 is String }, "strings", item)
                try require(Set(item.keys).isSuperset(of: ["tv", "p", "e", "eid", "aid", "dtm", "stm"]), "keys", item)
                if item["e"] as? String == "ue" {
                    try checkSelfDescribing(try WireJSON.object(item["ue_pr"] as? String)["data"])
                } else {
                    try require(item["se_ca"] is String && item["se_ac"] is String, "structured", item)
                    if let property = item["se_pr"] as? String {
                        try require(property.utf16.count <= 1000, "se_pr", item)
                        _ = try WireJSON.object(property)
                    }
                }
                guard let entities = item["co"] as? String else { continue }
                for entity in try WireJSON.objects("data", of: entities.utf8) { try checkSelfDescribing(entity) }
            }
            return items
        },
        id: { $0["eid"] as? String })

    static let postHog = WireReader(
        description: "PostHog",
        format: { changed(PostHogFormat(apiKey: "KEY"), \.limits, $0) },
        items: { bytes in
            let body = try WireJSON.object(bytes)
            try require(Set(body.keys) == ["api_key", "sent_at", "batch"], "keys", body)
            let items = try WireJSON.objects("batch", of: bytes)
            for item in items {
                try require(
                    Set(item.keys) == ["uuid", "event", "distinct_id", "timestamp", "properties"], "keys", item)
                try require((item["event"] as? String)?.isEmpty == false, "event", item)
                let user = item["distinct_id"] as? String ?? ""
                try require((1...200).contains(user.utf16.count), "distinct_id", item)
                let properties = item["properties"] as? [String: Any] ?? [:]
                try require(properties["$lib"] is String && properties["$lib_version"] is String, "library", item)
                if item["event"] as? String == "$screen" {
                    try require(properties["$screen_name"] is String, "$screen_name", item)
                }
            }
            return items
        },
        id: { $0["event"] as? String == "$identify" ? nil : $0["uuid"] as? String })

    /// Checks that a value is an `AnyValue`: at most one member, whose type matches its name.
    private static func checkAnyValue(_ value: Any?) throws {
        guard let value = value as? [String: Any] else { throw Nonconforming("no value: \(value ?? "nothing")") }
        guard let (name, content) = value.first else { return }
        try require(value.count == 1, "members", value)
        switch name {
        case "stringValue": try require(content is String, name, value)
        case "boolValue": try require(content is Bool, name, value)
        case "intValue": try require((content as? String).flatMap(Int64.init) != nil, name, value)
        case "doubleValue":
            try require(
                content is NSNumber || ["NaN", "Infinity", "-Infinity"].contains(content as? String), name, value)
        case "arrayValue":
            let content = content as? [String: Any]
            for element in content?["values"] as? [Any] ?? [0] { try checkAnyValue(element) }
        case "kvlistValue": try checkAttributes((content as? [String: Any])?["values"])
        default: throw Nonconforming("\(name)")
        }
    }

    private static func checkAttributes(_ value: Any?) throws {
        guard let attributes = value as? [[String: Any]] else { throw Nonconforming("no attributes") }
        var names: Set<[UInt8]> = []
        for attribute in attributes {
            guard let name = attribute["key"] as? String, attribute.count == 2 else { throw Nonconforming("no key") }
            try require(names.insert(Array(name.utf8)).inserted, "key twice", attribute)
            try checkAnyValue(attribute["value"])
        }
    }

    static let otlp = WireReader(
        description: "OTLP",
        format: { changed(OTLPLogsFormat(serviceName: "shop"), \.limits, $0) },
        items: { bytes in
            let resources = try WireJSON.objects("resourceLogs", of: bytes)
            let scopes = resources.first?["scopeLogs"] as? [[String: Any]]
            try checkAttributes((resources.first?["resource"] as? [String: Any])?["attributes"])
            guard resources.count == 1, scopes?.count == 1,
                let items = scopes?.first?["logRecords"] as? [[String: Any]], scopes?.first?["scope"] is [String: Any]
            else { throw Nonconforming("envelope") }
            for item in items {
                let keys: Set = ["timeUnixNano", "observedTimeUnixNano", "severityNumber", "eventName", "attributes"]
                try require(Set(item.keys) == keys, "keys", item)
                try require((item["timeUnixNano"] as? String).flatMap(UInt64.init) != nil, "time", item)
                try require((item["observedTimeUnixNano"] as? String).flatMap(UInt64.init) != nil, "time", item)
                try require(item["severityNumber"] as? Int == 9, "severity", item)
                try checkAttributes(item["attributes"])
            }
            return items
        },
        id: { item in
            let attributes = item["attributes"] as? [[String: Any]]
            let own = attributes?.first { $0["key"] as? String == "log.record.uid" }
            return (own?["value"] as? [String: Any])?["stringValue"] as? String
        })
}
