import AnalyticsJSON
import NavigationTraces
package import PageViewAutomation

/// A sentence about an item of a trace, with the rules that it cites (EX-001). The sentence states whether and why the item was
/// counted.
package struct Explanation: Sendable, Hashable {
    /// The result for the item, in one word (EX-001, EX-002). The JSON of `pageview explain` contains the raw values.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case counted
        case uncounted
        /// The appearance is live at the end of the trace, and has not been counted.
        case waiting
        case untracked
        /// A page was declared, or became ready, and was never shown.
        case unshown
        case diagnostic
        case link
        case interaction
        /// The item was counted, or had ended, before the recording began (RC-004).
        case before
        /// The item is a `note` of the trace.
        case note
    }

    package let item: TraceHistory.Item
    package let verdict: Verdict
    /// What the line is about: an identity, a component, a link, an interaction, a number of components, or a line.
    package var subject: String { item.subject }
    package internal(set) var parts: [Sentence.Part] = []
    /// Whether the sentence already has a clause, so that a comma precedes the next clause.
    private var isBegun = false

    init(_ item: TraceHistory.Item, _ verdict: Verdict) {
        self.item = item
        self.verdict = verdict
    }

    /// The sentence with its rules and with exact times.
    package var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .seconds(let nanoseconds): Timestamp.seconds(of: nanoseconds)
            case .rule(let rule): " (\(rule))"
            }
        }
        .joined()
    }

    package var rules: [String] {
        parts.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
    }

    mutating func begin(with page: PageContext?) {
        if let page { parts.append(.text("\(page)")) }
        isBegun = false
    }

    mutating func append(_ clause: Sentence, citing rule: String? = nil) {
        if !parts.isEmpty { parts.append(.text(isBegun ? ", " : " ")) }
        add(clause, citing: rule)
    }

    /// Appends a text to the last clause, and the rule for it.
    mutating func add(_ text: Sentence, citing rule: String? = nil) {
        parts += text.parts
        isBegun = true
        if let rule { parts.append(.rule(rule)) }
    }
}

extension Timestamp {
    /// The time in seconds, in the notation of traces.
    package var seconds: String { Self.seconds(of: nanoseconds) }

    /// Returns nanoseconds as seconds, in the notation of traces.
    package static func seconds(of nanoseconds: Int64) -> String {
        var writer = JSONWriter()
        writer.seconds(nanoseconds)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    /// Returns nanoseconds as seconds: exact, or rounded to milliseconds for people (EX-004).
    package static func seconds(of nanoseconds: Int64, isPrecise: Bool) -> String {
        isPrecise ? seconds(of: nanoseconds) : roundedSeconds(of: nanoseconds)
    }
}

/// The way in which sentences name scenes: a history with only one scene needs no scene names (EX-001).
package struct SceneNaming: Sendable {
    private let isNamed: Bool

    package static let only = SceneNaming(isNamed: false)

    package init(in history: TraceHistory) {
        let others = history.backgrounds.map(\.scene) + history.announcements.map(\.scene)
        var names = Set(others.map { ExactName($0) })
        for item in history.items {
            if let scene = item.scene { names.insert(ExactName(scene)) }
            if case .appearance(let story) = item { names.formUnion(story.scenes.map { ExactName($0.scene) }) }
        }
        isNamed = names.count > 1
    }

    private init(isNamed: Bool) {
        self.isNamed = isNamed
    }

    func text(of scene: String) -> String { isNamed ? " in the scene \(scene)" : "" }

    func first(of scene: String) -> Sentence {
        isNamed ? "as the first of the scene \(scene)" : "as the first of its scene"
    }
}
