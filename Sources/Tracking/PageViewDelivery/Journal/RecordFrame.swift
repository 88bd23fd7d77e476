import PageViewTracking
import AnalyticsJSON

/// The frame of an event in a segment: one line with a checksum, a length and the event (JR-001).
///
///     {"crc":"e3069283","length":"0000123","event":{…}}
///
/// The part before the event has a fixed length, so a reader finds the event and the next record without parsing JSON.
package enum RecordFrame {
    /// The bytes at the beginning of every record. They cannot follow a line break elsewhere, because JSON escapes line breaks.
    private static let mark = Array(#"{"crc":""#.utf8)
    private static let middle = Array(#"","length":""#.utf8)
    private static let last = Array(#"","event":"#.utf8)
    /// The end of the object and of the line.
    private static let ending: [UInt8] = [0x7D, 0x0A]

    static var markLength: Int { mark.count }
    package static let prefixLength = 45
    package static let suffixLength = 2
    /// The maximum number of bytes of an event. More than back ends accept, and small enough for memory.
    package static let longestEvent = 2_000_000
    static let longestRecord = prefixLength + longestEvent + suffixLength

    /// Appends an event of at most `longestEvent` bytes as a record.
    package static func append(_ event: [UInt8], to buffer: inout [UInt8]) {
        buffer += mark
        buffer.append(hexadecimal: UInt64(CRC32C.checksum(event[...])), digits: 8)
        buffer += middle
        buffer.append(decimal: UInt64(event.count), digits: 7)
        buffer += last
        buffer += event
        buffer += ending
    }

    /// Returns the checksum and the length before an event; `nil` if the bytes do not begin with them.
    static func prefix(of bytes: ArraySlice<UInt8>) -> (checksum: UInt32, length: Int)? {
        let digits = bytes.dropFirst(28).prefix(7)
        guard bytes.count >= prefixLength, bytes.starts(with: mark), bytes.dropFirst(16).starts(with: middle),
            bytes.dropFirst(35).starts(with: last),
            let checksum = Hexadecimal.number(bytes.dropFirst(8).prefix(8), digits: 8),
            digits.allSatisfy(\.isASCIIDigit)
        else { return nil }
        let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return length <= longestEvent ? (UInt32(checksum), length) : nil
    }

    /// Returns whether the bytes may begin a record, as far as there are any.
    static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool { zip(mark, bytes).allSatisfy { $0 == $1 } }

    /// Returns whether the bytes end as a record.
    static func ends(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.suffix(suffixLength).elementsEqual(ending) }
}

/// The checksum of records: CRC-32C, as in iSCSI and ext4 (JR-001). The checksum of `123456789` is `e3069283`.
package enum CRC32C {
    package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
        return ~crc
    }

    private static let table: [UInt32] = (0..<0x100).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
    }
}
