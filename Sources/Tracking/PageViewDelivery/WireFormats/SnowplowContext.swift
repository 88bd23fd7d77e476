import PageViewTracking

/// An entity of Snowplow that describes the app or the device (WF-025).
struct SnowplowContext {
    let schema: String
    let fields: [(key: StaticString, field: AppContext.Field)]

    /// The maximum number of UTF-16 code units of a text. It is that of `application`; the other schemas set none.
    static let longestText = 255

    static let groups = [
        SnowplowContext(
            schema: SnowplowSchema.application,
            fields: [("version", .appVersion), ("build", .appBuild)]),
        SnowplowContext(
            schema: SnowplowSchema.mobileContext,
            fields: [
                ("osType", .system), ("osVersion", .systemVersion), ("deviceManufacturer", .deviceManufacturer),
                ("deviceModel", .deviceModel),
            ]),
    ]

    /// Returns the context with the name of the system as Snowplow's own trackers spell it: `ios`, `android`, `osx`.
    static func spelled(_ context: AppContext) -> AppContext {
        var texts = context.texts
        texts[.system] = texts[.system].map { $0.lowercased() == "macos" ? "osx" : $0.lowercased() }
        return AppContext(texts)
    }

    /// Returns why the schema would reject the entity, which requires each of its fields; `nil` if it accepts it.
    func problem(of context: AppContext) -> String? {
        for (_, field) in fields {
            guard let text = context[field] else {
                return "expected \(field.rawValue) in the AppContext, found none; pass it"
            }
            if let problem = Self.problem(of: text, field) { return problem }
        }
        return nil
    }

    static func problem(of text: String, _ field: AppContext.Field) -> String? {
        let length = text.utf16.count
        guard length > longestText else { return nil }
        return "expected \(field.rawValue) in the AppContext to have at most \(longestText) UTF-16 code units, "
            + "found \(length); shorten it"
    }
}
