import AnalyticsJSON

/// A format of an export (AU-101).
package enum ExportFormat: String, CaseIterable, Sendable {
    case segment, posthog
    case snowplowJSON = "snowplow-json"
    case snowplowTSV = "snowplow-tsv"
    case firebase, datadog, lines

    package var isJSON: Bool { self != .snowplowTSV && self != .lines }

    package static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }
}

/// Recognises the format of an export by one of its lines. The line need not be a page view.
struct FormatRecognizer: Sendable {
    private static let paths =
        "messageId type event distinct_id timestamp properties.distinct_id event_vendor event_name event_id "
        + "event_params event_timestamp _dd attributes.attributes event_type $insert_id contexts.trace batch api_key "
        + "sent_at results data"
    private var members: MemberReader
    private let found: [String: Member]

    init() {
        var tree = MemberTree()
        let added = Self.paths.split(separator: " ").map { tree.add($0.split(separator: ".").map(String.init)) }
        found = Dictionary(added.map { ($0.path, $0) }) { first, _ in first }
        members = MemberReader(tree)
    }

    /// Returns the format of the object at the position of a parser.
    mutating func format(_ parser: JSONParser) throws(LineError) -> ExportFormat {
        var parser = parser
        let start = parser.at
        try members.read(&parser)
        defer { members.release() }
        if let format = recognized { return format }
        throw Self.unknown(at: start, foreign.map { "an event of \($0)" } ?? "an object without the keys of one")
    }

    static func format(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> ExportFormat {
        if bytes[range].count(where: { $0 == 0x09 }) == SnowplowRow.columnCount - 1 { return .snowplowTSV }
        if PlainLine.hasTime(bytes, range) { return .lines }
        let isCompressed = bytes[range].starts(with: [0x1F, 0x8B])
        let found =
            isCompressed
            ? "data that gzip compressed; decompress it first" : JSONParser(bytes, range).found(at: range.lowerBound)
        throw unknown(at: range.lowerBound, found)
    }

    private static func unknown(at offset: Int, _ found: String) -> LineError {
        LineError(offset: offset, message: "expected an event of \(ExportFormat.list), found \(found)")
    }

    private var recognized: ExportFormat? {
        if has("messageId"), has("type") { return .segment }
        if has("event") {
            // Mixpanel has `distinct_id` only in the properties, and no `timestamp` beside it.
            if has("distinct_id") || (has("properties.distinct_id") && has("timestamp")) { return .posthog }
        }
        if isArray("batch"), has("api_key") || has("sent_at") { return .posthog }
        if isArray("results") { return .posthog }
        if has("event_vendor") || (has("event_id") && has("event_name")) { return .snowplowJSON }
        if has("event_params") || (has("event_name") && has("event_timestamp")) { return .firebase }
        if has("_dd") || has("attributes.attributes") || isArray("data") { return .datadog }
        return nil
    }

    /// The product whose events the audit does not read.
    private var foreign: String? {
        if has("event_type"), has("$insert_id") { return "Amplitude" }
        if has("event"), has("properties.distinct_id") { return "Mixpanel" }
        return has("contexts.trace") ? "Sentry" : nil
    }

    private func has(_ path: String) -> Bool { found[path].map { members.has($0) } ?? false }

    private func isArray(_ name: String) -> Bool { found[name].flatMap { members.parser(at: $0) }?.next == 0x5B }
}
