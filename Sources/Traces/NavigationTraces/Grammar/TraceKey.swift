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

    /// The keys by name, because `init(rawValue:)` compares all names.
    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    var name: String { rawValue }
}

extension TraceKey: CustomStringConvertible {
    var description: String { name }
}

/// The keys that a kind of line can have, in print order.
struct LineGrammar: Sendable {
    /// The keys whose values the line notation identifies by position instead of by key.
    let positional: [TraceKey]
    let keys: [TraceKey]

    /// All keys, the positional ones first.
    var all: [TraceKey] { positional + keys }

    func adding(_ key: TraceKey) -> LineGrammar { LineGrammar(positional: positional, keys: keys + [key]) }

    /// The grammar of a component that a `show` lists.
    static let shownEntry = LineGrammar(
        positional: [.component], keys: [.page, .context, .state, .payload, .parent, .visible, .level])
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
