import AnalyticsJSON

/// Reads rows of Snowplow's enriched TSV (AU-105).
struct SnowplowRow: Sendable {
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

    /// The columns of the session key; `nil` for the default.
    private let session: [Int]?
    private var bytes: [UInt8] = []
    /// The positions at which the columns begin. The last one is beyond the line end.
    private var starts: [Int] = []

    init(session: [Int]?) {
        self.session = session
    }

    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> ExportEvent.PageView? {
        self.bytes = bytes
        starts.removeAll(keepingCapacity: true)
        starts.append(range.lowerBound)
        for index in range where bytes[index] == 0x09 { starts.append(index + 1) }
        starts.append(range.upperBound + 1)
        let count = starts.count - 1
        guard count == Self.columnCount else {
            let offset = count < Self.columnCount ? range.upperBound : starts[Self.columnCount]
            throw LineError(
                offset: offset, message: "expected \(Self.columnCount) columns separated by tabs, found \(count)")
        }
        try JSONParser(bytes, range).checkCharacters()
        let kind = text(Column.name)
        guard kind == "screen_view" || kind == "page_view", text(Column.vendor).map(Self.vendors.contains) != false
        else {
            return nil
        }
        let name = kind == "screen_view" ? try screenName() : text(Column.pageTitle) ?? text(Column.pageURL)
        return ExportEvent.PageView(
            time: try time(), name: name ?? "",
            identity: EventIdentity(text(Column.eventID), fingerprint: text(Column.fingerprint), of: .snowplowTSV))
    }

    /// Releases the bytes of the row, so that their owner can change them in place.
    mutating func release() { bytes = [] }

    /// The session key of the row that was read last; `nil` without one.
    var sessionKey: String? {
        if let session {
            let texts = session.compactMap { text($0) }
            return texts.count == session.count ? texts.joined(separator: "/") : nil
        }
        return clientSessionID ?? text(Column.sessionID)
    }

    private func range(_ column: Int) -> Range<Int> { starts[column]..<(starts[column + 1] - 1) }

    private func text(_ column: Int) -> String? {
        let range = range(column)
        return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
    }

    private func time() throws(LineError) -> Int64 {
        let range = range(Column.time)
        guard let time = CalendarTime(bytes, range), time.end == range.upperBound else {
            throw LineError(
                offset: range.lowerBound,
                message:
                    "expected column \(Column.time) to be a time such as 2026-01-14 18:20:04.725, found \(JSONParser.quoted(text(Column.time) ?? ""))"
            )
        }
        return time.nanoseconds
    }

    private func screenName() throws(LineError) -> String? {
        var tree = MemberTree()
        let name = tree.add(["data", "data", "name"])
        var members = MemberReader(tree)
        var parser = JSONParser(bytes, range(Column.event))
        try members.read(&parser)
        try parser.finish()
        return try members.string(name)
    }

    /// The id of the client session in the column of contexts; `nil` if it has none or is malformed.
    private var clientSessionID: String? {
        let range = range(Column.contexts)
        guard !range.isEmpty else { return nil }
        var tree = MemberTree()
        let data = tree.add(["data"])
        var members = MemberReader(tree)
        var parser = JSONParser(bytes, range)
        guard (try? members.read(&parser)) != nil, let elements = try? members.elements(data) else { return nil }
        var inner = MemberTree()
        let schema = inner.add(["schema"])
        let session = inner.add(["data", "sessionId"])
        var element = MemberReader(inner)
        for range in elements {
            var parser = JSONParser(bytes, range)
            guard parser.next == 0x7B, (try? element.read(&parser)) != nil else { continue }
            if element.text(schema)?.utf8.starts(with: Self.clientSession.utf8) == true, let id = element.text(session)
            {
                return id
            }
        }
        return nil
    }
}
