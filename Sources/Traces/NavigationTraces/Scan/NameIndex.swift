import AnalyticsJSON

/// A hash table from names to numbers, with open addressing and linear probing.
///
/// It stores hashes and numbers. Its owner stores the names.
struct NameIndex {
    /// The slots: the hash in the upper half, the number plus 1 in the lower half; 0 if free.
    ///
    /// Their count is a power of two. At least half of them are free, so most searches end at the first slot.
    private var slots: [UInt64] = []
    private var count = 0
    private static let minimumSlotCount = 16

    /// Whether the table has no memory.
    @inline(__always)
    var isEmpty: Bool { slots.isEmpty }

    /// Returns the number of the name that has this hash and that `isMatch` confirms.
    @inline(__always)
    func number(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count &- 1
        var index = Int(hash) & mask
        while slots[index] != 0 {
            if UInt32(truncatingIfNeeded: slots[index] &>> 32) == hash {
                let number = Self.number(slots[index])
                if isMatch(number) { return number }
            }
            index = (index &+ 1) & mask
        }
        return nil
    }

    mutating func insert(_ number: Int, _ hash: UInt32) {
        count += 1
        if count > slots.count / 2 { resize(to: max(Self.minimumSlotCount, 2 * slots.count)) }
        enter(UInt64(hash) << 32 | UInt64(number + 1))
    }

    /// Removes a number. Shrinks the table if few numbers remain.
    mutating func remove(_ number: Int, _ hash: UInt32) {
        let slot = UInt64(hash) << 32 | UInt64(number + 1)
        guard !slots.isEmpty else { return }
        let mask = slots.count - 1
        var hole = Int(hash) & mask
        while slots[hole] != slot {
            guard slots[hole] != 0 else { return }
            hole = (hole + 1) & mask
        }
        count -= 1
        // Slots after the hole move up if a search would stop at the hole.
        var index = hole
        while true {
            index = (index + 1) & mask
            guard slots[index] != 0 else { break }
            let home = Int(slots[index] >> 32) & mask
            // A slot may fill the hole if its home is not between the two.
            if (index - home) & mask >= (index - hole) & mask {
                slots[hole] = slots[index]
                hole = index
            }
        }
        slots[hole] = 0
        if slots.count > 1024, count < slots.count / 8 { resize(to: slots.count / 2) }
    }

    @inline(__always)
    private static func number(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) &- 1 }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = [UInt64](repeating: 0, count: size)
        for slot in old where slot != 0 { enter(slot) }
    }

    private mutating func enter(_ slot: UInt64) {
        let mask = slots.count - 1
        var index = Int(slot >> 32) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = slot
    }
}

/// A hash of a text, computed from eight bytes per multiplication.
///
/// The seed is random in each process. So no trace can contain names that all collide.
package struct TextHash {
    private static let seed = UInt64.random(in: .min ... .max)

    private var state: UInt64

    @inline(__always)
    init(seed: UInt64) { state = seed }

    /// The seed. Read it once, not for each text.
    package static var start: UInt64 { seed }

    /// Adds eight bytes of the text.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let (high, low) = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = high ^ low
    }

    /// Returns the hash after the last bytes of the text, at most seven. The length takes the place of the eighth.
    @inline(__always)
    func finished(_ rest: UInt64, _ count: Int, length: Int) -> UInt32 {
        var last = self
        last.combine(rest & UInt64.lowBytes(count) | UInt64(truncatingIfNeeded: length) &<< 56)
        return UInt32(truncatingIfNeeded: last.state &>> 16)
    }

    /// Returns the hash of a text.
    static func of(_ bytes: ByteSpan, _ start: Int, _ count: Int, seed: UInt64) -> UInt32 {
        var hash = TextHash(seed: seed)
        var done = 0
        while done + 8 <= count {
            hash.combine(bytes.word(at: start + done))
            done += 8
        }
        return hash.finished(bytes.word(at: start + done), count - done, length: count)
    }
}
