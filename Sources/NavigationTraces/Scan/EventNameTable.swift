import AnalyticsJSON

/// The names of events by their bytes, in their quotes: a name is looked for once, and not compared with one after another.
struct EventNameTable: Sendable {
    /// A name, and which keys an event of this name must and may have.
    struct Entry: Sendable {
        /// The first eight bytes and the last eight, as far as they are its own; of a name that is longer than both, the eight
        /// before the last as well.
        fileprivate var first: UInt64 = 0
        fileprivate var middle: UInt64 = 0
        fileprivate var last: UInt64 = 0
        fileprivate var firstMask: UInt64 = 0
        fileprivate var middleMask: UInt64 = 0
        fileprivate var lastMask: UInt64 = 0
        /// How many bytes it has; 0 where there is no name.
        fileprivate var count = 0
        fileprivate(set) var name = EventName.note
        fileprivate(set) var needed: EventScanner.Keys = []
        fileprivate(set) var allowed: EventScanner.Keys = []
    }

    static let shared = EventNameTable()

    private static let placeBits = 6
    private var entries = [Entry](repeating: Entry(), count: 1 << placeBits)

    private init() {
        for name in EventName.allCases {
            let text = Array("\"\(name.rawValue)\"".utf8)
            // A shorter name has no first word of its own. It is left to the general reader.
            guard text.count >= Self.shortest else { continue }
            var entry = Entry()
            entry.name = name
            (entry.needed, entry.allowed) = EventScanner.Keys.uses(of: name.kind)
            entry.count = text.count
            entry.first = Self.word(text.prefix(8))
            entry.firstMask = UInt64.lowBytes(min(8, text.count))
            // A shorter one is compared with the bytes before it as well, which are not its own.
            let before = max(0, 8 - text.count)
            entry.last = Self.word([UInt8](repeating: 0, count: before) + text.suffix(8))
            entry.lastMask = ~UInt64.lowBytes(before)
            if text.count > 16 {
                assert(text.count <= 24)
                entry.middle = Self.word(text.suffix(16).prefix(8))
                entry.middleMask = .max
            }
            var place = Self.place(of: entry.first)
            while entries[place].count > 0 { place = (place + 1) % entries.count }
            entries[place] = entry
        }
    }

    private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
    }

    /// The number of bytes of the shortest name.
    private static let shortest = 7

    /// The index where the search begins, by the first bytes, as many as the shortest name has.
    @inline(__always)
    private static func place(of word: UInt64) -> Int {
        let mixed = (word & UInt64.lowBytes(shortest)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> UInt64(64 &- placeBits))
    }

    /// The name that stands at a place, which is moved past it.
    ///
    /// A byte at least must stand before it, and behind the line feed that ends the line the padding of words: the last
    /// eight bytes of a name are looked at where the first are its own, and so they end there at most.
    @inline(__always)
    func name(_ bytes: ByteSpan, _ at: inout Int) -> Entry? {
        let first = bytes.paddedWord(at: at)
        var place = Self.place(of: first)
        while true {
            let entry = entries[place]
            if entry.count == 0 { return nil }
            if (first ^ entry.first) & entry.firstMask == 0,
                (bytes.paddedWord(at: at &+ entry.count &- 8) ^ entry.last) & entry.lastMask == 0,
                entry.middleMask == 0 || bytes.paddedWord(at: at &+ entry.count &- 16) == entry.middle
            {
                at &+= entry.count
                return entry
            }
            place = (place &+ 1) & (entries.count &- 1)
        }
    }
}
