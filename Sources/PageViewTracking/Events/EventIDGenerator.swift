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
