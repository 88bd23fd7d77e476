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
        var (offset, records, checksum): (UInt64?, UInt64?, UInt64?)
        var parser = JSONParser(bytes, bytes.indices)
        do throws(LineError) {
            try parser.object(level: 1) { parser, key throws(LineError) in
                switch parser.text(of: key) {
                case "offset": offset = try parser.unsigned()
                case "records": records = try parser.unsigned()
                case "crc": checksum = try parser.unsigned()
                default: try parser.skipValue(level: 2)
                }
            }
            try parser.finish()
        } catch { return nil }
        guard let offset = offset.flatMap(Int.init(exactly:)), let records = records.flatMap(Int.init(exactly:)) else {
            return nil
        }
        self.init(offset: offset, records: records)
        // Whatever says that something was delivered that was not would lose it.
        guard checksum == UInt64(self.checksum), bytes == json else { return nil }
    }

    private var checksum: UInt32 { CRC32C.checksum(ContiguousArray("\(offset) \(records)".utf8).span) }

    /// A line of JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("offset")
        writer.int(Int64(offset))
        writer.key("records")
        writer.int(Int64(records))
        writer.key("crc")
        writer.int(Int64(checksum))
        writer.endObject()
        writer.newline()
        return writer.takeBytes()
    }
}
