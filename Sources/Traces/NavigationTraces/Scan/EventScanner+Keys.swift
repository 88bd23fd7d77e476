import AnalyticsJSON

/// A key of a line: one that every event can have, or one of some events.
enum ScannedKey: Sendable {
    case time, event, session
    case other(EventKey)
}

/// The keys of a line, as a bit set.
struct EventKeys: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    static var time: EventKeys { EventKeys(rawValue: 1 << 29) }
    static var session: EventKeys { EventKeys(rawValue: 1 << 30) }
    static var event: EventKeys { EventKeys(rawValue: 1 << 31) }
    static var component: EventKeys { EventKeys(.component) }
    static var scene: EventKeys { EventKeys(.scene) }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always)
    init(_ key: EventKey) { rawValue = 1 &<< key.rawValue }

    init(_ key: ScannedKey) {
        switch key {
        case .time: self = .time
        case .event: self = .event
        case .session: self = .session
        case .other(let key): self.init(key)
        }
    }
}

/// A hash table of words of the grammar, each with a value. It finds a word in a line without a search for its end.
struct WordTable<Value: Sendable>: Sendable {
    /// A word of at most 17 bytes, as three words of eight bytes. Those of a shorter word overlap.
    fileprivate struct Entry: Sendable {
        let first: UInt64
        let middle: UInt64
        let last: UInt64
        /// The bytes of `first` that belong to the word.
        let mask: UInt64
        let middleOffset: Int
        let lastOffset: Int
        let count: Int
        let value: Value
    }

    private static var slotBits: Int { 6 }
    private var slots = [Entry?](repeating: nil, count: 1 << slotBits)
    /// A mask of the bytes on which the hash depends, as many as the shortest word has.
    private let hashedBytes: UInt64

    /// Creates a table of words with at least `shortest` bytes. The general reader reads lines with shorter words.
    init(_ words: [(text: String, value: Value)], shortest: Int) {
        hashedBytes = UInt64.lowBytes(shortest)
        for word in words where word.text.utf8.count >= shortest {
            let entry = Entry(Array(word.text.utf8), word.value)
            var slot = slot(of: entry.first)
            while slots[slot] != nil { slot = (slot + 1) % slots.count }
            slots[slot] = entry
        }
    }

    /// Returns the slot where the search begins.
    @inline(__always)
    private func slot(of word: UInt64) -> Int {
        let mixed = (word & hashedBytes) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> UInt64(64 &- Self.slotBits))
    }

    /// Returns the value of the word at a position, and advances the position past the word.
    ///
    /// Padding must follow the line feed that ends the line. The later bytes are compared only if the first eight are equal.
    /// The line feed is then at the ninth byte or later, so no read passes the padding.
    @inline(__always)
    func value(_ bytes: ByteSpan, _ at: inout Int) -> Value? {
        let first = bytes.paddedWord(at: at)
        var slot = slot(of: first)
        while let entry = slots[slot] {
            if (first ^ entry.first) & entry.mask == 0,
                (bytes.paddedWord(at: at &+ entry.lastOffset) ^ entry.last) & entry.mask == 0,
                (bytes.paddedWord(at: at &+ entry.middleOffset) ^ entry.middle) & entry.mask == 0
            {
                at &+= entry.count
                return entry.value
            }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
        return nil
    }
}

extension WordTable.Entry {
    fileprivate init(_ text: [UInt8], _ value: Value) {
        assert(text.count <= 9 + ByteSpan.padding)
        (count, self.value) = (text.count, value)
        mask = UInt64.lowBytes(min(8, text.count))
        lastOffset = max(0, text.count - 8)
        middleOffset = min(8, lastOffset)
        first = Self.word(text.prefix(8))
        middle = Self.word(text.dropFirst(middleOffset).prefix(8))
        last = Self.word(text.suffix(8))
    }

    private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
    }
}

/// An event, and the keys that its line must have and may have.
struct EventUse: Sendable {
    let kind: EventKind
    let needed: EventKeys
    let allowed: EventKeys

    /// A line without `event`, which is malformed.
    static var none: EventUse { EventUse(kind: .note, needed: .event, allowed: []) }

    fileprivate init(kind: EventKind, needed: EventKeys, allowed: EventKeys) {
        (self.kind, self.needed, self.allowed) = (kind, needed, allowed)
    }

    /// Creates the use that the grammar allows.
    ///
    /// A line with a key that the event does not use is left to the general reader, which checks the type of the value. So is an
    /// event that has only the second of two alternative keys.
    fileprivate init(_ kind: EventKind) {
        self.kind = kind
        needed = kind.neededKeys.map { [.event, EventKeys($0.key)] } ?? .event
        allowed = kind.grammar.all.reduce([.event, .time, .session]) { $0.union(EventKeys($1)) }
    }
}

extension WordTable<EventUse> {
    /// The names of events, with their quotes. `note` and `show` are shorter.
    static let events = WordTable(EventKind.allCases.map { ("\"\($0.name)\"", EventUse($0)) }, shortest: 7)
}

extension WordTable<ScannedKey> {
    /// The keys of events, with quotes and colon. The general reader reads the target of a link, whose key is that of a page.
    static let keys = WordTable(
        [("\"t\":", .time), ("\"event\":", .event), ("\"session\":", .session)]
            + EventKey.allCases.filter { $0 != .target }.map { ("\"\($0.traceKey)\":", .other($0)) }, shortest: 4)
}
