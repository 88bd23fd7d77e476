import AnalyticsJSON

extension EventScanner {
    /// The keys of a line.
    struct Keys: OptionSet {
        let rawValue: UInt16

        // The parts of an event come first, in their order.
        static let time = Keys(rawValue: 1 << 0)
        static let session = Keys(rawValue: 1 << 1)
        static let component = Keys(rawValue: 1 << 2)
        static let scene = Keys(rawValue: 1 << 3)
        static let event = Keys(rawValue: 1 << 4)
        static let page = Keys(rawValue: 1 << 5)
        static let payload = Keys(rawValue: 1 << 6)
        static let state = Keys(rawValue: 1 << 7)
        static let parent = Keys(rawValue: 1 << 8)
        static let attached = Keys(rawValue: 1 << 9)
        static let name = Keys(rawValue: 1 << 10)
        static let properties = Keys(rawValue: 1 << 11)

        /// Those that an event keeps in itself.
        @inline(__always)
        var parts: ScannedEvent.Parts { ScannedEvent.Parts(rawValue: UInt8(truncatingIfNeeded: rawValue & 0xF)) }

        /// The keys that an event of this name must have and may have; `nil` for what is seldom enough. A key that is known
        /// has its type also where the event has no use for it, which is for the general reader to see to.
        static func uses(of name: EventName) -> (needed: Keys, allowed: Keys)? {
            switch name {
            case .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy:
                ([.event, .component], [.event, .time, .session, .component, .scene])
            case .create:
                (
                    [.event, .component],
                    [.event, .time, .session, .component, .scene, .page, .payload, .state, .parent, .attached]
                )
            case .pending:
                ([.event, .component], [.event, .time, .session, .component, .scene, .page])
            case .ready:
                ([.event, .component], [.event, .time, .session, .component, .scene, .page, .payload])
            case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
                ([.event], [.event, .time, .session, .scene])
            case .interaction:
                ([.event, .name], [.event, .time, .session, .scene, .name, .properties])
            case .sessionEnd:
                ([.event], [.event, .time, .session])
            case .deepLink, .record, .note:
                nil
            }
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

    /// The key and how many bytes it has. Its place is not changed here, so that it can be kept where it is changed fast.
    @inline(never)
    static func rareKey(_ bytes: ByteSpan, _ place: Int) -> (Keys?, count: Int) {
        var at = place
        let key = rareKey(bytes, &at)
        return (key, at - place)
    }

    @inline(__always)
    private static func rareKey(_ bytes: ByteSpan, _ at: inout Int) -> Keys? {
        if take("\"page\":", bytes, &at) { return .page }
        if take("\"payload\":", bytes, &at) { return .payload }
        if take("\"state\":", bytes, &at) { return .state }
        if take("\"parent\":", bytes, &at) { return .parent }
        if take("\"attached\":", bytes, &at) { return .attached }
        if take("\"name\":", bytes, &at) { return .name }
        if take("\"properties\":", bytes, &at) { return .properties }
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
