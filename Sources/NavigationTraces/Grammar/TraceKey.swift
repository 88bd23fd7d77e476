package import PageViewAutomation

/// The keys that a line of a trace can have.
enum TraceKey: String, CaseIterable {
    case t, event, session, scene, component, page, payload, state, parent, attached
    case name, properties, url, source, text, nextPageView
    case trace, title, beganAt, policy, exhaustive
    // Only the line notation has these keys. In JSON a page is an object, and the version is the value of `trace`.
    case context, version
    case expect, previous, cause, appearedAt, appearance, seq, deepLink, outcome, foreground, background, referrer, kind

    /// Creates the key with this name.
    init?(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes, bytes.indices)
    }

    /// Creates the key whose name is these bytes.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count < Self.byLength.count else { return nil }
        let candidates = Self.byLength[range.count]
        guard let match = candidates.first(where: { $0.name.elementsEqual(bytes[range]) }) else { return nil }
        self = match.key
    }

    /// The key's name.
    var name: String { rawValue }

    /// The keys with the bytes of their names, indexed by the number of bytes.
    private static let byLength: [[(key: TraceKey, name: [UInt8])]] = {
        let keys = allCases.map { (key: $0, name: Array($0.name.utf8)) }
        let longest = keys.map(\.name.count).max() ?? 0
        return (0...longest).map { length in keys.filter { $0.name.count == length } }
    }()
}

extension TraceKey: CustomStringConvertible {
    var description: String { name }
}

/// The keys that a kind of line can have, in print order.
struct LineGrammar<Key: Equatable> {
    /// The keys whose values the line notation identifies by position instead of by key.
    let positional: [Key]
    /// The other keys.
    let keys: [Key]

    /// All keys, the positional ones first.
    var all: [Key] { positional + keys }
}

extension LineGrammar<TraceKey> {
    /// Creates the grammar of an event in the line notation, where a page's context has its own key.
    init(_ event: EventKind) {
        let grammar = event.grammar
        positional = grammar.positional.map(\.traceKey)
        keys = grammar.keys.flatMap { $0 == .page ? [.page, .context] : [$0.traceKey] }
    }

    func allows(_ key: TraceKey) -> Bool { key == .session || all.contains(key) }
}

/// The names of the policies in a header (POL-005).
package enum PolicyChoice: String, CaseIterable {
    case cancelledDisappearance, reveal, foreground

    /// The name of the choice that applies if the header makes none.
    var defaultName: String {
        switch self {
        case .cancelledDisappearance: "continues"
        case .reveal, .foreground: "silent"
        }
    }
}

/// The policies that a header can name as a whole (POL-005).
package enum PolicyPreset: String, CaseIterable {
    case standard, literal, session

    package var policy: EnginePolicy {
        switch self {
        case .standard: .standard
        case .literal: .literal
        case .session: .session
        }
    }
}

extension EnginePolicy {
    /// Makes a choice by its name. Returns whether the name exists.
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
