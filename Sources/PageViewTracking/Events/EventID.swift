/// An identity of 128 bits: that of an event, of an appearance of a page, or of a user without a name (rule TK-003).
///
/// Those of events are UUIDs of version 7: the upper 48 bits are milliseconds since 1970, so that they sort by time, and
/// those of one tracker by the order in which it made them. An event keeps its identity however often it is delivered.
public struct EventID: Sendable, Hashable {
    /// The upper 64 bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// Creates an identity from its bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Milliseconds since 1970 that are in it; without a meaning in one that is not of version 7.
    public var milliseconds: Int64 { Int64(high >> 16) }
}

extension EventID: Comparable {
    /// Whether the left one comes first, as numbers; the texts sort alike.
    public static func < (left: EventID, right: EventID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

extension EventID: LosslessStringConvertible {
    /// Reads the usual text of a UUID, in letters of either case; `nil` if it is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if Self.dashes.contains(index) {
                guard byte == 0x2D else { return nil }
                continue
            }
            guard let digit = Self.value(ofHexadecimal: byte) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | digit
        }
        self.init(high: high, low: low)
    }

    /// The usual text of a UUID, in small letters.
    public var description: String {
        unsafe String(unsafeUninitializedCapacity: 36) { buffer in
            var (high, low) = (high, low)
            for index in (0..<36).reversed() {
                guard !Self.dashes.contains(index) else {
                    unsafe buffer[index] = 0x2D
                    continue
                }
                let digit = UInt8(truncatingIfNeeded: low & 0xF)
                unsafe buffer[index] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
                low = low >> 4 | high << 60
                high >>= 4
            }
            return 36
        }
    }

    private static var dashes: [Int] { [8, 13, 18, 23] }

    private static func value(ofHexadecimal byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x41 + 10)
        case 0x61...0x66: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }
}
