import AnalyticsJSON

/// How far a segment is acknowledged: up to which byte, and how many events that were (rule JR-009).
package struct Acknowledgement: Sendable, Hashable {
    package var offset: Int
    package var records: Int

    package static let none = Acknowledgement(offset: 0, records: 0)

    package init(offset: Int, records: Int) {
        (self.offset, self.records) = (offset, records)
    }

    /// Reads what ``json`` wrote; `nil` if it is damaged.
    package init?(json bytes: [UInt8]) {
        var (offset, records): (UInt64?, UInt64?)
        var parser = JSONParser(bytes, bytes.indices)
        do throws(LineError) {
            try parser.object(level: 1) { parser, key throws(LineError) in
                switch parser.text(of: key) {
                case "offset": offset = try parser.unsigned()
                case "records": records = try parser.unsigned()
                default: try parser.skipValue(level: 2)
                }
            }
            try parser.finish()
        } catch { return nil }
        guard let offset = offset.flatMap(Int.init(exactly:)), let records = records.flatMap(Int.init(exactly:)) else {
            return nil
        }
        self.init(offset: offset, records: records)
    }

    /// A line of JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("offset")
        writer.int(Int64(offset))
        writer.key("records")
        writer.int(Int64(records))
        writer.endObject()
        writer.newline()
        return writer.takeBytes()
    }
}
