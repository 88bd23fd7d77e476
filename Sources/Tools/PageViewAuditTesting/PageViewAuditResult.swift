import PageViewAudit

/// The comparison of what an app's own tracker sent with the page views of the engine (TS-013).
///
/// Each sent event and each page view has exactly one outcome.
public struct PageViewAuditResult: Sendable, Hashable, CustomStringConvertible {
    /// The outcome of a sent event, or of a page view without one.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The event has the name of the page view, and was sent when the engine counted it.
        case right
        /// The event was sent again for a page view.
        case repeated
        /// The event was sent before its page was ready.
        case tooEarly
        /// The event was sent late.
        case tooLate
        /// The event has a name that no page has.
        case wrongName
        /// The user saw no such page at that time.
        case outOfPlace
        /// No event belongs to the page view.
        case missing
    }

    /// The sent events in the order in which they were given, then the missing page views by number.
    let entries: [AuditEntry]

    init(_ audit: Audit) {
        var entries: [AuditEntry] = []
        audit.forEachEntry { entries.append($0) }
        self.entries = entries
    }

    /// Returns the number of sent events or page views with an outcome.
    public func count(of outcome: Outcome) -> Int { entries.count { $0.outcome.name == outcome.rawValue } }

    /// Whether each event is right, and each page view has an event.
    public var isRight: Bool { entries.allSatisfy { $0.outcome == .right } }

    /// The counts, then a sentence for each event and page view that is not right: what was found, and what to do.
    public var description: String {
        let counts = Outcome.allCases.filter { count(of: $0) > 0 }.map { "\(count(of: $0)) \($0.rawValue)" }
        let head = counts.isEmpty ? "Nothing was sent, and the user saw no page." : counts.joined(separator: ", ") + "."
        let findings = entries.filter { $0.outcome != .right }.map { "  \($0.sentence)" }
        return ([head] + findings).joined(separator: "\n")
    }
}
