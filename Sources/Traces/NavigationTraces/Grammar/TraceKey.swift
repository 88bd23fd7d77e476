package import PageViewAutomation

/// The keys that a line of a trace can have.
enum TraceKey: String, CaseIterable {
    case t, event, session, scene, component, page, payload, state, parent, attached, exclusive, level, entries, visible
    case name, properties, url, source, expires, text, nextPageView
    case trace, title, beganAt, policy, exhaustive
    // Only the line notation has these keys. In JSON a page is an object, and the version is the value of `trace`.
    case context, version
    case expect, previous, cause, appearedAt, appearance, seq, deepLink, outcome, foreground, background, current,
        referrer
    case kind

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

    /// Returns the grammar with a further key.
    func adding(_ key: TraceKey) -> LineGrammar { LineGrammar(positional: positional, keys: keys + [key]) }

    /// The grammar of a component that a `show` lists.
    static var shownEntry: LineGrammar {
        LineGrammar(
            positional: [.component], keys: [.page, .context, .state, .payload, .parent, .visible, .level])
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

extension EnginePolicy.Choice {
    /// The values that the choice can have, for an error message.
    var values: String { "counts or \(defaultName)" + (takesTime ? " or seconds from 0" : "") }
}

extension EnginePolicy {
    /// Makes a choice by its name, or by a number of seconds. Returns whether the choice has this value.
    mutating func choose(_ choice: Choice, _ value: FieldValue) -> Bool {
        switch value {
        case .seconds(let nanoseconds) where choice.takesTime && nanoseconds >= 0: self[choice] = nanoseconds
        case .text("counts"): self[choice] = 0
        case .text(choice.defaultName): self[choice] = nil
        default: return false
        }
        return true
    }

    /// The choices that differ from the default, with their values.
    var choices: [(choice: Choice, value: FieldValue)] {
        Choice.allCases.compactMap { choice in
            self[choice].map { (choice, $0 == 0 ? .text("counts") : .seconds($0)) }
        }
    }
}
