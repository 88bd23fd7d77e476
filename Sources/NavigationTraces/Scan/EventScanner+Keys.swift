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
    static func rareKey(_ bytes: ByteSpan, _ place: Int) -> (EventKey?, count: Int) {
        var at = place
        let key = rareKey(bytes, &at)
        return (key, at - place)
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
