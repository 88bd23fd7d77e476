import AnalyticsJSON

extension EventScanner {
    /// The keys of a line: those that many events have in the order of ``ScannedEvent/Parts``, the other ones of events, and
    /// `event`.
    struct Keys: OptionSet {
        let rawValue: UInt16

        static let time = Keys(rawValue: 1 << 0)
        static let session = Keys(rawValue: 1 << 1)
        static var component: Keys { Keys(.component) }
        static var scene: Keys { Keys(.scene) }
        static let event = Keys(rawValue: 1 << 15)

        init(rawValue: UInt16) { self.rawValue = rawValue }

        @inline(__always)
        init(_ key: EventKey) { rawValue = 4 &<< key.rawValue }

        /// The keys that an event keeps in itself.
        @inline(__always)
        var parts: ScannedEvent.Parts { ScannedEvent.Parts(rawValue: UInt8(truncatingIfNeeded: rawValue & 0xF)) }

        /// The keys that an event must have and may have. A key without a use has a type all the same, which is left to the
        /// general reader; so is an event that has only the second one of two keys of which it needs one.
        static func uses(of kind: EventKind) -> (needed: Keys, allowed: Keys) {
            let needed: Keys = kind.neededKeys.map { [.event, Keys($0.key)] } ?? .event
            return (needed, kind.grammar.all.reduce([.event, .time, .session]) { $0.union(Keys($1)) })
        }
    }

    /// The keys that nearly all lines have, with quotes and colon. What programs write has them in the same order in each
    /// line, so that comparing them one after another is guessed right.
    enum CommonKey {
        /// The bytes of `"t":`, `"event":` and so on as words, the first byte lowest.
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

    /// The key at a place and its length. The place is not changed here, so that the caller can keep it in a register.
    @inline(never)
    static func rareKey(_ bytes: ByteSpan, _ start: Int) -> (EventKey?, count: Int) {
        var at = start
        let key = rareKey(bytes, &at)
        return (key, at - start)
    }

    /// Only notes have the key `text`, and they are left to the general reader.
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

    /// Goes past these bytes, if they stand here.
    @inline(__always)
    private static func take(_ literal: StaticString, _ bytes: ByteSpan, _ at: inout Int) -> Bool {
        guard bytes.starts(with: literal, at: at) else { return false }
        at &+= literal.utf8CodeUnitCount
        return true
    }
}

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

    private static let slotBits = 6
    private var entries = [Entry](repeating: Entry(), count: 1 << slotBits)

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

    /// The index where the search begins, by the first bytes, as many as the shortest name has.
    @inline(__always)
    private static func slot(of word: UInt64) -> Int {
        let mixed = (word & UInt64.lowBytes(shortest)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> UInt64(64 &- slotBits))
    }

    /// The name that stands at a place, which is moved past it.
    ///
    /// A byte at least must stand before it, and behind the line feed that ends the line the padding of words: the last
    /// eight bytes of a name are looked at where the first are its own, and so they end there at most.
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
