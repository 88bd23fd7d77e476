import AnalyticsJSON

/// The keys of a line, as a bit set.
struct EventKeys: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    static let time = EventKeys(rawValue: 1 << 0)
    static let session = EventKeys(rawValue: 1 << 1)
    static var component: EventKeys { EventKeys(.component) }
    static var scene: EventKeys { EventKeys(.scene) }
    static let event = EventKeys(rawValue: 1 << 15)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    @inline(__always)
    init(_ key: EventKey) { rawValue = 4 &<< key.rawValue }

    /// Returns the keys that an event must have and may have.
    ///
    /// A line with a key that the event does not use is left to the general reader, which checks the type of the value. So is an
    /// event that has only the second of two alternative keys.
    static func uses(of kind: EventKind) -> (needed: EventKeys, allowed: EventKeys) {
        let needed: EventKeys = kind.neededKeys.map { [.event, EventKeys($0.key)] } ?? .event
        return (needed, kind.grammar.all.reduce([.event, .time, .session]) { $0.union(EventKeys($1)) })
    }
}

extension EventScanner {
    /// The keys that nearly all lines have, with quotes and colon.
    ///
    /// A program writes the keys of each line in the same order. So the processor predicts the comparisons correctly.
    enum CommonKey {
        /// The bytes of `"t":`, `"event":` and so on as words. The lowest byte comes first.
        private static var time: UInt64 { 0x3A22_7422 }
        private static var event: UInt64 { 0x3A22_746E_6576_6522 }
        private static var scene: UInt64 { 0x3A22_656E_6563_7322 }
        private static var component: (UInt64, UInt64) { (0x656E_6F70_6D6F_6322, 0x3A22_746E) }
        private static var session: (UInt64, UInt64) { (0x6E6F_6973_7365_7322, 0x3A22) }

        @inline(__always)
        static func isTime(_ word: UInt64) -> Bool { word & UInt64.lowBytes(4) == time }

        @inline(__always)
        static func isEvent(_ word: UInt64) -> Bool { word == event }

        @inline(__always)
        static func isScene(_ word: UInt64) -> Bool { word == scene }

        @inline(__always)
        static func isComponent(_ word: UInt64, _ bytes: ByteSpan, _ at: Int) -> Bool {
            word == component.0 && bytes.paddedWord(at: at &+ 8) & UInt64.lowBytes(4) == component.1
        }

        @inline(__always)
        static func isSession(_ word: UInt64, _ bytes: ByteSpan, _ at: Int) -> Bool {
            word == session.0 && bytes.paddedWord(at: at &+ 8) & UInt64.lowBytes(2) == session.1
        }
    }

    /// Returns the key at a position, and its length. The caller's position is no `inout` argument, so it can be in a register.
    @inline(never)
    static func rareKey(_ bytes: ByteSpan, _ start: Int) -> (EventKey?, count: Int) {
        var at = start
        let key = rareKey(bytes, &at)
        return (key, at - start)
    }

    /// Returns the key at a position, and advances the position. Only notes have the key `text`; the general reader reads them.
    @inline(__always)
    private static func rareKey(_ bytes: ByteSpan, _ at: inout Int) -> EventKey? {
        if take("\"page\":", bytes, &at) { return .page }
        if take("\"payload\":", bytes, &at) { return .payload }
        if take("\"state\":", bytes, &at) { return .state }
        if take("\"parent\":", bytes, &at) { return .parent }
        if take("\"attached\":", bytes, &at) { return .attached }
        if take("\"name\":", bytes, &at) { return .name }
        if take("\"properties\":", bytes, &at) { return .properties }
        if take("\"url\":", bytes, &at) { return .url }
        if take("\"source\":", bytes, &at) { return .source }
        return nil
    }

    /// Advances the position past a literal. Returns whether the literal is there.
    @inline(__always)
    private static func take(_ literal: StaticString, _ bytes: ByteSpan, _ at: inout Int) -> Bool {
        guard bytes.starts(with: literal, at: at) else { return false }
        at &+= literal.utf8CodeUnitCount
        return true
    }
}

/// A hash table of the names of events, with their quotes.
struct EventNameTable: Sendable {
    /// A name, and the keys that the event must have and may have.
    struct Entry: Sendable {
        /// The first eight bytes and the last eight bytes. If the name is longer than 16 bytes, `middle` has the eight before the
        /// last.
        ///
        /// The masks select the bytes that belong to the name.
        fileprivate var first: UInt64 = 0
        fileprivate var middle: UInt64 = 0
        fileprivate var last: UInt64 = 0
        fileprivate var firstMask: UInt64 = 0
        fileprivate var middleMask: UInt64 = 0
        fileprivate var lastMask: UInt64 = 0
        /// The number of bytes; 0 if the slot is empty.
        fileprivate var count = 0
        fileprivate(set) var kind = EventKind.note
        fileprivate(set) var needed: EventKeys = []
        fileprivate(set) var allowed: EventKeys = []
    }

    static let shared = EventNameTable()

    private static let slotBits = 6
    private var entries = [Entry](repeating: Entry(), count: 1 << slotBits)

    private init() {
        for kind in EventKind.allCases {
            let text = Array("\"\(kind.name)\"".utf8)
            // The hash of a shorter name would include bytes after it. The general reader reads such a name.
            guard text.count >= Self.shortest else { continue }
            var entry = Entry()
            entry.kind = kind
            (entry.needed, entry.allowed) = EventKeys.uses(of: kind)
            entry.count = text.count
            entry.first = Self.word(text.prefix(8))
            entry.firstMask = UInt64.lowBytes(min(8, text.count))
            // The last eight bytes of a shorter name include bytes before it, which the mask ignores.
            let before = max(0, 8 - text.count)
            entry.last = Self.word([UInt8](repeating: 0, count: before) + text.suffix(8))
            entry.lastMask = ~UInt64.lowBytes(before)
            if text.count > 16 {
                assert(text.count <= 24)
                entry.middle = Self.word(text.suffix(16).prefix(8))
                entry.middleMask = .max
            }
            var slot = Self.slot(of: entry.first)
            while entries[slot].count > 0 { slot = (slot + 1) % entries.count }
            entries[slot] = entry
        }
    }

    private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
    }

    /// The number of bytes of the shortest name.
    private static let shortest = 7

    /// Returns the slot where the search begins. It depends on as many bytes as the shortest name has.
    @inline(__always)
    private static func slot(of word: UInt64) -> Int {
        let mixed = (word & UInt64.lowBytes(shortest)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> UInt64(64 &- slotBits))
    }

    /// Returns the entry of the name at a position, and advances the position past the name.
    ///
    /// At least one byte must precede the position, and padding must follow the line feed that ends the line. The last eight
    /// bytes are compared only if the first ones are equal, so no read passes the padding.
    @inline(__always)
    func name(_ bytes: ByteSpan, _ at: inout Int) -> Entry? {
        let first = bytes.paddedWord(at: at)
        var slot = Self.slot(of: first)
        while true {
            let entry = entries[slot]
            if entry.count == 0 { return nil }
            if (first ^ entry.first) & entry.firstMask == 0,
                (bytes.paddedWord(at: at &+ entry.count &- 8) ^ entry.last) & entry.lastMask == 0,
                entry.middleMask == 0 || bytes.paddedWord(at: at &+ entry.count &- 16) == entry.middle
            {
                at &+= entry.count
                return entry
            }
            slot = (slot &+ 1) & (entries.count &- 1)
        }
    }
}
