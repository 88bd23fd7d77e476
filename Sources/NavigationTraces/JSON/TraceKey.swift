/// The keys that a line of a trace may have.
enum TraceKey: Int, CaseIterable {
    case t, event, session, scene, component, page, payload, state, parent, attached
    case name, properties, url, source, text
    case trace, title, policy, exhaustive
    case expect, previous, cause, appearedAt, appearance, seq, deepLink, outcome, foreground, background, referrer, kind

    init?(_ key: String) {
        switch key {
        case "t": self = .t
        case "event": self = .event
        case "component": self = .component
        case "scene": self = .scene
        case "session": self = .session
        case "page": self = .page
        case "payload": self = .payload
        case "state": self = .state
        case "parent": self = .parent
        case "attached": self = .attached
        case "name": self = .name
        case "properties": self = .properties
        case "url": self = .url
        case "source": self = .source
        case "text": self = .text
        case "trace": self = .trace
        case "title": self = .title
        case "policy": self = .policy
        case "exhaustive": self = .exhaustive
        case "expect": self = .expect
        case "previous": self = .previous
        case "cause": self = .cause
        case "appearedAt": self = .appearedAt
        case "appearance": self = .appearance
        case "seq": self = .seq
        case "deepLink": self = .deepLink
        case "outcome": self = .outcome
        case "foreground": self = .foreground
        case "background": self = .background
        case "referrer": self = .referrer
        case "kind": self = .kind
        default: return nil
        }
    }

    /// The key with these bytes.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count < Self.byLength.count else { return nil }
        let candidates = Self.byLength[range.count]
        guard let match = candidates.first(where: { $0.name.elementsEqual(bytes[range]) }) else { return nil }
        self = match.key
    }

    /// The keys and their bytes, by the number of bytes.
    private static let byLength: [[(key: TraceKey, name: [UInt8])]] = {
        let keys = allCases.map { (key: $0, name: Array("\($0)".utf8)) }
        let longest = keys.map(\.name.count).max() ?? 0
        return (0...longest).map { length in keys.filter { $0.name.count == length } }
    }()
}
