import AnalyticsJSON

/// A row of Snowplow's enriched TSV (AU-105).
struct SnowplowRow {
    static let columnCount = 131
    static let vendors = ["com.snowplowanalytics.mobile", "com.snowplowanalytics.snowplow"]

    /// The columns that the audit reads, by their index from 0.
    private enum Column {
        static let eventID = 6
        static let pageURL = 29
        static let pageTitle = 30
        static let contexts = 52
        static let event = 58
        static let sessionID = 123
        static let time = 124
        static let vendor = 125
        static let name = 126
        static let fingerprint = 129
    }

    private static let clientSession = "iglu:com.snowplowanalytics.snowplow/client_session/jsonschema/"

    private let bytes: [UInt8]
    /// The positions at which the columns begin. The last one is beyond the line end.
    private let starts: [Int]

    init(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) {
        self.bytes = bytes
        let tabs = range.filter { bytes[$0] == 0x09 }
        starts = [range.lowerBound] + tabs.map { $0 + 1 } + [range.upperBound + 1]
        let count = starts.count - 1
        guard count == Self.columnCount else {
            let offset = count < Self.columnCount ? range.upperBound : starts[Self.columnCount]
            throw LineError(
                offset: offset, message: "expected \(Self.columnCount) columns separated by tabs, found \(count)")
        }
        try JSONParser(bytes, range).checkCharacters()
    }

    /// The page view that the row is; `nil` for another event.
    var pageView: ExportEvent.PageView? {
        get throws(LineError) {
            let kind = text(Column.name)
            guard kind == "screen_view" || kind == "page_view", text(Column.vendor).map(Self.vendors.contains) != false
            else { return nil }
            let name = kind == "screen_view" ? try screenName : text(Column.pageTitle) ?? text(Column.pageURL)
            return ExportEvent.PageView(
                time: try time, name: name ?? "",
                identity: EventIdentity(text(Column.eventID), fingerprint: text(Column.fingerprint), of: .snowplowTSV))
        }
    }

    /// Returns the session key in some columns, or the default one; `nil` without one.
    func sessionKey(in columns: [Int]?) -> String? {
        guard let columns else { return clientSessionID ?? text(Column.sessionID) }
        let texts = columns.compactMap { text($0) }
        return texts.count == columns.count ? texts.joined(separator: "/") : nil
    }

    private func range(_ column: Int) -> Range<Int> { starts[column]..<(starts[column + 1] - 1) }

    private func text(_ column: Int) -> String? {
        let range = range(column)
        return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
    }

    private var time: Int64 {
        get throws(LineError) {
            let range = range(Column.time)
            if let time = CalendarTime(bytes, range), time.end == range.upperBound { return time.nanoseconds }
            let found = JSONParser.quoted(text(Column.time) ?? "")
            throw LineError(
                offset: range.lowerBound,
                message: "expected column \(Column.time) to be a time such as 2026-01-14 18:20:04.725, found \(found)")
        }
    }

    private var screenName: String? {
        get throws(LineError) {
            var parser = JSONParser(bytes, range(Column.event))
            let object = try JSONObject(&parser)
            try parser.finish()
            return try object.string("data.data.name")
        }
    }

    /// The id of the client session in the column of contexts; `nil` if it has none or is malformed.
    private var clientSessionID: String? {
        var parser = JSONParser(bytes, range(Column.contexts))
        guard let contexts = try? JSONObject(&parser), let elements = try? contexts.elements("data") else { return nil }
        return elements.lazy.compactMap { range in
            var parser = JSONParser(bytes, range)
            guard let context = try? JSONObject(&parser),
                (try? context.text("schema"))?.utf8.starts(with: Self.clientSession.utf8) == true
            else { return nil }
            return try? context.text("data.sessionId")
        }.first
    }
}
