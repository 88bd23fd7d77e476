import PageViewTracking
package import AnalyticsJSON

/// How an event stands in a segment: one line, and in front of the event its checksum and its length (rule JR-001).
///
///     {"crc":"e3069283","length":"0000123","event":{…}}
///
/// The line is JSON; what is in front of the event has always the same length, so that no JSON has to be read to find the
/// event or what follows it.
package enum RecordFrame {
    /// What every record begins with. Behind a line break, it stands nowhere else: in JSON a line break is escaped.
    package static let mark: StaticString = "{\"crc\":\""
    private static let middle: StaticString = "\",\"length\":\""
    private static let last: StaticString = "\",\"event\":"

    /// How many bytes that are.
    package static var markLength: Int { mark.utf8CodeUnitCount }
    /// How many bytes stand in front of the event.
    package static let prefixLength = 45
    /// How many bytes stand behind it: the end of the object, and of the line.
    package static let suffixLength = 2
    /// How many bytes an event can have: far more than any back end takes, and few enough to be in memory at once.
    package static let longestEvent = 2_000_000
    /// How many bytes a record can have.
    package static let longestRecord = prefixLength + longestEvent + suffixLength
    /// What the prefix says.
    package struct Prefix: Equatable {
        package let checksum: UInt32
        package let length: Int
    }

    /// Adds an event that is not too long as a record.
    package static func append(_ event: ByteSpan, to buffer: inout OutputBuffer) {
        let checksum = CRC32C.checksum(event)
        buffer.write(atMost: prefixLength + event.count + suffixLength) { cursor in
            cursor.append(mark)
            cursor.hexadecimal(checksum, 8)
            cursor.append(middle)
            cursor.fixed(UInt64(event.count), 7)
            cursor.append(last)
            unsafe event.withUnsafeBufferPointer { unsafe cursor.append($0) }
            cursor.append("}\n")
        }
    }

    /// Reads the prefix at an offset, where there must be as many bytes; `nil` if there is none.
    package static func prefix(in bytes: ByteSpan, at start: Int) -> Prefix? {
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

    /// Whether a record begins at an offset, as far as the bytes reach.
    package static func mayBegin(in bytes: ByteSpan, at start: Int, end: Int) -> Bool {
        let count = min(markLength, end - start)
        return (0..<count).allSatisfy { unsafe bytes[start + $0] == mark.utf8Start[$0] }
    }

    /// Whether a record ends at an offset.
    package static func ends(in bytes: ByteSpan, at start: Int) -> Bool {
        bytes[start] == 0x7D && bytes[start + 1] == 0x0A
    }

    private static func hasText(_ text: StaticString, in bytes: ByteSpan, at start: Int) -> Bool {
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
