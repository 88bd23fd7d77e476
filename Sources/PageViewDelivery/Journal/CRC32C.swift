import PageViewTracking
package import AnalyticsJSON

/// The checksum of records: CRC-32C, the one of iSCSI and ext4 (rule JR-001). That of `123456789` is `e3069283`.
package enum CRC32C {
    /// The checksum of some bytes.
    package static func checksum(_ bytes: ByteSpan) -> UInt32 {
        let tables = tables.span
        var crc = ~UInt32(0)
        var at = 0
        // Eight bytes a step: what each of them comes to, so many bytes further on, is in a table of its own.
        while at &+ 8 <= bytes.count {
            let word = bytes.word(at: at) ^ UInt64(crc)
            var sum = tables[0x700 | Int(truncatingIfNeeded: word & 0xFF)]
            sum ^= tables[0x600 | Int(truncatingIfNeeded: word &>> 8 & 0xFF)]
            sum ^= tables[0x500 | Int(truncatingIfNeeded: word &>> 16 & 0xFF)]
            sum ^= tables[0x400 | Int(truncatingIfNeeded: word &>> 24 & 0xFF)]
            sum ^= tables[0x300 | Int(truncatingIfNeeded: word &>> 32 & 0xFF)]
            sum ^= tables[0x200 | Int(truncatingIfNeeded: word &>> 40 & 0xFF)]
            sum ^= tables[0x100 | Int(truncatingIfNeeded: word &>> 48 & 0xFF)]
            sum ^= tables[Int(truncatingIfNeeded: word &>> 56)]
            crc = sum
            at &+= 8
        }
        while at < bytes.count {
            crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[at])] ^ crc &>> 8
            at &+= 1
        }
        return ~crc
    }

    /// Eight tables of 256 entries, one behind the other. `Array.span` needs macOS 26 and iOS 26.
    private static let tables: ContiguousArray<UInt32> = {
        var tables = ContiguousArray<UInt32>(repeating: 0, count: 0x800)
        for index in 0..<0x100 {
            var crc = UInt32(index)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
            tables[index] = crc
        }
        for index in 0x100..<0x800 {
            let before = tables[index - 0x100]
            tables[index] = tables[Int(before & 0xFF)] ^ before >> 8
        }
        return tables
    }()
}
