import NavigationTraces
import AnalyticsJSON
package import PageViewAutomation

/// A sentence in plain words on why something in a trace was counted or not, with the rules that say so (rule EX-001).
package struct Explanation: Sendable, Hashable {
    /// What became of it, in a word.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// It has its page view.
        case counted
        /// It has none, and never will.
        case uncounted
        /// It goes on, and waits.
        case waiting
        /// It is no page.
        case untracked
        /// A report that changed nothing, or not what it says.
        case odd
        case link
        /// It was counted, or over, before the recording began (RC-004).
        case before
        /// A remark that somebody put into the trace.
        case note
    }

    /// A piece of the sentence.
    package enum Part: Sendable, Hashable {
        case text(String)
        /// The id of a rule of the specification.
        case rule(String)
    }

    package let item: TraceHistory.Item
    package let verdict: Verdict
    /// What it is about: the label of an appearance, a component, a link.
    package var subject: String { item.subject ?? "" }
    package internal(set) var parts: [Part] = []
    /// Whether something has been said of the subject.
    private var isBegun = false

    init(_ item: TraceHistory.Item, _ verdict: Verdict) {
        self.item = item
        self.verdict = verdict
    }

    /// The sentence.
    package var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .rule(let rule): " (\(rule))"
            }
        }
        .joined()
    }

    /// The ids of the rules that it names, in order.
    package var rules: [String] {
        parts.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
    }

    /// Says what it is about, in front of everything else.
    mutating func begin(with page: PageContext?) {
        if let page { parts.append(.text("\(page)")) }
        isBegun = false
    }

    /// Goes on with the sentence.
    mutating func say(_ text: String, by rule: String? = nil) {
        let separator = parts.isEmpty ? "" : isBegun ? ", " : " "
        parts.append(.text(separator + text))
        isBegun = true
        if let rule { parts.append(.rule(rule)) }
    }
}

extension Timestamp {
    /// The seconds, as traces write them.
    package var seconds: String { Self.seconds(of: nanoseconds) }

    /// Nanoseconds in seconds, as traces write them.
    package static func seconds(of nanoseconds: Int64) -> String {
        var writer = JSONWriter()
        writer.seconds(nanoseconds)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    /// How long after another moment it is, in seconds.
    func seconds(since other: Timestamp) -> String { Self.seconds(of: nanoseconds &- other.nanoseconds) }
}
