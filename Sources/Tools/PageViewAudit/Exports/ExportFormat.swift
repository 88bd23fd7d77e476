import AnalyticsJSON

package enum ExportFormat: String, CaseIterable, Sendable {
    case segment, posthog
    case snowplowJSON = "snowplow-json"
    case snowplowTSV = "snowplow-tsv"
    case firebase, datadog, lines

    var isJSON: Bool { self != .snowplowTSV && self != .lines }

    package static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// Recognises the format by one of its lines, at the position of a parser. The line need not be a page view.
    init(of parser: JSONParser) throws(LineError) {
        var rest = parser
        let found: String
        if parser.next == 0x7B {
            let object = try JSONObject(&rest)
            if let format = Self.format(of: object) {
                self = format
                return
            }
            found = Self.product(of: object).map { "an event of \($0)" } ?? "an object without the keys of one"
        } else {
            let range = parser.at..<parser.end
            if parser.bytes[range].count(where: { $0 == 0x09 }) == SnowplowRow.columnCount - 1 {
                self = .snowplowTSV
                return
            }
            if PlainLine.hasTime(parser.bytes, range) {
                self = .lines
                return
            }
            found =
                parser.bytes[range].starts(with: [0x1F, 0x8B])
                ? "data that gzip compressed; decompress it first" : parser.found(at: parser.at)
        }
        throw LineError(offset: parser.at, message: "expected an event of \(Self.list), found \(found)")
    }

    private static func format(of object: JSONObject) -> ExportFormat? {
        if object.has("messageId"), object.has("type") { return .segment }
        if object.has("event") {
            // Mixpanel has `distinct_id` only in the properties, and no `timestamp` beside it.
            if object.has("distinct_id") || (object.has("properties.distinct_id") && object.has("timestamp")) {
                return .posthog
            }
        }
        if object.isArray("batch"), object.has("api_key") || object.has("sent_at") { return .posthog }
        if object.isArray("results") { return .posthog }
        if object.has("event_vendor") || (object.has("event_id") && object.has("event_name")) { return .snowplowJSON }
        if object.has("event_params") || (object.has("event_name") && object.has("event_timestamp")) {
            return .firebase
        }
        return object.has("_dd") || object.has("attributes.attributes") || object.isArray("data") ? .datadog : nil
    }

    private static func product(of object: JSONObject) -> String? {
        if object.has("event_type"), object.has("$insert_id") { return "Amplitude" }
        if object.has("event"), object.has("properties.distinct_id") { return "Mixpanel" }
        return object.has("contexts.trace") ? "Sentry" : nil
    }
}
