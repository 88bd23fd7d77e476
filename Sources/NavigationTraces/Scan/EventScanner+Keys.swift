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

        /// Whether these are keys that the event has a use for, with all that it must have. A key that is known has its
        /// type also where the event has no use for it, which is for the general reader to see to.
        @inline(__always)
        func suit(_ name: EventName) -> Bool {
            let (needed, allowed) = Self.uses(of: name)
            return isSuperset(of: needed) && isSubset(of: allowed)
        }

        @inline(__always)
        private static func uses(of name: EventName) -> (needed: Keys, allowed: Keys) {
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
                // Seldom enough.
                ([.event, .state], [])
            }
        }
    }

    /// The key that stands here, with its colon.
    @inline(__always)
    mutating func key(_ bytes: ByteSpan) -> Keys? {
        if take("\"t\":", bytes) { return .time }
        if take("\"event\":", bytes) { return .event }
        if take("\"component\":", bytes) { return .component }
        if take("\"scene\":", bytes) { return .scene }
        if take("\"session\":", bytes) { return .session }
        return rareKey(bytes)
    }

    @inline(never)
    private mutating func rareKey(_ bytes: ByteSpan) -> Keys? {
        if take("\"page\":", bytes) { return .page }
        if take("\"payload\":", bytes) { return .payload }
        if take("\"state\":", bytes) { return .state }
        if take("\"parent\":", bytes) { return .parent }
        if take("\"attached\":", bytes) { return .attached }
        if take("\"name\":", bytes) { return .name }
        if take("\"properties\":", bytes) { return .properties }
        return nil
    }

    /// The name of an event, in its quotes.
    @inline(__always)
    mutating func name(_ bytes: ByteSpan) -> EventName? {
        if take("\"willAppear\"", bytes) { return .willAppear }
        if take("\"didAppear\"", bytes) { return .didAppear }
        if take("\"willDisappear\"", bytes) { return .willDisappear }
        if take("\"didDisappear\"", bytes) { return .didDisappear }
        if take("\"ready\"", bytes) { return .ready }
        if take("\"pending\"", bytes) { return .pending }
        if take("\"create\"", bytes) { return .create }
        return rareName(bytes)
    }

    @inline(never)
    private mutating func rareName(_ bytes: ByteSpan) -> EventName? {
        if take("\"destroy\"", bytes) { return .destroy }
        if take("\"attach\"", bytes) { return .attach }
        if take("\"detach\"", bytes) { return .detach }
        if take("\"interaction\"", bytes) { return .interaction }
        if take("\"sessionEnd\"", bytes) { return .sessionEnd }
        if take("\"sceneForeground\"", bytes) { return .sceneForeground }
        if take("\"sceneBackground\"", bytes) { return .sceneBackground }
        if take("\"sceneActive\"", bytes) { return .sceneActive }
        if take("\"sceneInactive\"", bytes) { return .sceneInactive }
        if take("\"sceneClose\"", bytes) { return .sceneClose }
        return nil
    }

    /// Goes past these bytes, if they stand here.
    @inline(__always)
    private mutating func take(_ literal: StaticString, _ bytes: ByteSpan) -> Bool {
        guard bytes.starts(with: literal, at: at) else { return false }
        at += literal.utf8CodeUnitCount
        return true
    }
}
