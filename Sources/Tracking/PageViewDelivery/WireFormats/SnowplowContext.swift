import PageViewTracking

/// An entity of Snowplow that describes the app or the device (WF-025).
struct SnowplowContext {
    let schema: String
    /// The names in the schema, and the texts of the context.
    let fields: [(key: StaticString, field: AppContext.Field)]
    /// The texts without which the schema rejects the entity.
    let required: Set<AppContext.Field>
    /// The maximum number of UTF-16 code units of a text.
    let limit: Int

    /// The maximum number of UTF-16 code units of a text for which no schema sets a limit.
    static let longestText = 255

    /// All entities.
    static let groups = [
        SnowplowContext(
            schema: SnowplowSchema.application,
            fields: [("name", .appName), ("version", .appVersion), ("build", .appBuild)],
            required: [.appName, .appVersion], limit: 100),
        SnowplowContext(
            schema: SnowplowSchema.mobileContext,
            fields: [
                ("osType", .system), ("osVersion", .systemVersion), ("deviceManufacturer", .deviceManufacturer),
                ("deviceModel", .deviceModel),
            ], required: [.system, .systemVersion, .deviceManufacturer, .deviceModel], limit: longestText),
    ]

    /// Returns why the schema would reject the entity; `nil` if it accepts the entity.
    func problem(of context: AppContext) -> String? {
        for (_, field) in fields {
            guard let text = context[field] else {
                guard required.contains(field) else { continue }
                return "expected \(field.rawValue) in the AppContext, found none; pass it"
            }
            let length = text.utf16.count
            if length > limit { return Self.tooLong(field.rawValue, length, limit) }
        }
        return nil
    }

    /// Returns the message about a text that is too long.
    static func tooLong(_ name: String, _ length: Int, _ limit: Int) -> String {
        "expected \(name) in the AppContext to have at most \(limit) UTF-16 code units, found \(length); shorten it"
    }
}
