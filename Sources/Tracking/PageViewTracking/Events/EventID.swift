import AnalyticsJSON

/// A 128-bit identity of an event, of an appearance of a page, or of an anonymous user (rule TK-003).
///
/// The identity of an event is a UUID of version 7. Its upper 48 bits are milliseconds since 1970, so identities sort by time.
/// The identities of one tracker sort by the order of creation. An event keeps its identity in every delivery.
public struct EventID: Sendable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The milliseconds since 1970 in the identity. Meaningful only for version 7.
    package var milliseconds: Int64 { Int64(high >> 16) }
}

extension EventID: Comparable {
    /// Whether the left identity is the smaller number. Descriptions sort in the same order.
    public static func < (left: EventID, right: EventID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

extension EventID: LosslessStringConvertible {
    /// Creates an identity from the text of a UUID, in uppercase or lowercase; `nil` for any other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if Self.dashes.contains(index) {
                guard byte == 0x2D else { return nil }
                continue
            }
            guard let digit = byte.hexDigit else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    /// The text of the UUID, in lowercase.
    public var description: String {
        var text: [UInt8] = []
        for (number, digits) in [(high >> 32, 8), (high >> 16, 4), (high, 4), (low >> 48, 4), (low, 12)] {
            if !text.isEmpty { text.append(0x2D) }
            text.append(hexadecimal: number, digits: digits)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static var dashes: [Int] { [8, 13, 18, 23] }
}

/// A generator of increasing UUIDs of version 7 (rule TK-003).
///
/// In a new millisecond, the 74 bits after the milliseconds start at a random number. Within a millisecond, or while the clock
/// is set back, they increase by a random step.
package struct EventIDGenerator: Sendable {
    private var random: RandomBits
    private var milliseconds: UInt64
    private var upperTail: UInt64
    private var lowerTail: UInt64

    package init(seed: UInt64) {
        self.init(seed: seed, milliseconds: 0, upperTail: 0, lowerTail: 0)
        // The first identity at time 0 must be random too.
        begin(0)
    }

    init(seed: UInt64, milliseconds: UInt64, upperTail: UInt64, lowerTail: UInt64) {
        random = RandomBits(seed: seed)
        (self.milliseconds, self.upperTail, self.lowerTail) = (milliseconds, upperTail, lowerTail)
    }

    package mutating func next(at time: WallTime) -> EventID {
        let now = UInt64(max(0, min(time.milliseconds, Int64(Self.latest))))
        if now > milliseconds { begin(now) } else { step() }
        return EventID(
            high: milliseconds << 16 | 0x7000 | upperTail, low: 0x8000_0000_0000_0000 | lowerTail)
    }

    private mutating func begin(_ now: UInt64) {
        milliseconds = now
        // The highest of the 74 bits stays clear, so that the steps have room.
        upperTail = random.next() >> 53
        lowerTail = random.next() >> 2
    }

    private mutating func step() {
        lowerTail += 1 + random.next() >> 32
        guard lowerTail > Self.lowerBits else { return }
        lowerTail &= Self.lowerBits
        upperTail += 1
        if upperTail > 0xFFF { begin(min(milliseconds + 1, Self.latest)) }
    }

    private static var latest: UInt64 { 0xFFFF_FFFF_FFFF }
    private static var lowerBits: UInt64 { 0x3FFF_FFFF_FFFF_FFFF }
}

/// A pseudorandom sequence of evenly distributed numbers (rule TK-003). It is not cryptographic.
package struct RandomBits: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a number whose bits each depend on every bit of `value`.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension EventID {
    static func random() -> EventID {
        EventID(
            high: UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000,
            low: UInt64.random(in: .min ... .max) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
