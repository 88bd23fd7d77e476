import PageViewAutomation

/// The keys that a line of a trace may have.
enum TraceKey: Int, CaseIterable {
    case t, event, session, scene, component, page, payload, state, parent, attached
    case name, properties, url, source, text
    case trace, title, policy, exhaustive
    // In the line notation alone, where a page has no members.
    case context, version
    case expect, previous, cause, appearedAt, appearance, seq, deepLink, outcome, foreground, background, referrer, kind

    /// The key of this name.
    init?(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes, bytes.indices)
    }

    /// The key with these bytes.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count < Self.byLength.count else { return nil }
        let candidates = Self.byLength[range.count]
        guard let match = candidates.first(where: { $0.name.elementsEqual(bytes[range]) }) else { return nil }
        self = match.key
    }

    /// Its name.
    var name: String { literal.description }

    /// Its name. Written out, because asking the runtime for it is slow.
    private var literal: StaticString {
        switch self {
        case .t: "t"
        case .event: "event"
        case .session: "session"
        case .scene: "scene"
        case .component: "component"
        case .page: "page"
        case .payload: "payload"
        case .state: "state"
        case .parent: "parent"
        case .attached: "attached"
        case .name: "name"
        case .properties: "properties"
        case .url: "url"
        case .source: "source"
        case .text: "text"
        case .trace: "trace"
        case .title: "title"
        case .policy: "policy"
        case .exhaustive: "exhaustive"
        case .context: "context"
        case .version: "version"
        case .expect: "expect"
        case .previous: "previous"
        case .cause: "cause"
        case .appearedAt: "appearedAt"
        case .appearance: "appearance"
        case .seq: "seq"
        case .deepLink: "deepLink"
        case .outcome: "outcome"
        case .foreground: "foreground"
        case .background: "background"
        case .referrer: "referrer"
        case .kind: "kind"
        }
    }

    /// The keys and their bytes, by the number of bytes.
    private static let byLength: [[(key: TraceKey, name: [UInt8])]] = {
        let keys = allCases.map { (key: $0, name: Array($0.name.utf8)) }
        let longest = keys.map(\.name.count).max() ?? 0
        return (0...longest).map { length in keys.filter { $0.name.count == length } }
    }()
}

extension TraceKey: CustomStringConvertible {
    var description: String { name }
}

/// The keys of a kind of line, in the order in which they are printed.
struct LineGrammar<Key: Equatable> {
    /// The keys whose values have a place of their own in the line notation, without the key.
    let positional: [Key]
    /// The other keys.
    let keys: [Key]

    /// All keys.
    var all: [Key] { positional + keys }
}

extension LineGrammar<TraceKey> {
    /// The keys of an event in the line notation, where the context of a page has a key of its own.
    init(_ event: EventKind) {
        let grammar = event.grammar
        positional = grammar.positional.map(\.traceKey)
        keys = grammar.keys.flatMap { $0 == .page ? [.page, .context] : [$0.traceKey] }
    }

    func allows(_ key: TraceKey) -> Bool { key == .session || all.contains(key) }
}

/// The policies as traces write them.
enum PolicyChoice: String, CaseIterable {
    case cancelledDisappearance, reveal, foreground

    /// The name of the choice that is made where none is given.
    var defaultName: String {
        switch self {
        case .cancelledDisappearance: "continues"
        case .reveal, .foreground: "silent"
        }
    }
}

extension EnginePolicy {
    init?(preset: String) {
        switch preset {
        case "standard": self = .standard
        case "literal": self = .literal
        case "session": self = .session
        default: return nil
        }
    }

    /// Makes a choice by its name; whether there is such a name.
    mutating func choose(_ choice: PolicyChoice, _ name: String) -> Bool {
        guard name == "counts" || name == choice.defaultName else { return false }
        let counts = name == "counts"
        switch choice {
        case .cancelledDisappearance: cancelledDisappearance = counts ? .counts : .continues
        case .reveal: reveal = counts ? .counts : .silent
        case .foreground: foreground = counts ? .counts : .silent
        }
        return true
    }

    func counts(_ choice: PolicyChoice) -> Bool {
        switch choice {
        case .cancelledDisappearance: cancelledDisappearance == .counts
        case .reveal: reveal == .counts
        case .foreground: foreground == .counts
        }
    }
}
