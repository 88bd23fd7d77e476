import PageViewTracking
import AnalyticsJSON

/// The frame of an event in a segment: one line with a checksum, a length and the event (JR-001).
///
///     {"crc":"e3069283","length":"0000123","event":{…}}
///
/// The line is JSON. The part before the event has a fixed length. So a reader finds the event and the next record without
/// parsing JSON.
package enum RecordFrame {
    /// The bytes at the beginning of every record. They cannot follow a line break elsewhere, because JSON escapes line breaks.
    package static let mark: StaticString = "{\"crc\":\""
    private static let middle: StaticString = "\",\"length\":\""
    private static let last: StaticString = "\",\"event\":"

    /// The number of bytes of the mark.
    package static var markLength: Int { mark.utf8CodeUnitCount }
    /// The number of bytes before the event.
    package static let prefixLength = 45
    /// The number of bytes behind the event: the end of the object and of the line.
    package static let suffixLength = 2
    /// The maximum number of bytes of an event. More than back ends accept, and small enough for memory.
    package static let longestEvent = 2_000_000
    /// The maximum number of bytes of a record.
    package static let longestRecord = prefixLength + longestEvent + suffixLength
    /// The checksum and the length before an event.
    package struct Prefix: Equatable {
        package let checksum: UInt32
        package let length: Int
    }

    /// Appends an event as a record. The event must not be longer than `longestEvent`.
    package static func append(_ event: Span<UInt8>, to buffer: inout [UInt8]) {
        buffer.append(mark)
        buffer.append(hexadecimal: UInt64(CRC32C.checksum(event)), digits: 8)
        buffer.append(middle)
        buffer.append(decimal: UInt64(event.count), digits: 7)
        buffer.append(last)
        unsafe event.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
        buffer.append("}\n")
    }

    /// Reads a prefix; returns `nil` if there is none. At least `prefixLength` bytes must follow the offset.
    package static func prefix(in bytes: Span<UInt8>, at start: Int) -> Prefix? {
        guard hasText(mark, in: bytes, at: start), hasText(middle, in: bytes, at: start + 16),
            hasText(last, in: bytes, at: start + 35)
        else { return nil }
        var checksum: UInt32 = 0
        for index in (start + 8)..<(start + 16) {
            guard let digit = hexadecimalDigit(bytes[index]) else { return nil }
            checksum = checksum << 4 | digit
        }
        var length = 0
        for index in (start + 28)..<(start + 35) {
            guard (0x30...0x39).contains(bytes[index]) else { return nil }
            length = length * 10 + Int(bytes[index] - 0x30)
        }
        guard length <= longestEvent else { return nil }
        return Prefix(checksum: checksum, length: length)
    }

    /// Returns whether a record may begin at an offset, as far as the available bytes show.
    package static func mayBegin(in bytes: Span<UInt8>, at start: Int, end: Int) -> Bool {
        let count = min(markLength, end - start)
        return (0..<count).allSatisfy { unsafe bytes[start + $0] == mark.utf8Start[$0] }
    }

    /// Returns whether a record ends at an offset.
    package static func ends(in bytes: Span<UInt8>, at start: Int) -> Bool {
        bytes[start] == 0x7D && bytes[start + 1] == 0x0A
    }

    private static func hasText(_ text: StaticString, in bytes: Span<UInt8>, at start: Int) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { unsafe bytes[start + $0] == text.utf8Start[$0] }
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }
}

/// The checksum of records: CRC-32C, as in iSCSI and ext4 (JR-001). The checksum of `123456789` is `e3069283`.
package enum CRC32C {
    /// Returns the checksum of bytes. With the checksum of earlier bytes, it is that of the earlier bytes and these.
    package static func checksum(_ bytes: Span<UInt8>, after earlier: UInt32 = 0) -> UInt32 {
        let tables = tables.span
        var crc = ~earlier
        var at = 0
        // Eight bytes per step. A table for each position gives the contribution of a byte there.
        while at &+ 8 <= bytes.count {
            // Safe because any bits are a valid number, and the load checks the bounds.
            let bits = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            let word = UInt64(littleEndian: bits) ^ UInt64(crc)
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

    /// Eight tables of 256 entries, concatenated. `ContiguousArray` because `Array.span` needs macOS 26 and iOS 26.
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
