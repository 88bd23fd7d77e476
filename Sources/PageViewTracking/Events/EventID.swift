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

/// Makes the identities of a tracker's events: UUIDs of version 7, each greater than the one before (rule TK-003).
///
/// Within a millisecond, and while the clock shows an earlier time than before, the 74 bits behind the milliseconds go up
/// by a random step; in a new millisecond they begin anew.
package struct EventIDGenerator: Sendable {
    private var random: RandomBits
    private var milliseconds: UInt64
    private var upperTail: UInt64
    private var lowerTail: UInt64

    /// Creates a generator; from the same seed the same identities come for the same times.
    package init(seed: UInt64) {
        self.init(seed: seed, milliseconds: 0, upperTail: 0, lowerTail: 0)
        // So that the first of a clock that was never set is no smaller number than others.
        begin(0)
    }

    /// Creates a generator that goes on from an identity.
    init(seed: UInt64, milliseconds: UInt64, upperTail: UInt64, lowerTail: UInt64) {
        random = RandomBits(seed: seed)
        (self.milliseconds, self.upperTail, self.lowerTail) = (milliseconds, upperTail, lowerTail)
    }

    /// The identity of an event at this time.
    package mutating func next(at time: WallTime) -> EventID {
        let now = UInt64(max(0, min(time.milliseconds, Int64(Self.latest))))
        if now > milliseconds { begin(now) } else { step() }
        return EventID(
            high: milliseconds << 16 | 0x7000 | upperTail, low: 0x8000_0000_0000_0000 | lowerTail)
    }

    private mutating func begin(_ now: UInt64) {
        milliseconds = now
        // The highest bit stays free, so that there is room to go up.
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

/// A row of numbers that follow from a seed, spread evenly over all bits; no secret can be made of it.
package struct RandomBits: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// A number in which each bit depends on each bit of this one.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension EventID {
    /// A random identity, a UUID of version 4.
    static func random() -> EventID {
        EventID(
            high: UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000,
            low: UInt64.random(in: .min ... .max) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
