import AnalyticsJSON

/// A number for a text, by which it is found again: eight bytes with each multiplication.
///
/// It begins with a number that is another one in each process, so that no trace can be made whose names all fall into
/// one place.
package struct TextHash {
    private static let seed = UInt64.random(in: .min ... .max)

    private var state: UInt64

    @inline(__always)
    init(seed: UInt64) { state = seed }

    /// The number to begin with; to be asked for once, and not for each text.
    package static var start: UInt64 { seed }

    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let (high, low) = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = high ^ low
    }

    @inline(__always)
    func finished(count: Int) -> UInt32 {
        let (high, low) = (state ^ UInt64(truncatingIfNeeded: count)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return UInt32(truncatingIfNeeded: (high ^ low) &>> 16)
    }

    /// The number of a text.
    static func of(_ bytes: ByteSpan, _ start: Int, _ count: Int, seed: UInt64) -> UInt32 {
        var hash = TextHash(seed: seed)
        var done = 0
        while done + 8 <= count {
            hash.combine(bytes.word(at: start + done))
            done += 8
        }
        hash.combine(bytes.word(at: start + done) & UInt64.lowBytes(count - done))
        return hash.finished(count: count)
    }
}
