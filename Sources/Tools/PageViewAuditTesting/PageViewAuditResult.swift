import PageViewAudit

/// The comparison of what an app's own tracker sent with the page views of the engine (TS-013).
///
/// Each sent event and each page view has exactly one outcome.
public struct PageViewAuditResult: Sendable, Hashable {
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

    /// A sent event or a page view, with its outcome.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// What became of the event or of the page view.
        public let outcome: Outcome
        /// The name of the cause, such as `cancelledTransition` (AU-207); `nil` for ``Outcome/right``.
        public let cause: String?
        /// The ids of the rules behind the cause.
        public let rules: [String]
        /// A sentence that states the finding, and what to do.
        public let description: String
    }

    /// The entries: the sent events in the order in which they were given, then the missing page views by number.
    public let entries: [Entry]

    init(_ audit: Audit) {
        var entries = (0..<audit.lineCount).map { Entry(audit.entry(ofLine: $0)) }
        audit.forEachMissing { entries.append(Entry($0)) }
        self.entries = entries
    }

    /// Returns the number of sent events or page views with an outcome.
    public func count(of outcome: Outcome) -> Int { entries.count { $0.outcome == outcome } }

    /// Whether each event is right, and each page view has an event.
    public var isRight: Bool { entries.allSatisfy { $0.outcome == .right } }
}

extension PageViewAuditResult: CustomStringConvertible {
    /// The counts, then a sentence for each entry that is not right: what was found, and what to do.
    public var description: String {
        let counts = Outcome.allCases.compactMap { outcome in
            let count = count(of: outcome)
            return count > 0 ? "\(count) \(outcome.rawValue)" : nil
        }
        let head = counts.isEmpty ? "Nothing was sent, and the user saw no page." : counts.joined(separator: ", ") + "."
        let findings = entries.filter { $0.outcome != .right }.map { "  \($0.description)" }
        return ([head] + findings).joined(separator: "\n")
    }
}

extension PageViewAuditResult.Entry {
    fileprivate init(_ entry: AuditEntry) {
        // No event of a test is ignored or folded.
        outcome = PageViewAuditResult.Outcome(rawValue: entry.outcome.name) ?? .outOfPlace
        cause = entry.outcome.hasCause ? entry.cause.name : nil
        rules = entry.cause.rules
        description = entry.sentence
    }
}
